#include "app/live/live_sweep.h"

#include <algorithm>
#include <utility>

#include "app/base/platform.h"
#include "app/measure/selected_variants.h"
#include "kernels/core/base/error.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/workload/shared_reserve.h"

namespace livewarp {

using namespace std::chrono_literals;

namespace {

constexpr auto at_least = 300ms, at_most = 2000ms, point_patience = 15000ms;  ///< for a live point
constexpr double longest_present_ms = 2000;  ///< a pass of the size that runs

}  // namespace

std::string LiveSweep::hindrance(const Session& session) {
  if (session.executor() == Executor::emulator)
    return "This variant is emulated on the host, which yields no time.";
  if (session.edited_run())
    return "An edited kernel runs, and is checked in one setting alone: the tab Edit reverts it.";
  if (session.check().verdict == Verdict::failed)
    return "The running variant has a wrong result: no times are measured.";
  if (sweep_steps(session.workload(), session.choice(), {}).size() < 2 &&
      launch_axis(session.variant()).empty())
    return "Nothing can be varied here: a file has its own size, and the running variant has no "
           "axis.";
  return {};
}

double LiveSweep::present_ms(const Session& session) {
  return session.step_stats().step.summary().median *
         session.workload().time_steps(session.choice());
}

void LiveSweep::begin(Session& session, ui::Varied varied) {
  if (running() || session.job() || session.preparing() || !hindrance(session).empty()) return;
  std::vector<Sweep> sweeps;
  const std::string launch = launch_axis(session.variant());
  const auto plan = [&](const std::string& over) {
    if (auto sweep = planned(session, over)) sweeps.push_back(std::move(*sweep));
  };
  if (varied == ui::Varied::size || varied == ui::Varied::both) plan("size");
  if ((varied == ui::Varied::launch || varied == ui::Varied::both) && !launch.empty()) plan(launch);
  if (varied == ui::Varied::reserve) plan(reserve_axis_id);
  if (sweeps.empty()) return;
  sweeps_ = std::move(sweeps);
  before_ = session.choice();
  workload_ = &session.workload();
  before_ms_ = present_ms(session);
  variant_ = &session.variant();
  executor_ = session.executor();
  // Blocks first: they keep the state that is on the screen.
  sweep_ = sweeps_.size() - 1;
  point_ = 0;
  partial_ = true;
  last_.reset();
  phase_ = Phase::live;
  // Of the state there will be two: this one, and that of the size under way.
  const std::size_t free = host_free_bytes();
  try {
    if (free == 0 || 4 * workload_->state_bytes(before_) < free) kept_ = session.run_snapshot();
  } catch (const std::exception&) {
    kept_.reset();  // the run begins anew afterwards
  }
  draw();
  begin_point(session);
}

/// Of a pass. The size that runs belongs into the graph even where larger ones would take too long.
double LiveSweep::longest_allowed(bool present) const {
  return present ? std::max(longest_present_ms, longest_ms_) : longest_ms_;
}

LiveSweep::Point* LiveSweep::present() {
  if (sweep_ >= sweeps_.size() || point_ >= sweeps_[sweep_].points.size()) return nullptr;
  return &sweeps_[sweep_].points[point_];
}

/// What a pass of a size should take, going by the size before it; 0: nothing is known. Of the size
/// that ran it is known better.
double LiveSweep::expected_ms(const Point& point) const {
  if (point.step.choice.problem == before_.problem && before_ms_ > 0) return before_ms_;
  const double items = workload_->cost(point.step.choice).items;
  return last_ && last_->cost.items > 0 ? last_->step.median * items / last_->cost.items : 0;
}

/// Drops the present point, or all from it on.
void LiveSweep::drop(bool and_all_after) {
  std::vector<Point>& points = sweeps_[sweep_].points;
  const std::size_t end = and_all_after ? points.size() : point_ + 1;
  for (std::size_t i = point_; i < end; ++i) points[i].dropped = true;
  point_ = end;
}

/// Sets the session to the next point that can be measured, or ends the live part.
void LiveSweep::begin_point(Session& session) {
  while (phase_ == Phase::live) {
    while (sweep_ < sweeps_.size() && !present()) {
      point_ = 0;
      last_.reset();
      sweep_ = sweep_ == 0 ? sweeps_.size() : sweep_ - 1;
    }
    Point* point = present();
    if (!point) break;
    const bool sizes = sweeps_[sweep_].over.size();
    try {
      require_memory(*workload_, point->step.choice, executor_);
    } catch (const Error&) {
      drop(sizes);
      continue;
    }
    const bool present = point->step.choice.problem == before_.problem;
    if (sizes && expected_ms(*point) > longest_allowed(present)) {
      drop(false);
      continue;
    }
    session.apply(point->step.choice);
    if (session.choice() == point->step.choice) {
      point_since_ = samples_since_ = Clock::now();
      return;
    }
    drop(false);  // why is said in a notice
  }
  phase_ = Phase::restore;
  go_back(session);
}

/// To the state of the beginning, or to its choice alone.
void LiveSweep::go_back(Session& session) {
  if (kept_)
    session.go_back(*std::exchange(kept_, std::nullopt));
  else
    session.apply(before_);
}

void LiveSweep::next_point(Session& session) {
  ++point_;
  draw();
  begin_point(session);
}

/// Whether the present point has samples enough, all of a verified result and undisturbed by its
/// check.
bool LiveSweep::measured(const Session& session) {
  if (session.preparing() || session.checking() || !session.check().ok()) {
    samples_since_ = Clock::now();
    return false;
  }
  const auto sampled = Clock::now() - samples_since_;
  const std::size_t count = session.step_stats().step.size();
  return sampled >= at_least && (count >= enough || (sampled >= at_most && count >= 3));
}

void LiveSweep::watch_live(Session& session) {
  Point* point = present();
  const bool failed = session.check().verdict == Verdict::failed;
  const bool lost = !session.preparing() && session.choice() != point->step.choice;
  if (failed || lost || Clock::now() - point_since_ > point_patience) {
    drop(sweeps_[sweep_].over.size() && !failed && !lost);
    draw();
    begin_point(session);
    return;
  }
  if (!measured(session)) return;
  Measurement measurement;
  measurement.conditions = Conditions::live;
  measurement.clock =
      executor_ == Executor::cuda ? livewarp::Clock::events : livewarp::Clock::steady;
  measurement.samples = session.step_stats().step.in_order();
  measurement.step = session.step_stats().step.summary();
  measurement.kernel = session.step_stats().kernel.summary();
  measurement.copies = session.step_stats().copies.summary();
  const CostModel pass = workload_->cost(point->step.choice);
  measurement.cost = pass.of_one_time_step();
  measurement.time_steps = pass.time_steps;
  last_ = measurement;
  point->live = result_of(session, *point, std::move(measurement));
  next_point(session);
}

VariantResult LiveSweep::result_of(const Session& session, const Point& point,
                                   Measurement measurement) const {
  VariantResult result;
  result.variant = {workload_, variant_, executor_, point.step.choice, {}, false};
  const CheckResult check =
      session.result_cache().check(point.step.choice, executor_).value_or(CheckResult{});
  (check.verdict == Verdict::here ? result.here : result.sizes) = check;
  result.of_ceiling = of_ceiling(measurement.cost, measurement.step.median / 1000,
                                 session.ceilings(point.step.choice), variant_->backend);
  result.measurement = std::move(measurement);
  return result;
}

void LiveSweep::begin_bench(Session& session) {
  std::vector<Choice> settings;
  for (const Sweep& sweep : sweeps_)
    for (const Point& point : sweep.points)
      if (!point.dropped) settings.push_back(point.step.choice);
  if (settings.empty()) return finish();
  session.measure(settings);
  phase_ = Phase::bench;
  if (!session.job()) finish();
}

void LiveSweep::watch_bench(const Session& session) {
  for (Sweep& sweep : sweeps_)
    for (Point& point : sweep.points)
      if (const auto found = session.result_cache().bench(point.step.choice);
          found && !point.dropped)
        point.bench = result_of(session, point, *found);
}

void LiveSweep::tick(Session& session) {
  if (phase_ == Phase::live) {
    if (present() && &session.workload() == workload_ && &session.variant() == variant_)
      watch_live(session);
    else if (!session.preparing())
      finish();  // the GPU stopped: another variant runs
    return;
  }
  if (phase_ == Phase::restore && !session.preparing()) begin_bench(session);
  if (phase_ != Phase::bench) return;
  watch_bench(session);
  draw();
  if (!session.job()) finish();
}

void LiveSweep::cancel(Session& session) {
  if (phase_ == Phase::live) go_back(session);
  if (phase_ == Phase::live || phase_ == Phase::restore)
    finish();  // what is being prepared now is the run as it was
  else
    session.cancel_job();
}

void LiveSweep::finish() {
  phase_ = Phase::none;
  kept_.reset();
  partial_ = std::ranges::any_of(sweeps_, [](const Sweep& sweep) {
    return std::ranges::any_of(sweep.points, [](const Point& point) {
      return !point.dropped && !(point.live && point.bench);
    });
  });
  draw();
}

void LiveSweep::draw() {
  graphs_.clear();
  for (const Sweep& sweep : sweeps_) {
    std::vector<VariantResult> results;
    for (const Point& point : sweep.points)
      if (point.bench) results.push_back(*point.bench);
    for (const Point& point : sweep.points)
      if (point.live) results.push_back(*point.live);
    Graph graph = sweep_graph(results, sweep.over);
    graph.partial = partial_ && !running();
    graphs_.push_back(std::move(graph));
  }
}

std::vector<VariantResult> LiveSweep::results() const {
  std::vector<VariantResult> all;
  for (const Sweep& sweep : sweeps_)
    for (const Point& point : sweep.points) {
      if (point.live) all.push_back(*point.live);
      if (point.bench) all.push_back(*point.bench);
    }
  return all;
}

std::optional<LiveSweep::Measured> LiveSweep::measured() const {
  if (graphs_.empty()) return {};
  Measured of{workload_, variant_, before_, {}};
  for (const Sweep& sweep : sweeps_) of.over.push_back(sweep.over);
  return of;
}

void LiveSweep::describe(const Session& session, ui::Model& model) {
  if (!running()) offer(session);
  model.graphs = graphs_;
  model.graph_reason = hindrance(session);
  model.sweeps = offers_;
  if (running()) model.job = strip(session);
}

}  // namespace livewarp
