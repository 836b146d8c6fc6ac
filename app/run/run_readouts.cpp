#include "app/run/run_readouts.h"

#include <algorithm>
#include <utility>

namespace livewarp {

using namespace std::chrono_literals;

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr SteadyClock::duration pause = 500ms, soon = 150ms;
/// A frame waits for the copy of a state. Where that is long it may be one in a hundred and fifty,
/// which no percentile sees.
constexpr SteadyClock::duration long_copy = 300us, long_pause = 2500ms;

/// After a copy that took so long: of millions of bodies that is a large part of a second.
SteadyClock::duration pause_after(SteadyClock::duration copying) {
  return copying > long_copy ? std::max<SteadyClock::duration>(long_pause, 40 * copying) : pause;
}

/// After a diagnosis that took so long. What runs beside it is not timed, so it may take a
/// twentieth of the time; a long one a fifth.
SteadyClock::duration rest_after(SteadyClock::duration taken) {
  constexpr SteadyClock::duration some = 4s;
  return std::max(std::min(20 * taken, some), 4 * taken);
}

}  // namespace

void RunReadouts::ask_anew() {
  known_of_ = no_state;
  failed_ = false;
}

void RunReadouts::ask_soon() { next_ = std::min(next_, SteadyClock::now() + soon); }

std::shared_ptr<const Outline> RunReadouts::outline(const Values& view) const {
  return view == outline_view_ ? outline_ : nullptr;
}

void RunReadouts::disturb() {
  first_conserved_.reset();
  disturbed_at_ = SteadyClock::now();
}

bool RunReadouts::due(Runner& runner) const {
  return !failed_ && known_of_ != runner.changes() && SteadyClock::now() >= next_;
}

std::string RunReadouts::poll(const Source& from, bool may_ask) {
  const Time now = SteadyClock::now();
  std::string failure;
  if (auto found = from.runner.finished_readouts()) {
    take(std::move(found->readouts), found->of);
  } else if (auto diagnosis = from.verification_worker.take_diagnosis()) {
    next_ = std::max(next_, now + rest_after(now - asked_at_));
    failure = std::move(diagnosis->failure);
    failed_ = !failure.empty();
    std::vector<Readout>& readouts = diagnosis->readouts;
    const std::vector<Readout>& of_outline = diagnosis->outline.readouts;
    readouts.insert(readouts.end(), of_outline.begin(), of_outline.end());
    outline_ = std::make_shared<const Outline>(std::move(diagnosis->outline));
    outline_view_ = std::move(diagnosis->view);
    if (!failed_ || !readouts.empty()) take(std::move(readouts), asked_of_);
  }
  if (may_ask && due(from.runner)) ask(from, now);
  return failure;
}

void RunReadouts::take(std::vector<Readout> found, std::int64_t of) {
  known_of_ = of;
  latest_ = std::move(found);
  add_drifts();
  series_.add(asked_time_, latest_);
}

void RunReadouts::ask(const Source& from, Time now) {
  if (from.runner.enqueue_readouts()) {
    next_ = now + pause;
    asked_at_ = now;
    asked_time_ = from.time;
    return;
  }
  if (from.verification_worker.busy() || from.verification_worker.wants_state()) return;
  asked_at_ = now;
  asked_of_ = from.runner.changes();
  auto state = from.copy();
  const Time copied = SteadyClock::now();
  next_ = copied + pause_after(copied - now);
  failed_ = !state;
  if (!state) return;
  asked_time_ = state->time;
  from.verification_worker.diagnose(from.workload, from.choice, std::move(*state));
}

/// Behind each number that is conserved, how far it has drifted since it was first read.
void RunReadouts::add_drifts() {
  for (std::size_t i = 0; i < latest_.size(); ++i) {
    // A sampled value is off by more than what a sound run drifts.
    if (!latest_[i].conserved || latest_[i].origin == Origin::sampled) continue;
    // Its drift is what is plotted, as soon as it can be told.
    const bool plotted = std::exchange(latest_[i].plotted, false);
    if (asked_at_ < disturbed_at_) continue;
    if (!first_conserved_) first_conserved_ = latest_[i].value;
    Readout drift = latest_[i];
    drift.id += "-drift";
    drift.label += " drift";
    drift.unit = "";
    drift.digits = 2;
    drift.conserved = false;
    drift.plotted = plotted;
    drift.value = *first_conserved_ != 0 ? latest_[i].value / *first_conserved_ - 1 : 0;
    latest_.insert(latest_.begin() + std::ptrdiff_t(i) + 1, std::move(drift));
  }
}

}  // namespace livewarp
