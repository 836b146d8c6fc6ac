#include "app/live/live_tuner.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/measure/sweep_sizes.h"
#include "app/tune/setting_graphs.h"
#include "app/tune/tune_report.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

using namespace std::chrono_literals;

constexpr double seconds_a_setting = 0.4;  ///< verified and timed, roughly

/// All that the variants of the running backend let one vary.
std::vector<std::string> names(const Session& session) {
  std::vector<std::string> ids{"variant"};
  if (session.variant().backend == Backend::cuda) ids.emplace_back("memory");
  for (const VariantInfo* info : session.workload().variants())
    if (info->backend == session.variant().backend)
      for (const Param& axis : info->axes)
        if (std::ranges::count(ids, axis.id) == 0) ids.push_back(axis.id);
  if (!swept_sides(session.workload()).empty()) ids.emplace_back("size");
  return ids;
}

std::set<std::string> usual(const Session& session) {
  VariantSelection selection;
  selection.workload = &session.workload();
  selection.backend = session.variant().backend;
  const std::vector<std::string> ids = usual_over(session.workload(), selection);
  return {ids.begin(), ids.end()};
}

std::string problem_words(const Session& session) {
  std::string text = session.workload().info().title;
  for (const std::string& id : session.workload().info().size_params)
    text += ", " + id + " " + grouped(get_integer(session.choice().problem, id));
  return text;
}

}  // namespace

std::string LiveTuner::hindrance(const Session& session) {
  if (session.executor() == Executor::emulator)
    return "This variant is emulated on the host, which yields no time.";
  return {};
}

SpacePlan::Request LiveTuner::request(const Session& session, std::set<std::string> over) const {
  SpacePlan::Request request;
  request.from = session.choice();
  request.names = names(session);
  request.over = std::move(over);
  for (const VariantInfo* info : session.workload().variants()) {
    if (info->backend != session.variant().backend || !session.unavailable(*info).empty()) continue;
    if (info == &session.variant()) request.present = request.variants.size();
    request.variants.push_back({&session.workload(),
                                info,
                                session.executor_of(*info),
                                session.variant_choice(*info),
                                {},
                                false});
  }
  if (const GpuInfo* gpu = session.machine().gpu(device_)) request.gpu = *gpu;
  return request;
}

/// Counts the settings of what is to be varied, anew where the choice is another. What is dragged
/// changes with every frame: then another thread counts, and what it counted last is shown.
void LiveTuner::plan(const Session& session, bool now) {
  if (making_.valid() && making_.wait_for(0s) == std::future_status::ready) plan_ = making_.get();
  const Choice& choice = session.choice();
  std::set<std::string> over = varied_ ? *varied_ : usual(session);
  if (same_setting(plan_.from, choice) && plan_.over == over) return;
  const bool value_only = plan_.over == over && plan_.from.workload == choice.workload &&
                          plan_.from.variant == choice.variant;
  if (now || !value_only) {
    if (making_.valid()) making_.wait();
    making_ = {};
    plan_ = make_plan(request(session, std::move(over)));
  } else if (!making_.valid()) {
    making_ = std::async(std::launch::async, make_plan, request(session, std::move(over)));
  }
}

std::optional<Choice> LiveTuner::take(const ui::TunerRequest& request, const Session& session) {
  shown_ = true;
  if (request.toggle && !session.tuning()) {
    std::set<std::string> over = varied_ ? *varied_ : usual(session);
    if (!over.erase(*request.toggle)) over.insert(*request.toggle);
    varied_ = std::move(over);
  }
  if (request.seconds) seconds_ = *request.seconds;
  // One axis takes the place that the other had.
  if (request.x && *request.x == y_) y_ = x_;
  if (request.y && *request.y == x_) x_ = y_;
  if (request.x) x_ = *request.x;
  if (request.y) y_ = *request.y;
  if (!request.run || !space_ || *request.run >= space_->settings.size() || session.job() ||
      &session.workload() != workload_)
    return {};
  Choice wanted = space_->settings[*request.run].variant.choice;
  const Choice& now = session.choice();
  wanted.view = now.view;
  wanted.display = now.display;
  wanted.steps_per_frame = now.steps_per_frame;
  wanted.paused = now.paused;
  return wanted;
}

