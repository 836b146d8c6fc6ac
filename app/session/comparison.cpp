#include "app/session/comparison.h"

#include <algorithm>

#include "kernels/core/base/text.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/model/precision.h"
#include "ui/model/choices.h"

namespace livewarp {

using namespace std::chrono_literals;

namespace {

constexpr std::size_t enough_samples = 20;
constexpr std::size_t least_for_interval = 6;

std::string value_text(const Param& param, const Value& value) {
  for (const Option& option : param.options)
    if (option.id == to_text(value)) return option.label;
  const auto* whole = std::get_if<std::int64_t>(&value);
  return whole ? grouped(*whole) : to_text(value);
}

/// Sizes first, since they say most.
std::vector<const Param*> by_weight(const WorkloadInfo& info) {
  std::vector<const Param*> params;
  for (const std::string& id : info.size_params) params.push_back(find_param(info.params, id));
  for (const Param& param : info.params)
    if (!std::ranges::count(params, &param)) params.push_back(&param);
  std::erase(params, nullptr);
  return params;
}

/// Samples of the present setting that may be shown.
std::vector<double> shown_samples(const Session& session) {
  const bool of_project = !session.edited_run();  // as the setting's title says
  if (session.executor() == Executor::emulator || !session.check().ok() || !of_project) return {};
  return session.step_stats().step.in_order();
}

std::string title_of(const Session& session, const Choice& choice) {
  const Workload* workload = session.registry().find(choice.workload);
  const VariantInfo* variant = workload ? workload->find(choice.variant) : nullptr;
  if (!variant) return choice.variant;
  const auto block = choice.launch.find("block");
  return block == choice.launch.end() ? variant->title
                                      : variant->title + " \u00b7 block " + to_text(block->second);
}

}  // namespace

std::string not_comparable(const Registry& registry, const Choice& a, const Choice& now) {
  const Workload* workload = registry.find(a.workload);
  if (!workload) return "A is gone";
  if (a.workload != now.workload) return "A was " + workload->info().title;
  for (const Param* param : by_weight(workload->info())) {
    const auto mine = a.problem.find(param->id), other = now.problem.find(param->id);
    if (mine == a.problem.end() || other == now.problem.end() || mine->second == other->second)
      continue;
    return "A had " + lowered(param->label) + " " + value_text(*param, mine->second);
  }
  const Precision precision = precision_of(a.launch);
  if (precision != precision_of(now.launch)) return "A was " + std::string(name_of(precision));
  return {};
}

Ratio ratio_of(const std::vector<double>& a, const std::vector<double>& other) {
  if (a.empty() || other.empty()) return {};
  if (std::min(a.size(), other.size()) >= least_for_interval) return bootstrap_ratio(a, other);
  return {summarize(a).median / summarize(other).median, 0, 0};
}

void Comparison::pin(Session& session) {
  if (session.check().verdict == Verdict::failed) {
    session.notices().add(Severity::info, "A wrong result has no time to compare with",
                          "Pin a variant whose result is verified.");
    return;
  }
  a_ = session.choice();
  live_ = shown_samples(session);
  of_variants_.clear();
  live_ratio_.reset();
}

void Comparison::unpin() {
  a_.reset();
  other_.reset();
  live_.clear();
  of_variants_.clear();
  live_ratio_.reset();
}

std::optional<Choice> Comparison::flipped(const Session& session) {
  if (!a_) return std::nullopt;
  const Choice& now = session.choice();
  std::optional<Choice> wanted = a_;
  if (same_setting(now, *a_)) {
    wanted = other_;
  } else {
    other_ = now;
  }
  if (!wanted) return std::nullopt;
  // What only concerns the picture stays as it is.
  wanted->paused = now.paused;
  wanted->steps_per_frame = now.steps_per_frame;
  wanted->display = now.display;
  if (wanted->workload == now.workload) wanted->view = now.view;
  return wanted;
}

void Comparison::measure_here(Session& session) {
  if (!a_ || visit_ || session.job() || session.preparing()) return;
  Choice there = *a_;
  const Choice& now = session.choice();
  if (there.workload != now.workload) {
    session.notices().add(Severity::info, "A is a variant of another workload",
                          "P pins a variant of this one.");
    return;
  }
  there.problem = now.problem;
  there.view = now.view;
  there.display = now.display;
  there.steps_per_frame = now.steps_per_frame;
  there.paused = false;
  if (there.launch.contains("precision") && now.launch.contains("precision"))
    there.launch["precision"] = now.launch.at("precision");
  const Choice back = now;
  session.apply(there);
  if (!same_setting(session.choice(), there)) return;  // refused, with a notice
  visit_ = Visit{back, session.choice()};
}

void Comparison::cancel(Session& session) {
  if (visit_) go_back(session);
}

void Comparison::go_back(Session& session) {
  const Choice back = visit_->back;
  visit_.reset();
  session.apply(back);
}

void Comparison::tick(Session& session) {
  if (visit_) {
    const bool lost = !same_setting(session.choice(), visit_->there);
    const bool wrong = session.check().verdict == Verdict::failed;
    if (lost || wrong || shown_samples(session).size() >= enough_samples) {
      if (!lost && !wrong) pin(session);
      go_back(session);
    }
    return;
  }
  // Pinned before it had samples enough: they come as long as it runs.
  if (!a_ || live_.size() >= enough_samples || !same_setting(session.choice(), *a_)) return;
  std::vector<double> samples = shown_samples(session);
  if (samples.size() > live_.size()) live_ = std::move(samples);
}

void Comparison::describe(const Session& session, ui::Model& model) {
  model.measure_all_seconds = session.measure_all_seconds(a_);  // A goes along
  if (!a_) return;
  ui::Pinned pinned;
  pinned.choice = *a_;
  pinned.title = title_of(session, *a_);
  pinned.live = summarize(live_);
  pinned.elsewhere = not_comparable(session.registry(), *a_, session.choice());
  pinned.same_workload = a_->workload == session.choice().workload;
  pinned.runs = same_setting(session.choice(), *a_);
  if (pinned.elsewhere.empty()) {
    describe_live(session, pinned);
    describe_variants(session, model);
  }
  model.pinned = std::move(pinned);
  if (!visit_ || model.job) return;
  const std::size_t count = shown_samples(session).size();
  model.job =
      ui::JobStrip{.name = "Measuring A here", .fraction = double(count) / double(enough_samples)};
}

/// Anew four times a second, as often as numbers are written.
void Comparison::describe_live(const Session& session, ui::Pinned& pinned) {
  const auto now = std::chrono::steady_clock::now();
  const std::vector<double> samples = shown_samples(session);
  const bool enough = std::min(samples.size(), live_.size()) >= enough_samples;
  if (!enough) {
    live_ratio_.reset();
  } else if (!live_ratio_ || live_ratio_of_ != session.choice() || now - live_ratio_at_ >= 250ms) {
    live_ratio_ = ratio_of(live_, samples);
    live_ratio_of_ = session.choice();
    live_ratio_at_ = now;
  }
  pinned.ratio = live_ratio_;
}

void Comparison::describe_variants(const Session& session, ui::Model& model) {
  const auto a = session.result_cache().bench(*a_);
  for (ui::VariantEntry& variant : model.variants) {
    variant.is_a = same_setting(variant.choice, *a_);
    if (!a || !variant.bench || !not_comparable(session.registry(), *a_, variant.choice).empty())
      continue;
    const auto bench = session.result_cache().bench(variant.choice);
    if (!bench) continue;
    Known& known = of_variants_[variant.info->name];
    if (known.a != a->step.median || known.other != bench->step.median)
      known = {a->step.median, bench->step.median, ratio_of(a->samples, bench->samples)};
    variant.times_a = known.ratio;
  }
}

}  // namespace livewarp
