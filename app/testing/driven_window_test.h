#pragma once

#include <gtest/gtest.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lecture/notes_window.h"
#include "app/testing/driving_user_test.h"
#include "app/testing/test_context.h"
#include "app/window/live_loop.h"
#include "app/window/window_screen.h"
#include "ui/widgets/widgets.h"

namespace livewarp {

/// A way to the screen that says CUDA writes where OpenGL reads, unless that is made to fail: what
/// the loop and the panels make of it can be seen without a GPU.
class RehearsedInterop final : public Display {
 public:
  RehearsedInterop(std::unique_ptr<Display> real, bool fails)
      : real_(std::move(real)), fails_(fails) {}
  PicturePlace begin(const PictureSpec& spec, void* stream) override {
    return real_->begin(spec, stream);
  }
  void end(void* stream) override { real_->end(stream); }
  GlPicture latest() override { return real_->latest(); }
  GlPicture finish() override { return real_->finish(); }
  DisplayStatus status() const override {
    if (fails_) return {DisplayPath::copy, "interop failed (rehearsed)", "nothing to be done"};
    return {DisplayPath::interop, {}, {}};
  }
  DisplayTimes times() const override { return real_->times(); }
  void look_at_points(const PointsLook& look) override { real_->look_at_points(look); }
  Drawing drawing() const override { return real_->drawing(); }
  Drawings drawings() override { return real_->drawings(); }

 private:
  std::unique_ptr<Display> real_;
  bool fails_;
};

/// The window's screen, of which a test can take a picture before it is shown.
class DrivenScreen final : public WindowScreen {
 public:
  DrivenScreen(Window& window, bool rehearses_interop)
      : WindowScreen(window), rehearses_interop_(rehearses_interop) {}
  std::unique_ptr<Display> make_display(const DisplayRequest& request) override {
    std::unique_ptr<Display> real = WindowScreen::make_display(request);
    if (!rehearses_interop_) return real;
    return std::make_unique<RehearsedInterop>(std::move(real), request.fail_interop);
  }
  std::unique_ptr<NotesScreen> make_notes() override {
    std::unique_ptr<NotesScreen> made = WindowScreen::make_notes();
    notes = dynamic_cast<NotesWindow*>(made.get());
    return made;
  }
  void swap() override {
    if (before_swap) before_swap();
    WindowScreen::swap();
  }
  std::function<void()> before_swap;
  NotesWindow* notes = nullptr;  ///< the last that was made; it may be gone

 private:
  bool rehearses_interop_;
};

/// A real window, large enough for the whole layout, whose mouse
/// and keyboard are driven by Dear ImGui Test Engine. CUDA variants are executed from their source,
/// so that their controls can be driven without a GPU.
class DrivenWindow {
 public:
  DrivenWindow(const Registry& registry, const Machine& machine, const Choice& start,
               const LiveOptions& options = quiet(), int width = 1280, int height = 720,
               bool rehearses_interop = false)
      : window_(look(width, height)), ui_(std::make_unique<ui::Ui>(ui_options(options))),
        screen_(std::make_unique<DrivenScreen>(window_, rehearses_interop)),
        live_(std::make_unique<LiveLoop>(*screen_, *ui_, registry, machine, start, options)) {
    user_.start();
    live_->note_words(&words_);
    live_->note_controls(&controls_);
  }
  ~DrivenWindow() { user_.stop(); }

  LiveLoop& live() { return *live_; }
  DrivenScreen& screen() { return *screen_; }
  Window& window() { return window_; }
  /// Calls what GLFW calls when a file is dropped on the window.
  void drop(const std::string& path) {
    const GLFWdropfun drops = glfwSetDropCallback(handle(), nullptr);
    ASSERT_TRUE(drops) << "the window takes no files";
    glfwSetDropCallback(handle(), drops);
    const char* paths[]{path.c_str()};
    drops(handle(), 1, paths);
  }
  const std::vector<ui::Helped>& controls() const { return controls_; }
  GLFWwindow* handle() const { return window_.handle(); }
  Session& session() { return live_->session(); }

  /// Whether the last frame wrote that anywhere.
  bool says(std::string_view text) const { return ui::says(words_, text); }

  void frame() {
    live_->wait();
    live_->frame();
    user_.after_swap();
    live_->after_frame();
  }

  /// Frames until `done` or for that long.
  bool frames_until(std::chrono::seconds limit, const std::function<bool()>& done) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!done()) {
      if (std::chrono::steady_clock::now() > end) return false;
      frame();
    }
    return true;
  }

  /// Runs what the user does, frame by frame.
  void drive(const std::function<void(ImGuiTestContext&)>& user) {
    user_.drive(user, [this] { frame(); });
  }

  static LiveOptions quiet() { return quiet_options(); }

 private:
  static WindowOptions look(int width, int height) {
    WindowOptions options;
    options.width = width;
    options.height = height;
    options.vsync = false;
    return options;
  }

  std::vector<ui::Written> words_;
  std::vector<ui::Helped> controls_;
  Window window_;
  TestUser user_;
  std::unique_ptr<ui::Ui> ui_;
  std::unique_ptr<DrivenScreen> screen_;
  std::unique_ptr<LiveLoop> live_;
};

/// What tests need that drive N-body on a machine without a GPU.
class NbodyWindowTest : public testing::Test {
 protected:
  Registry registry_;
  Machine machine_ = test::machine_without_gpu();

  Choice nbody(const std::string& variant, std::int64_t n) const {
    Choice choice = default_choice(*registry_.find("nbody"), variant, Backend::cpu);
    choice.problem["n"] = n;
    return choice;
  }
};

}  // namespace livewarp
