// Variants under the measured roofs of this machine.
#include <algorithm>
#include <optional>
#include <ostream>

#include "app/commands/commands.h"
#include "app/explain/roofline.h"
#include "app/explain/roofline_table.h"
#include "app/measure/lens_view.h"
#include "app/measure/sweep.h"
#include "app/pictures/graph_picture.h"
#include "app/pictures/off_screen.h"
#include "kernels/core/base/detect.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

class RooflineCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"variants under the measured roofs of memory and arithmetic",
            "Measures what memory, caches and units of arithmetic do at best, and then variants, "
            "each verified before it is timed; tells for each which roof binds it and how near it "
            "comes. Intensities are by compulsory and by requested bytes, both of the cost model, "
            "and of CUDA variants by the sectors that the lens counts.",
            WorkloadArgument::required};
  }
  void declare(CLI::App& app, const CommandScope& scope) override;
  void finish() override;
  int run(const Context& context) override;

 private:
  Backend backend(const Context& context) const;
  std::vector<VariantResult> measure(Workbench& bench,
                                     const std::vector<SelectedVariant>& variants);
  Ceilings measure_roofs(const Context& context, Workbench& bench, Progress& progress,
                         const SelectedVariant& first) const;
  ui::Roofline roofline_of(const Context& context, Workbench& bench, Progress& progress,
                           const std::vector<SelectedVariant>& variants,
                           const SelectedVariant& first);
  int tell(const Context& context, const ui::Roofline& roofline,
           const std::vector<SelectedVariant>& variants);
  std::optional<ui::LensTraffic> counted(const Context& context, Progress& progress,
                                         const SelectedVariant& variant);

  const Workload* workload_ = nullptr;
  ParsedOptions given_;
  VariantSelection request_;
  BenchOptions options_;
  bool no_wait_ = false, interrupted_ = false;
  std::vector<VariantResult> results_;
  NamedOutput json_, png_;
};

void RooflineCommand::declare(CLI::App& app, const CommandScope& scope) {
  workload_ = scope.workload;
  options_.seconds = 1;
  declare_variants(app, scope, given_);
  OptionGroup run(app, "Run:"), output(app, "Output:");
  declare_measuring(run, *scope.machine, options_, device_, no_wait_,
                    "Longest time for each variant. Default 1.");
  declare_json(output, json_);
  output.text("png", "FILE", png_.path, "Draw the roofline into this PNG file, off-screen.");
}

void RooflineCommand::finish() {
  request_ = variant_selection(workload_, given_);
  if (!png_.path.empty()) require_png(png_.path);
}

/// One roofline is of one device: the GPU where there is one.
Backend RooflineCommand::backend(const Context& context) const {
  if (request_.backend) return *request_.backend;
  for (const std::string& name : request_.variants)
    if (const VariantInfo* const info = workload_->find(name)) return info->backend;
  return context.machine->has_gpu() ? Backend::cuda : Backend::cpu;
}

std::vector<VariantResult> RooflineCommand::measure(Workbench& bench,
                                                    const std::vector<SelectedVariant>& variants) {
  std::vector<VariantResult> results;
  try {
    for (const SelectedVariant& variant : variants) {
      if (!variant.skip.empty()) continue;
      VariantResult& result = results.emplace_back();
      result.variant = variant;
      bench.measure(result, options_);
    }
  } catch (const Cancelled&) {
    interrupted_ = true;
    if (!results.back().measurement) results.back().interrupted = true;
  }
  return results;
}

/// Of a small problem, on the host; nothing where the step cannot be followed there, or nobody
/// waits any longer.
std::optional<ui::LensTraffic> RooflineCommand::counted(const Context& context, Progress& progress,
                                                        const SelectedVariant& variant) {
  if (variant.info->backend != Backend::cuda || interrupted_) return {};
  progress.begin("counting requests of " + variant.info->name);
  try {
    return count_traffic(*workload_, variant.choice, context.stop).traffic;
  } catch (const Cancelled&) {
    interrupted_ = true;
    return {};
  }
}

Ceilings RooflineCommand::measure_roofs(const Context& context, Workbench& bench,
                                        Progress& progress, const SelectedVariant& first) const {
  bench.take_turn({&first});
  progress.begin("measuring the roofs");
  try {
    return context.measure_ceilings(roof_key(first.info->backend, context.machine->cpu.cores),
                                    roof_seconds);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    throw Error(std::string("the roofs cannot be measured: ") + error.what());
  }
}

