#include <atomic>
#include <utility>

#include "render/displays/draw_worker.h"
#include "render/displays/points_display.h"
#include "render/displays/upload_display.h"
#include "render/splat/host_splat.h"
#include "render/splat/manner_choice.h"

namespace livewarp {
namespace {

class HostPointsDisplay final : public Display {
 public:
  PicturePlace begin(const PictureSpec& spec, void* stream) override {
    writes_points_ = spec.kind == PictureKind::points;
    return writes_points_ ? points_.begin(spec) : others_.begin(spec, stream);
  }
  void end(void* stream) override {
    if (writes_points_)
      points_.end();
    else
      others_.end(stream);
    shows_points_ = writes_points_;
  }
  void look_at_points(const PointsLook& look) override { look_ = look; }

  GlPicture latest() override {
    const bool drawn = take_drawn(0);  // of points that are no longer shown too
    if (!shows_points_) return others_.latest();
    if (drawn || !worker_.started()) {
      start_drawing();
      take_drawn(soon_ms);
    }
    return drawn_;
  }
  GlPicture finish() override {
    take_drawn(for_ever);
    if (!shows_points_) return others_.finish();
    start_drawing();
    take_drawn(for_ever);
    return drawn_;
  }

  DisplayStatus status() const override { return others_.status(); }
  DisplayTimes times() const override { return shows_points_ ? images_.times() : others_.times(); }
  Drawing drawing() const override { return shows_points_ ? Drawing::host : Drawing::opengl; }
  Drawings drawings() override {
    Drawings drawings{.scenes = std::exchange(drawings_, {})};
    if (worker_.started()) drawings.unknown_since = started_;
    return drawings;
  }
  bool draws() const override { return worker_.started(); }
  void settle() override { take_drawn(for_ever); }

 private:
  /// One of so many bodies is drawn beside the frames, which wait for it a moment at most. Others
  /// move with the hand that moves them.
  static constexpr std::int64_t many = 1'500'000;
  static constexpr double soon_ms = 30, for_ever = 1e9;

  /// Of the newest points as they are looked at now, where that is another picture.
  void start_drawing() {
    const bool news = points_.take();
    has_points_ = has_points_ || news;
    if (!has_points_ || look_.width <= 0 || (!news && look_ == drawn_look_)) return;
    drawn_look_ = look_;
    spec_ = points_.spec();
    pixels_ = {.kind = PictureKind::image, .width = look_.width, .height = look_.height};
    manner_now_ = manner_.choose(spec_.count, look_);
    started_ = steady_ms();
    const auto draw = [this, place = images_.begin(pixels_, nullptr), look = look_] {
      const double begin = steady_ms();
      times_ = splat_.draw(points_.memory(), spec_.count, look, place.memory, manner_now_);
      drew_ = {begin, steady_ms()};
    };
    if (spec_.count > many) return worker_.start(draw);
    draw();
    end_drawing();
  }

  bool take_drawn(double most_ms) {
    if (!worker_.take(most_ms)) return false;
    end_drawing();
    return true;
  }

  void end_drawing() {
    manner_.note(manner_now_, spec_.count, drawn_look_, times_);
    drawings_.push_back(drew_);
    images_.end(nullptr);
    drawn_ = images_.latest();
    drawn_.spec = spec_;
    drawn_.pixels = pixels_;
  }

  HostPictures points_;
  UploadDisplay images_;  ///< of points
  UploadDisplay others_;
  HostSplat splat_;
  MannerChoice manner_{4};  // a quarter of a frame
  PointsLook look_, drawn_look_;
  GlPicture drawn_;
  // Of the picture that is being drawn: its worker's until that is taken.
  PictureSpec spec_, pixels_;
  splat::Manner manner_now_ = splat::Manner::lights;
  SplatTimes times_;
  TimeSpan drew_;
  double started_ = 0;  ///< when its drawing was asked for
  std::vector<TimeSpan> drawings_;
  bool writes_points_ = false;  ///< of the thread that writes
  std::atomic<bool> shows_points_ = false;
  bool has_points_ = false;
  DrawWorker worker_;  ///< last: it draws into the rest
};

}  // namespace

std::unique_ptr<Display> make_host_points_display() {
  return std::make_unique<HostPointsDisplay>();
}

}  // namespace livewarp
