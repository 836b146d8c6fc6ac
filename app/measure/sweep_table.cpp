#include <algorithm>

#include <fmt/format.h>

#include "app/measure/sweep.h"
#include "app/measure/sweep_sizes.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/workload/shared_reserve.h"

namespace livewarp {

namespace {

std::string value_text(const VariantResult& result, const SweepOver& over) {
  if (over.size()) return grouped(swept_size(*result.variant.workload, result.variant.choice));
  return to_text(*swept_value(*result.variant.workload, result.variant.choice, over));
}

/// Warps that stay on a multiprocessor, and the bytes that they have in flight.
void add_occupancy(std::vector<std::string>& cells, const VariantResult& result) {
  if (!result.kernel) {
    cells.insert(cells.end(), {missing, missing});
    return;
  }
  const KernelFigures& kernel = *result.kernel;
  cells.push_back(std::to_string(kernel.occupancy.warps));
  const double requested = result.variant.workload->cost(result.variant.choice).requested_bytes;
  const auto bytes =
      bytes_in_flight(kernel.occupancy, kernel.resources, std::int64_t(kernel.grid.count()),
                      int(kernel.block.count()), requested);
  cells.push_back(bytes ? memory_size(std::size_t(*bytes)) : missing);
}

/// The note of a cost model, what the lens counted, and of which size both are.
void add_counts(std::vector<std::string>& cells, const std::optional<CountedSectors>& counts) {
  if (counts)
    cells.insert(cells.end(), {counts->note, counts->counted, counts->size});
  else
    cells.insert(cells.end(), {"", missing, ""});
}

}  // namespace

bool timed(const VariantResult& result) {
  return result.measurement && result.verified() && result.measurement->step.count > 0;
}

ResultColumns::ResultColumns(const std::vector<VariantResult>& results) {
  double longest = 0, fastest = 0;
  for (const VariantResult& result : results)
    if (timed(result)) {
      longest = std::max(longest, result.measurement->step.median);
      fastest = std::max(fastest, result.measurement->rate());
    }
  micro_ = longest > 0 && longest < 1;
  prefix_ = prefix_for(fastest);
  rate_unit_ = results.empty() ? "" : results.front().variant.workload->info().item_rate;
  if (!prefix_.name.empty()) rate_unit_ = prefix_.name + " " + rate_unit_;
}

void ResultColumns::add_headings(std::vector<TextTable::Column>& columns) const {
  for (const std::string& name :
       {std::string(micro_ ? "median \u00b5s" : "median ms"), std::string("spread"), rate_unit_,
        std::string("nearest ceiling"), std::string("error")})
    columns.push_back({name, ColumnAlign::right});
  columns.push_back({""});
}

void ResultColumns::add_cells(std::vector<std::string>& cells, const VariantResult& result) const {
  if (timed(result)) {
    const Measurement& measured = *result.measurement;
    cells.push_back(
        fmt::format("{:.{}f}", measured.step.median * (micro_ ? 1000 : 1), micro_ ? 2 : 4));
    cells.push_back(measured.step.count > 1 ? fmt::format("{:.1f} %", 100 * measured.step.spread)
                                            : "1 sample");
    cells.push_back(plain_number(measured.rate() / prefix_.factor, 4));
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
}

std::string sweep_table(const std::vector<VariantResult>& results, const SweepOver& over,
                        const LensCounts& counts) {
  const ResultColumns of_result(results);
  std::vector<TextTable::Column> columns{{over.id, ColumnAlign::right}};
  const bool occupancy = over.id == reserve_axis_id, counted = counts.size() == results.size();
  if (occupancy)
    for (const char* const name : {"warps", "in flight"})
      columns.push_back({name, ColumnAlign::right});
  columns.push_back({"variant"});
  if (counted)
    for (const char* const name : {"note", "lens", "counted at"}) columns.push_back({name});
  of_result.add_headings(columns);
  TextTable table(std::move(columns));
  for (std::size_t i = 0; i < results.size(); ++i) {
    const VariantResult& result = results[i];
    std::vector<std::string> cells{value_text(result, over)};
    if (occupancy) add_occupancy(cells, result);
    cells.push_back(result.variant.info->name);
    if (counted) add_counts(cells, counts[i]);
    of_result.add_cells(cells, result);
    table.add(std::move(cells));
  }
  std::string text = table.empty() ? "" : table.text();
  if (occupancy && !table.empty())
    text += "warps: that stay on a multiprocessor; in flight: bytes at most, were all asked for at "
            "once that its threads ask for (model); about 6 KB are said to be needed for 90 % of a "
            "GPU's bandwidth\n";
  return text;
}

}  // namespace livewarp
