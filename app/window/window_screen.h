#pragma once

#include "app/scene/screen_canvas.h"
#include "render/gl/window.h"

namespace livewarp {

/// A window with OpenGL, whose context must be current for the whole life of it.
class WindowScreen : public Screen {
 public:
  /// Throws `Error` if the user interface or the scene cannot start on this OpenGL.
  explicit WindowScreen(Window& window) : window_(window), input_(window) {}

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
                             const std::optional<ImagePoint>& place) override {
    return canvas_.probe(picture, place);
  }
  bool draw_scene(const SceneRequest& request) override {
    return canvas_.draw_scene(request, the_window);
  }
  SceneTexture scene() const override { return canvas_.scene(); }
  Drawings drawings() override;

  void begin_panels() override;
  void draw_panels(bool over_scene) override;
  PixelImage pixels() const override;
  PixelImage draw_graphs(const std::vector<Graph>& graphs, const std::string& origin, int width,
                         int height) override;
  int textures_made() const { return canvas_.textures_made(); }
  PixelImage scene_pixels() const { return canvas_.scene_pixels(); }
  bool settle(std::chrono::nanoseconds limit) override;
  void swap() override;
  void finish() override;

 private:
  static constexpr unsigned the_window = 0;  ///< as a framebuffer

  /// Dear ImGui's back end of the window.
  struct Input {
    explicit Input(const Window& window);
    ~Input();
    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;
  };

  Window& window_;
  Input input_;
  ScreenCanvas canvas_;
  DrawTimer swap_timer_;
};

}  // namespace livewarp
