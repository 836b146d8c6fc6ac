#include <algorithm>
#include <optional>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/commands/commands.h"
#include "app/measure/sweep_sizes.h"
#include "app/options/choice_options.h"
#include "app/pictures/graph_picture.h"
#include "app/pictures/off_screen.h"
#include "app/tune/cross_sweep.h"
#include "app/tune/ladder_report.h"
#include "app/tune/setting_graphs.h"
#include "app/tune/sweep_curves.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/verification.h"
#include "ui/model/ladder.h"

namespace livewarp {

namespace {

LensCounts count_all(const Context& context, Progress& progress,
                     const std::vector<VariantResult>& results) {
  LensCounts counts;
  for (const VariantResult& result : results) {
    const SelectedVariant& variant = result.variant;
    progress.begin("counting " + variant.info->name);
    counts.emplace_back();
    if (variant.executor == Executor::cuda)
      counts.back() = count_sectors(*variant.workload, variant.choice, context.stop);
  }
  return counts;
}

/// Where variants ended, and those that never began.
std::string remarks(const std::vector<SweepCurve>& curves) {
  std::string text;
  for (const SweepCurve& curve : curves)
    if (!curve.ended.empty())
      text += "Ends: " + curve.variant.info->name + " at " + curve.ended + "\n";
  return text + skipped_text(variants_of(curves));
}

/// With the variants that were not run, for the files.
std::vector<VariantResult> with_skipped(std::vector<VariantResult> results,
                                        const std::vector<SweepCurve>& curves) {
  const auto is_there = [&](const VariantInfo* info) {
    return std::ranges::any_of(
        results, [&](const VariantResult& result) { return result.variant.info == info; });
  };
  for (const SweepCurve& curve : curves)
    if (!curve.variant.skip.empty() && !is_there(curve.variant.info))
      results.emplace_back().variant = curve.variant;
  return results;
}

int exit_code(const std::vector<VariantResult>& results, const std::vector<SweepCurve>& curves,
              bool interrupted) {
  if (interrupted) return exit_interrupted;
  for (const SweepCurve& curve : curves)
    if (!curve.variant.skip.empty() && curve.variant.requested) return exit_wrong;
  const bool failed = std::ranges::any_of(results, &VariantResult::failed);
  return !failed && std::ranges::any_of(results, timed) ? exit_ok : exit_wrong;
}

int exit_code(const CrossSweep& sweep) {
  if (sweep.interrupted()) return exit_interrupted;
  const bool failed = std::ranges::any_of(sweep.results(), &VariantResult::failed);
  return !failed && std::ranges::any_of(sweep.results(), timed) ? exit_ok : exit_wrong;
}

void write_graph(const Context& context, const SweepRequest& request,
                 const std::vector<VariantResult>& results, bool interrupted, NamedOutput& png) {
  if (std::ranges::none_of(results, timed)) {
    *context.err << "livewarp: " << png.path << " is not written: there is no point to draw\n";
    return;
  }
  Graph graph = sweep_graph(results, request.over);
  graph.partial = interrupted;
  write_picture(draw_graphs({graph}, origin_text(*context.machine, results, context.device),
                            graph_width, graph_height),
                png.file);
}

class SweepCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {
        "measure variants over sizes, blocks or another axis",
        "Measures variants over sizes, in powers of two up to where a step takes longer than "
        "--time, over the values of one axis, or over all combinations of several. Each point is "
        "verified before it is timed, under the conditions of bench. Ctrl+C keeps what is "
        "measured.",
        WorkloadArgument::required};
  }
  void declare(CLI::App& app, const CommandScope& scope) override;
  void finish() override {
    request_.selection = variant_selection(workload_, given_);
    request_.over.id = over_id(request_.over.id);
    if (is_cross()) return finish_cross();
    check_sweep(request_.over, request_.selection, given_);
    if (!png_.path.empty()) require_png(png_.path);
  }
  int run(const Context& context) override;

