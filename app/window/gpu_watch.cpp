#include "app/window/gpu_watch.h"

#include <exception>
#include <utility>

#include "app/base/platform.h"

namespace livewarp {

GpuWatch::GpuWatch(Read read, std::chrono::nanoseconds pause)
    : read_(std::move(read)), pause_(pause) {
  if (read_) reader_ = std::jthread([this](const std::stop_token& quit) { work(quit); });
}

std::optional<GpuReading> GpuWatch::latest() {
  const auto now = std::chrono::steady_clock::now();
  std::lock_guard lock(mutex_);
  if (read_ && !asked_ && now >= next_) {
    asked_ = true;
    next_ = now + pause_;
    changed_.notify_all();
  }
  return reading_;
}

std::optional<GpuReading> GpuWatch::last() const {
  std::lock_guard lock(mutex_);
  return reading_;
}

int GpuWatch::readings() const {
  std::lock_guard lock(mutex_);
  return readings_;
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
    reading_ = std::move(reading);
    ++readings_;
    asked_ = false;
  }
}

}  // namespace livewarp
