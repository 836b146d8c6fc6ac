#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "kernels/core/exec/cuda/cuda_clock.h"
#include "kernels/core/memory/buffer.h"
#include "render/displays/points_display.h"
#include "render/displays/stopwatch.h"
#include "render/splat/manner_choice.h"
#include "render/splat/splat_cuda.h"

namespace livewarp {
namespace {

/// A stream whose kernels go before those of others: a picture is short, a step may be long.
class DrawStream {
 public:
  DrawStream() {
    int least = 0, greatest = 0;
    check_cuda(LIVEWARP_CUDA(cudaDeviceGetStreamPriorityRange, &least, &greatest),
               "cannot make a stream");
    check_cuda(
        LIVEWARP_CUDA(cudaStreamCreateWithPriority, &stream_, cudaStreamNonBlocking, greatest),
        "cannot make a stream");
  }
  ~DrawStream() {
    cudaStreamSynchronize(stream_);
    cudaStreamDestroy(stream_);
    cudaGetLastError();
  }
  DrawStream(const DrawStream&) = delete;
  DrawStream& operator=(const DrawStream&) = delete;
  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

/// When drawings were made on the GPU; what is not read yet is not waited for.
class DrawEvents {
 public:
  /// Runs `draw`, with an event for when bodies are added up, between two time stamps of the
  /// stream; without them while all are in use. `noted` is told the times once they are known.
  template <class Draw>
  void time(cudaStream_t stream, const Draw& draw, std::function<void(const SplatTimes&)> noted) {
    Slot& slot = slots_[next_];
    if (slot.begun > 0) return draw(nullptr);
    const double begun = steady_ms();
    slot.begin.record(stream);
    draw(&slot.added);
    slot.end.record(stream);
    slot.noted = std::move(noted);
    slot.begun = begun;  // last: a drawing that fails leaves the slot free
    next_ = (next_ + 1) % slots_.size();
  }
  Drawings collect() {
    clock_.keep();
    Drawings drawings{.uncertainty = clock_.uncertainty_ms()};
    for (std::size_t k = 0; k < slots_.size(); ++k) {
      Slot& slot = slots_[(next_ + k) % slots_.size()];  // the oldest first
      if (slot.begun == 0) continue;
      if (!slot.end.done()) {
        drawings.unknown_since = std::min(drawings.unknown_since, slot.begun);
        continue;
      }
      slot.begun = 0;
      slot.noted({slot.added.since(slot.begin), slot.end.since(slot.added)});
      drawings.scenes.push_back({clock_.steady_ms(slot.begin), clock_.steady_ms(slot.end)});
    }
    return drawings;
  }

 private:
  struct Slot {
    CudaEvent begin, added, end;
    double begun = 0;  ///< by the steady clock; 0: free
    std::function<void(const SplatTimes&)> noted;
  };
  std::array<Slot, 4> slots_;
  std::size_t next_ = 0;
  CudaClock clock_;
};

class CudaPointsDisplay final : public Display {
 public:
  explicit CudaPointsDisplay(std::unique_ptr<Display> carrier) : carrier_(std::move(carrier)) {}

  PicturePlace begin(const PictureSpec& spec, void* stream) override {
    writes_points_ = spec.kind == PictureKind::points && spec.count > 0;
    if (!writes_points_) return carrier_->begin(spec, stream);
    reserve(spec.bytes());
    spec_ = spec;
    follow(static_cast<cudaStream_t>(stream), drawn_);
    return points_.data();
  }

  void end(void* stream) override {
    shows_points_ = writes_points_;
    if (!writes_points_) return carrier_->end(stream);
    written_.record(static_cast<cudaStream_t>(stream));
    news_ = true;
  }

  void look_at_points(const PointsLook& look) override { look_ = look; }

  GlPicture latest() override {
    if (shows_points_ && wants_drawing() && drawn_.done()) {
      draw();
      settle();
    }
    return carried(carrier_->latest());
  }

  GlPicture finish() override {
    if (shows_points_ && wants_drawing()) draw();
    return carried(carrier_->finish());
  }

  DisplayStatus status() const override { return carrier_->status(); }
  DisplayTimes times() const override { return carrier_->times(); }
  Drawing drawing() const override { return shows_points_ ? Drawing::cuda : Drawing::opengl; }
  Drawings drawings() override { return times_.collect(); }

 private:
  /// A picture that takes no longer is waited for, so that it moves with the hand that moves it.
  static constexpr double patience_ms = 2;

  /// What the stream is given from now on runs after the event.
  static void follow(cudaStream_t stream, const CudaEvent& event) {
    check_cuda(LIVEWARP_CUDA(cudaStreamWaitEvent, stream, event.get(), 0),
               "cannot follow a picture");
  }

  bool wants_drawing() const { return look_.width > 0 && (news_ || look_ != drawn_look_); }

  void reserve(std::size_t bytes) {
    if (points_.bytes() >= bytes && points_.bytes() / 4 <= bytes) return;
    check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, stream_.get()),
               "the GPU failed before a picture was complete");
    points_ = {};
    points_ = Buffer(bytes, MemoryMode::device);
  }

  void draw() {
    const cudaStream_t stream = stream_.get();
    // Its count tells a picture of points from others.
    const PictureSpec pixels{.kind = PictureKind::image,
                             .count = spec_.count,
                             .width = look_.width,
                             .height = look_.height};
    const PicturePlace place = carrier_->begin(pixels, stream);
    follow(stream, written_);
    const splat::Manner manner = manner_.choose(spec_.count, look_);
    times_.time(
        stream,
        [&](CudaEvent* added) {
          splat_.draw(points_.data(), spec_.count, look_, manner, place.memory, stream, added);
        },
        [this, manner, bodies = spec_.count, look = look_](const SplatTimes& times) {
          manner_.note(manner, bodies, look, times);
        });
    carrier_->end(stream);
    drawn_.record(stream);
    news_ = false;
    drawn_look_ = look_;
  }

  /// Unless steps come first.
  void settle() const {
    if (!written_.done()) return;
    const Stopwatch watch;
    while (!drawn_.done() && watch.ms() < patience_ms) {
    }
  }

  static GlPicture carried(GlPicture picture) {
    if (picture.spec.kind != PictureKind::image || picture.spec.count == 0) return picture;
    picture.pixels = picture.spec;
    picture.spec = {.kind = PictureKind::points, .count = picture.pixels.count};
    return picture;
  }

  std::unique_ptr<Display> carrier_;
  Buffer points_;
  PictureSpec spec_;
  CudaEvent written_, drawn_;
  CudaSplat splat_;
  MannerChoice manner_{0.02};
  DrawEvents times_;
  PointsLook look_, drawn_look_;
  bool writes_points_ = false, shows_points_ = false, news_ = false;
  DrawStream stream_;  ///< last: what it reads and writes goes after it
};

}  // namespace

std::unique_ptr<Display> make_cuda_points_display(std::unique_ptr<Display> carrier) {
  return std::make_unique<CudaPointsDisplay>(std::move(carrier));
}

}  // namespace livewarp
