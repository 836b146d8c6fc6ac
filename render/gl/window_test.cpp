#include "render/gl/window.h"

#include <chrono>
#include <cstdlib>
#include <optional>
#include <thread>

#include <glad/gl.h>
#include <gtest/gtest.h>

#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"

namespace livewarp {
namespace {

/// Sets (or, with null, removes) a variable of the environment for a while.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    value ? setenv(name, value, 1) : unsetenv(name);
  }
  ~Environment() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

bool has_display() { return std::getenv("DISPLAY") || std::getenv("WAYLAND_DISPLAY"); }

/// An X server without a user before it starts anew when its last window goes, and refuses
/// everybody meanwhile.
Window open_window(const WindowOptions& options) {
  for (int attempt = 0;; ++attempt) {
    try {
      return Window(options);
    } catch (const Error& error) {
      if (attempt == 40 || std::string(error.what()).find("no window system") == std::string::npos)
        throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }
}

TEST(WindowTest, WithoutADisplaySaysWhatToSetAndWhatWorks) {
  const Environment x("DISPLAY", nullptr), wayland("WAYLAND_DISPLAY", nullptr);
  try {
    const Window window{WindowOptions{}};
    FAIL() << "a window without a display";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("DISPLAY"), std::string::npos);
    EXPECT_NE(error.advice().find("livewarp bench"), std::string::npos);
  }
}

TEST(WindowTest, TellsWhichCallFailedAndOpensTheNextTime) {
  if (!has_display()) GTEST_SKIP() << "no display";
  struct Case {
    const char *call, *told;
  };
  for (const Case& one : {Case{"glfwInit", "no window system: "},
                          {"glfwCreateWindow", "OpenGL 4.5 is needed for the window, found 4."},
                          {"gladLoadGL", "the functions of OpenGL 4.5 cannot be loaded"}}) {
    {
      const Fault fault(one.call);
      try {
        const Window window{WindowOptions{.visible = false}};
        FAIL() << "a window without " << one.call;
      } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()).find(one.told), 0u) << error.what();
        EXPECT_NE(error.advice(), "");
      }
      EXPECT_EQ(fault.failures(), 1) << one.call;
    }
    const Window window = open_window({.visible = false});
    EXPECT_FALSE(window.gl().renderer.empty());
  }
}

TEST(WindowTest, AnUnreachableDisplayIsAnErrorToo) {
  const Environment x("DISPLAY", ":4711"), wayland("WAYLAND_DISPLAY", nullptr);
  EXPECT_THROW(Window{WindowOptions{}}, Error);
}

TEST(WindowTest, OldOpenGlIsNamedWithItsVersion) {
  if (!has_display()) GTEST_SKIP() << "no display";
  const Environment old("MESA_GL_VERSION_OVERRIDE", "3.1");
  const Environment software("LIBGL_ALWAYS_SOFTWARE", "1");
  try {
    const Window window = open_window({});
    GTEST_SKIP() << "this driver cannot be made older: " << window.gl().renderer;
  } catch (const Error& error) {
    const std::string words = error.what();
    EXPECT_NE(words.find("OpenGL 4.5 is needed"), std::string::npos) << words;
    EXPECT_NE(words.find("3.1"), std::string::npos) << words;
  }
}

TEST(WindowTest, ANewWindowTakesMostOfItsScreen) {
  using Size = std::pair<int, int>;
  EXPECT_EQ(fitted_window_size(3840, 2160), Size(3264, 1836));
  EXPECT_EQ(fitted_window_size(1920, 1040), Size(1632, 884));
  EXPECT_EQ(fitted_window_size(1366, 768), Size(1280, 720));  // no smaller than that ...
  EXPECT_EQ(fitted_window_size(1024, 600), Size(1024, 600));  // ... but where the screen is
  EXPECT_EQ(fitted_window_size(0, 0), Size(1280, 720));
  if (!has_display()) GTEST_SKIP() << "no display";
  const Window window = open_window({.width = 0, .height = 0, .visible = false});
  EXPECT_GE(window.framebuffer_width(), 640);
  EXPECT_LE(window.framebuffer_height(), window.monitor_height());
  EXPECT_NE(std::pair(window.framebuffer_width(), window.framebuffer_height()), Size(0, 0));
}

TEST(WindowTest, DrawsAndKeepsItsPlaceThroughFullScreen) {
  if (!has_display()) GTEST_SKIP() << "no display";
  Window window = open_window(
      {.title = "Livewarp test", .width = 640, .height = 360, .vsync = false, .debug = true});
  EXPECT_GE(10 * window.gl().major + window.gl().minor, 45);
  EXPECT_EQ(window.framebuffer_width(), 640);
  EXPECT_EQ(window.framebuffer_height(), 360);
  EXPECT_GT(window.content_scale(), 0.4);
  EXPECT_GT(window.refresh_hz(), 10);
  EXPECT_GT(window.monitor_height(), 360);
  EXPECT_NE(window.system().find("GLFW 3"), std::string::npos) << window.system();

  window.toggle_fullscreen();
  window.poll(0.05);
  EXPECT_TRUE(window.fullscreen());
  EXPECT_EQ(window.framebuffer_height(), window.monitor_height());
  window.toggle_fullscreen();
  window.poll(0.05);
  EXPECT_FALSE(window.fullscreen());
  EXPECT_EQ(window.framebuffer_width(), 640);
  EXPECT_EQ(window.framebuffer_height(), 360);

  window.set_vsync(true);
  EXPECT_TRUE(window.vsync());
  window.set_vsync(false);
  glClearColor(0, 0, 1, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  std::uint8_t pixel[4] = {};
  glReadPixels(10, 10, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
  EXPECT_EQ(pixel[2], 255);
  window.swap();
  EXPECT_EQ(window.gl_errors(), 0) << window.first_gl_error();
  glEnable(0xFFFF);
  window.swap();
  EXPECT_EQ(window.gl_errors(), 1);
  EXPECT_FALSE(window.first_gl_error().empty());

  EXPECT_FALSE(window.should_close());
  window.request_close();
  EXPECT_TRUE(window.should_close());
}

TEST(WindowTest, OneAfterTheOther) {
  if (!has_display()) GTEST_SKIP() << "no display";
  for (int k = 0; k < 3; ++k) {
    const Window window = open_window({.width = 200, .height = 100 + k, .visible = false});
    EXPECT_EQ(window.framebuffer_height(), 100 + k);
  }
}

}  // namespace
}  // namespace livewarp
