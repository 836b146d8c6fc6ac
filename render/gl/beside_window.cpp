#include "render/gl/beside_window.h"

#include <glad/gl.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"
#include "render/gl/monitors.h"
#include "render/gl/window.h"
#include "render/gl/window_hints.h"

namespace livewarp {

namespace {

constexpr int ordinary_width = 960, ordinary_height = 600;

GLFWwindow* open_beside(const std::string& title) {
  hint_opengl(false);
  glfwWindowHint(GLFW_FOCUSED, GLFW_FALSE);
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_FALSE);
  GLFWwindow* window = LIVEWARP_CALL(glfwCreateWindow, ordinary_width, ordinary_height,
                                     title.c_str(), nullptr, nullptr);
  if (window) return window;
  const char* why = nullptr;
  glfwGetError(&why);
  throw Error(std::string("no second window can be made: ") + (why ? why : "no reason given"));
}

/// All of a monitor but for the desktop's bars; where windows cannot be moved, all of it.
void fill(GLFWwindow* window, const Monitor& monitor) {
  const ScreenRectangle room = room_on(monitor);
  glfwRestoreWindow(window);  // or it stays where it was maximised
  glfwGetError(nullptr);
  glfwSetWindowPos(window, room.x, room.y);
  if (glfwGetError(nullptr) == GLFW_NO_ERROR) {
    glfwSetWindowSize(window, room.width, room.height);
    glfwMaximizeWindow(window);
    return;
  }
  const ScreenRectangle& all = monitor.shows;
  glfwSetWindowMonitor(window, monitor.handle, 0, 0, all.width, all.height, GLFW_DONT_CARE);
}

/// In a corner of what the monitor has room for: it has none of its own, or no longer.
void make_ordinary(GLFWwindow* window, const ScreenRectangle& room) {
  const int width = std::min(ordinary_width, room.width),
            height = std::min(ordinary_height, room.height);
  const int x = room.x + room.width - width, y = room.y + room.height - height;
  if (glfwGetWindowMonitor(window))
    return glfwSetWindowMonitor(window, nullptr, x, y, width, height, GLFW_DONT_CARE);
  glfwRestoreWindow(window);
  glfwSetWindowSize(window, width, height);
  glfwSetWindowPos(window, x, y);
}

}  // namespace

struct BesideWindow::State {
  GLFWwindow *const first, *const window;
  bool changed = true, shown = false;
  std::optional<ScreenRectangle> filled;  ///< what the monitor shows to which it was sent

  State(const Window& main, const std::string& title)
      : first(main.handle()), window(open_beside(title)) {
    glfwSetWindowUserPointer(window, this);
    glfwSetWindowRefreshCallback(window, note_change);
    glfwSetWindowCloseCallback(window, note_change);
    glfwSetFramebufferSizeCallback(window, [](GLFWwindow* self, int, int) { note_change(self); });
  }
  static void note_change(GLFWwindow* self) {
    static_cast<State*>(glfwGetWindowUserPointer(self))->changed = true;
  }
  ~State() { glfwDestroyWindow(window); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
};

BesideWindow::BesideWindow(const Window& first, const std::string& title)
    : state_(std::make_unique<State>(first, title)) {
  const Current current(*this);
  glfwSwapInterval(0);
}

BesideWindow::~BesideWindow() = default;

Beside BesideWindow::settle() {
  const std::vector<Monitor> all = monitors();
  const std::vector<ScreenRectangle> sides = shown_by(all);
  const auto first = place_of(state_->first);
  const auto [why, other] = place_beside(sides, first);
  if (other && state_->filled != sides[*other]) {
    fill(handle(), all[*other]);
    state_->filled = sides[*other];
  } else if (!other && (state_->filled || !state_->shown) && !all.empty()) {
    make_ordinary(handle(), room_on(all[*monitor_of(sides, first.value_or(sides.front()))]));
    state_->filled.reset();
  }
  if (!std::exchange(state_->shown, true)) glfwShowWindow(handle());
  return why;
}

bool BesideWindow::should_close() const { return glfwWindowShouldClose(handle()) != 0; }
bool BesideWindow::take_changed() { return std::exchange(state_->changed, false); }

int BesideWindow::framebuffer_width() const {
  int width = 0;
  glfwGetFramebufferSize(handle(), &width, nullptr);
  return width;
}

int BesideWindow::framebuffer_height() const {
  int height = 0;
  glfwGetFramebufferSize(handle(), nullptr, &height);
  return height;
}

void BesideWindow::swap() {
  glfwSwapBuffers(handle());
  glFinish();
}

BesideWindow::Current::Current(const BesideWindow& window) : before_(glfwGetCurrentContext()) {
  glfwMakeContextCurrent(window.handle());
}

BesideWindow::Current::~Current() { glfwMakeContextCurrent(before_); }

GLFWwindow* BesideWindow::handle() const { return state_->window; }

}  // namespace livewarp
