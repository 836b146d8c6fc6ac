#pragma once

#include <optional>
#include <string>
#include <utility>

#include "app/scene/screen.h"
#include "render/gl/draw_timer.h"
#include "render/passes/scene.h"

namespace livewarp {

/// What screens with OpenGL draw, each into a framebuffer of its own: the scene, the panels that
/// the user interface made, and the question what the picture shows at a place. The context must be
/// current for the whole life of it.
class ScreenCanvas {
 public:
  /// Throws `Error` if the user interface or the scene cannot start on this OpenGL.
  ScreenCanvas();
  /// What it does without, where OpenGL has refused it; empty: nothing.
  const std::string& lost() const { return lost_; }

  /// See `Screen`.
  std::optional<Probe> probe(const GlPicture& picture, const std::optional<ImagePoint>& place);
  bool draw_scene(const SceneRequest& request, unsigned framebuffer);
  SceneTexture scene() const { return {scene_.texture(), scene_.width(), scene_.height()}; }
  void begin_panels();
  void draw_panels(bool over_scene, unsigned framebuffer, int width, int height);
  /// Of scene and panels.
  Drawings drawings();

  int textures_made() const { return scene_.textures_made(); }
  PixelImage scene_pixels() const { return scene_.read_pixels(); }

 private:
  /// Of Dear ImGui.
  struct BackEnd {
    BackEnd();
    ~BackEnd();
    BackEnd(const BackEnd&) = delete;
    BackEnd& operator=(const BackEnd&) = delete;
  };

  /// Both or none: of one alone nobody would know what it lacks.
  struct Timers {
    DrawTimer scenes, panels;
  };

  BackEnd back_end_;
  Scene scene_;
  std::optional<Timers> timers_;
  std::optional<Prober> prober_;
  std::string lost_;
  std::pair<GlPicture, std::optional<ImagePoint>> probed_;  ///< asked for at the end of the frame
};

/// Adds to `drawings` how far the times of `timer` are known.
void note_unknown(Drawings& drawings, const DrawTimer& timer);

/// The pixels of a framebuffer, its top row first, opaque; waits until they are drawn.
PixelImage framebuffer_pixels(unsigned framebuffer, int width, int height);

}  // namespace livewarp
