// What a GPU's hardware counters say of variants, beside what the lens counts and what occupancy
// allows.
#include <algorithm>
#include <optional>
#include <ostream>

#include "app/commands/commands.h"
#include "app/explain/occupancy_study.h"
#include "app/explain/roofline.h"
#include "app/measure/json_report.h"
#include "app/measure/lens_view.h"
#include "app/telemetry/counter_text.h"
#include "kernels/core/base/error.h"
#include "kernels/core/counters/step_counters.h"
#include "ui/model/occupancy_words.h"

namespace livewarp {

namespace {

struct Counted {
  SelectedVariant variant;
  CountedStep step;
};

class CountersCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"a step by the GPU's hardware counters, where the driver permits it",
            "Counts one step of each CUDA variant by the hardware, once its result is verified: "
            "bytes of memory and caches, wavefronts of shared memory, instructions, and the warps "
            "that were active, beside what the lens counts of the same kernels and what occupancy "
            "allows. Needs CUPTI, of a CUDA toolkit or a Python wheel, and the driver's "
            "permission.",
            WorkloadArgument::required};
  }
  void declare(CLI::App& app, const CommandScope& scope) override;
  void finish() override { request_ = variant_selection(workload_, given_); }
  int run(const Context& context) override;

 private:
  std::vector<SelectedVariant> select(const Context& context);
  int refuse(const Context& context, const CounterResult& result) const;
  Counted beside_others(const Context& context, const SelectedVariant& variant,
                        const CounterReading& reading);
  std::optional<double> theoretical(const Context& context, const SelectedVariant& variant);
  int report(const Context& context, const std::vector<SelectedVariant>& variants,
             const std::vector<Counted>& counted, bool interrupted);

  const Workload* workload_ = nullptr;
  ParsedOptions given_;
  VariantSelection request_;
  bool no_wait_ = false;
  std::optional<KernelCodes> codes_;  ///< read late: every start makes all commands
  NamedOutput json_;
};

void CountersCommand::declare(CLI::App& app, const CommandScope& scope) {
  workload_ = scope.workload;
  declare_variants(app, scope, given_);
  OptionGroup run(app, "Run:"), output(app, "Output:");
  declare_device(run, *scope.machine, device_);
  declare_no_wait(run, no_wait_);
  declare_json(output, json_);
}

/// Those of the CPU have no such counters; where there is no GPU, only those that were asked for
/// are worth a line.
std::vector<SelectedVariant> CountersCommand::select(const Context& context) {
  std::vector<SelectedVariant> variants = select_variants(context, request_, Purpose::time);
  for (SelectedVariant& variant : variants)
    if (variant.executor != Executor::cuda)
      variant.skip = "only steps on a GPU are counted by its hardware";
  if (!context.machine->has_gpu())
    std::erase_if(variants, [](const SelectedVariant& variant) {
      return variant.executor != Executor::cuda && !variant.requested;
    });
  return variants;
}

int CountersCommand::refuse(const Context& context, const CounterResult& result) const {
  *context.err << "livewarp: " << workload_->info().name << ": " << result.why_absent << "\n";
  if (!result.advice.empty()) *context.err << result.advice << "\n";
  return exit_wrong;
}

/// Of the kernel's code on this GPU; nothing of a library's, whose kernels nobody knows.
std::optional<double> CountersCommand::theoretical(const Context& context,
                                                   const SelectedVariant& variant) {
  const std::optional<ui::OccupancyGpu> gpu =
      ui::occupancy_gpu_in_use(*context.machine, context.device);
  if (!gpu) return {};
  if (!codes_) codes_.emplace();
  const ui::OccupancyView view =
      study_occupancy(*workload_, {variant.choice, gpu->limits.compute}, *codes_, context.stop);
  const ui::OccupancyBlock* const block = view.current();
  if (!view.refusal.empty() || !block || !block->resources) return {};
  return occupancy_figures(*gpu, *block).fits.share;
}

Counted CountersCommand::beside_others(const Context& context, const SelectedVariant& variant,
                                       const CounterReading& reading) {
  const CostModel cost = workload_->cost(variant.choice).of_one_time_step();
  CountedStep step{
      variant.info->name,   launch_text(variant), reading, theoretical(context, variant), {},
      cost.compulsory_bytes};
  if (const auto traffic = count_traffic(*workload_, variant.choice, context.stop).traffic)
    step.lens_bytes = counted_bytes(*traffic, cost);
  return {variant, std::move(step)};
}

int CountersCommand::report(const Context& context, const std::vector<SelectedVariant>& variants,
                            const std::vector<Counted>& counted, bool interrupted) {
  std::vector<CountedStep> steps;
  Json json = report_head(context);
  json["workload"] = workload_->info().name;
  json["partial"] = interrupted;
  json["results"] = Json::array();
  for (const auto& [variant, step] : counted) {
    steps.push_back(step);
    Json& result =
        json["results"].emplace_back(Json{{"variant", variant.info->name},
                                          {"launch", to_json(variant.choice.launch)},
                                          {"memory", std::string(name_of(memory_of(variant)))},
                                          {"problem", to_json(variant.choice.problem)}});
    result.update(counter_json(step));
  }
  if (!counted.empty())
    *context.out << workload_->info().title << ", "
                 << problem_text(*workload_, counted.front().variant.choice.problem) << "\non "
                 << device_text(counted.front().variant, context)
                 << "\none time step, by hardware counters; model: each input and output once; "
                    "lens: global memory, from blocks in the middle, counted on the host\n\n"
                 << counter_table(steps) << "\n";
  *context.out << skipped_text(variants);
  complain(context, interrupted, variants);
  json_.write(json.dump(2) + "\n");
  if (interrupted) return exit_interrupted;
  return counted.empty() ? exit_wrong : exit_ok;
}

int CountersCommand::run(const Context& context) {
  json_.open();
  std::vector<SelectedVariant> variants = select(context);
  if (executors_of(variants).empty()) {
    complain(context, false, variants);
    return exit_wrong;
  }
  const Cupti cupti;
  if (const CounterResult refused = counters_refused_here(cupti); !refused.why_absent.empty())
    return refuse(context, refused);
  for (const SelectedVariant& variant : variants)
    if (variant.skip.empty()) require_memory(variant);
  Progress progress(context);
  Workbench bench(context, progress);
  if (no_wait_) bench.refuse_to_wait(executors_of(variants));
  std::vector<Counted> counted;
  bool interrupted = false, failed = false;
  try {
    for (SelectedVariant& variant : variants) {
      if (!variant.skip.empty()) {
        failed = failed || variant.requested;
        continue;
      }
      VariantResult result;
      result.variant = variant;
      bench.read_counters(result, cupti);
      variant.skip = result.why_not_done();
      failed = failed || result.failed();
      if (!result.counters) continue;
      if (!result.counters->reading) {
        if (counted.empty()) {  // what refuses the first refuses all
          progress.wipe();
          return refuse(context, *result.counters);
        }
        variant.skip = result.counters->why_absent;  // what was counted before stays
        failed = true;
        continue;
      }
      progress.begin("counting requests of " + variant.info->name);
      counted.push_back(beside_others(context, variant, *result.counters->reading));
    }
  } catch (const Cancelled&) {
    interrupted = true;
  }
  progress.wipe();
  const int code = report(context, variants, counted, interrupted);
  return code == exit_ok && failed ? int(exit_wrong) : code;
}

}  // namespace

std::unique_ptr<Command> make_counters_command() { return std::make_unique<CountersCommand>(); }

}  // namespace livewarp
