// What a formula predicts, the lens counts and a clock measures, over the values of a parameter.
#include <algorithm>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "app/base/version.h"
#include "app/commands/commands.h"
#include "app/explain/curves_table.h"
#include "app/explain/parameter_curves.h"
#include "app/explain/parameter_values.h"
#include "app/measure/sweep.h"
#include "app/options/choice_options.h"
#include "app/pictures/graph_picture.h"
#include "app/pictures/off_screen.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

class CurvesCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"predicted, counted and timed, over a parameter",
            "Tells of one variant, at each value of a parameter, what a formula predicts of its "
            "warps (sectors of a load, active lanes, rounds of a loop), what the emulator counts "
            "of the same, and how long a verified step takes, beside the time that the nearest "
            "ceiling alone would take. Without a GPU the times of CUDA variants are missing; all "
            "else stands.",
            WorkloadArgument::required};
  }
  void declare(CLI::App& app, const CommandScope& scope) override;
  void finish() override;
  int run(const Context& context) override;

 private:
  void count(const Context& context, Progress& progress);
  void measure(const Context& context, Workbench& bench);
  void measure(Workbench& bench, const SelectedVariant& variant, ui::CurvePoint& point);
  int tell(const Context& context);
  void draw(const Context& context);

  const Workload* workload_ = nullptr;
  ParsedOptions given_;
  Choice choice_;
  ValueRange range_;
  BenchOptions options_;
  bool no_wait_ = false, interrupted_ = false;
  ui::CurvesView view_;
  std::vector<VariantResult> results_;
  NamedOutput json_, csv_, png_;
};

void CurvesCommand::declare(CLI::App& app, const CommandScope& scope) {
  workload_ = scope.workload;
  options_.seconds = 0.5;
  if (workload_) declare_choice(app, *workload_, scope.variants, given_);
  OptionGroup curves(app, "Curves:"), run(app, "Run:"), output(app, "Output:");
  const auto real = [](const char* id, std::optional<double>& bound) {
    return [id, &bound](const std::string& text) {
      double number = 0;
      if (!read_real(ungrouped(text), number))
        throw Error("--" + std::string(id) + " " + text + ": must be a number");
      bound = number;
    };
  };
  curves.text("over", "NAME", view_.over,
              "The parameter: an axis of the variant, stride for example, or one of the problem, "
              "fraction, over which something changes that is predicted. Default: the first one.");
  curves.value(
      "values", "A,B,C",
      [this](const std::string& text) {
        std::string one;
        for (const char c : text + ",") {
          if (c != ',') one += c;
          if (c == ',' && !one.empty()) range_.listed.push_back(std::exchange(one, {}));
        }
        if (range_.listed.empty()) throw Error("--values names none", "--values 1,2,4");
      },
      "Its values. Default: those that it offers, or evenly spread ones.");
  curves.value("from", "NUMBER", real("from", range_.from), "The first one.");
  curves.value("to", "NUMBER", real("to", range_.to), "The last one.");
  curves.integer("points", "1\u202664", 1, most_points, range_.points,
                 "At most so many, evenly spread.");
  declare_measuring(run, *scope.machine, options_, device_, no_wait_,
                    "Longest time for each value, and longest step that is measured. Default 0.5.");
  declare_json(output, json_);
  output.text("csv", "FILE", csv_.path, "Write a line for each value to this file.");
  output.text("png", "FILE", png_.path, "Draw both graphs into this PNG file, off-screen.");
}

void CurvesCommand::finish() {
  if (!json_.path.empty() && json_.path == csv_.path)
    throw Error("cannot write " + json_.path + ": --json and --csv name the same file");
  if (!png_.path.empty()) require_png(png_.path);
  if (!range_.listed.empty() && (range_.from || range_.to || range_.points > 0))
    throw Error("--values names all values", "leave out --from, --to and --points");
  std::ranges::replace(view_.over, '-', '_');
  if (given_.contains(view_.over))
    throw Error(option_name(view_.over) + ": the curves are over it",
                "leave it out; --values, --from and --to limit it");
  choice_ = choice_from(*workload_, given_, Backend::cuda);
}

/// On the host, whoever is to be timed.
void CurvesCommand::count(const Context& context, Progress& progress) {
  view_.uncounted = why_uncounted(*workload_->find(choice_.variant), view_.points);
  for (ui::CurvePoint& point : view_.points) {
    point.uncounted = point.refusal.empty() ? view_.uncounted : "";
    if (!view_.uncounted.empty()) continue;
    progress.begin("counting at " + view_.over + " " + point.text);
    count_point(*workload_, point, context.stop);
  }
}

