#include "app/window/gpu_watch.h"

#include <exception>
#include <utility>

#include "app/base/platform.h"

namespace livewarp {

GpuWatch::GpuWatch(Read read, std::chrono::nanoseconds pause)
    : read_(std::move(read)), pause_(pause) {
  if (read_) reader_ = std::jthread([this](const std::stop_token& quit) { work(quit); });
}

GpuWatch::Latest GpuWatch::latest() {
  const auto now = std::chrono::steady_clock::now();
  std::lock_guard lock(mutex_);
  if (read_ && !asked_ && now >= next_) {
    asked_ = true;
    next_ = now + pause_;
    changed_.notify_all();
  }
  return latest_;
}

GpuWatch::Latest GpuWatch::last() const {
  std::lock_guard lock(mutex_);
  return latest_;
}

void GpuWatch::work(const std::stop_token& quit) {
  lower_thread_priority();
  while (true) {
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, quit, [this] { return asked_; })) return;
    }
    GpuReading reading;
    try {
      reading = read_();
    } catch (const std::exception& failure) {
      reading.unknown = failure.what();
    }
    std::lock_guard lock(mutex_);
    latest_ = {std::move(reading), latest_.count + 1};
    asked_ = false;
  }
}

}  // namespace livewarp
