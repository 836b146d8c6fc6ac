#include <algorithm>
#include <optional>
#include <ostream>

#include "app/bench_table.h"
#include "app/commands.h"
#include "app/json_report.h"
#include "app/output_file.h"
#include "app/table.h"
#include "kernels/core/error.h"
#include "kernels/core/text.h"

namespace livewarp {

namespace {

/// A step this long is measured only where its row was named.
constexpr double longest_step = 30;

/// Leaves out rows whose step would take too long, unless they were asked for by name.
void skip_long_rows(Workbench& bench, const BenchRequest& request, std::vector<Row>& rows) {
  if (!request.rows.variants.empty()) return;
  for (Row& row : rows) {
    const double seconds = row.skip.empty() ? bench.predicted_seconds(row) : 0;
    if (seconds > longest_step)
      row.skip = "a step would take about " + plain_number(seconds, 2) +
                 " s; name the row with --variant to measure it all the same";
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

}  // namespace

int run_bench(const Context& context, const BenchRequest& request) {
  std::optional<OutputFile> json, csv;
  if (!request.json.empty()) json.emplace(request.json);
  if (!request.csv.empty()) csv.emplace(request.csv);
  std::vector<Row> rows = select_rows(context, request.rows, Purpose::time);
  for (const Row& row : rows)
    if (row.skip.empty()) require_memory(row);

  Progress progress(context);
  Workbench bench(context, progress);
  std::vector<RowResult> results;
  bool interrupted = false;
  progress.begin("estimating");
  try {
    skip_long_rows(bench, request, rows);
    progress.wipe();
    print_heading(context, rows);
    BenchOptions options;
    options.seconds = request.seconds;
    options.cold = request.cold;
    for (const Row& row : rows) {
      RowResult& result = results.emplace_back();
      result.row = row;
      bench.measure(result, options);
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
  if (interrupted)
    *context.err << "livewarp: interrupted, the results are partial\n";
  else
    *context.err << unmet_text(rows);
  if (json) json->write(json_report(context, results, bench.ceilings(), interrupted));
  if (csv) csv->write(csv_report(results));
  return exit_code(results, interrupted);
}

}  // namespace livewarp
