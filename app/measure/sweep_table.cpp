#include <algorithm>

#include <fmt/format.h>

#include "app/measure/sweep.h"
#include "app/measure/sweep_sizes.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

namespace {

std::string value_text(const VariantResult& result, const SweepOver& over) {
  if (over.size()) return grouped(swept_size(*result.variant.workload, result.variant.choice));
  return to_text(result.variant.choice.launch.at(over.id));
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

std::string sweep_table(const std::vector<VariantResult>& results, const SweepOver& over) {
  const ResultColumns of_result(results);
  std::vector<TextTable::Column> columns{{over.id, ColumnAlign::right}, {"variant"}};
  of_result.add_headings(columns);
  TextTable table(std::move(columns));
  for (const VariantResult& result : results) {
    std::vector<std::string> cells{value_text(result, over), result.variant.info->name};
    of_result.add_cells(cells, result);
    table.add(std::move(cells));
  }
  return table.empty() ? "" : table.text();
}

}  // namespace livewarp
