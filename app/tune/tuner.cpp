#include "app/tune/tuner.h"

#include <algorithm>
#include <utility>

#include "app/base/table.h"
#include "app/tune/setting_graphs.h"
#include "app/tune/trial.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/ab_run.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

namespace {

constexpr double share_of_search = 0.75;  ///< of the time; the rest decides between the two best
constexpr double longest_contest = 10;    ///< seconds
constexpr double longest_step_share = 0.1;

/// What a setting's step takes does not depend on much else.
std::string prediction_key(const SelectedVariant& variant) {
  std::string key = variant.info->name + ' ' + std::string(name_of(variant.choice.memory));
  for (const auto& [id, value] : variant.choice.problem) key += ' ' + to_text(value);
  if (const auto precision = variant.choice.launch.find("precision");
      precision != variant.choice.launch.end())
    key += ' ' + to_text(precision->second);
  return key;
}

}  // namespace

TuneTools tune_tools(const Context& context, Workbench& bench, Progress& progress) {
  return {.make_exec = context.make_exec,
          .predicted_seconds =
              [&bench](const SelectedVariant& variant) { return bench.predicted_seconds(variant); },
          .start = [&bench](const SelectedVariant& variant) { return &bench.start(variant); },
          .check_sizes = [&bench](VariantResult& result) { bench.check_sizes(result); },
          .check_here = [&bench](VariantResult& result) { bench.check_here(result); },
          .compare_with_ceilings =
              [&bench](VariantResult& result) { bench.compare_with_ceilings(result, 0.5); },
          .begin = [&progress](const std::string& what) { progress.begin(what); },
          .at = [&progress](double fraction) { progress.at(fraction); },
          .found = [] {},
          .stop = context.stop};
}

Tuner::Tuner(TuneTools tools, SettingSpace space, const TuneOptions& options)
    : tools_(std::move(tools)), space_(std::move(space)), options_(options),
      search_(space_.terrain(), space_.first), results_(space_.settings.size()),
      start_(std::chrono::steady_clock::now()) {}

double Tuner::spent() const {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  return elapsed.count();
}

void Tuner::run() {
  start_ = std::chrono::steady_clock::now();
  const auto enough = [this] {
    tools_.found();
    return !options_.exhaustive && search_.seen() > 0 &&
           spent() >= share_of_search * options_.seconds;
  };
  try {
    run_search(
        search_,
        [this](std::size_t setting, const CutOff& cut_off) { return evaluate(setting, cut_off); },
        enough);
    searched_seconds_ = spent();
    choose_leaders();
    finish();
  } catch (const Cancelled&) {
    interrupted_ = true;
    for (VariantResult& result : results_)
      if (result.variant.info && !result.measurement && result.why_not_done().empty())
        result.interrupted = true;
    const std::vector<std::size_t> first = search_.ranking(2);
    if (!best_) best_ = search_.best();
    if (best_ && !runner_up_ && first.size() > 1) runner_up_ = first[1];
  }
  tools_.found();
}

double Tuner::seconds_for_all() const {
  if (search_.seen() == 0) return 0;
  const double seconds = searched_seconds_ > 0 ? searched_seconds_ : spent();
  return seconds * double(search_.size()) / double(search_.seen()) / share_of_search;
}

double Tuner::seconds_left() const {
  const double all = seconds_for_all();
  double whole = options_.exhaustive ? all : options_.seconds;
  if (all > 0) whole = std::min(whole, all);
  return std::max(0.0, whole - spent());
}

/// "12 of 1,240, best 8.37 ms: tile, block 64".
std::string Tuner::under_way(const SpaceSetting& setting) const {
  std::string text =
      grouped(std::int64_t(search_.seen() + 1)) + " of " + grouped(std::int64_t(search_.size()));
  if (const auto best = search_.best())
    text += ", best " + plain_number(results_[*best].measurement->step.median, 3) + " ms";
  return text + ": " + setting_text(space_, setting);
}

Finding Tuner::evaluate(std::size_t setting, const CutOff& cut_off) {
  const SpaceSetting& tried = space_.settings[setting];
  const SelectedVariant& variant = tried.variant;
  VariantResult& result = results_[setting];
  result.variant = variant;
  try {
    require_memory(variant);
  } catch (const Error& error) {
    return {Finding::Kind::left_out, 0, error.what()};
  }
  tools_.begin(under_way(tried));
  const double seconds = expected_seconds(variant);
  if (!options_.exhaustive && seconds > std::max(0.5, longest_step_share * options_.seconds))
    return {Finding::Kind::left_out, 0,
            variant.info->name + ": a step would take about " + plain_number(seconds, 2) + " s"};
  if (const auto known = checks_.check(variant.choice, variant.executor)) result.sizes = *known;
  tools_.check_sizes(result);
  if (result.sizes.verdict != Verdict::unchecked)
    checks_.set_check(variant.choice, variant.executor, result.sizes);
  if (!result.verified()) return {Finding::Kind::wrong, 0, result.why_not_done()};
  return timed(result, tried, cut_off);
}