void CurvesCommand::measure(Workbench& bench, const SelectedVariant& variant,
                            ui::CurvePoint& point) {
  VariantResult& result = results_.emplace_back();
  result.variant = variant;
  try {
    require_memory(variant);
  } catch (const Error& error) {
    point.untimed = error.what();
    return;
  }
  const double seconds = bench.predicted_seconds(variant);
  if (seconds > options_.seconds) {
    point.untimed = "a step would take about " + rounded(seconds, 2) + " s: --time";
    return;
  }
  bench.measure(result, options_);
  bench.compare_with_ceilings(result);
  point.untimed = result.why_not_done();
  if (!result.measurement || !result.verified()) return;
  point.time = curve_time(*result.measurement);
  set_bounds(*workload_, bench.ceilings(), point);
}

void CurvesCommand::measure(const Context& context, Workbench& bench) {
  for (ui::CurvePoint& point : view_.points) {
    if (!point.refusal.empty()) continue;
    try {
      const SelectedVariant variant = selected_variant(context, point.choice);
      point.untimed = variant.skip;
      if (variant.skip.empty()) measure(bench, variant, point);
    } catch (const Error& error) {  // what this GPU cannot take
      point.untimed = error.what();
    }
  }
}

void CurvesCommand::draw(const Context& context) {
  if (!png_.file.is_open()) return;
  view_.units = curve_units(view_.points);
  Graph counts =
      counts_graph(view_.points, view_.lines, view_.units.empty() ? "" : view_.units[0].id);
  Graph times = times_graph(view_.points, view_.lines);
  std::vector<Graph> graphs;
  for (Graph* const graph : {&counts, &times}) {
    if (graph->empty()) continue;
    if (graphs.empty()) graph->setting = view_.of;
    graph->x_label = view_.label;
    graph->partial = interrupted_;
    graphs.push_back(std::move(*graph));
  }
  if (graphs.empty()) {
    *context.err << "livewarp: " << png_.path << " is not written: there is no point to draw\n";
    return;
  }
  const std::string origin = results_.empty()
                                 ? workload_->info().title + " \u00b7 Livewarp " + version_text()
                                 : origin_text(*context.machine, results_, context.device);
  write_picture(draw_graphs(graphs, origin, graph_width, graph_height), png_.file);
}

int CurvesCommand::tell(const Context& context) {
  view_.verdict = counts_verdict(view_.points);
  *context.out << workload_->info().title << ", " << view_.of << ", over " << view_.over << "\n\n"
               << curves_text(view_);
  Json report = report_head(context);
  report["workload"] = workload_->info().name;
  report["partial"] = interrupted_;
  report.update(to_json(view_));
  json_.write(report.dump(2) + "\n");
  csv_.write(curves_csv(view_));
  draw(context);
  if (interrupted_) return exit_interrupted;
  return std::ranges::any_of(results_, &VariantResult::failed) ? exit_wrong : exit_ok;
}

int CurvesCommand::run(const Context& context) {
  if (view_.over.empty())
    if (const auto all = telling_params(*workload_, choice_); !all.empty())
      view_.over = all.front()->id;
  const Param& param = telling_param(*workload_, choice_, view_.over);
  view_.label = curve_label(param);
  view_.choice = choice_;
  view_.points = curve_points(*workload_, choice_, param, range_);
  view_.lines = predicted_points(*workload_, choice_, param, view_.points);
  const auto stands = [](const ui::CurvePoint& point) { return point.refusal.empty(); };
  const auto first = std::ranges::find_if(view_.points, stands);
  if (first == view_.points.end())
    throw Error(workload_->info().name + " " + choice_.variant + ": " +
                view_.points.front().refusal);
  Values same = choice_.problem;
  same.erase(view_.over);
  view_.of = choice_.variant + ", " + problem_text(*workload_, same);
  json_.open();
  csv_.open();
  png_.open();
  std::optional<Offscreen> gl;
  if (png_.file.is_open())
    gl.emplace(off_screen_for(context, selected_variant(context, first->choice)));
  Progress progress(context);
  Workbench bench(context, progress);
  const SelectedVariant variant = selected_variant(context, first->choice);
  if (no_wait_ && variant.skip.empty()) bench.refuse_to_wait({variant.executor});
  try {
    measure(context, bench);
    count(context, progress);
  } catch (const Cancelled&) {
    interrupted_ = true;
  }
  progress.wipe();
  if (interrupted_) complain(context, true, {variant});
  return tell(context);
}

}  // namespace

std::unique_ptr<Command> make_curves_command() { return std::make_unique<CurvesCommand>(); }

}  // namespace livewarp
