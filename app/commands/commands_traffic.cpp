// What a step moves, by model, lens and hardware counters, beside its time.
#include <algorithm>
#include <map>
#include <optional>
#include <ostream>
#include <utility>

#include "app/commands/commands.h"
#include "app/explain/traffic.h"
#include "app/explain/traffic_table.h"
#include "app/measure/lens_view.h"
#include "app/measure/sweep.h"
#include "kernels/core/base/detect.h"
#include "kernels/core/base/error.h"
#include "kernels/core/counters/step_counters.h"

namespace livewarp {

namespace {

class TrafficCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"what a step must move, asks for and moves, beside its time",
            "Tells of each variant in one line how many bytes the cost model counts, compulsory "
            "and requested, how many the lens and the GPU's counters count, and the time of a "
            "verified step, each with its ratio to the one before; and in one sentence where the "
            "largest gap is. What cannot be known here is missing, with its reason: without a GPU "
            "the time of CUDA variants.",
            WorkloadArgument::required};
  }
  void declare(CLI::App& app, const CommandScope& scope) override;
  void finish() override { request_ = variant_selection(workload_, given_); }
  int run(const Context& context) override;

 private:
  void measure(Workbench& bench, std::vector<VariantResult>& results);
  void measure_roofs(const Context& context, Workbench& bench, Progress& progress,
                     const std::vector<VariantResult>& results);
  void read_counters(Workbench& bench, std::vector<VariantResult>& results);
  std::vector<ui::TrafficView> views(const Context& context, Progress& progress,
                                     const std::vector<VariantResult>& results);
  ui::TrafficView view_of(const Context& context, const VariantResult& result);
  int tell(const Context& context, const std::vector<VariantResult>& results,
           const std::vector<ui::TrafficView>& views);

  const Workload* workload_ = nullptr;
  ParsedOptions given_;
  VariantSelection request_;
  BenchOptions options_;
  bool no_wait_ = false, interrupted_ = false;
  NamedOutput json_;
  std::map<Backend, Ceilings> roofs_;
  std::map<Backend, std::string> devices_;
};

void TrafficCommand::declare(CLI::App& app, const CommandScope& scope) {
  workload_ = scope.workload;
  options_.seconds = 1;
  declare_variants(app, scope, given_);
  OptionGroup run(app, "Run:"), output(app, "Output:");
  declare_measuring(run, *scope.machine, options_, device_, no_wait_,
                    "Longest time for each variant. Default 1.");
  declare_json(output, json_);
}

void TrafficCommand::measure(Workbench& bench, std::vector<VariantResult>& results) {
  std::vector<SelectedVariant*> variants;
  variants.reserve(results.size());
  for (VariantResult& result : results) variants.push_back(&result.variant);
  if (request_.variants.empty()) skip_long_variants(bench, variants);
  for (VariantResult& result : results)
    if (result.variant.skip.empty()) bench.measure(result, options_);
}

/// Of each backend that something was timed on. Where they cannot be, that is said: times stay.
void TrafficCommand::measure_roofs(const Context& context, Workbench& bench, Progress& progress,
                                   const std::vector<VariantResult>& results) {
  for (const VariantResult& result : results) {
    const Backend of = result.variant.info->backend;
    if (!timed(result) || roofs_.contains(of)) continue;
    bench.take_turn({&result.variant});
    progress.begin("measuring the roofs");
    try {
      roofs_[of] = context.measure_ceilings(roof_key(of, context.machine->cpu.cores), roof_seconds);
    } catch (const Cancelled&) {
      throw;
    } catch (const std::exception& error) {
      progress.wipe();
      *context.err << "livewarp: the roofs cannot be measured: " << error.what() << "\n";
      roofs_[of] = {};
    }
    devices_[of] = device_text(result.variant, context);
  }
}

/// Where the driver permits it; after all times, which are to know nothing of a profiler.
void TrafficCommand::read_counters(Workbench& bench, std::vector<VariantResult>& results) {
  const Cupti cupti;
  CounterResult refused;
  bool asked = false;
  for (VariantResult& result : results) {
    if (!timed(result) || result.variant.executor != Executor::cuda) continue;
    if (!std::exchange(asked, true)) refused = counters_refused_here(cupti);
    if (refused.why_absent.empty())
      bench.read_counters(result, cupti);
    else
      result.counters = refused;
  }
}

