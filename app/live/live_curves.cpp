#include "app/live/live_curves.h"

#include <algorithm>
#include <utility>

#include "app/explain/parameter_curves.h"
#include "app/explain/parameter_values.h"
#include "app/measure/variant_run.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

constexpr double seconds_a_value = 2;  ///< verified and timed, roughly
constexpr std::size_t most_kept = 1024;

std::string key_of(const Choice& choice) {
  std::string key = choice.workload + " " + choice.variant;
  for (const Values* const values : {&choice.launch, &choice.problem})
    for (const auto& [id, value] : *values) key += " " + id + "=" + to_text(value);
  return key;
}

/// Without what changes neither counts nor times: how the picture is looked at.
Choice bare(const Choice& asked, bool with_memory) {
  Choice choice;
  choice.workload = asked.workload;
  choice.variant = asked.variant;
  choice.launch = asked.launch;
  choice.problem = asked.problem;
  if (with_memory) choice.memory = asked.memory;
  return choice;
}

Choice without(Choice choice, const std::string& id) {
  choice.launch.erase(id);
  choice.problem.erase(id);
  return choice;
}

std::string setting_text(const Workload& workload, const Choice& choice, const std::string& over) {
  std::vector<std::string> parts;
  for (const Param& param : workload.info().params)
    if (const auto value = choice.problem.find(param.id);
        value != choice.problem.end() && param.id != over && param.group == ParamGroup::problem)
      parts.push_back(lowered(param.label) + " " + as_shown(to_text(value->second)));
  const VariantInfo* const info = workload.find(choice.variant);
  return (info ? info->title : choice.variant) + " \u00b7 " + joined(parts);
}

std::size_t count_if_timed(const std::vector<ui::CurvePoint>& points) {
  return std::size_t(
      std::ranges::count_if(points, [](const ui::CurvePoint& p) { return p.time.has_value(); }));
}

std::size_t count_if_counted(const std::vector<ui::CurvePoint>& points) {
  return std::size_t(
      std::ranges::count_if(points, [](const ui::CurvePoint& p) { return p.count.has_value(); }));
}

bool can_be(const ui::CurvePoint& point) { return point.refusal.empty(); }

}  // namespace

bool LiveCurves::Drawn::operator==(const Drawn& other) const {
  return over == other.over && unit == other.unit && counted == other.counted &&
         timed == other.timed && bounded == other.bounded && counting == other.counting &&
         same_setting(choice, other.choice);
}

/// The points of what is asked for, found anew where that is another setting.
void LiveCurves::plan(const Session& session, const ui::CurvesRequest& request) {
  const Workload& workload = session.workload();
  if (request.over) over_ = *request.over;
  if (request.unit) unit_ = *request.unit;
  if (workload_ == &workload && same_setting(planned_for_, request.choice) && !request.over) return;
  workload_ = &workload;
  planned_for_ = request.choice;
  ui::CurvesView view;
  view.choice = request.choice;
  try {
    const std::vector<const Param*> params = telling_params(workload, request.choice);
    for (const Param* param : params) view.params.push_back({param->id, param->label});
    if (params.empty()) {
      const ClosedForm form = workload.closed_form(request.choice);
      const VariantInfo* const info = workload.find(request.choice.variant);
      const bool cpu = info && info->backend == Backend::cpu;
      const std::string refusal =
          workload.refusal(request.choice, cpu ? Executor::cpu : Executor::emulator);
      view.reason = !refusal.empty()       ? refusal
                    : !form.absent.empty() ? form.absent
                                           : "nothing that is predicted changes with a parameter";
    } else {
      const auto chosen = std::ranges::find(params, over_, &Param::id);
      const Param& param = chosen == params.end() ? *params.front() : **chosen;
      view.over = param.id;
      view.label = curve_label(param);
      view.of = setting_text(workload, request.choice, param.id);
      view.points = curve_points(workload, request.choice, param);
      view.lines = predicted_points(workload, request.choice, param, view.points);
    }
  } catch (const Error& error) {
    view.reason = error.what();
  }
  const Subject subject{without(bare(request.choice, true), view.over), view.over};
  if (!subject_ || !(*subject_ == subject)) {
    keep();
    stopped_ = false;
  }
  subject_ = subject;
  view_ = std::move(view);
  drawn_.reset();
}

/// What the subject before had: it is shown greyed until there is something of this one.
void LiveCurves::keep() {
  std::string of = view_.choice.workload + " " + view_.choice.variant + " " + view_.over;
  if (std::exchange(last_of_, of) != of) {
    last_counted_.clear();
    last_timed_.clear();
  }
  if (count_if_counted(view_.points) > 0) last_counted_ = view_.points;
  if (count_if_timed(view_.points) > 0) last_timed_ = view_.points;
}

void LiveCurves::take_count() {
  const ui::CurvePoint* const seen = counter_.seen();
  if (!seen) return;
  if (counted_.size() >= most_kept) counted_.clear();
  counted_.emplace(key_of(seen->choice), *seen);
}

/// The next value that nobody has counted; what runs goes first.
void LiveCurves::count_next(const Workload& workload, bool quiet) {
  wanted_.reset();
  const VariantInfo* const info = workload.find(view_.choice.variant);
  const bool counts = info && why_uncounted(*info, view_.points).empty();
  if (request_ && counts && !stopped_ && !quiet) {
    const std::string present = key_of(bare(view_.choice, false));
    for (const ui::CurvePoint& point : view_.points) {
      const Choice choice = bare(point.choice, false);
      const std::string key = key_of(choice);
      if (!can_be(point) || counted_.contains(key)) continue;
      if (!wanted_ || key == present) wanted_ = choice;
    }
  }
  counter_.want(&workload, wanted_);
}

