// A report of one workload: what bench, verify, ab, sweep, lens and shot tell, in one page.
#include <algorithm>
#include <ctime>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "app/base/dated_name.h"
#include "app/base/version.h"
#include "app/commands/commands.h"
#include "app/measure/sweep.h"
#include "app/measure/sweep_sizes.h"
#include "app/pictures/tour_stop.h"
#include "app/report/report_page.h"
#include "app/report/report_saver.h"
#include "app/tune/contest.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/ab_run.h"

namespace livewarp {

namespace {

constexpr int report_width = 1280, report_height = 720;

class ReportWriter final : public Command {
 public:
  CommandInfo info() const override {
    return {"measure a workload and write one HTML file about it",
            "Verifies and measures the variants of a workload, the two fastest in turn, these at "
            "smaller sizes too, and writes one HTML file: picture, table, plots, lessons, sources "
            "with what warps do with memory, machine, versions, and the commands that reproduce "
            "each part. The file opens without a network.",
            WorkloadArgument::required};
  }
  void declare(CLI::App& app, const CommandScope& scope) override {
    workload_ = scope.workload;
    declare_variants(app, scope, given_);
    OptionGroup run(app, "Run:"), output(app, "Output:");
    declare_measuring(
        run, *scope.machine, options_, device_, no_wait_,
        "Longest time for each variant; thrice that for the two fastest in turn. Default 1.");
    run.integer("sizes", "0\u202612", 0, 12, sizes_,
                "How many smaller sizes the two fastest are measured at as well. Default 4.");
    run.flag("no-picture", no_picture_, "Draw nothing: no OpenGL is needed.");
    output.text("out", "FILE.html", page_.path,
                "The report. Default: a name made of the time, in the present folder.");
    declare_json(output, json_);
  }
  void finish() override {
    request_ = variant_selection(workload_, given_);
    if (!page_.path.empty() && !page_.path.ends_with(".html"))
      throw Error("cannot write " + page_.path + ": a report is an HTML file",
                  "let its name end with .html");
  }
  int run(const Context& context) override;

 private:
  void measure(const Context& context, Workbench& bench, Progress& progress);
  void measure_all(Workbench& bench, Progress& progress);
  void measure_in_turn(const Context& context, Workbench& bench, Progress& progress);
  void measure_sizes(Workbench& bench);
  void draw(const Context& context, Progress& progress);
  std::string command() const;
  int exit_code(const Context& context) const;

