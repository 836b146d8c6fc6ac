#include <algorithm>
#include <map>
#include <optional>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/pictures/graph_picture.h"
#include "app/pictures/off_screen.h"
#include "app/measure/sweep_sizes.h"
#include "app/base/table.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

namespace {

struct SweepRequest {
  RowRequest rows;
  SweepOver over;
  BenchOptions bench;  ///< of each point; no step that is longer than its seconds is measured
};

/// One row on its way through the values; it ends early where a step would take too long.
struct Course {
  Row row;
  std::vector<SweepStep> steps;
  std::string ended;  ///< why it is measured no further
  std::optional<Measurement> last;
  std::map<std::string, CheckResult> sizes;  ///< by launch: the check sizes are compared once
};

std::string launch_key(const Choice& choice) {
  std::string key;
  for (const auto& [id, value] : choice.launch) key += id + "=" + to_text(value) + " ";
  return key;
}

[[noreturn]] void refuse(const SweepRequest& request) {
  const WorkloadInfo& info = request.rows.workload->info();
  if (request.over.size() && swept_sides(*request.rows.workload).empty())
    throw Error(info.name + " has no size to vary", "--over names an axis of its variants");
  throw Error("nothing to sweep: no selected variant has values of " + request.over.id +
                  " in this range",
              "livewarp list " + info.name + " shows all variants and their axes");
}

std::vector<Course> plan(const Context& context, const SweepRequest& request) {
  std::vector<Course> courses;
  bool any = false;
  for (Row& row : select_rows(context, request.rows, Purpose::time)) {
    Course course;
    course.row = std::move(row);
    course.steps = sweep_steps(*course.row.workload, course.row.choice, request.over);
    any = any || !course.steps.empty();
    if (course.row.skip.empty() && course.steps.empty()) {
      course.row.skip = "it has no values of " + request.over.id + " in this range";
      course.row.requested = false;
    }
    courses.push_back(std::move(course));
  }
  if (!any) refuse(request);
  return courses;
}

/// Seconds of the step: by what was measured before, which knows how small problems fill the device.
double expected_seconds(Workbench& bench, const Course& course, const Row& row) {
  const Work pass = row.workload->work(row.choice);
  if (course.last && course.last->work.items > 0)
    return course.last->step.median / 1000 * pass.items / course.last->work.items;
  return bench.predicted_seconds(row);
}

/// Why the row's next point is not measured; empty if it is.
std::string hindrance(Workbench& bench, const SweepRequest& request, const Course& course,
                      const Row& row, const std::string& at) {
  const std::string refusal = row.workload->refusal(row.choice, row.executor);
  if (!refusal.empty()) return at + ": " + refusal;
  try {
    require_memory(row);
  } catch (const Error& error) {
    return error.what();
  }
  const double seconds = expected_seconds(bench, course, row);
  if (seconds <= request.bench.seconds) return {};
  return at + ": a step would take about " + plain_number(seconds, 2) + " s; --time " +
         std::to_string(int(seconds) + 1) + " measures it";
}

void measure(Workbench& bench, const SweepRequest& request, Course& course, const SweepStep& step,
             std::vector<RowResult>& results) {
  Row row = course.row;
  row.choice = step.choice;
  const std::string reason =
      hindrance(bench, request, course, row, request.over.id + " " + as_shown(step.text));
  if (!reason.empty()) {
    // Larger sizes take longer still; of other values each stands for itself.
    course.ended += (course.ended.empty() ? "" : "; ") + reason;
    return;
  }
  RowResult& result = results.emplace_back();
  result.row = row;
  const std::string key = launch_key(row.choice);
  if (course.sizes.contains(key)) result.sizes = course.sizes.at(key);
  bench.measure(result, request.bench);
  course.sizes[key] = result.sizes;
  bench.compare_with_ceilings(result, 0.5);
  if (result.measurement) course.last = result.measurement;
}

/// All rows at one value before the next: they start from one common state, and what is there when one
/// stops it can be compared.
void run_all(Workbench& bench, const SweepRequest& request, std::vector<Course>& courses,
             std::vector<RowResult>& results) {
  std::map<double, std::vector<std::pair<Course*, const SweepStep*>>> by_value;
  for (Course& course : courses)
    if (course.row.skip.empty())
      for (const SweepStep& step : course.steps) by_value[step.x].emplace_back(&course, &step);
  for (const auto& [x, all] : by_value)
    for (const auto& [course, step] : all)
      if (!request.over.size() || course->ended.empty())
        measure(bench, request, *course, *step, results);
}

bool timed(const RowResult& result) { return result.measurement && result.verified(); }

std::string value_text(const RowResult& result, const SweepOver& over) {
  if (over.size()) return grouped(swept_size(*result.row.workload, result.row.choice));
  return to_text(result.row.choice.launch.at(over.id));
}

std::string table_of(const std::vector<RowResult>& results, const SweepOver& over) {
  double longest = 0, fastest = 0;
  for (const RowResult& result : results)
    if (timed(result)) {
      longest = std::max(longest, result.measurement->step.median);
      fastest = std::max(fastest, result.measurement->rate());
    }
  const bool micro = longest > 0 && longest < 1;
  const Prefix prefix = prefix_for(fastest);
  std::string unit = results.empty() ? "" : results.front().row.workload->info().item_rate;
  if (!prefix.name.empty()) unit = prefix.name + " " + unit;
  TextTable table({{over.id, Align::right},
                   {"variant"},
                   {micro ? "median \u00b5s" : "median ms", Align::right},
                   {"spread", Align::right},
                   {unit, Align::right},
                   {"nearest ceiling", Align::right},
                   {"error", Align::right},
                   {""}});
  for (const RowResult& result : results) {
    std::vector<std::string> cells{value_text(result, over), result.row.info->name};
    if (timed(result)) {
      const Measurement& measured = *result.measurement;
      cells.push_back(
          fmt::format("{:.{}f}", measured.step.median * (micro ? 1000 : 1), micro ? 2 : 4));
      cells.push_back(fmt::format("{:.1f} %", 100 * measured.step.spread));
      cells.push_back(plain_number(measured.rate() / prefix.factor, 4));
      cells.push_back(result.of_ceiling
                          ? fmt::format("{:.1f} % of {}", 100 * result.of_ceiling->share,
                                        result.of_ceiling->ceiling)
                          : "");
    } else {
      cells.insert(cells.end(), {missing, "", missing, ""});
    }
    const CheckResult& check = result.check();
    const bool compared = check.ok() || check.verdict == Verdict::failed;
    cells.push_back(compared ? error_text(check.error) : missing);
    cells.push_back(result.why_not_done());
    table.add(std::move(cells));
  }
  return table.empty() ? "" : table.text();
}

std::vector<Row> rows_of(const std::vector<Course>& courses) {
  std::vector<Row> rows;
  for (const Course& course : courses) rows.push_back(course.row);
  return rows;
}

/// Where rows ended, and those that never began.
std::string remarks(const std::vector<Course>& courses) {
  std::string text;
  for (const Course& course : courses)
    if (!course.ended.empty())
      text += "Ends: " + course.row.info->name + " at " + course.ended + "\n";
  return text + skipped_text(rows_of(courses));
}

/// The problem without what is varied.
Values same_for_all(const SweepRequest& request, const std::vector<Course>& courses) {
  Values problem = courses.front().row.choice.problem;
  for (const Param* side : swept_sides(*request.rows.workload))
    if (request.over.size()) problem.erase(side->id);
  for (const Course& course : courses)
    for (const SweepStep& step : course.steps)
      std::erase_if(problem, [&](const auto& one) {
        return step.choice.problem.at(one.first) != one.second;
      });
  return problem;
}

/// With the rows that were not run, for the files.
std::vector<RowResult> with_skipped(std::vector<RowResult> results,
                                    const std::vector<Course>& courses) {
  for (const Course& course : courses)
    if (!course.row.skip.empty()) results.emplace_back().row = course.row;
  return results;
}

int exit_code(const std::vector<RowResult>& results, const std::vector<Course>& courses,
              bool interrupted) {
  if (interrupted) return exit_interrupted;
  for (const Course& course : courses)
    if (!course.row.skip.empty() && course.row.requested) return exit_wrong;
  const bool failed = std::ranges::any_of(results, &RowResult::failed);
  return !failed && std::ranges::any_of(results, timed) ? exit_ok : exit_wrong;
}

void write_graph(const Context& context, const SweepRequest& request,
                 const std::vector<RowResult>& results, bool interrupted, NamedOutput& png) {
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
    return {"measure variants over sizes, blocks or another axis",
            "Measures variants over sizes, in powers of two up to where a step takes longer than --time, or over the values of one axis. Each point is verified before it is timed, under the conditions of bench. Ctrl+C keeps what is measured.",
            WorkloadArgument::required};
  }
  void declare(CLI::App& app, const CommandScope& scope) override;
  void finish() override {
    request_.rows = row_request(workload_, given_);
    check_sweep(request_.over, request_.rows, given_);
    if (!png_.path.empty()) require_png(png_.path);
  }
  int run(const Context& context) override;

