#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/browser/encode_worker.h"
#include "app/browser/input_queue.h"
#include "app/browser/page_input.h"
#include "app/scene/screen_canvas.h"
#include "app/serve/frame_server.h"
#include "render/gl/frame_reader.h"
#include "render/gl/offscreen.h"

namespace livewarp {

/// The window in a browser: drawn off-screen, sent as compressed frames. While nobody looks it is
/// minimised.
class BrowserScreen final : public Screen {
 public:
  /// `gl` is current for the whole life of it. Throws `Error`: see `FrameServer`, `ScreenCanvas`.
  BrowserScreen(Offscreen& gl, const ServeOptions& options);
  ~BrowserScreen() override;

  const FrameServer& server() const { return server_; }

  bool poll(double wait_seconds) override;
  bool should_close() const override { return false; }
  bool escape_held() const override { return input_.escape_held(); }
  std::vector<std::string> take_dropped() override { return input_.take_dropped(); }
  void toggle_fullscreen() override;
  std::unique_ptr<NotesScreen> make_notes() override;
  void ask_hall(const std::optional<HallQuestion>& question) override;
  std::optional<HallVotes> hall_votes() const override;
  void set_clipboard(const std::string& text) override;
  ScreenFacts facts() const override;
  ScreenReport report() const override;

  std::unique_ptr<Display> make_display(const DisplayRequest& request) override;
  std::optional<Probe> probe(const GlPicture& picture,
                             const std::optional<ImagePoint>& place) override {
    return canvas_.probe(picture, place);
  }
  bool draw_scene(const SceneRequest& request) override {
    return canvas_.draw_scene(request, target_.framebuffer());
  }
  SceneTexture scene() const override { return canvas_.scene(); }
  Drawings drawings() override;

  void begin_panels() override;
  void draw_panels(bool over_scene) override;
  PixelImage pixels() const override;
  PixelImage draw_graphs(const std::vector<Graph>& graphs, const std::string& origin, int width,
                         int height) override;
  bool settle(std::chrono::nanoseconds limit) override;
  void swap() override;
  void finish() override;

 private:
  using Clock = std::chrono::steady_clock;

  void follow_page();
  /// Takes what viewers have sent, or send within so long; whether there was any.
  bool take_input(double wait_seconds);
  void look_at_figures();
  ui::ServedView figures_now() const;
  void tell_page();
  void read_frame();
  bool begin_reading();
  void hand_over();
  bool owes_a_frame();
  void send_at_rest();

  Offscreen& gl_;
  InputQueue queue_;
  FrameServer server_;
  PageInput input_;
  ScreenCanvas canvas_;
  Canvas target_;
  DrawTimer read_timer_;
  FrameReader reader_;
  EncodeWorker worker_;  ///< lets go of the reader's frames before that ends
  PageSize page_{1280, 720, 1};
  ui::ServedView served_;  ///< four times a second, as numbers are written
  Clock::time_point looked_at_{};
  std::string read_failure_;  ///< why no frame can be read; empty: they can
  std::optional<HallQuestion> asked_;
  int viewers_ = 0;         ///< who looked when it was asked last
  bool sharp_ = true;       ///< the last frame was compressed as one at rest
  bool took_late_ = false;  ///< input, after this frame had begun
  bool owed_ = false;       ///< nobody had room for the last frame, or somebody has not seen it
  int fullscreens_ = 0;
  Clock::time_point drawn_at_{}, last_frame_{};
};

}  // namespace livewarp