void LiveTuner::begin(Session& session) {
  if (!hindrance(session).empty()) return;
  plan(session, true);
  if (session.job() || session.preparing() || !plan_.trouble.empty() || !plan_.space) return;
  TuneOptions options;
  options.exhaustive = seconds_ <= 0;
  if (seconds_ > 0) options.seconds = seconds_;
  session.tune(*plan_.space, options);
  if (!session.tuning()) return;
  space_ = plan_.space;
  workload_ = &session.workload();
  of_ = problem_words(session);
  choose_axes();
}

/// The axes of the picture stay where they were varied again.
void LiveTuner::choose_axes() {
  const auto varied = [&](const std::string& id) {
    const auto found = std::ranges::find(space_->dimensions, id, &Dimension::id);
    return found != space_->dimensions.end() && found->values.size() > 1;
  };
  if (varied(x_) && varied(y_) && x_ != y_) return;
  const auto [x, y] = fullest_axes(*space_);
  x_ = space_->dimensions[x].id;
  y_ = space_->dimensions[y].id;
}

ui::TunerView LiveTuner::search_view(const TuneJob::Found& found, const Choice& running) const {
  ui::TunerView view;
  const auto unseen = [](const Finding& one) { return one.kind == Finding::Kind::unseen; };
  view.of = of_;
  view.seen =
      seen_text(found.findings.size() - std::size_t(std::ranges::count_if(found.findings, unseen)),
                found.findings.size());
  view.counts = found.counts;
  view.partial = found.interrupted;
  view.best = found.best_text;
  view.figures = found.figures;
  view.verdict = found.verdict;
  view.best_place = found.best;
  view.best_runs = found.best && setting_of(*space_, running) == found.best;
  for (const Dimension& dimension : space_->dimensions)
    if (dimension.values.size() > 1)
      view.axes.push_back({dimension.id, dimension.label, dimension.values.size(), true});
  if (view.axes.empty()) return view;
  view.x = view.axes.size() == 1 ? view.axes[0].id : x_;
  if (view.axes.size() == 1) {
    view.line = value_graph(*space_, found.findings, space_->dimension(view.x));
    view.line.partial = found.interrupted;
    return view;
  }
  view.y = y_;
  view.map = heat_map(*space_, found.findings, space_->dimension(x_), space_->dimension(y_),
                      {&running, found.decided ? found.best : std::nullopt});
  view.map.partial = found.interrupted;
  return view;
}

/// Made anew where something was found, or it is looked at otherwise.
void LiveTuner::describe_search(const Session& session, ui::TunerView& view) {
  const std::shared_ptr<const TuneJob::Found> found = session.tuned();
  if (!space_ || !found || found->findings.size() != space_->settings.size() ||
      &session.workload() != workload_)
    return;
  if (found != described_ || !same_setting(described_for_, session.choice()) ||
      described_x_ != x_ || described_y_ != y_) {
    described_ = found;
    described_for_ = session.choice();
    described_x_ = x_;
    described_y_ = y_;
    view_ = search_view(*found, session.choice());
  }
  view = view_;
}

void LiveTuner::describe(const Session& session, ui::Model& model) {
  ui::TunerView& view = model.tuner;
  const bool shown = std::exchange(shown_, false);
  if (shown) {
    if (!session.tuning()) plan(session, false);
    describe_search(session, view);
  }
  view.dimensions = plan_.dimensions;
  view.settings = plan_.space ? plan_.space->settings.size() : 0;
  view.seconds_for_all = double(view.settings) * seconds_a_setting;
  view.seconds = seconds_;
  view.searching = session.tuning();
  view.reason = hindrance(session);
  if (shown && view.reason.empty()) view.reason = plan_.trouble;
}

}  // namespace livewarp
