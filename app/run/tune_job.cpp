#include "app/run/tune_job.h"

#include <set>
#include <utility>

#include "app/tune/setting_graphs.h"
#include "app/tune/tune_report.h"
#include "kernels/core/base/error.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

TuneJob::TuneJob(const Workload& workload, const SettingSpace& space, HostState state,
                 Values problem, const TuneOptions& options, Tools tools)
    : workload_(workload), space_(space), state_(std::move(state)), problem_(std::move(problem)),
      options_(options), tools_(std::move(tools)), taken_(space.settings.size()) {
  progress_.total = int(space.settings.size());
  progress_.seconds_left = options.seconds;
  Found nothing;
  nothing.findings.resize(space.settings.size());
  found_ = std::make_shared<Found>(std::move(nothing));
  start([this](const std::stop_token& stop) { work(stop); });
}

TuneJob::~TuneJob() { end(); }

std::shared_ptr<const TuneJob::Found> TuneJob::found() const {
  std::lock_guard lock(mutex_);
  return found_;
}

std::vector<VariantResult> TuneJob::take() {
  std::lock_guard lock(mutex_);
  return std::exchange(fresh_, {});
}

void TuneJob::work(const std::stop_token& stop) {
  std::set<Executor> executors;
  for (const SpaceSetting& setting : space_.settings) executors.insert(setting.variant.executor);
  try {
    take_turn(tools_.places, {executors.begin(), executors.end()}, stop);
    tuner_ = std::make_unique<Tuner>(tools_for(stop), std::move(space_), options_);
    tuner_->run();
  } catch (const Cancelled&) {
    end_early("");
  } catch (const std::exception& problem) {
    end_early(problem.what());
  }
  part_.reset();
}

/// What was found stays.
void TuneJob::end_early(const std::string& failure) {
  std::lock_guard lock(mutex_);
  Found now = *found_;
  now.interrupted = true;
  now.failure = failure;
  found_ = std::make_shared<const Found>(std::move(now));
}

/// What goes wrong in a setting is its own trouble.
void TuneJob::guarded(VariantResult& result, const std::function<void()>& work) const {
  if (result.failed()) return;
  try {
    work();
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& problem) {
    result.broken = problem.what();
  }
}

TuneTools TuneJob::tools_for(const std::stop_token& stop) {
  const auto make = [this, stop](Executor executor) { return tools_.make_exec(executor, stop); };
  const Job job{stop, [this, stop](double) { offer_turn(stop); }};
  TuneTools tools;
  tools.make_exec = make;
  tools.stop = stop;
  tools.predicted_seconds = [this, stop](const SelectedVariant& variant) {
    offer_turn(stop);
    try {
      return tools_.predict(variant.choice, variant.executor, stop) / 1000;
    } catch (const Error&) {
      return 0.0;  // what is wrong with the variant will be said when it is verified
    }
  };
  tools.start = [this](const SelectedVariant& variant) {
    return variant.choice.problem == problem_ ? &state_ : nullptr;
  };
  tools.check_sizes = [this, make, job](VariantResult& result) {
    guarded(result, [&] {
      if (!result.sizes.ok())
        result.sizes =
            check_sizes(workload_, result.variant.choice, result.variant.executor, make, job);
    });
  };
  tools.check_here = [this, make, job](VariantResult& result) {
    if (result.variant.choice.problem != problem_) return;
    guarded(result, [&] {
      result.here =
          check_here(workload_, result.variant.choice, result.variant.executor, make, state_, job);
    });
  };
  tools.compare_with_ceilings = [this, stop](VariantResult& result) {
    if (!tools_.ceilings || !result.measurement) return;
    const Backend backend = result.variant.info->backend;
    const CeilingKey key =
        ceiling_key(backend, result.variant.choice.launch, workload_.cost(result.variant.choice));
    offer_turn(stop);
    const Ceilings ceilings = tools_.ceilings->measured(
        key, [&] { return measure_ceilings(key, ceiling_seconds, stop); });
    result.of_ceiling = of_ceiling(result.measurement->cost, result.measurement->step.median / 1000,
                                   ceilings, backend);
  };
  tools.begin = [this](const std::string& what) {
    part_.reset();
    part_.emplace(tools_.places.log, Track::job, what);
    std::lock_guard lock(mutex_);
    progress_.what = what;
  };
  tools.at = [this, stop](double) {
    {
      std::lock_guard lock(mutex_);
      progress_.seconds_left = tuner_->seconds_left();
    }
    offer_turn(stop);
  };
  tools.found = [this] { note(*tuner_); };
  return tools;
}

void TuneJob::note(const Tuner& tuner) {
  Found now;
  now.findings = tuner.search().findings();
  now.best = tuner.best() ? tuner.best() : tuner.search().best();
  now.counts = counts_text(tuner.search());
  now.interrupted = tuner.interrupted();
  now.decided = tuner.verdict().has_value();
  if (now.best) {
    now.best_text = setting_words(tuner.space(), tuner.space().settings[*now.best]);
    now.figures = figures_text(tuner.results()[*now.best]);
  }
  const auto& settings = tuner.space().settings;
  if (tuner.best() && tuner.runner_up())
    now.verdict =
        best_verdict_text(tuner, setting_words(tuner.space(), settings[*tuner.runner_up()],
                                               &settings[*tuner.best()]));
  else if (tuner.best())
    now.verdict = best_verdict_text(tuner);
  std::vector<VariantResult> fresh;
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    const Finding::Kind kind = now.findings[i].kind;
    if (taken_[i] || kind == Finding::Kind::unseen) continue;
    taken_[i] = true;
    if (kind != Finding::Kind::left_out) fresh.push_back(tuner.results()[i]);
  }
  std::lock_guard lock(mutex_);
  progress_.done = int(tuner.search().seen());
  found_ = std::make_shared<Found>(std::move(now));
  for (VariantResult& result : fresh) fresh_.push_back(std::move(result));
}

}  // namespace livewarp