Finding Tuner::timed(VariantResult& result, const SpaceSetting& setting, const CutOff& cut_off) {
  const SelectedVariant& variant = setting.variant;
  Finding finding{Finding::Kind::measured, 0, {}};
  try {
    const HostState* state = state_of(variant);
    tools_.begin(under_way(setting));
    const auto exec = tools_.make_exec(variant.executor);
    const Simulations simulations =
        bench_simulations(*variant.workload, variant.choice, variant.executor, state);
    const CostModel cost = variant.workload->cost(variant.choice);
    const double scale = compared_scale(space_, setting);
    TrialOptions options;
    options.seconds = options_.trial_seconds;
    options.cold = options_.cold;
    options.scale = scale / cost.time_steps;
    options.progress = tools_.at;
    const CutOff watched = [&](std::span<const double> samples) {
      if (cut_off(samples)) finding.kind = Finding::Kind::cut_off;
      return finding.kind == Finding::Kind::cut_off;
    };
    result.measurement =
        trial(timed_steps(simulations, *exec), cost, options, watched, tools_.stop);
    finding.ms = result.measurement->step.median * scale;
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    result.broken = error.what();
    finding = {Finding::Kind::wrong, 0, result.why_not_done()};
  }
  return finding;
}

/// The common state of the present problem; those of other sizes begin with their initial ones.
const HostState* Tuner::state_of(const SelectedVariant& variant) {
  return space_.varies("size") ? nullptr : tools_.start(variant);
}

double Tuner::expected_seconds(const SelectedVariant& variant) {
  const auto [known, fresh] = expected_.emplace(prediction_key(variant), 0);
  if (fresh) known->second = tools_.predicted_seconds(variant);
  return known->second;
}

/// Whether its result holds at the present size too; one that does not is no result.
bool Tuner::holds_here(std::size_t setting) {
  VariantResult& result = results_[setting];
  tools_.check_here(result);
  if (result.verified()) return true;
  search_.withdraw(setting, {Finding::Kind::wrong, 0, result.why_not_done()});
  return false;
}

void Tuner::choose_leaders() {
  for (;;) {
    const std::vector<std::size_t> first = search_.ranking(2);
    best_ = runner_up_ = {};
    if (first.empty() || !search_.best()) return;
    if (!holds_here(first[0])) continue;
    best_ = first[0];
    if (first.size() < 2) return;
    if (!holds_here(first[1])) continue;
    runner_up_ = first[1];
    return;
  }
}

/// What goes wrong now takes nothing from what was found.
void Tuner::finish() {
  try {
    decide();
    if (best_) tools_.compare_with_ceilings(results_[*best_]);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    trouble_ = error.what();
  }
}

void Tuner::decide() {
  if (!runner_up_) return;
  tools_.begin("the two best, measured in turn");
  const auto side = [this](std::size_t setting) {
    const SelectedVariant& variant = space_.settings[setting].variant;
    return AbSide(*variant.workload, variant.choice, tools_.make_exec(variant.executor),
                  state_of(variant));
  };
  const AbSide other = side(*runner_up_), leader = side(*best_);
  InTurnOptions options;
  options.cold = options_.cold;
  const double left =
      options_.exhaustive ? (1 - share_of_search) * options_.seconds : options_.seconds - spent();
  options.seconds =
      std::clamp(left, std::min(0.1 * options_.seconds, longest_contest), longest_contest);
  options.progress = [this](const PairedTest::Result&, double fraction) { tools_.at(fraction); };
  const auto items = [this](std::size_t setting) {
    return 1 / compared_scale(space_, space_.settings[setting]);
  };
  const Contest outcome = contest(other.contender(), leader.contender(), options, tools_.stop,
                                  {items(*runner_up_), items(*best_)});
  verdict_ = TuneVerdict{outcome.time.result, outcome.cycles, outcome.time.interrupted};
  interrupted_ = outcome.time.interrupted;
  if (verdict_->time.verdict != PairedTest::Verdict::slower) return;
  // Measured in turn the other is faster.
  std::swap(*best_, *runner_up_);
  verdict_->time = inverted(verdict_->time);
  if (verdict_->cycles) verdict_->cycles = inverted(*verdict_->cycles);
}

}  // namespace livewarp
