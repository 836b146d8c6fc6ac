#include <atomic>
#include <utility>

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
    if (!shows_points_) return others_.latest();
    const bool news = points_.take();
    has_points_ = has_points_ || news;
    if (has_points_ && look_.width > 0 && (news || look_ != drawn_look_)) draw();
    return drawn_;
  }
  GlPicture finish() override { return latest(); }

  DisplayStatus status() const override { return others_.status(); }
  DisplayTimes times() const override { return shows_points_ ? images_.times() : others_.times(); }
  Drawing drawing() const override { return shows_points_ ? Drawing::host : Drawing::opengl; }
  Drawings drawings() override { return {.scenes = std::exchange(drawings_, {})}; }

 private:
  void draw() {
    const PictureSpec pixels{
        .kind = PictureKind::image, .width = look_.width, .height = look_.height};
    const PicturePlace place = images_.begin(pixels, nullptr);
    const std::int64_t bodies = points_.spec().count;
    const splat::Manner manner = manner_.choose(bodies, look_);
    const double begin = steady_ms();
    manner_.note(manner, bodies, look_,
                 splat_.draw(points_.memory(), bodies, look_, place.memory, manner));
    drawings_.push_back({begin, steady_ms()});
    images_.end(nullptr);
    drawn_ = images_.latest();
    drawn_.spec = points_.spec();
    drawn_.pixels = pixels;
    drawn_look_ = look_;
  }

  HostPictures points_;
  UploadDisplay images_;  ///< of points
  UploadDisplay others_;
  HostSplat splat_;
  MannerChoice manner_{4};  // a quarter of a frame
  PointsLook look_, drawn_look_;
  GlPicture drawn_;
  std::vector<TimeSpan> drawings_;
  bool writes_points_ = false;  ///< of the thread that writes
  std::atomic<bool> shows_points_ = false;
  bool has_points_ = false;
};

}  // namespace

std::unique_ptr<Display> make_host_points_display() {
  return std::make_unique<HostPointsDisplay>();
}

}  // namespace livewarp
