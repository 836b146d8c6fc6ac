// What a sweep would measure from here, and how long that takes.
#include <algorithm>
#include <utility>

#include "app/measure/sweep_sizes.h"
#include "app/session/live_sweep.h"
#include "kernels/core/base/text.h"
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

/// What is offered rests on these alone, not on how the run is looked at.
bool same_run(const Choice& a, const Choice& b) {
  return a.workload == b.workload && a.variant == b.variant && a.launch == b.launch &&
         a.memory == b.memory && a.problem == b.problem;
}

/// "blocks", "threads", "items per thread".
std::string words_of(const VariantInfo& variant, const std::string& axis) {
  if (axis == "block") return "blocks";
  const Param* param = find_param(variant.axes, axis);
  return param ? ui::lowered(param->label) : axis;
}

}  // namespace

/// All settings that can run; a sweep needs two.
std::optional<LiveSweep::Sweep> LiveSweep::planned(const Session& session,
                                                   const std::string& over) {
  const Workload& workload = session.workload();
  Sweep sweep{{over, {}, {}, 0}, {}};
  std::vector<SweepStep> steps = sweep_steps(workload, session.choice(), sweep.over);
  if (sweep.over.size()) add_present_size(workload, session.choice(), steps);
  for (SweepStep& step : steps) {
    if (!workload.refusal(step.choice, session.executor()).empty()) continue;
    step.choice.paused = false;
    sweep.points.push_back({std::move(step), {}, {}, false});
  }
  if (sweep.points.size() < 2) return {};
  return sweep;
}

/// What sizes would take is known once the present one has a time.
void LiveSweep::offer(const Session& session) {
  const double ms = present_ms(session);
  const bool known = ms > 0;
  if (same_run(session.choice(), offered_to_) && known == (offered_ms_ > 0)) return;
  offered_to_ = session.choice();
  offered_ms_ = ms;
  offers_.clear();
  if (!hindrance(session).empty()) return;
  const Workload& workload = session.workload();
  const double items = workload.cost(offered_to_).items;
  const auto add = [&](ui::Varied varied, const std::string& over, const std::string& what) {
    const auto sweep = over.empty() ? std::nullopt : planned(session, over);
    if (!sweep) return;
    ui::SweepOffer offered{varied, over, what, 0, 0};
    for (const Point& point : sweep->points) {
      const bool present = point.step.choice.problem == offered_to_.problem;
      const double takes = known ? ms * workload.cost(point.step.choice).items / items : 0;
      if (takes > longest_allowed(present)) continue;
      const double live =
          known ? std::clamp(double(enough) * takes / 1000, 0.3, 2.0) : live_seconds;
      ++offered.settings;
      offered.seconds += live + bench_seconds;
    }
    if (offered.settings > 1) offers_.push_back(std::move(offered));
  };
  add(ui::Varied::size, "size", "sizes");
  const std::string launch = launch_axis(session.variant());
  add(ui::Varied::launch, launch, words_of(session.variant(), launch));
  if (offers_.size() < 2) return;
  offers_.push_back({ui::Varied::both, "", "both", offers_[0].settings + offers_[1].settings,
                     offers_[0].seconds + offers_[1].seconds});
}

}  // namespace livewarp
