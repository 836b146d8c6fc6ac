#include "app/tune/cross_sweep.h"

#include <algorithm>
#include <utility>

#include "app/base/table.h"
#include "app/measure/sweep.h"
#include "app/tune/setting_graphs.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

namespace {

/// Why a setting is not measured; empty if it is.
std::string hindrance(Workbench& bench, const SelectedVariant& variant, double longest) {
  try {
    require_memory(variant);
  } catch (const Error& error) {
    return error.what();
  }
  const double seconds = bench.predicted_seconds(variant);
  if (seconds <= longest) return {};
  return "a step would take about " + plain_number(seconds, 2) + " s; --time " +
         std::to_string(int(seconds) + 1) + " measures it";
}

}  // namespace

CrossSweep::CrossSweep(Workbench& bench, Progress& progress, SettingSpace space,
                       const BenchOptions& options)
    : bench_(&bench), progress_(&progress), space_(std::move(space)), options_(options) {}

void CrossSweep::run() {
  try {
    for (const SpaceSetting& setting : space_.settings) {
      progress_->chapter(grouped(std::int64_t(results_.size() + 1)) + " of " +
                         grouped(std::int64_t(space_.settings.size())));
      measure(setting);
    }
  } catch (const Cancelled&) {
    interrupted_ = true;
    if (!results_.empty() && !results_.back().measurement) results_.back().interrupted = true;
  }
  progress_->chapter("");
  progress_->wipe();
}

void CrossSweep::measure(const SpaceSetting& setting) {
  VariantResult& result = results_.emplace_back();
  result.variant = setting.variant;
  result.variant.skip = hindrance(*bench_, setting.variant, options_.seconds);
  if (!result.variant.skip.empty()) return;
  const auto same_launch = [&](const VariantResult& other) {
    return other.variant.info == setting.variant.info && other.sizes.ok() &&
           other.variant.choice.launch == setting.variant.choice.launch &&
           other.variant.choice.memory == setting.variant.choice.memory;
  };
  // The check sizes are compared once for a launch.
  if (const auto known = std::ranges::find_if(results_, same_launch); known != results_.end())
    result.sizes = known->sizes;
  bench_->measure(result, options_);
  bench_->compare_with_ceilings(result);
}

std::vector<Finding> CrossSweep::findings() const {
  std::vector<Finding> all(space_.settings.size());
  for (std::size_t i = 0; i < results_.size(); ++i) {
    const VariantResult& result = results_[i];
    if (timed(result))
      all[i] = {Finding::Kind::measured,
                result.measurement->step.median * compared_scale(space_, space_.settings[i]),
                {}};
    else if (!result.variant.skip.empty())
      all[i] = {Finding::Kind::left_out, 0, result.variant.skip};
    else if (!result.interrupted)
      all[i] = {Finding::Kind::wrong, 0, result.why_not_done()};
  }
  return all;
}

std::string cross_table(const CrossSweep& sweep) {
  const SettingSpace& space = sweep.space();
  const ResultColumns of_result(sweep.results());
  std::vector<TextTable::Column> columns;
  for (const Dimension& dimension : space.dimensions) columns.push_back({dimension.id});
  of_result.add_headings(columns);
  TextTable table(std::move(columns));
  for (std::size_t i = 0; i < sweep.results().size(); ++i) {
    std::vector<std::string> cells;
    for (std::size_t d = 0; d < space.dimensions.size(); ++d) {
      const int place = space.settings[i].places[d];
      cells.push_back(place < 0 ? "" : space.dimensions[d].values[std::size_t(place)]);
    }
    of_result.add_cells(cells, sweep.results()[i]);
    table.add(std::move(cells));
  }
  return (table.empty() ? "" : table.text()) + reasons_text("Refused", space.refused());
}

std::string reasons_text(const std::string& heading,
                         const std::map<std::string, std::size_t>& reasons) {
  constexpr std::size_t shown = 10;
  std::vector<std::pair<std::size_t, std::string>> sorted;
  for (const auto& [reason, count] : reasons) sorted.emplace_back(count, reason);
  std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text;
  for (std::size_t i = 0; i < std::min(sorted.size(), shown); ++i)
    text += heading + " " + grouped(std::int64_t(sorted[i].first)) + ": " + sorted[i].second + "\n";
  std::size_t rest = 0;
  for (std::size_t i = shown; i < sorted.size(); ++i) rest += sorted[i].first;
  if (rest > 0) text += heading + " " + grouped(std::int64_t(rest)) + " more, for other reasons\n";
  return text;
}

}  // namespace livewarp
