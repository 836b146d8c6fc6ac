#include "app/pace.h"

#include <algorithm>
#include <thread>

namespace livewarp {

using namespace std::chrono_literals;

namespace {

constexpr double share_of_period = 0.9;  // the rest is for what comes unforeseen
constexpr double least_budget_ms = 1;
constexpr auto settle_limit = 4ms;

}  // namespace

double steps_budget_ms(double refresh_hz, double frame_ms) {
  return std::max(least_budget_ms, share_of_period * 1000 / refresh_hz - frame_ms);
}

void Pace::start_steps(Session& session, Screen& screen, double refresh_hz) {
  // A step that is longer than a frame runs on beside it.
  if (session.executor() == Executor::cuda && !session.computing()) screen.settle(settle_limit);
  frames_.add(ms_since(begun_));
  session.start_steps(steps_budget_ms(refresh_hz, frames_.summary().median));
}

void Pace::wait_for_frame(Session& session, const ScreenFacts& screen) {
  const auto period = std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(1 / screen.refresh_hz));
  // Where nobody sets a pace, a GPU's steps do: there is nothing new to draw before they end.
  if (!screen.vsync) {
    const auto latest = Clock::now() + period;
    while (session.executor() == Executor::cuda && session.computing() && Clock::now() < latest)
      std::this_thread::sleep_for(50us);
    return;
  }
  next_frame_ = std::max(next_frame_ + period, Clock::now() - period);
  // Half a millisecond early: a screen that does set the pace has the last word.
  std::this_thread::sleep_until(next_frame_ - 500us);
}

}  // namespace livewarp