/// An interrupt leaves the points that were measured; one before there are roofs is passed on.
ui::Roofline RooflineCommand::roofline_of(const Context& context, Workbench& bench,
                                          Progress& progress,
                                          const std::vector<SelectedVariant>& variants,
                                          const SelectedVariant& first) {
  const Backend of = first.info->backend;
  const Ceilings ceilings = measure_roofs(context, bench, progress, first);
  const GpuInfo* const gpu = context.machine->gpu(context.device);
  const RooflineParts parts{*workload_, of, ceilings,
                            of == Backend::cpu ? host_cache_bytes()
                            : gpu              ? gpu->l2_bytes
                                               : 0,
                            device_text(first, context)};
  ui::Roofline roofline = roofs_of(parts, first.choice);
  results_ = measure(bench, variants);
  for (const VariantResult& result : results_) {
    if (!result.measurement || !result.verified()) continue;
    roofline.points.push_back(roof_point(parts, roofline,
                                         {.choice = result.variant.choice,
                                          .median_ms = result.measurement->step.median,
                                          .counted = counted(context, progress, result.variant)}));
  }
  return roofline;
}

int RooflineCommand::run(const Context& context) {
  json_.open();
  png_.open();
  request_.backend = backend(context);
  std::vector<SelectedVariant> variants = select_variants(context, request_, Purpose::time);
  const auto runs = std::ranges::find_if(
      variants, [](const SelectedVariant& variant) { return variant.skip.empty(); });
  if (runs == variants.end()) {
    complain(context, false, variants);
    return exit_wrong;
  }
  const Ceilings none;
  const RooflineParts parts{*workload_, *request_.backend, none, 0, {}};
  if (const std::string refusal = roofs_of(parts, runs->choice).refusal; !refusal.empty())
    throw Error(refusal);
  std::optional<Offscreen> gl;  // refused before the work, where there is no OpenGL
  if (png_.file.is_open()) gl.emplace(off_screen_for(context, *runs));

  Progress progress(context);
  Workbench bench(context, progress);
  if (no_wait_) bench.refuse_to_wait(executors_of(variants));
  if (request_.variants.empty()) skip_long_variants(bench, variants);
  ui::Roofline roofline;
  try {
    roofline = roofline_of(context, bench, progress, variants, *runs);
  } catch (const Cancelled&) {
    interrupted_ = true;
  }
  progress.wipe();
  if (results_.empty() || (interrupted_ && roofline.points.empty())) {
    complain(context, interrupted_, variants);
    return interrupted_ ? exit_interrupted : exit_wrong;
  }
  return tell(context, roofline, variants);
}

int RooflineCommand::tell(const Context& context, const ui::Roofline& roofline,
                          const std::vector<SelectedVariant>& variants) {
  const std::string title = workload_->info().title + ", " +
                            problem_text(*workload_, results_.front().variant.choice.problem);
  *context.out << title << "\non " << roofline.device << "\n\n"
               << roofs_table(roofline) << "\n"
               << points_table(roofline) << ui::no_counters(request_.backend == Backend::cuda)
               << "\n"
               << skipped_text(variants);
  complain(context, interrupted_, variants);
  Json report = report_head(context);
  report["workload"] = workload_->info().name;
  report["partial"] = interrupted_;
  report.update(to_json(roofline));
  json_.write(report.dump(2) + "\n");
  if (png_.file.is_open())
    write_picture(draw_roofline(roofline, title,
                                origin_text(*context.machine, results_, context.device),
                                graph_width, graph_height),
                  png_.file);
  if (interrupted_) return exit_interrupted;
  const bool failed =
      std::ranges::any_of(results_, &VariantResult::failed) ||
      std::ranges::any_of(variants, [](const SelectedVariant& variant) {
        return !variant.skip.empty() && variant.requested && !variant.info->gpu_only;
      });
  return failed || roofline.points.empty() ? exit_wrong : exit_ok;
}

}  // namespace

std::unique_ptr<Command> make_roofline_command() { return std::make_unique<RooflineCommand>(); }

}  // namespace livewarp
