#include "app/tune/ladder_report.h"

#include <algorithm>
#include <map>

#include "app/base/table.h"
#include "app/measure/sweep.h"
#include "kernels/core/base/text.h"
#include "kernels/core/model/memory_modes.h"
#include "ui/model/format.h"
#include "ui/model/ladder.h"

namespace livewarp {

namespace {

bool is_of(const VariantResult& result, const SelectedVariant& variant) {
  return result.variant.info == variant.info &&
         result.variant.choice.memory == variant.choice.memory;
}

VariantResult not_measured(const SelectedVariant& variant) {
  VariantResult result;
  result.variant = variant;
  if (result.variant.skip.empty())
    result.variant.skip = variant.workload->refusal(variant.choice, variant.executor);
  if (result.variant.skip.empty()) result.interrupted = true;
  return result;
}

/// A variant may be there in several memory modes.
bool in_modes(const std::vector<VariantResult>& results) {
  return std::ranges::any_of(results, [&](const VariantResult& result) {
    return std::ranges::count(results, result.variant.info,
                              [](const VariantResult& other) { return other.variant.info; }) > 1;
  });
}

ui::LadderRung rung_of(const VariantResult& result, bool with_mode) {
  ui::LadderRung rung = ui::rung_of(*result.variant.info, result.variant.choice.launch);
  if (with_mode) rung.title += " \u00b7 " + std::string(name_of(result.variant.choice.memory));
  if (!timed(result)) {
    rung.wrong = result.check().verdict == Verdict::failed;
    rung.reason = result.variant.skip.empty() ? result.why_not_done() : result.variant.skip;
    if (rung.reason.empty()) rung.reason = "not verified";
    return rung;
  }
  rung.ms = result.measurement->step.median;
  rung.spread = result.measurement->step.spread;
  if (!result.of_ceiling) return rung;
  rung.ceiling = result.of_ceiling->ceiling;
  rung.bound_ms = rung.ms * result.of_ceiling->share;
  return rung;
}

/// "60 µs", of each source; empty without any.
std::string figures_text(const ui::LadderRung& rung) {
  std::string text;
  for (const TextFigure& figure : rung.history)
    text += (text.empty() ? "" : "; ") + ui::figure_text(figure);
  return text;
}

std::string sources_text(const ui::Ladder& ladder) {
  std::vector<std::string> sources;
  for (const ui::LadderRung& rung : ladder.rungs)
    for (const TextFigure& figure : rung.history)
      if (const std::string text = source_text(figure.source);
          std::ranges::find(sources, text) == sources.end())
        sources.push_back(text);
  if (sources.empty()) return {};
  std::string text = "history: ";
  for (const std::string& source : sources) text += (&source == &sources[0] ? "" : "; ") + source;
  return text + "; at its own size, never measured here\n";
}

}  // namespace

std::vector<VariantResult> ladder_results(const std::vector<SelectedVariant>& variants,
                                          const std::vector<VariantResult>& measured) {
  std::vector<VariantResult> results;
  for (const SelectedVariant& variant : variants) {
    const auto found = std::ranges::find_if(
        measured, [&](const VariantResult& result) { return is_of(result, variant); });
    results.push_back(found == measured.end() ? not_measured(variant) : *found);
  }
  std::ranges::stable_partition(
      results, [](const VariantResult& result) { return result.variant.info->library.empty(); });
  return results;
}

ui::Ladder make_ladder(const std::vector<VariantResult>& results, const std::string& setting) {
  ui::Ladder ladder;
  if (results.empty()) return ladder;
  ladder.title = results.front().variant.workload->info().title + ", variant by variant";
  ladder.setting = setting;
  const bool modes = in_modes(results);
  for (const VariantResult& result : results) ladder.rungs.push_back(rung_of(result, modes));
  return ladder;
}

std::string ladder_table(const std::vector<VariantResult>& results) {
  const ui::Ladder ladder = make_ladder(results, {});
  const ui::LadderRung* const base = base_of(ladder);
  const bool history = std::ranges::any_of(
      ladder.rungs, [](const ui::LadderRung& rung) { return !rung.history.empty(); });
  const ResultColumns of_result(results);
  std::vector<TextTable::Column> columns{
      {"variant"}, {base ? "times " + base->variant : "", ColumnAlign::right}};
  if (history) columns.push_back({"history", ColumnAlign::right});
  of_result.add_headings(columns);
  TextTable table(std::move(columns));
  for (std::size_t i = 0; i < results.size(); ++i) {
    const ui::LadderRung& rung = ladder.rungs[i];
    std::vector<std::string> cells{
        rung.variant, rung.timed() && base ? ui::factor_text(base->ms / rung.ms) : missing};
    if (history) cells.push_back(figures_text(rung));
    of_result.add_cells(cells, results[i]);
    table.add(std::move(cells));
  }
  return (table.empty() ? "" : table.text()) + sources_text(ladder);
}

}  // namespace livewarp
