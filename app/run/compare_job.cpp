#include "app/run/compare_job.h"

#include <algorithm>
#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/measure/statistics.h"

namespace livewarp {

CompareJob::CompareJob(const Workload& workload, Side a, Side b, HostState state,
                       const InTurnOptions& options, ExecMaker make_exec, Places places)
    : workload_(workload), state_(std::move(state)), options_(options),
      make_exec_(std::move(make_exec)),
      places_(std::move(places)), found_{.a = std::move(a), .b = std::move(b)} {
  progress_.what = "A and B in turn";
  progress_.seconds_left = options_.seconds;
  start([this](const std::stop_token& stop) { work(stop); });
}

CompareJob::~CompareJob() { end(); }

CompareJob::Found CompareJob::found() const {
  std::lock_guard lock(mutex_);
  return found_;
}

void CompareJob::work(const std::stop_token& stop) {
  try {
    const Found asked = found();
    take_turn(places_, {asked.a.executor, asked.b.executor}, stop);
    // No time without verified results.
    if (verify(&Found::a, stop) && verify(&Found::b, stop)) measure(stop);
  } catch (const Cancelled&) {
    std::lock_guard lock(mutex_);
    found_.outcome.interrupted = true;
  } catch (const std::exception& problem) {
    std::lock_guard lock(mutex_);
    found_.failure = problem.what();
  }
}

bool CompareJob::verify(Side Found::*side, const std::stop_token& stop) {
  const Side now = found().*side;
  if (now.check.ok()) return true;
  const Noting noting(places_.log, Track::job, "check sizes: " + now.choice.variant);
  const Job job{stop, [&](double) { offer_turn(stop); }};
  const CheckResult check = check_sizes(
      workload_, now.choice, now.executor,
      [&](Executor executor) { return make_exec_(executor, stop); }, job);
  std::lock_guard lock(mutex_);
  (found_.*side).check = check;
  return check.ok();
}

void CompareJob::measure(const std::stop_token& stop) {
  const Noting noting(places_.log, Track::job, "A and B in turn");
  const auto side = [&](const Side& setting) {
    return AbSide(workload_, setting.choice, make_exec_(setting.executor, stop), &state_);
  };
  const Found settings = found();
  const AbSide a = side(settings.a), b = side(settings.b);
  InTurnOptions options = options_;
  options.progress = [&](const PairedTest::Result& result, double fraction) {
    {
      std::lock_guard lock(mutex_);
      found_.outcome.result = result;
      found_.seconds = fraction * options_.seconds;
      progress_.fraction = fraction;
      progress_.seconds_left = (1 - fraction) * options_.seconds;
    }
    offer_turn(stop);
  };
  InTurn outcome = compare_in_turn(a.contender(), b.contender(), options, stop);
  std::lock_guard lock(mutex_);
  found_.median_a = summarize(outcome.a_ms).median;
  found_.median_b = summarize(outcome.b_ms).median;
  outcome.a_ms.clear();
  outcome.b_ms.clear();
  found_.outcome = std::move(outcome);
}

}  // namespace livewarp
