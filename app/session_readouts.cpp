// Numbers about the state: energy, residual.
#include <algorithm>
#include <utility>

#include "app/session.h"

namespace livewarp {

using namespace std::chrono_literals;

void Session::forget_readouts() {
  readouts_.clear();
  series_.clear();
  first_conserved_.reset();
  next_diagnosis_ = {};
}

void Session::disturb_conserved() {
  first_conserved_.reset();
  disturbed_ = std::chrono::steady_clock::now();
}

/// Behind each number that is conserved, how far it has drifted since it was first read.
void Session::add_drifts() {
  for (std::size_t i = 0; i < readouts_.size(); ++i) {
    // A sampled value scatters by more than what a sound run drifts.
    if (!readouts_[i].conserved || readouts_[i].origin == Origin::sampled ||
        stock_asked_ < disturbed_)
      continue;
    if (!first_conserved_) first_conserved_ = readouts_[i].value;
    Readout drift = readouts_[i];
    drift.id += "-drift";
    drift.label += " drift";
    drift.unit = "";
    drift.digits = 2;
    drift.conserved = false;
    drift.value = *first_conserved_ != 0 ? readouts_[i].value / *first_conserved_ - 1 : 0;
    readouts_[i].plotted = false;
    readouts_.insert(readouts_.begin() + std::ptrdiff_t(i) + 1, std::move(drift));
  }
}

void Session::poll_readouts() {
  const auto now = std::chrono::steady_clock::now();
  auto found = runner_->stock_taken();
  if (!found && (found = checker_.take_readouts())) {
    // It may take a twentieth of the time.
    const std::chrono::steady_clock::duration rest = 20 * (now - stock_asked_), most = 4s;
    next_diagnosis_ = std::max(next_diagnosis_, stock_asked_ + std::min(rest, most));
  }
  if (found) {
    readouts_ = std::move(*found);
    add_drifts();
    series_.add(stock_time_, readouts_);
  }
  if (job_ || now < next_diagnosis_ || now < rests_from_) return;
  if (runner_->take_stock()) {
    next_diagnosis_ = now + 500ms;
    stock_asked_ = now;
    stock_time_ = time_;
    return;
  }
  if (checker_.busy() || checker_.wants_state()) return;
  next_diagnosis_ = now + 500ms;
  stock_asked_ = now;
  HostState state = runner_->snapshot();
  stock_time_ = state.time;
  checker_.diagnose(*workload_, choice_.problem, std::move(state));
}

}  // namespace livewarp
