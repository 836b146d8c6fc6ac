#include <algorithm>
#include <ostream>

#include "app/base/table.h"
#include "app/commands/commands.h"
#include "app/measure/bench_table.h"
#include "app/telemetry/clocks_text.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/decomposition/ranks.h"

namespace livewarp {

namespace {

void print_heading(const Context& context, const std::vector<SelectedVariant>& variants) {
  const SelectedVariant& variant = variants.front();
  *context.out << variant.workload->info().title << ", "
               << problem_text(*variant.workload, variant.choice.problem) << "\n";
  std::vector<std::string> devices;
  for (const SelectedVariant& each : variants)
    if (each.skip.empty() &&
        std::ranges::find(devices, device_text(each, context)) == devices.end())
      devices.push_back(device_text(each, context));
  const bool divided = decomposition_of(variant.choice.launch).parts > 1;
  if (const Ranks* const ranks = present_ranks(); ranks && divided)
    devices.push_back(std::to_string(ranks->size()) + " processes");
  if (!devices.empty()) *context.out << "on " << joined(devices) << "\n";
  *context.out << std::endl;
}

/// The variant under way, and those that were never begun.
void mark_interrupted(const std::vector<SelectedVariant>& variants,
                      std::vector<VariantResult>& results) {
  if (!results.empty() && !results.back().measurement) results.back().interrupted = true;
  while (results.size() < variants.size()) {
    VariantResult missing;
    missing.variant = variants[results.size()];
    missing.interrupted = true;
    results.push_back(std::move(missing));
  }
}

/// Of verified variants.
std::vector<std::pair<std::string, StepClocks>>
clocks_of(const std::vector<VariantResult>& results) {
  std::vector<std::pair<std::string, StepClocks>> found;
  for (const VariantResult& result : results)
    if (result.clocks && result.measurement && result.verified())
      found.emplace_back(result.variant.info->name, *result.clocks);
  return found;
}

int exit_code(const std::vector<VariantResult>& results, bool interrupted) {
  if (interrupted) return exit_interrupted;
  bool any = false;
  for (const VariantResult& result : results) {
    if (result.failed() || (!result.variant.skip.empty() && result.variant.requested))
      return exit_wrong;
    any = any || result.measurement;
  }
  return any ? exit_ok : exit_wrong;
}

class BenchCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"measure variants, each verified before it is timed",
            "Measures every variant of a workload that can run here: warm, repeated until the "
            "median is known to 0.5\u00a0%. No variant shows a time before its result is verified. "
            "Several pictures are taken in rotation, so that none stays in a cache.",
            WorkloadArgument::required};
  }
  void declare(CLI::App& app, const CommandScope& scope) override {
    workload_ = scope.workload;
    declare_variants(app, scope, given_);
    OptionGroup run(app, "Run:"), output(app, "Output:");
    declare_measuring(run, *scope.machine, options_, device_, no_wait_,
                      "Longest time for each variant. Default 3.");
    run.flag("cold", options_.cold, "Flush the last-level cache before each sample.");
    run.flag("clocks", clocks_,
             "A step by the clocks of GPU and host too, its first run and warm: what a stopwatch "
             "around a launch measures.");
    run.flag("capture", capture_,
             "Call cudaProfilerStart and Stop around the samples of each CUDA variant: for ncu "
             "--profile-from-start off, nsys profile --capture-range=cudaProfilerApi.");
    files_.declare(output);
  }
  void finish() override { request_ = variant_selection(workload_, given_); }
  int run(const Context& context) override;

 private:
  const Workload* workload_ = nullptr;
  ParsedOptions given_;
  VariantSelection request_;
  BenchOptions options_;
  bool no_wait_ = false, clocks_ = false, capture_ = false;
  ReportFiles files_;
};

int BenchCommand::run(const Context& context) {
  files_.open();
  std::vector<SelectedVariant> variants = select_variants(context, request_, Purpose::time);
  for (const SelectedVariant& variant : variants)
    if (variant.skip.empty()) require_memory(variant);

  Progress progress(context);
  Workbench bench(context, progress);
  if (capture_) bench.capture_measuring();
  if (no_wait_) bench.refuse_to_wait(executors_of(variants));
  std::vector<VariantResult> results;
  bool interrupted = false;
  progress.begin("estimating");
  try {
    if (request_.variants.empty()) skip_long_variants(bench, variants);
    progress.wipe();
    print_heading(context, variants);
    for (const SelectedVariant& variant : variants) {
      VariantResult& result = results.emplace_back();
      result.variant = variant;
      if (clocks_) bench.read_clocks(result);
      bench.measure(result, options_);
      bench.compare_with_ceilings(result);
    }
  } catch (const Cancelled&) {
    interrupted = true;
    mark_interrupted(variants, results);
  }
  progress.wipe();
  *context.out << bench_table(results) << ceilings_text(bench.ceilings()) << skipped_text(variants);
  const std::string clocks = clocks_table(clocks_of(results));
  if (!clocks.empty()) *context.out << "\n" << clocks;
  const std::string classic = classic_lines(results);
  if (!classic.empty()) *context.out << "\n" << classic;
  complain(context, interrupted, variants);
  files_.write(context, results, bench.ceilings(), interrupted);
  return exit_code(results, interrupted);
}

}  // namespace

std::unique_ptr<Command> make_bench_command() { return std::make_unique<BenchCommand>(); }

}  // namespace livewarp