ui::TrafficView TrafficCommand::view_of(const Context& context, const VariantResult& result) {
  const SelectedVariant& variant = result.variant;
  const Backend of = variant.info->backend;
  const Ceilings none;
  const auto roofs = roofs_.find(of);
  const auto device = devices_.find(of);
  const GpuInfo* const gpu = context.machine->gpu(context.device);
  const RooflineParts parts{*workload_, of, roofs == roofs_.end() ? none : roofs->second,
                            of == Backend::cpu ? host_cache_bytes()
                            : gpu              ? gpu->l2_bytes
                                               : 0,
                            device == devices_.end() ? "" : device->second};
  TrafficFacts facts;
  facts.choice = variant.choice;
  facts.counters = result.counters.value_or(no_counter_reading(of));
  if (of == Backend::cuda && !variant.skip.empty()) facts.counters.why_absent = variant.skip;
  std::string refusal;
  try {
    CountedTraffic counted;
    if (of == Backend::cuda) counted = count_traffic(*workload_, variant.choice, context.stop);
    facts.counted = std::move(counted.traffic);
    refusal = std::move(counted.refusal);
  } catch (const Cancelled&) {
    interrupted_ = true;
    refusal = "interrupted";
  }
  facts.why_uncounted = why_uncounted(of, refusal);
  if (timed(result))
    facts.median_ms = result.measurement->step.median;
  else
    facts.why_untimed = variant.skip.empty() ? result.why_not_done() : variant.skip;
  return traffic_of(parts, facts);
}

std::vector<ui::TrafficView> TrafficCommand::views(const Context& context, Progress& progress,
                                                   const std::vector<VariantResult>& results) {
  std::vector<ui::TrafficView> all;
  for (const VariantResult& result : results) {
    progress.begin("counting requests of " + result.variant.info->name);
    all.push_back(view_of(context, result));
  }
  return all;
}

int TrafficCommand::tell(const Context& context, const std::vector<VariantResult>& results,
                         const std::vector<ui::TrafficView>& views) {
  *context.out << workload_->info().title << ", "
               << problem_text(*workload_, results.front().variant.choice.problem) << "\n";
  for (const auto& [backend, device] : devices_) *context.out << "on " << device << "\n";
  *context.out << "\n" << traffic_text(views);
  Json report = report_head(context);
  report["workload"] = workload_->info().name;
  report["partial"] = interrupted_;
  report["variants"] = Json::array();
  for (const ui::TrafficView& view : views) report["variants"].push_back(to_json(view));
  json_.write(report.dump(2) + "\n");
  if (interrupted_) return exit_interrupted;
  return std::ranges::any_of(results, &VariantResult::failed) ? exit_wrong : exit_ok;
}

int TrafficCommand::run(const Context& context) {
  json_.open();
  const std::vector<SelectedVariant> variants = select_variants(context, request_, Purpose::time);
  std::vector<VariantResult> results;
  for (const SelectedVariant& variant : variants) results.emplace_back().variant = variant;
  Progress progress(context);
  Workbench bench(context, progress);
  if (no_wait_) bench.refuse_to_wait(executors_of(variants));
  try {
    measure(bench, results);
    measure_roofs(context, bench, progress, results);
    read_counters(bench, results);
  } catch (const Cancelled&) {
    interrupted_ = true;
    for (VariantResult& result : results) result.interrupted = !result.measurement;
  }
  std::vector<ui::TrafficView> told;
  if (!interrupted_ || std::ranges::any_of(results, timed))
    told = views(context, progress, results);
  progress.wipe();
  if (interrupted_) complain(context, true, variants);
  return told.empty() ? exit_interrupted : tell(context, results, told);
}

}  // namespace

std::unique_ptr<Command> make_traffic_command() { return std::make_unique<TrafficCommand>(); }

}  // namespace livewarp
