#include "render/gl/window.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <glad/gl.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"
#include "render/gl/monitors.h"
#include "render/gl/window_hints.h"

namespace livewarp {
namespace {

constexpr const char* headless_advice =
    "Set DISPLAY, or use what needs no window: livewarp bench, verify, list, info, shot, tour.";

std::string last_glfw_words() {
  const char* text = nullptr;
  return glfwGetError(&text) == GLFW_NO_ERROR || !text ? "no reason given" : text;
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value;
}

struct GlfwLibrary {
  GlfwLibrary() {
    if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY"))
      throw Error("no display: neither DISPLAY nor WAYLAND_DISPLAY is set", headless_advice);
    if (!LIVEWARP_CALL(glfwInit))
      throw Error("no window system: " + last_glfw_words(), headless_advice);
  }
  ~GlfwLibrary() { glfwTerminate(); }
  GlfwLibrary(const GlfwLibrary&) = delete;
  GlfwLibrary& operator=(const GlfwLibrary&) = delete;
};

struct DestroyWindow {
  void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};
using Handle = std::unique_ptr<GLFWwindow, DestroyWindow>;

/// What this machine does offer, said when it is not enough.
std::string found_instead() {
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  const Handle window(glfwCreateWindow(16, 16, "", nullptr, nullptr));
  if (!window) return "none: " + last_glfw_words();
  glfwMakeContextCurrent(window.get());
  if (!gladLoadGL(glfwGetProcAddress)) return "none";
  return fmt::format("{} on {}", gl_info().version, gl_info().renderer);
}

Handle open_window(WindowOptions options) {
  if (options.width <= 0 || options.height <= 0) {
    int x = 0, y = 0, width = 0, height = 0;
    if (GLFWmonitor* monitor = glfwGetPrimaryMonitor())
      glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
    std::tie(options.width, options.height) = fitted_window_size(width, height);
  }
  hint_opengl(options.visible, options.debug);
  Handle window(LIVEWARP_CALL(glfwCreateWindow, options.width, options.height,
                              options.title.c_str(), nullptr, nullptr));
  if (window) return window;
  const std::string why = last_glfw_words();
  throw Error(
      fmt::format("OpenGL 4.5 is needed for the window, found {} ({})", found_instead(), why),
      "Update the graphics driver, or start with LIBGL_ALWAYS_SOFTWARE=1; "
      "livewarp bench, verify, list and info need no OpenGL.");
}

}  // namespace

std::pair<int, int> fitted_window_size(int room_width, int room_height) {
  constexpr double share = 0.85;
  constexpr int least_width = 1280, least_height = 720;
  if (room_width <= 0 || room_height <= 0) return {least_width, least_height};
  const auto fit = [](int room, int least) {
    return std::min(room, std::max(least, static_cast<int>(share * room)));
  };
  return {fit(room_width, least_width), fit(room_height, least_height)};
}

struct Window::State {
  GlfwLibrary library;
  Handle window;
  GlInfo gl;
  std::optional<GlErrors> errors;
  bool vsync = true;
  std::vector<std::string> dropped;
  bool changed = false;
  ScreenRectangle windowed;  ///< where to return to from full screen

