#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ui/model/model.h"
#include "ui/theme/tokens.h"

namespace livewarp::ui {

struct Action;
struct Written;
struct Helped;

struct UiOptions {
  /// Layout, text size and hints to begin with, as `Ui::settings` gave them; empty: the defaults.
  std::string settings;
  /// Looked through for the typefaces before the system is asked (after $LIVEWARP_FONT_DIR).
  std::vector<std::string> font_folders;
  // Of this start alone: what is saved stays, unless the user changes it in the window.
  double text_scale = 0;       ///< factor on the text, 0.75 ... 3; 0: as saved, else 1
  std::optional<Theme> theme;  ///< empty: as saved, else dark
  bool presenter = false;      ///< begin with the picture and the band alone (F9)
  /// What can be done, see actions.h; null: all that there is. Must outlive the user interface.
  const std::vector<Action>* actions = nullptr;
};

/// The window as the app sees it.
struct FrameInfo {
  int window_width = 0, window_height = 0;  ///< screen units; 0: as the ImGui back end says
  double content_scale = 1;                 ///< what the system asks for
  int monitor_height = 0;                   ///< pixels; for pictures without a screen their height
  double dt = 0;  ///< seconds since the last frame; 0: as the back end says
  // Get all text, and every help, of the frame; mostly nobody asks.
  std::vector<Written>* written = nullptr;
  std::vector<Helped>* helped = nullptr;
};

/// All that is said in the window. It reads a model and returns what the user asks for; it knows
/// neither OpenGL nor the window. It owns the contexts of Dear ImGui and ImPlot, which are current
/// from its construction on; one exists at a time.
///
/// A frame of the app, with the back ends initialised after construction:
///
///   ImGui_ImplOpenGL3_NewFrame();
///   ImGui_ImplGlfw_NewFrame();
///   const Result result = ui.frame(model, info);
///   ... draw the scene: into its texture, or into the window if result.scene_fills_window ...
///   ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());  // with GL_FRAMEBUFFER_SRGB off
class Ui {
 public:
  explicit Ui(const UiOptions& options);
  Ui(Ui&&) noexcept;
  Ui& operator=(Ui&&) noexcept;
  /// The back ends must be shut down before.
  ~Ui();

  Result frame(const Model& model, const FrameInfo& info);

  /// What the next start should begin with.
  std::string settings() const;
  /// The same when something of it has changed, a few seconds later; else nothing.
  std::optional<std::string> changed_settings();

  /// Factor of the user on the text size.
  double text_scale() const;
  Theme theme() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace livewarp::ui