void LiveCurves::want(const Session& session, const std::optional<ui::CurvesRequest>& request,
                      bool quiet) {
  request_ = request;
  if (request_ && request_->choice.workload != session.workload().info().name) request_.reset();
  take_count();
  if (!request_) {
    wanted_.reset();
    counter_.want(nullptr, {});
    return;
  }
  plan(session, *request_);
  if (request_->stop) stopped_ = true;
  if (request_->again) stopped_ = false;
  count_next(session.workload(), quiet);
}

void LiveCurves::measure(Session& session) {
  if (session.job() || session.preparing() || &session.workload() != workload_) return;
  const VariantInfo* const info = workload_->find(view_.choice.variant);
  if (!info || !session.unavailable(*info).empty()) return;
  std::vector<Choice> settings;
  for (const ui::CurvePoint& point : view_.points) {
    if (!can_be(point) || !workload_->refusal(point.choice, session.executor_of(*info)).empty())
      continue;
    settings.push_back(point.choice);
    settings.back().paused = false;
  }
  if (!settings.empty()) session.measure(settings);
}

/// What is known by now of each value.
void LiveCurves::fill(const Session& session) {
  for (ui::CurvePoint& point : view_.points) {
    if (!can_be(point)) continue;
    if (const auto known = counted_.find(key_of(bare(point.choice, false)));
        known != counted_.end()) {
      point.count = known->second.count;
      point.uncounted = known->second.uncounted;
    }
    if (const auto bench = session.result_cache().bench(point.choice))
      point.time = curve_time(*bench);
    const VariantInfo* const info = workload_->find(point.choice.variant);
    if (info && info->backend == session.variant().backend)
      set_bounds(*workload_, session.ceilings(point.choice), point);
  }
}

void LiveCurves::note_reasons(const Session& session) {
  const VariantInfo* const info = workload_->find(view_.choice.variant);
  view_.uncounted = info ? why_uncounted(*info, view_.points) : "";
  const std::string unavailable = info ? session.unavailable(*info) : "";
  view_.untimed = !unavailable.empty() ? unavailable
                  : info && session.executor_of(*info) == Executor::emulator
                      ? "it is emulated on the host, which yields no time"
                      : "";
  view_.can_time = info && view_.untimed.empty() && !view_.points.empty();
  view_.to_count = view_.counted = 0;
  for (const ui::CurvePoint& point : view_.points) {
    if (!can_be(point)) continue;
    ++view_.to_count;
    view_.counted += point.count || !point.uncounted.empty() ? 1 : 0;
  }
  view_.seconds = seconds_a_value * double(view_.to_count);
  view_.counting = wanted_.has_value();
  view_.stopped = stopped_ && view_.counted < view_.to_count;
}

/// Marks or times of the subject before, in grey.
void LiveCurves::add_stale(Graph& graph, const std::vector<ui::CurvePoint>& points,
                           CurveKind kind) const {
  if (last_of_ != view_.choice.workload + " " + view_.choice.variant + " " + view_.over) return;
  const Graph before =
      kind == CurveKind::counted ? counts_graph(points, {}, view_.unit) : times_graph(points, {});
  for (Curve curve : before.curves) {
    if (curve.kind != kind) continue;
    curve.series = -1;
    graph.stale = true;
    graph.curves.push_back(std::move(curve));
  }
}

void LiveCurves::draw() {
  const std::size_t timed = count_if_timed(view_.points), counted = count_if_counted(view_.points);
  const auto bounded = std::size_t(std::ranges::count_if(
      view_.points, [](const ui::CurvePoint& point) { return point.bound_ms > 0; }));
  const Drawn now{view_.choice, view_.over, unit_, counted, timed, bounded, view_.counting};
  if (drawn_ && *drawn_ == now) return;
  drawn_ = now;
  view_.units = curve_units(view_.points);
  const bool offered = std::ranges::count(view_.units, unit_, &ui::CurveOption::id) > 0;
  view_.unit = offered ? unit_ : view_.units.empty() ? "" : view_.units.front().id;
  view_.counts = counts_graph(view_.points, view_.lines, view_.unit);
  view_.times = times_graph(view_.points, view_.lines);
  if (counted == 0) add_stale(view_.counts, last_counted_, CurveKind::counted);
  if (timed == 0) add_stale(view_.times, last_timed_, CurveKind::bench);
  const Param* param = find_param(workload_->find(view_.choice.variant)->axes, view_.over);
  if (!param) param = find_param(workload_->info().params, view_.over);
  for (Graph* const graph : {&view_.counts, &view_.times}) {
    graph->x_label = view_.label;
    graph->setting = view_.of;
    if (param) graph->at = curve_place(*workload_, view_.choice, *param);
  }
  view_.verdict = counts_verdict(view_.points);
}

void LiveCurves::describe(const Session& session, ui::Model& model) {
  if (!request_ || &session.workload() != workload_) return;
  fill(session);
  note_reasons(session);
  if (!view_.points.empty()) draw();
  model.curves = &view_;
}

}  // namespace livewarp