 private:
  const Workload* workload_ = nullptr;
  Given given_;
  SweepRequest request_;
  ReportFiles files_;
  NamedOutput png_;
};

void SweepCommand::declare(CLI::App& app, const CommandScope& scope) {
  constexpr std::int64_t largest = std::int64_t{1} << 40;
  workload_ = scope.workload;
  request_.bench.seconds = 1;
  declare_rows(app, scope, given_);
  OptionGroup sweep(app, "Sweep:"), run(app, "Run:"), output(app, "Output:");
  SweepOver& over = request_.over;
  sweep.text("over", "size|AXIS", over.id,
             "What is varied: the size, or an axis of the variants, block for example. Default size.");
  sweep.integer("from", "COUNT", 1, largest, over.from,
                "The first size, or the first number of an axis.");
  sweep.integer("to", "COUNT", 1, largest, over.to, "The last one.");
  sweep.integer("points", "1\u2026100", 1, 100, over.points,
                "At most so many, evenly spread. Default: all.");
  run.real("time", "SECONDS", shortest_time, longest_time, request_.bench.seconds,
           "Longest time for each point, and longest step that is measured. Default 1.");
  run.flag("cold", request_.bench.cold, "Flush the last-level cache before each sample.");
  declare_device(run, *scope.machine, device_);
  files_.declare(output);
  output.text("png", "FILE", png_.path, "Draw the graph into this PNG file, off-screen.");
}

