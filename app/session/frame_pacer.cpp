#include "app/session/frame_pacer.h"

#include <algorithm>
#include <thread>

#include "kernels/core/base/milliseconds.h"

namespace livewarp {

using namespace std::chrono_literals;

namespace {

constexpr double share_of_period = 0.9;  // the rest is for what comes unforeseen
constexpr double least_budget_ms = 1;

std::chrono::nanoseconds period_of(double refresh_hz) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(1 / refresh_hz));
}

}  // namespace

double steps_budget_ms(double refresh_hz, double frame_ms) {
  return std::max(least_budget_ms, share_of_period * 1000 / refresh_hz - frame_ms);
}

void FramePacer::start_steps(StepSource& steps, const Settle& settle, double refresh_hz) {
  // Beside a step that is under way already nothing is gained by waiting.
  const auto limit = period_of(refresh_hz) / 4;
  const bool drawn = !steps.on_gpu() || steps.computing() || settle(limit);
  // What is not drawn by then is taken to need as long again, beside the first steps.
  const std::chrono::duration<double, std::milli> rest = drawn ? 0ns : limit;
  frames_.add(ms_since(begun_) + rest.count());
  steps.start_steps(steps_budget_ms(refresh_hz, frames_.summary().median));
}

void FramePacer::wait_for_frame(StepSource& steps, double refresh_hz, bool paced) {
  const std::chrono::nanoseconds period = period_of(refresh_hz);
  // Where nobody sets a pace, a GPU's steps do: there is nothing new to draw before they end.
  if (!paced) {
    const auto latest = Clock::now() + period;
    while (steps.on_gpu() && steps.computing() && Clock::now() < latest)
      std::this_thread::sleep_for(50us);
    return;
  }
  next_frame_ = std::max(next_frame_ + period, Clock::now() - period);
  // Half a millisecond early: a screen that does set the pace has the last word.
  std::this_thread::sleep_until(next_frame_ - 500us);
}

}  // namespace livewarp