  const Workload* workload_ = nullptr;
  ParsedOptions given_;
  VariantSelection request_;
  BenchOptions options_{.seconds = 1};
  int sizes_ = 4;
  bool no_wait_ = false, no_picture_ = false;
  NamedOutput page_, json_;
  ReportContent content_;
};

std::string ReportWriter::command() const {
  std::string line = "livewarp report " + workload_->info().name;
  for (const auto& [id, text] : given_) line += " " + option_name(id) + " " + shell_word(text);
  return line + " --time " + shortest(options_.seconds) + " --sizes " + std::to_string(sizes_) +
         (no_picture_ ? " --no-picture" : "");
}

void ReportWriter::measure_all(Workbench& bench, Progress& progress) {
  progress.begin("estimating");
  std::vector<SelectedVariant*> variants;
  for (VariantResult& result : content_.results) variants.push_back(&result.variant);
  if (request_.variants.empty()) skip_long_variants(bench, variants);
  for (VariantResult& result : content_.results) {
    bench.measure(result, options_);
    bench.compare_with_ceilings(result);
  }
}

void ReportWriter::measure_in_turn(const Context& context, Workbench& bench, Progress& progress) {
  const VariantResult* const best = fastest_of(content_.results);
  const VariantResult* const next = runner_up(content_.results);
  if (!best || !next) return;
  bench.take_turn({&best->variant, &next->variant});
  progress.begin("measuring " + best->variant.info->name + " and " + next->variant.info->name +
                 " in turn");
  InTurnOptions options;
  options.seconds = 3 * options_.seconds;
  options.progress = [&](const PairedTest::Result&, double fraction) { progress.at(fraction); };
  const auto side = [&](const SelectedVariant& variant) {
    return AbSide(*workload_, variant.choice, context.make_exec(variant.executor),
                  &bench.start(variant));
  };
  const AbSide a = side(next->variant), b = side(best->variant);
  const InTurn outcome = compare_in_turn(a.contender(), b.contender(), options, context.stop);
  const PairedTest::Result& result = outcome.result;
  const std::string& other = next->variant.info->title;
  ReportVerdict& verdict = content_.verdict.emplace();
  verdict.best = best->variant.info->name;
  verdict.next = next->variant.info->name;
  verdict.verdict = name_of(result.verdict);
  verdict.sentence = best->variant.info->title + " is " + verdict_words(result.verdict, other);
  verdict.details =
      result.pairs > 0 ? ratio_text(result, other + "'s time") : no_pair_text(outcome.interrupted);
  verdict.ratio = result.pairs > 0 ? result.ratio.value : 0;
  verdict.low = result.ratio.low;
  verdict.high = result.ratio.high;
  verdict.pairs = result.pairs;
  verdict.command = against_command(*workload_, next->variant.choice, best->variant.choice);
  if (outcome.interrupted) throw Cancelled();
}

/// Smaller ones than the present: each takes less time than what was measured already.
void ReportWriter::measure_sizes(Workbench& bench) {
  std::vector<VariantResult> results;
  std::string smallest;
  for (const VariantResult* measured :
       {fastest_of(content_.results), runner_up(content_.results)}) {
    if (!measured || sizes_ == 0) continue;
    const SelectedVariant& variant = measured->variant;
    SweepOver over;
    over.to = swept_size(*workload_, variant.choice);
    std::vector<SweepStep> steps = size_steps(*workload_, variant.choice, over);
    if (!steps.empty() && steps.back().choice.problem == variant.choice.problem) steps.pop_back();
    const std::size_t left_out = steps.size() - std::min(steps.size(), std::size_t(sizes_));
    steps.erase(steps.begin(), steps.begin() + std::ptrdiff_t(left_out));
    if (steps.empty()) continue;
    smallest = steps.front().text;
    for (const SweepStep& step : steps) {
      VariantResult& result = results.emplace_back();
      result.variant = variant;
      result.variant.choice = step.choice;
      result.sizes = measured->sizes;
      if (!workload_->refusal(step.choice, variant.executor).empty()) {
        results.pop_back();
        continue;
      }
      bench.measure(result, options_);
    }
    results.push_back(*measured);
  }
  if (std::ranges::count_if(results, timed) < 2) return;
  content_.graphs.push_back(sweep_graph(results, SweepOver()));
  content_.graph_command = command();
}

void ReportWriter::draw(const Context& context, Progress& progress) {
  ReportPicture& picture = content_.pictures.emplace_back();
  const VariantResult* const best = fastest_of(content_.results);
  if (no_picture_ || !best) {
    picture.reason = no_picture_ ? "it was not asked for" : "no variant has a verified result";
    return;
  }
  try {
    PixelImage drawn =
        draw_stop(context, progress, {workload_, content_.results}, report_width, report_height);
    picture.caption = workload_->info().title + " as " + best->variant.info->title + " computes it";
    picture.width = drawn.width;
    picture.height = drawn.height;
    picture.rgba = std::move(drawn.rgba);
    const std::string bench = commands_of(*best).front().line;
    picture.command = "livewarp shot" + bench.substr(std::string("livewarp bench").size()) + " " +
                      workload_->info().name + ".png";
  } catch (const Cancelled&) {
    picture.reason = "interrupted";
    throw;
  } catch (const std::exception& error) {
    picture.reason = error.what();
  }
}

void ReportWriter::measure(const Context& context, Workbench& bench, Progress& progress) {
  measure_all(bench, progress);
  try {
    measure_in_turn(context, bench, progress);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    content_.verdict.emplace().sentence = std::string("Not compared: ") + error.what();
  }
  measure_sizes(bench);
  draw(context, progress);
  progress.begin("counting accesses");
  content_.lenses = lenses_of(content_, context.stop);
}

int ReportWriter::exit_code(const Context& context) const {
  if (content_.partial) return exit_interrupted;
  std::vector<SelectedVariant> variants;
  for (const VariantResult& result : content_.results) variants.push_back(result.variant);
  complain(context, false, variants);
  const bool wrong = std::ranges::any_of(content_.results, [](const VariantResult& result) {
    return result.failed() || (!result.variant.skip.empty() && result.variant.requested);
  });
  return !wrong && fastest_of(content_.results) ? exit_ok : exit_wrong;
}

int ReportWriter::run(const Context& context) {
  if (page_.path.empty())
    page_.path =
        dated_name("livewarp-" + workload_->info().name + "-report", "html", std::time(nullptr));
  page_.open();
  json_.open();
  content_.workload = workload_;
  content_.machine = context.machine;
  content_.device = context.device;
  content_.date = date_of(std::time(nullptr));
  content_.version = version_text();
  content_.command = command();
  for (SelectedVariant& variant : select_variants(context, request_, Purpose::time)) {
    if (variant.skip.empty()) require_memory(variant);
    content_.problem = problem_text(*workload_, variant.choice.problem);
    content_.results.emplace_back().variant = std::move(variant);
  }
  Progress progress(context);
  Workbench bench(context, progress);
  if (no_wait_) {
    std::vector<SelectedVariant> variants;
    for (const VariantResult& result : content_.results) variants.push_back(result.variant);
    bench.refuse_to_wait(executors_of(variants));
  }
  try {
    measure(context, bench, progress);
  } catch (const Cancelled&) {
    content_.partial = true;
    for (VariantResult& result : content_.results)
      if (result.variant.skip.empty() && !result.measurement) result.interrupted = true;
  }
  content_.ceilings = bench.ceilings();
  progress.wipe();
  page_.write(report_page(content_));
  json_.write(report_json(content_));
  *context.out << page_.path << ": " << workload_->info().title << ", " << content_.problem << "\n";
  if (const VariantResult* best = fastest_of(content_.results))
    *context.out << "Fastest: " << best->variant.info->name << ", " << step_time_text(*best)
                 << " a step\n";
  if (content_.verdict)
    *context.out << content_.verdict->sentence
                 << (content_.verdict->details.empty() ? "" : ": " + content_.verdict->details)
                 << "\n";
  if (content_.partial) *context.err << "livewarp: interrupted: the report is partial\n";
  return exit_code(context);
}

}  // namespace

std::unique_ptr<Command> make_report_command() { return std::make_unique<ReportWriter>(); }

}  // namespace livewarp