int SweepCommand::run(const Context& context) {
  files_.open();
  png_.open();
  std::vector<Course> courses = plan(context, request_);
  std::optional<Offscreen> gl;  // refused before the work, where there is no OpenGL
  if (png_.file.is_open()) gl.emplace(off_screen_for(context, courses.front().row));

  Progress progress(context);
  Workbench bench(context, progress);
  std::vector<RowResult> results;
  bool interrupted = false;
  progress.begin("estimating");
  try {
    run_all(bench, request_, courses, results);
  } catch (const Cancelled&) {
    interrupted = true;
    if (!results.empty() && !results.back().measurement) results.back().interrupted = true;
  }
  progress.wipe();
  *context.out << workload_->info().title << ", "
               << problem_text(*workload_, same_for_all(request_, courses)) << ", over "
               << request_.over.id << "\n\n"
               << table_of(results, request_.over) << remarks(courses);
  complain(context, interrupted, rows_of(courses));
  files_.write(context, with_skipped(results, courses), bench.ceilings(), interrupted);
  if (png_.file.is_open()) write_graph(context, request_, results, interrupted, png_);
  return exit_code(results, courses, interrupted);
}

}  // namespace

std::unique_ptr<Command> make_sweep_command() { return std::make_unique<SweepCommand>(); }

}  // namespace livewarp
