#include "app/window/frame_clock.h"

#include <utility>

namespace livewarp {

using namespace std::chrono_literals;

namespace {

constexpr auto settling = 500ms;
constexpr int settling_frames = 4;

double seconds_between(FrameClock::Time a, FrameClock::Time b) {
  return std::chrono::duration<double>(b - a).count();
}

}  // namespace

FrameClock::FrameClock(double for_seconds, bool keeps_all, Time now)
    : for_seconds_(for_seconds), keeps_all_(keeps_all), started_(now), last_(now), stirred_(now) {}

void FrameClock::stir(Time now) {
  stirred_ = now;
  since_stir_ = 0;
}

bool FrameClock::due(Time now) {
  const bool rests = now - stirred_ >= settling && since_stir_ >= settling_frames;
  const bool rested = std::exchange(resting_, rests);
  slept_ = slept_ || rested;
  return !(rests && rested);
}

std::optional<double> FrameClock::ended(bool counts, Time now) {
  const double ms = 1000 * seconds_between(std::exchange(last_, now), now);
  ++since_stir_;
  const bool slept = std::exchange(slept_, false);
  if (!counts || resting_ || slept) return {};
  if (keeps_all_ && seconds(now) > 1) all_.push_back(ms);
  return ms;
}

bool FrameClock::is_over(Time now) const {
  return for_seconds_ > 0 && seconds(now) >= for_seconds_;
}

double FrameClock::seconds(Time now) const { return seconds_between(started_, now); }

}  // namespace livewarp
