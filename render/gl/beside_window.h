#pragma once

#include <memory>
#include <string>

#include "render/gl/window_place.h"

struct GLFWwindow;

namespace livewarp {

class Window;

/// A second window with an OpenGL context of its own, which shares nothing with the first one's and
/// is current only while somebody draws. It never waits for its screen. The first window outlives
/// it; calls come from the same thread.
class BesideWindow {
 public:
  /// Throws `Error` where it cannot be made.
  BesideWindow(const Window& first, const std::string& title);
  ~BesideWindow();
  BesideWindow(const BesideWindow&) = delete;
  BesideWindow& operator=(const BesideWindow&) = delete;

  /// Shows it on a monitor that shows nothing of the first window, if there is one: at first, and
  /// again whenever that becomes another one. Where it was moved to meanwhile it stays.
  Beside settle();
  bool should_close() const;
  /// Whether it must be drawn again whatever it shows: its size has changed, or it was covered.
  bool take_changed();

  int framebuffer_width() const;  ///< pixels; 0 while minimised
  int framebuffer_height() const;
  void swap();  ///< shows what was drawn, and waits until it is

  /// Its context is current while this lives, the one before it afterwards.
  class Current {
   public:
    explicit Current(const BesideWindow& window);
    ~Current();
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;

   private:
    GLFWwindow* before_;
  };

  /// For the user interface's own back end, and nothing else.
  GLFWwindow* handle() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace livewarp
