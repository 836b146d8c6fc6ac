// Numbers about the state: energy, residual.
#include <algorithm>
#include <utility>

#include "app/session.h"

namespace livewarp {

using namespace std::chrono_literals;

void Session::forget_readouts() {
  found_ = {};
  next_diagnosis_ = {};
}

void Session::disturb_conserved() {
  found_.first_conserved.reset();
  disturbed_ = std::chrono::steady_clock::now();
}

/// Behind each number that is conserved, how far it has drifted since it was first read.
void Session::add_drifts() {
  std::vector<Readout>& readouts = found_.readouts;
  std::optional<double>& first_conserved = found_.first_conserved;
  for (std::size_t i = 0; i < readouts.size(); ++i) {
    // A sampled value is off by more than what a sound run drifts.
    if (!readouts[i].conserved || readouts[i].origin == Origin::sampled) continue;
    // Its drift is what is plotted, as soon as it can be told.
    const bool plotted = std::exchange(readouts[i].plotted, false);
    if (stock_asked_ < disturbed_) continue;
    if (!first_conserved) first_conserved = readouts[i].value;
    Readout drift = readouts[i];
    drift.id += "-drift";
    drift.label += " drift";
    drift.unit = "";
    drift.digits = 2;
    drift.conserved = false;
    drift.plotted = plotted;
    drift.value = *first_conserved != 0 ? readouts[i].value / *first_conserved - 1 : 0;
    readouts.insert(readouts.begin() + std::ptrdiff_t(i) + 1, std::move(drift));
  }
}

void Session::poll_readouts() {
  const auto now = std::chrono::steady_clock::now();
  auto found = runner_->stock_taken();
  if (!found && (found = checker_.take_readouts())) {
    // What runs beside it is not timed, so it may take a twentieth of the time; a long one a fifth.
    const std::chrono::steady_clock::duration taken = now - stock_asked_, some = 4s;
    const auto rest = std::max(std::min(20 * taken, some), 4 * taken);
    next_diagnosis_ = std::max(next_diagnosis_, now + rest);
  }
  if (found) {
    found_.readouts = std::move(*found);
    add_drifts();
    found_.series.add(stock_time_, found_.readouts);
  }
  if (job_ || now < next_diagnosis_ || now < rests_from_) return;
  if (runner_->take_stock()) {
    next_diagnosis_ = now + 500ms;
    stock_asked_ = now;
    stock_time_ = time_;
    return;
  }
  if (checker_.busy() || checker_.wants_state()) return;
  stock_asked_ = now;
  auto state = copied_state();
  // A frame waits for the copy. Where that is long it may be one in a hundred and fifty, which no percentile sees.
  const auto copied = std::chrono::steady_clock::now();
  next_diagnosis_ = copied + (copied - now > 300us ? 2500ms : 500ms);
  if (state) {
    stock_time_ = state->time;
    checker_.diagnose(*workload_, choice_.problem, std::move(*state));
  }
}

/// Nothing where there is no memory for it, or the GPU has failed: that is told as the run's error.
std::optional<HostState> Session::copied_state() {
  try {
    return runner_->snapshot();
  } catch (const std::exception& problem) {
    if (!on_gpu())
      notices_.add(ui::Severity::error,
                   std::string("the state could not be copied: ") + problem.what());
    return std::nullopt;
  }
}

}  // namespace livewarp
