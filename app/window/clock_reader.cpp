#include "app/window/clock_reader.h"

#include <exception>
#include <utility>

#include "app/base/platform.h"

namespace livewarp {

ClockReader::ClockReader(Read read, std::chrono::nanoseconds pause)
    : read_(std::move(read)), pause_(pause) {
  if (read_) reader_ = std::jthread([this](const std::stop_token& quit) { work(quit); });
}

std::optional<int> ClockReader::latest() {
  const auto now = std::chrono::steady_clock::now();
  std::lock_guard lock(mutex_);
  if (read_ && !asked_ && now >= next_) {
    asked_ = true;
    next_ = now + pause_;
    changed_.notify_all();
  }
  return mhz_;
}

std::optional<int> ClockReader::last() const {
  std::lock_guard lock(mutex_);
  return mhz_;
}

void ClockReader::work(const std::stop_token& quit) {
  lower_thread_priority();
  while (true) {
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, quit, [this] { return asked_; })) return;
    }
    int mhz = 0;
    try {
      mhz = read_();
    } catch (const std::exception&) {
      mhz = 0;  // a driver that fails tells nothing
    }
    std::lock_guard lock(mutex_);
    mhz_ = mhz;
    asked_ = false;
  }
}

}  // namespace livewarp