 private:
  bool is_ladder() const { return request_.over.id == "variant"; }
  bool is_cross() const { return is_ladder() || request_.over.id.find(',') != std::string::npos; }
  void finish_cross();
  int run_cross(const Context& context);
  void tell_cross(const Context& context, const CrossSweep& sweep, const Ceilings& ceilings,
                  const std::vector<SelectedVariant>& variants);
  void tell_ladder(const Context& context, const CrossSweep& sweep, const Ceilings& ceilings,
                   const std::vector<SelectedVariant>& variants);

  const Workload* workload_ = nullptr;
  const Machine* machine_ = nullptr;
  ParsedOptions given_;
  SweepRequest request_;
  SpaceOver cross_;
  bool no_wait_ = false, lens_ = false;
  ReportFiles files_;
  NamedOutput png_;
};

void SweepCommand::declare(CLI::App& app, const CommandScope& scope) {
  constexpr std::int64_t largest = std::int64_t{1} << 40;
  workload_ = scope.workload;
  machine_ = scope.machine;
  request_.bench.seconds = 1;
  declare_variants(app, scope, given_);
  OptionGroup sweep(app, "Sweep:"), run(app, "Run:"), output(app, "Output:");
  SweepOver& over = request_.over;
  sweep.text(
      "over", "size|AXIS|NAME,NAME", over.id,
      "What is varied: the size, an axis of the variants, block for example, or the filter or "
      "radius that the workload is about; reserve-shared varies the occupancy of any kernel. "
      "Default size. "
      "variant alone makes the ladder: a bar a variant, beside what the course texts measured. "
      "Several names, also variant and memory, make all combinations: block,memory.");
  sweep.integer("from", "COUNT", 1, largest, over.from,
                "The first size, or the first number of an axis. Of blocks the least threads: with "
                "bounds all shapes are varied that the kernel can take, multiples of a warp or "
                "products of powers of two, not the presets alone.");
  sweep.integer("to", "COUNT", 1, largest, over.to, "The last one.");
  sweep.integer("points", "1\u2026100", 1, 100, over.points,
                "At most so many, evenly spread. Default: all.");
  declare_measuring(run, *scope.machine, request_.bench, device_, no_wait_,
                    "Longest time for each point, and longest step that is measured. Default 1.");
  run.flag("cold", request_.bench.cold, "Flush the last-level cache before each sample.");
  run.flag("lens", lens_,
           "Count requests and sectors of each point of CUDA variants on the host, over the whole "
           "grid of a small problem. Needs no GPU; of several axes nothing is counted.");
  files_.declare(output);
  output.text(
      "png", "FILE", png_.path,
      "Draw the graph, the ladder, or a heat map of the first two names, into this PNG file, "
      "off-screen.");
}

void SweepCommand::finish_cross() {
  if (!png_.path.empty()) require_png(png_.path);
  cross_ = {read_over(request_.over.id), request_.over.from, request_.over.to, request_.over.points,
            false};
  if (cross_.ids.size() < 2 && !is_ladder())
    throw Error("--over " + request_.over.id + ": names one thing only",
                "without the comma it is swept by itself");
  request_.selection =
      selection_over(request_.selection, cross_, given_, usual_backend(*workload_, *machine_));
}

int SweepCommand::run_cross(const Context& context) {
  const std::vector<SelectedVariant> variants =
      select_variants(context, request_.selection, Purpose::time);
  SettingSpace space = make_space(variants, cross_, context.machine->gpu(context.device));
  std::optional<Offscreen> gl;
  if (png_.file.is_open()) gl.emplace(off_screen_for(context, space.settings.front().variant));
  Progress progress(context);
  Workbench bench(context, progress);
  if (no_wait_) bench.refuse_to_wait(executors_of(variants));
  CrossSweep sweep(bench, progress, std::move(space), request_.bench);
  sweep.run();
  if (is_ladder())
    tell_ladder(context, sweep, bench.ceilings(), variants);
  else
    tell_cross(context, sweep, bench.ceilings(), variants);
  return exit_code(sweep);
}

