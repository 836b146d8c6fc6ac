// What a sweep would measure from here, and how long that takes.
#include <algorithm>
#include <utility>

#include "app/live/live_sweep.h"
#include "app/measure/sweep_sizes.h"
#include "kernels/core/base/detect.h"
#include "kernels/core/base/text.h"
#include "kernels/core/workload/shared_reserve.h"
#include "ui/model/choices.h"

namespace livewarp {

namespace {

/// The size that runs, if it is none of the steps and its sides are as theirs.
void add_present_size(const Workload& workload, const Choice& now, std::vector<SweepStep>& steps) {
  const std::vector<const Param*> sides = swept_sides(workload);
  if (sides.empty()) return;
  const std::int64_t size = swept_size(workload, now);
  const auto same = [&](const Param* side) {
    return !sides_are_equal(workload) || get_integer(now.problem, side->id) == size;
  };
  const auto at = std::ranges::lower_bound(steps, double(size), {}, &SweepStep::x);
  if (!std::ranges::all_of(sides, same) || (at != steps.end() && at->x == double(size))) return;
  steps.insert(at, {double(size), grouped(size), now});
}

/// KiB that the running kernel can reserve next to what it uses.
std::int64_t most_reserve(const Session& session) {
  const std::optional<MainLaunch> launch = session.main_launch();
  return launch ? most_reserve(*launch, session.choice().launch, present_gpu_limits()) : 0;
}

/// "blocks", "threads", "items per thread".
std::string words_of(const VariantInfo& variant, const std::string& axis) {
  if (axis == "block") return "blocks";
  const Param* param = find_param(variant.axes, axis);
  return param ? lowered(param->label) : axis;
}

}  // namespace

/// All settings that can run; a sweep needs two. Occupancy is of GPUs alone.
std::optional<LiveSweep::Sweep> LiveSweep::planned(const Session& session,
                                                   const std::string& over) {
  const Workload& workload = session.workload();
  Sweep sweep{{over, {}, {}, 0}, {}};
  std::vector<SweepStep> steps = sweep_steps(workload, session.choice(), sweep.over);
  if (sweep.over.size()) add_present_size(workload, session.choice(), steps);
  const std::int64_t room = over == reserve_axis_id ? most_reserve(session) : 0;
  for (SweepStep& step : steps) {
    if (over == reserve_axis_id && step.x > double(room)) continue;
    if (!workload.refusal(step.choice, session.executor()).empty()) continue;
    step.choice.paused = false;
    sweep.points.push_back({std::move(step), {}, {}, false});
  }
  if (sweep.points.size() < 2) return {};
  return sweep;
}

/// A pass of `to`, going by one of `from`; 0: not known.
double LiveSweep::scaled_ms(const Workload& workload, const Choice& from, double ms,
                            const Choice& to) {
  const double items = workload.cost(from).items;
  return items > 0 ? ms * workload.cost(to).items / items : 0;
}

double LiveSweep::live_time(double ms) {
  return ms > 0 ? std::clamp(double(enough) * ms / 1000, 0.3, 2.0) : live_seconds;
}

/// What sizes would take is known once the present one has a time.
void LiveSweep::offer(const Session& session) {
  const double ms = present_ms(session);
  if (same_setting(session.choice(), offered_to_) && (ms > 0) == (offered_ms_ > 0)) return;
  offered_to_ = session.choice();
  offered_ms_ = ms;
  offers_.clear();
  if (!hindrance(session).empty()) return;
  const auto add = [&](ui::Varied varied, const std::string& over, const std::string& what) {
    const auto sweep = over.empty() ? std::nullopt : planned(session, over);
    if (!sweep) return;
    ui::SweepOffer offered{varied, over, what, 0, 0};
    for (const Point& point : sweep->points) {
      const Choice& choice = point.step.choice;
      const double takes = scaled_ms(session.workload(), offered_to_, ms, choice);
      if (takes > longest_allowed(choice.problem == offered_to_.problem)) continue;
      ++offered.settings;
      offered.seconds += live_time(takes) + bench_seconds;
    }
    if (offered.settings > 1) offers_.push_back(std::move(offered));
  };
  add(ui::Varied::size, "size", "sizes");
  const std::string launch = launch_axis(session.variant());
  add(ui::Varied::launch, launch, words_of(session.variant(), launch));
  if (offers_.size() > 1)
    offers_.push_back({ui::Varied::both, "", "both", offers_[0].settings + offers_[1].settings,
                       offers_[0].seconds + offers_[1].seconds});
  add(ui::Varied::reserve, reserve_axis_id, "occupancy");
}

/// Sizes that should take too long do not count before they are reached.
ui::JobStrip LiveSweep::strip(const Session& session) const {
  int total = 0, live = 0;
  double seconds = 0;
  for (const Sweep& sweep : sweeps_)
    for (const Point& point : sweep.points) {
      const Choice& choice = point.step.choice;
      const double takes = scaled_ms(*workload_, before_, before_ms_, choice);
      const bool too_long = takes > longest_allowed(choice.problem == before_.problem);
      if (point.dropped || (too_long && !point.live)) continue;
      ++total;
      live += int(point.live.has_value());
      seconds += (point.live ? 0 : live_time(takes)) + bench_seconds;
    }
  ui::JobStrip strip{"Sweep, live", live, 2 * total, 0, seconds, false, true};
  if (phase_ == Phase::bench && session.job()) {
    const MeasuringJob::Progress progress = session.job()->progress();
    strip.name = "Sweep, bench";
    strip.done = total + progress.done;
    strip.seconds_left = progress.seconds_left;
    strip.picture_paused = true;
  }
  strip.fraction = total > 0 ? double(strip.done) / strip.total : 0;
  return strip;
}

}  // namespace livewarp
