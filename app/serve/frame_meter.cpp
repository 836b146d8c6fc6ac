#include "app/serve/frame_meter.h"

#include <algorithm>

namespace livewarp {

void FrameMeter::Recent::add(double value) {
  constexpr std::size_t most = 120;
  if (values_.size() < most) {
    values_.push_back(value);
    return;
  }
  next_ = (next_ + 1) % most;
  values_[next_] = value;
}

double FrameMeter::Recent::median() const {
  if (values_.empty()) return 0;
  std::vector<double> sorted = values_;
  const auto middle = sorted.begin() + std::ptrdiff_t(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}

void FrameMeter::made(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  bytes_.add(double(bytes));
}

void FrameMeter::sent() {
  const std::lock_guard lock(mutex_);
  ++counted_.sent;
}

void FrameMeter::dropped(std::size_t count) {
  const std::lock_guard lock(mutex_);
  counted_.dropped += count;
}

void FrameMeter::came_back(std::chrono::duration<double> after) {
  const std::lock_guard lock(mutex_);
  round_trips_.add(1000 * after.count());
}

void FrameMeter::forget_round_trips() {
  const std::lock_guard lock(mutex_);
  round_trips_.clear();
}

void FrameMeter::set_viewers(int count, bool steered) {
  const std::lock_guard lock(mutex_);
  counted_.viewers = count;
  counted_.steered = steered;
}

ServeFigures FrameMeter::figures() const {
  const std::lock_guard lock(mutex_);
  ServeFigures figures = counted_;
  figures.bytes_a_frame = bytes_.median();
  figures.round_trip_ms = round_trips_.median();
  return figures;
}

}  // namespace livewarp
