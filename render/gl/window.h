#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "render/gl/gl_info.h"

struct GLFWwindow;

namespace livewarp {

struct WindowOptions {
  std::string title = "Livewarp";
  int width = 1280, height = 720;  ///< screen units; 0: fitted to the screen
  bool visible = true;
  bool vsync = true;
  bool debug = false;  ///< asks the driver to report errors in words; may cost time
};

/// Size of a new window on a screen with that much room beside its bars: most of it, at least 1280
/// x 720 where it has them. 1280 x 720 on a screen of unknown size (0).
std::pair<int, int> fitted_window_size(int room_width, int room_height);

/// A window with an OpenGL 4.5 core context, which is current on the thread that makes it. All
/// calls come from that thread, the main one. One window exists at a time.
class Window {
 public:
  /// Throws `Error` without a display, or where OpenGL is older than 4.5 (naming what was found).
  explicit Window(const WindowOptions& options);
  Window(Window&&) noexcept;
  Window& operator=(Window&&) noexcept;
  ~Window();

  bool should_close() const;
  void request_close();
  /// Takes input. With `wait_seconds` above 0 it sleeps until input comes or that time is over.
  void poll(double wait_seconds = 0);
  void swap();  ///< shows what was drawn, counts OpenGL errors

  /// Whether the window itself has changed since the last call: its size, what it shows, a file
  /// dropped on it, a wish to close it.
  bool take_changed();
  /// Paths of files that were dropped on the window since the last call.
  std::vector<std::string> take_dropped();

  int framebuffer_width() const;  ///< pixels; 0 while minimised
  int framebuffer_height() const;
  void set_size(int width, int height);  ///< screen units
  void set_title(const std::string& title);

  bool vsync() const;
  void set_vsync(bool on);
  bool fullscreen() const;
  void toggle_fullscreen();  ///< leaving it restores place and size

  double content_scale() const;  ///< what the system asks for; 1 where it says nothing
  int monitor_height() const;    ///< pixels of the monitor that holds most of the window; 0 unknown
  double refresh_hz() const;     ///< of that monitor; 60 where unknown
  /// What shows the window: "X11, GLFW 3.3.8".
  std::string system() const;

  const GlInfo& gl() const;
  int gl_errors() const;
  const std::string& first_gl_error() const;

  /// For the user interface's own back end, and nothing else.
  GLFWwindow* handle() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace livewarp
