#pragma once

#include <utility>

#include "app/scene/screen.h"
#include "render/gl/draw_timer.h"
#include "render/gl/window.h"
#include "render/passes/scene.h"

namespace livewarp {

/// A window with OpenGL, whose context must be current for the whole life of it.
class WindowScreen : public Screen {
 public:
  /// Throws `Error` if the user interface or the scene cannot start on this OpenGL.
  explicit WindowScreen(Window& window) : window_(window), back_ends_(window) {}

  bool poll(double wait_seconds) override;
  bool should_close() const override { return window_.should_close(); }
  bool escape_held() const override;
  std::vector<std::string> take_dropped() override { return window_.take_dropped(); }
  void toggle_fullscreen() override { window_.toggle_fullscreen(); }
  std::unique_ptr<NotesScreen> make_notes() override;
  void set_clipboard(const std::string& text) override;
  ScreenFacts facts() const override;
  ScreenReport report() const override;

  std::unique_ptr<Display> make_display(const DisplayRequest& request) override;
  std::optional<Probe> probe(const GlPicture& picture,
                             const std::optional<ImagePoint>& place) override;
  bool draw_scene(const SceneRequest& request) override;
  SceneTexture scene() const override;
  Drawings drawings() override;

  void begin_panels() override;
  void draw_panels(bool over_scene) override;
  PixelImage pixels() const override;
  PixelImage draw_graphs(const std::vector<Graph>& graphs, const std::string& origin, int width,
                         int height) override;
  int textures_made() const { return scene_.textures_made(); }
  PixelImage scene_pixels() const { return scene_.read_pixels(); }
  bool settle(std::chrono::nanoseconds limit) override;
  void swap() override;
  void finish() override;

 private:
  /// The two back ends of Dear ImGui.
  struct BackEnds {
    explicit BackEnds(const Window& window);
    ~BackEnds();
    BackEnds(const BackEnds&) = delete;
    BackEnds& operator=(const BackEnds&) = delete;
  };

  Window& window_;
  BackEnds back_ends_;
  Scene scene_;
  DrawTimer scene_timer_, panel_timer_, swap_timer_;
  Prober prober_;
  std::pair<GlPicture, std::optional<ImagePoint>> probed_;  ///< asked for at the end of the frame
};

}  // namespace livewarp
