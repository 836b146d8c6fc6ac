#include <algorithm>
#include <map>
#include <optional>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/commands/commands.h"
#include "app/measure/launch_recorder.h"
#include "app/measure/sweep_sizes.h"
#include "app/options/choice_options.h"
#include "app/pictures/graph_picture.h"
#include "app/pictures/off_screen.h"
#include "app/tune/cross_sweep.h"
#include "app/tune/ladder_report.h"
#include "app/tune/setting_graphs.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/workload/shared_reserve.h"
#include "ui/model/ladder.h"

namespace livewarp {

namespace {

struct SweepRequest {
  VariantSelection selection;
  SweepOver over;
  BenchOptions bench;  ///< of each point; no step that is longer than its seconds is measured
};

/// One variant on its way through the values; it ends early where a step would take too long.
struct Curve {
  SelectedVariant variant;
  std::vector<SweepStep> steps;
  std::string ended;  ///< why it is measured no further
  std::optional<Measurement> last;
  /// By launch and method: the check sizes are compared once.
  std::map<std::string, CheckResult> sizes;
};

std::string launch_key(const SweepRequest& request, const Choice& choice) {
  std::string key;
  for (const auto& [id, value] : choice.launch) key += id + "=" + to_text(value) + " ";
  if (varies_method(*request.selection.workload, request.over))
    key += to_text(choice.problem.at(request.over.id));
  return key;
}

[[noreturn]] void refuse(const SweepRequest& request) {
  const WorkloadInfo& info = request.selection.workload->info();
  if (request.over.size() && swept_sides(*request.selection.workload).empty())
    throw Error(info.name + " has no size to vary", "--over names an axis of its variants");
  throw Error("nothing to sweep: no selected variant has values of " + request.over.id +
                  " in this range",
              "livewarp list " + info.name + " shows all variants and their axes");
}

/// Leaves out what the kernel cannot reserve next to what it uses.
void keep_possible(const Context& context, const SweepRequest& request, Curve& curve) {
  const SelectedVariant& variant = curve.variant;
  const GpuInfo* const gpu = context.machine->gpu(context.device);
  if (request.over.id != reserve_axis_id || !gpu || variant.executor != Executor::cuda ||
      !variant.skip.empty())
    return;
  Choice small = variant.choice;
  small.problem = variant.workload->check_problems(small).front();
  const auto launch = main_launch(*variant.workload->simulate(small, Executor::cuda));
  if (!launch) return;
  const auto most = double(most_reserve(*launch, small.launch, *gpu));
  std::erase_if(curve.steps, [&](const SweepStep& step) { return step.x > most; });
}

std::vector<Curve> plan(const Context& context, const SweepRequest& request) {
  std::vector<Curve> curves;
  bool any = false;
  for (SelectedVariant& variant : select_variants(context, request.selection, Purpose::time)) {
    Curve curve;
    curve.variant = std::move(variant);
    curve.steps = sweep_steps(*curve.variant.workload, curve.variant.choice, request.over);
    keep_possible(context, request, curve);
    any = any || !curve.steps.empty();
    if (curve.variant.skip.empty() && curve.steps.empty()) {
      curve.variant.skip = "it has no values of " + request.over.id + " in this range";
      curve.variant.requested = false;
    }
    curves.push_back(std::move(curve));
  }
  if (!any) refuse(request);
  return curves;
}

/// Seconds of the step: by what was measured before, which knows how small problems fill the
/// device.
double expected_seconds(Workbench& bench, const Curve& curve, const SelectedVariant& variant) {
  const CostModel pass = variant.workload->cost(variant.choice);
  if (curve.last && curve.last->cost.items > 0)
    return curve.last->step.median / 1000 * pass.items / curve.last->cost.items;
  return bench.predicted_seconds(variant);
}

/// Why the variant's next point is not measured; empty if it is.
std::string hindrance(Workbench& bench, const SweepRequest& request, const Curve& curve,
                      const SelectedVariant& variant, const std::string& at) {
  const std::string refusal = variant.workload->refusal(variant.choice, variant.executor);
  if (!refusal.empty()) return at + ": " + refusal;
  try {
    require_memory(variant);
  } catch (const Error& error) {
    return error.what();
  }
  const double seconds = expected_seconds(bench, curve, variant);
  if (seconds <= request.bench.seconds) return {};
  return at + ": a step would take about " + plain_number(seconds, 2) + " s; --time " +
         std::to_string(int(seconds) + 1) + " measures it";
}

void measure(Workbench& bench, const SweepRequest& request, Curve& curve, const SweepStep& step,
             std::vector<VariantResult>& results) {
  SelectedVariant variant = curve.variant;
  variant.choice = step.choice;
  const std::string reason =
      hindrance(bench, request, curve, variant, request.over.id + " " + as_shown(step.text));
  if (!reason.empty()) {
    // Larger sizes take longer still; of other values each stands for itself.
    curve.ended += (curve.ended.empty() ? "" : "; ") + reason;
    return;
  }
  VariantResult& result = results.emplace_back();
  result.variant = variant;
  const std::string key = launch_key(request, variant.choice);
  if (curve.sizes.contains(key)) result.sizes = curve.sizes.at(key);
  bench.measure(result, request.bench);
  curve.sizes[key] = result.sizes;
  bench.compare_with_ceilings(result);
  if (result.measurement) curve.last = result.measurement;
}

/// All variants at one value before the next: they start from one common state, and what is there
/// when one stops it can be compared.
void run_all(Workbench& bench, const SweepRequest& request, std::vector<Curve>& curves,
             std::vector<VariantResult>& results) {
  std::map<double, std::vector<std::pair<Curve*, const SweepStep*>>> by_value;
  for (Curve& curve : curves)
    if (curve.variant.skip.empty())
      for (const SweepStep& step : curve.steps) by_value[step.x].emplace_back(&curve, &step);
  for (const auto& [x, all] : by_value)
    for (const auto& [curve, step] : all)
      if (!request.over.size() || curve->ended.empty())
        measure(bench, request, *curve, *step, results);
}

/// Points of variants that cannot run here, for want of a GPU: what is predicted and counted of
/// them stands without a time.
void add_untimed(const std::vector<Curve>& curves, std::vector<VariantResult>& results) {
  for (const Curve& curve : curves) {
    const SelectedVariant& variant = curve.variant;
    if (variant.skip.empty() || variant.executor != Executor::cuda) continue;
    for (const SweepStep& step : curve.steps) {
      if (!variant.workload->refusal(step.choice, Executor::emulator).empty()) continue;
      results.emplace_back().variant = variant;
      results.back().variant.choice = step.choice;
    }
  }
}

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

std::vector<SelectedVariant> variants_of(const std::vector<Curve>& curves) {
  std::vector<SelectedVariant> variants;
  variants.reserve(curves.size());
  for (const Curve& curve : curves) variants.push_back(curve.variant);
  return variants;
}

/// Where variants ended, and those that never began.
std::string remarks(const std::vector<Curve>& curves) {
  std::string text;
  for (const Curve& curve : curves)
    if (!curve.ended.empty())
      text += "Ends: " + curve.variant.info->name + " at " + curve.ended + "\n";
  return text + skipped_text(variants_of(curves));
}

/// The problem without what is varied.
Values same_for_all(const SweepRequest& request, const std::vector<Curve>& curves) {
  Values problem = curves.front().variant.choice.problem;
  for (const Param* side : swept_sides(*request.selection.workload))
    if (request.over.size()) problem.erase(side->id);
  for (const Curve& curve : curves)
    for (const SweepStep& step : curve.steps)
      std::erase_if(problem, [&](const auto& one) {
        return step.choice.problem.at(one.first) != one.second;
      });
  return problem;
}

/// With the variants that were not run, for the files.
std::vector<VariantResult> with_skipped(std::vector<VariantResult> results,
                                        const std::vector<Curve>& curves) {
  const auto is_there = [&](const VariantInfo* info) {
    return std::ranges::any_of(
        results, [&](const VariantResult& result) { return result.variant.info == info; });
  };
  for (const Curve& curve : curves)
    if (!curve.variant.skip.empty() && !is_there(curve.variant.info))
      results.emplace_back().variant = curve.variant;
  return results;
}

int exit_code(const std::vector<VariantResult>& results, const std::vector<Curve>& curves,
              bool interrupted) {
  if (interrupted) return exit_interrupted;
  for (const Curve& curve : curves)
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
  std::vector<Curve> curves = plan(context, request_);
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
    run_all(bench, request_, curves, results);
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
