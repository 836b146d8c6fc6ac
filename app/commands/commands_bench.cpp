#include <algorithm>
#include <ostream>

#include "app/measure/bench_table.h"
#include "app/commands/commands.h"
#include "app/base/table.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

/// A step this long is measured only where its row was named.
constexpr double longest_step = 30;

/// Leaves out rows whose step would take too long.
void skip_long_rows(Workbench& bench, std::vector<Row>& rows) {
  for (Row& row : rows) {
    const double seconds = row.skip.empty() ? bench.predicted_seconds(row) : 0;
    if (seconds > longest_step)
      row.skip = "a step would take about " + plain_number(seconds, 2) +
                 " s; name the variant with --variant to measure it all the same";
  }
}

void print_heading(const Context& context, const std::vector<Row>& rows) {
  const Row& row = rows.front();
  *context.out << row.workload->info().title << ", "
               << problem_text(*row.workload, row.choice.problem) << "\n";
  std::vector<std::string> devices;
  for (const Row& each : rows)
    if (each.skip.empty() &&
        std::ranges::find(devices, device_text(each, context)) == devices.end())
      devices.push_back(device_text(each, context));
  if (!devices.empty()) *context.out << "on " << joined(devices) << "\n";
  *context.out << std::endl;
}

/// The row under way, and those that were never begun.
void mark_interrupted(const std::vector<Row>& rows, std::vector<RowResult>& results) {
  if (!results.empty() && !results.back().measurement) results.back().interrupted = true;
  while (results.size() < rows.size()) {
    RowResult missing;
    missing.row = rows[results.size()];
    missing.interrupted = true;
    results.push_back(std::move(missing));
  }
}

int exit_code(const std::vector<RowResult>& results, bool interrupted) {
  if (interrupted) return exit_interrupted;
  bool any = false;
  for (const RowResult& result : results) {
    if (result.failed() || (!result.row.skip.empty() && result.row.requested)) return exit_wrong;
    any = any || result.measurement;
  }
  return any ? exit_ok : exit_wrong;
}

class BenchCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {
        "measure variants, each verified before it is timed",
        "Measures every variant of a workload that can run here: warm, repeated until the median is known to 0.5\u00a0%. No variant shows a time before its result is verified. Several pictures are taken in rotation, so that none stays in a cache.",
        WorkloadArgument::required};
  }
  void declare(CLI::App& app, const CommandScope& scope) override {
    workload_ = scope.workload;
    declare_rows(app, scope, given_);
    OptionGroup run(app, "Run:"), output(app, "Output:");
    run.real("time", "SECONDS", shortest_time, longest_time, options_.seconds,
             "Longest time for each variant. Default 3.");
    run.flag("cold", options_.cold, "Flush the last-level cache before each sample.");
    declare_device(run, *scope.machine, device_);
    files_.declare(output);
  }
  void finish() override { request_ = row_request(workload_, given_); }
  int run(const Context& context) override;

 private:
  const Workload* workload_ = nullptr;
  Given given_;
  RowRequest request_;
  BenchOptions options_;
  ReportFiles files_;
};

int BenchCommand::run(const Context& context) {
  files_.open();
  std::vector<Row> rows = select_rows(context, request_, Purpose::time);
  for (const Row& row : rows)
    if (row.skip.empty()) require_memory(row);

  Progress progress(context);
  Workbench bench(context, progress);
  std::vector<RowResult> results;
  bool interrupted = false;
  progress.begin("estimating");
  try {
    if (request_.variants.empty()) skip_long_rows(bench, rows);
    progress.wipe();
    print_heading(context, rows);
    for (const Row& row : rows) {
      RowResult& result = results.emplace_back();
      result.row = row;
      bench.measure(result, options_);
      bench.compare_with_ceilings(result, 0.5);
    }
  } catch (const Cancelled&) {
    interrupted = true;
    mark_interrupted(rows, results);
  }
  progress.wipe();
  *context.out << bench_table(results) << ceilings_text(bench.ceilings()) << skipped_text(rows);
  const std::string classic = classic_lines(results);
  if (!classic.empty()) *context.out << "\n" << classic;
  complain(context, interrupted, rows);
  files_.write(context, results, bench.ceilings(), interrupted);
  return exit_code(results, interrupted);
}

}  // namespace

std::unique_ptr<Command> make_bench_command() { return std::make_unique<BenchCommand>(); }

}  // namespace livewarp