  explicit State(const WindowOptions& options) : window(open_window(options)) {
    glfwMakeContextCurrent(window.get());
    if (!LIVEWARP_CALL(gladLoadGL, glfwGetProcAddress))
      throw Error("the functions of OpenGL 4.5 cannot be loaded", "Update the graphics driver.");
    gl = gl_info();
    errors.emplace();
    glfwSetWindowUserPointer(window.get(), this);
    glfwSetDropCallback(window.get(), [](GLFWwindow* self, int count, const char** paths) {
      auto& files = static_cast<State*>(glfwGetWindowUserPointer(self))->dropped;
      files.insert(files.end(), paths, paths + count);
      note_change(self);
    });
    glfwSetWindowRefreshCallback(window.get(), note_change);
    glfwSetWindowCloseCallback(window.get(), note_change);
    glfwSetFramebufferSizeCallback(window.get(),
                                   [](GLFWwindow* self, int, int) { note_change(self); });
    glfwSetWindowPosCallback(window.get(), [](GLFWwindow* self, int, int) { note_change(self); });
    glfwSetWindowIconifyCallback(window.get(), [](GLFWwindow* self, int) { note_change(self); });
    glfwSetWindowContentScaleCallback(window.get(),
                                      [](GLFWwindow* self, float, float) { note_change(self); });
  }
  static void note_change(GLFWwindow* self) {
    static_cast<State*>(glfwGetWindowUserPointer(self))->changed = true;
  }
  ~State() {
    window.reset();  // before the error log, to which the driver holds a pointer
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
};

Window::Window(const WindowOptions& options) : state_(std::make_unique<State>(options)) {
  set_vsync(options.vsync);
}
Window::Window(Window&&) noexcept = default;
Window& Window::operator=(Window&&) noexcept = default;
Window::~Window() = default;

bool Window::should_close() const { return glfwWindowShouldClose(handle()) != 0; }
void Window::request_close() { glfwSetWindowShouldClose(handle(), GLFW_TRUE); }

void Window::poll(double wait_seconds) {
  if (wait_seconds > 0)
    glfwWaitEventsTimeout(wait_seconds);
  else
    glfwPollEvents();
}

void Window::swap() {
  state_->errors->poll();
  glfwSwapBuffers(handle());
}

bool Window::take_changed() { return std::exchange(state_->changed, false); }
std::vector<std::string> Window::take_dropped() { return std::exchange(state_->dropped, {}); }

int Window::framebuffer_width() const {
  int width = 0;
  glfwGetFramebufferSize(handle(), &width, nullptr);
  return width;
}

int Window::framebuffer_height() const {
  int height = 0;
  glfwGetFramebufferSize(handle(), nullptr, &height);
  return height;
}

void Window::set_size(int width, int height) { glfwSetWindowSize(handle(), width, height); }
void Window::set_title(const std::string& title) { glfwSetWindowTitle(handle(), title.c_str()); }

bool Window::vsync() const { return state_->vsync; }

void Window::set_vsync(bool on) {
  glfwSwapInterval(on ? 1 : 0);
  state_->vsync = on;
}

bool Window::fullscreen() const { return glfwGetWindowMonitor(handle()) != nullptr; }

void Window::toggle_fullscreen() {
  ScreenRectangle& place = state_->windowed;
  if (fullscreen()) {
    glfwSetWindowMonitor(handle(), nullptr, place.x, place.y, place.width, place.height,
                         GLFW_DONT_CARE);
  } else if (GLFWmonitor* monitor = monitor_of(handle())) {
    glfwGetWindowPos(handle(), &place.x, &place.y);
    glfwGetWindowSize(handle(), &place.width, &place.height);
    const GLFWvidmode* mode = glfwGetVideoMode(monitor);
    glfwSetWindowMonitor(handle(), monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  }
  glfwSwapInterval(state_->vsync ? 1 : 0);  // some drivers forget it on the way
}

double Window::content_scale() const {
  float scale = 1;
  glfwGetWindowContentScale(handle(), &scale, nullptr);
  return scale > 0 ? static_cast<double>(scale) : 1.0;
}

int Window::monitor_height() const {
  GLFWmonitor* monitor = monitor_of(handle());
  const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
  return mode ? mode->height : 0;
}

double Window::refresh_hz() const {
  GLFWmonitor* monitor = monitor_of(handle());
  const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
  return mode && mode->refreshRate > 0 ? mode->refreshRate : 60;
}

std::string Window::system() const {
  const std::string_view version = glfwGetVersionString();  // "3.3.8 X11 GLX EGL ..."
  const auto space = version.find(' ');
  const auto next = version.find(' ', space + 1);
  if (space == std::string_view::npos) return fmt::format("GLFW {}", version);
  return fmt::format("{}, GLFW {}", version.substr(space + 1, next - space - 1),
                     version.substr(0, space));
}

const GlInfo& Window::gl() const { return state_->gl; }
int Window::gl_errors() const { return state_->errors->count(); }
const std::string& Window::first_gl_error() const { return state_->errors->first(); }
GLFWwindow* Window::handle() const { return state_->window.get(); }

}  // namespace livewarp