void SweepCommand::tell_ladder(const Context& context, const CrossSweep& sweep,
                               const Ceilings& ceilings,
                               const std::vector<SelectedVariant>& variants) {
  const std::vector<VariantResult> results = ladder_results(variants, sweep.results());
  const SelectedVariant& first = results.front().variant;
  std::string setting = problem_text(*workload_, first.choice.problem);
  if (first.info->backend == Backend::cuda)
    setting += ", memory " + std::string(name_of(first.choice.memory));
  *context.out << workload_->info().title << ", " << setting << ", variant by variant\n\n"
               << ladder_table(results) << skipped_text(variants);
  complain(context, sweep.interrupted(), variants);
  files_.write(context, results, ceilings, sweep.interrupted());
  ui::Ladder ladder = make_ladder(results, setting);
  ladder.partial = sweep.interrupted();
  if (const ui::LadderRung* const base = base_of(ladder))
    ui::keep_operands(ladder, std::string(base->operands));
  if (png_.file.is_open() && ladder.empty())
    *context.err << "livewarp: " << png_.path << " is not written: there is no bar to draw\n";
  else if (png_.file.is_open())
    write_picture(draw_ladder(ladder, origin_text(*context.machine, results, context.device),
                              graph_width, graph_height),
                  png_.file);
}

void SweepCommand::tell_cross(const Context& context, const CrossSweep& sweep,
                              const Ceilings& ceilings,
                              const std::vector<SelectedVariant>& variants) {
  *context.out << workload_->info().title << ", over " << joined(cross_.ids) << ", "
               << grouped(std::int64_t(sweep.space().settings.size())) << " settings\n\n"
               << cross_table(sweep) << skipped_text(variants);
  complain(context, sweep.interrupted(), variants);
  files_.write(context, sweep.results(), ceilings, sweep.interrupted());
  HeatMap map = heat_map(sweep.space(), sweep.findings(), 0, 1);
  map.partial = sweep.interrupted();
  if (png_.file.is_open() && map.empty())
    *context.err << "livewarp: " << png_.path << " is not written: there is no cell to draw\n";
  else if (png_.file.is_open())
    write_picture(draw_heat_map(map, origin_text(*context.machine, sweep.results(), context.device),
                                graph_width, graph_height),
                  png_.file);
}

int SweepCommand::run(const Context& context) {
  files_.open();
  png_.open();
  if (is_cross()) return run_cross(context);
  std::vector<SweepCurve> curves = plan_curves(context, request_);
  std::optional<Offscreen> gl;  // refused before the work, where there is no OpenGL
  if (png_.file.is_open()) gl.emplace(off_screen_for(context, curves.front().variant));

  Progress progress(context);
  Workbench bench(context, progress);
  if (no_wait_) bench.refuse_to_wait(executors_of(variants_of(curves)));
  std::vector<VariantResult> results;
  LensCounts counts;
  bool interrupted = false;
  progress.begin("estimating");
  try {
    run_curves(bench, request_, curves, results);
    if (lens_) add_untimed(curves, results);
    if (lens_) counts = count_all(context, progress, results);
  } catch (const Cancelled&) {
    interrupted = true;
    if (!results.empty() && !results.back().measurement) results.back().interrupted = true;
  }
  progress.wipe();
  *context.out << workload_->info().title << ", "
               << problem_text(*workload_, same_for_all(request_, curves)) << ", over "
               << request_.over.id << "\n\n"
               << sweep_table(results, request_.over, counts) << remarks(curves);
  complain(context, interrupted, variants_of(curves));
  files_.write(context, with_skipped(results, curves), bench.ceilings(), interrupted);
  if (png_.file.is_open()) write_graph(context, request_, results, interrupted, png_);
  return exit_code(results, curves, interrupted);
}

}  // namespace

std::unique_ptr<Command> make_sweep_command() { return std::make_unique<SweepCommand>(); }

}  // namespace livewarp
