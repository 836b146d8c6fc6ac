#include "app/run/measuring_job.h"

#include <utility>

namespace livewarp {

using namespace std::chrono_literals;

void MeasuringJob::start(std::function<void(std::stop_token)> work) {
  worker_ = std::jthread([this, work = std::move(work)](std::stop_token stop) {
    work(std::move(stop));
    turns_.reset();
    std::lock_guard lock(mutex_);
    progress_.finished = true;
    changed_.notify_all();
  });
}

void MeasuringJob::end() {
  cancel();
  if (worker_.joinable()) worker_.join();
}

void MeasuringJob::cancel() {
  worker_.request_stop();
  end_turn();
}

bool MeasuringJob::wait_for_turn(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [this] { return turn_ != Turn::none || progress_.finished; });
  if (turn_ == Turn::offered) turn_ = Turn::taken;
  return turn_ == Turn::taken || progress_.finished;
}

void MeasuringJob::end_turn() {
  std::lock_guard lock(mutex_);
  turn_ = Turn::none;
  last_turn_ = std::chrono::steady_clock::now();
  changed_.notify_all();
}

MeasuringJob::Progress MeasuringJob::progress() const {
  std::lock_guard lock(mutex_);
  return progress_;
}

void MeasuringJob::take_turn(const Places& places, const std::vector<Executor>& executors,
                             const std::stop_token& stop) {
  if (!places.turns || !places.of) return;
  if (!turns_)
    turns_.emplace(places.turns, stop, [this, stop](const std::string& text) {
      {
        std::lock_guard lock(mutex_);
        progress_.waiting = text;
      }
      offer_turn(stop);
    });
  std::vector<TurnPlace> all;
  for (const Executor executor : executors)
    for (TurnPlace& place : places.of(executor)) all.push_back(std::move(place));
  turns_->need(std::move(all));
  std::lock_guard lock(mutex_);
  progress_.waiting.clear();
  progress_.note = turns_->note();
}

void MeasuringJob::offer_turn(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  if (std::chrono::steady_clock::now() - last_turn_ < 100ms) return;
  turn_ = Turn::offered;
  changed_.notify_all();
  // A frame that does not come (a minimised window) must not hold the measurement up for long; one
  // that has begun must not run on into the next sample.
  changed_.wait_for(lock, 250ms, [&] { return turn_ != Turn::offered || stop.stop_requested(); });
  if (turn_ == Turn::taken)
    changed_.wait(lock, [&] { return turn_ != Turn::taken || stop.stop_requested(); });
  turn_ = Turn::none;
  last_turn_ = std::chrono::steady_clock::now();
}

}  // namespace livewarp
