#include "app/browser/encode_worker.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "app/browser/h264_encoder.h"
#include "app/browser/jpeg_encoder.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/milliseconds.h"
#include "kernels/core/measure/statistics.h"

namespace livewarp {

namespace {

constexpr int moving_quality = 80, resting_quality = 95;

struct Waiting {
  std::shared_ptr<const ReadFrame> frame;
  bool sharp = false;
};

/// All codecs, each with what it knows of the frames before.
class Encoders {
 public:
  EncodedFrame jpeg(const Waiting& of, std::uint32_t number) {
    return {Codec::jpeg,
            true,
            of.frame->width,
            of.frame->height,
            number,
            jpeg_.encode(*of.frame, of.sharp ? resting_quality : moving_quality, of.sharp)};
  }
  EncodedFrame h264(const Waiting& of, std::uint32_t number, bool key) {
    if (!h264_ || !h264_->fits(*of.frame)) h264_.emplace(of.frame->width, of.frame->height);
    H264Encoder::Encoded encoded = h264_->encode(*of.frame, key);
    return {Codec::h264,           encoded.key, of.frame->width & ~1,
            of.frame->height & ~1, number,      std::move(encoded.bytes)};
  }

 private:
  JpegEncoder jpeg_;
  std::optional<H264Encoder> h264_;
};

}  // namespace

struct EncodeWorker::State {
  Ask demand;
  Send send;
  mutable std::mutex mutex;
  std::condition_variable_any comes, idle;
  bool busy = false, ended = false;
  std::optional<Waiting> waiting;
  SampleRing times{120}, sizes{120};
  EncodeFigures figures;
  std::jthread thread;  ///< last: it uses the others

  std::optional<Waiting> next(const std::stop_token& stop) {
    std::unique_lock lock(mutex);
    busy = false;
    idle.notify_all();
    if (!comes.wait(lock, stop, [&] { return waiting.has_value(); })) return {};
    busy = true;
    return std::exchange(waiting, {});
  }

  void encode(Encoders& encoders, const Waiting& of) {
    const FrameDemand wanted = demand();
    if (!wanted.jpeg && !wanted.h264) return;
    const auto number = std::uint32_t(figures.frames + 1);
    const auto began = std::chrono::steady_clock::now();
    std::size_t bytes = 0;
    const auto hand_over = [&](EncodedFrame frame) {
      bytes += frame.bytes.size();
      if (!frame.bytes.empty()) send(std::make_shared<const EncodedFrame>(std::move(frame)));
    };
    if (wanted.jpeg) hand_over(encoders.jpeg(of, number));
    if (wanted.h264) hand_over(encoders.h264(of, number, wanted.h264_key));
    const double ms = ms_since(began);
    const std::scoped_lock lock(mutex);
    times.add(ms);
    sizes.add(double(bytes));
    ++figures.frames;
  }

  void note(const std::string& failure) {
    const std::scoped_lock lock(mutex);
    figures.failure = failure;
  }

  void run(const std::stop_token& stop) {
    try {
      Encoders encoders;
      while (const auto of = next(stop)) try {
          encode(encoders, *of);
        } catch (const Error& error) {
          note(error.what());
        }
    } catch (const Error& error) {
      note(error.what());
    }
    const std::scoped_lock lock(mutex);
    busy = false;
    ended = true;
    waiting.reset();
    idle.notify_all();
  }
};

EncodeWorker::EncodeWorker(Ask demand, Send send) : state_(std::make_unique<State>()) {
  state_->demand = std::move(demand);
  state_->send = std::move(send);
  state_->thread =
      std::jthread([state = state_.get()](const std::stop_token& stop) { state->run(stop); });
}

EncodeWorker::~EncodeWorker() {
  state_->thread.request_stop();
  state_->thread.join();
}

void EncodeWorker::take(std::shared_ptr<const ReadFrame> frame, bool sharp) {
  {
    const std::scoped_lock lock(state_->mutex);
    if (state_->ended) return;
    if (state_->waiting) ++state_->figures.left_out;
    state_->waiting = Waiting{std::move(frame), sharp};
  }
  state_->comes.notify_one();
}

void EncodeWorker::finish() {
  std::unique_lock lock(state_->mutex);
  state_->idle.wait(lock, [&] { return !state_->busy && !state_->waiting; });
}

EncodeFigures EncodeWorker::figures() const {
  const std::scoped_lock lock(state_->mutex);
  EncodeFigures figures = state_->figures;
  if (figures.frames > 0) {
    figures.ms = state_->times.summary().median;
    figures.bytes = state_->sizes.summary().median;
  }
  return figures;
}

}  // namespace livewarp
