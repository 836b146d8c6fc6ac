#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/lecture/hall_question.h"
#include "app/lecture/notes_screen.h"
#include "kernels/core/base/time_span.h"
#include "kernels/core/model/graph.h"
#include "render/displays/display.h"
#include "render/gl/picture.h"
#include "render/passes/camera.h"
#include "render/passes/element_tints.h"
#include "render/passes/probe.h"
#include "ui/views/served_view.h"

namespace livewarp {

/// What is known of a screen during one frame.
struct ScreenFacts {
  int width = 0, height = 0;  ///< pixels; 0 while minimised
  double content_scale = 1;   ///< what the system asks for
  int monitor_height = 0;     ///< pixels; 0 unknown
  double refresh_hz = 60;
  bool vsync = false;  ///< showing a frame waits for the screen
  std::string renderer;
  bool drawn_by_cpu = false;             ///< software OpenGL
  std::string lost;                      ///< what OpenGL has refused; empty: nothing
  std::optional<ui::ServedView> served;  ///< where it is seen in browsers
};

/// What a report says of it.
struct ScreenReport {
  std::string system;  ///< "X11, GLFW 3.3.8"
  int errors = 0;      ///< of OpenGL
  std::string first_error;
  std::optional<ui::ServedView> served = {};  ///< up to now, where browsers look
};

/// A picture as it is to be seen.
struct SceneRequest {
  const GlPicture& picture;
  const View& view;
  const Camera& camera;
  int width = 0, height = 0;  ///< pixels
  bool fills_window = false;  ///< no texture: straight onto the screen
  SceneTint tint = {};
};

/// The texture in which panels find the picture.
struct SceneTexture {
  unsigned id = 0;  ///< 0 before the first picture
  int width = 0, height = 0;
};

/// What the live loop lives in: where input comes from, and where pictures and panels go. The
/// program's is a window with OpenGL; the loop knows neither. Calls come from one thread. The user
/// interface's context outlives it.
class Screen {
 public:
  virtual ~Screen() = default;

  /// Takes input, and says whether there is any, or the screen itself has changed. With
  /// `wait_seconds` above 0 it sleeps until something comes or that time is over.
  virtual bool poll(double wait_seconds) = 0;
  virtual bool should_close() const = 0;
  /// Seen at once, without a frame of panels: while a job measures there are few.
  virtual bool escape_held() const = 0;
  /// Paths of files that were dropped on it since the last call.
  virtual std::vector<std::string> take_dropped() = 0;
  virtual void toggle_fullscreen() = 0;
  /// Goes before the screen does. Throws `Error` where there can be none.
  virtual std::unique_ptr<NotesScreen> make_notes() = 0;
  /// Asks those who look on, if they can answer; empty: there is nothing to vote on.
  virtual void ask_hall(const std::optional<HallQuestion>&) {}
  /// Nothing where nobody can vote.
  virtual std::optional<HallVotes> hall_votes() const { return {}; }
  virtual void set_clipboard(const std::string& text) = 0;
  virtual ScreenFacts facts() const = 0;
  virtual ScreenReport report() const = 0;

  /// How published pictures reach it; goes before the screen does.
  virtual std::unique_ptr<Display> make_display(const DisplayRequest& request) = 0;
  /// What the picture shows at a place, in cells or pixels, if at one: to be called every frame,
  /// since the answer comes some frames later.
  virtual std::optional<Probe> probe(const GlPicture& picture,
                                     const std::optional<ImagePoint>& place) = 0;
  /// False where just that was drawn already: then nothing is done.
  virtual bool draw_scene(const SceneRequest& request) = 0;
  virtual SceneTexture scene() const = 0;
  /// What it has drawn, as far as that is known by now.
  virtual Drawings drawings() = 0;

  /// Hands input to the user interface, whose frame begins.
  virtual void begin_panels() = 0;
  /// Draws what the user interface made of the frame: over the scene that fills the window, or
  /// alone.
  virtual void draw_panels(bool over_scene) = 0;
  /// What was drawn; before `swap`.
  virtual PixelImage pixels() const = 0;
  /// A sheet of graphs, beside what is shown. Throws `Error`.
  virtual PixelImage draw_graphs(const std::vector<Graph>& graphs, const std::string& origin,
                                 int width, int height) = 0;
  /// Waits until what is to be shown is drawn, but no longer than `limit`; whether it is.
  virtual bool settle(std::chrono::nanoseconds limit) = 0;
  virtual void swap() = 0;
  /// Waits until all is drawn.
  virtual void finish() = 0;
};

}  // namespace livewarp
