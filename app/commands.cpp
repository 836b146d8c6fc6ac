#include "app/commands.h"

#include <algorithm>
#include <iterator>

#include "kernels/core/text.h"

namespace livewarp {

namespace {

/// Variants of a workload that do not run for one reason.
struct Skipped {
  const Workload* workload = nullptr;
  std::string reason;
  std::vector<std::string> variants;
};

std::vector<Skipped> skipped(const std::vector<Row>& rows) {
  std::vector<Skipped> groups;
  for (const Row& row : rows) {
    if (row.skip.empty()) continue;
    auto group = std::ranges::find_if(groups, [&](const Skipped& known) {
      return known.workload == row.workload && known.reason == row.skip;
    });
    if (group == groups.end()) group = groups.insert(group, {row.workload, row.skip, {}});
    group->variants.push_back(row.info->name);
  }
  return groups;
}

}  // namespace

std::string problem_text(const Workload& workload, const Values& problem) {
  std::vector<std::string> parts;
  for (const Param& param : workload.info().params) {
    const auto value = problem.find(param.id);
    if (value == problem.end() || to_text(value->second).empty()) continue;
    // What only one choice of another parameter uses, a picture for one start, is said with that choice.
    const bool used = std::ranges::all_of(param.selects, [&](const auto& needed) {
      const auto other = problem.find(needed.first);
      return other == problem.end() || other->second == needed.second;
    });
    if (!used) continue;
    std::string part = param.id + " " + as_shown(to_text(value->second));
    if (!param.unit.empty()) part += " " + param.unit;
    parts.push_back(part);
  }
  return joined(parts);
}

std::string skipped_text(const std::vector<Row>& rows) {
  std::string text;
  for (const Skipped& group : skipped(rows))
    text += "Not run: " + joined(group.variants) + ": " + group.reason + "\n";
  return text;
}

std::string unmet_text(const std::vector<Row>& rows) {
  std::vector<Row> unmet;
  std::ranges::copy_if(rows, std::back_inserter(unmet), &Row::requested);
  if (std::ranges::all_of(rows, [](const Row& row) { return !row.skip.empty(); })) unmet = rows;
  std::string text;
  for (const Skipped& group : skipped(unmet))
    text += "livewarp: " + group.workload->info().name + " " + joined(group.variants) +
            " cannot run here: " + group.reason + "\n";
  return text;
}

}  // namespace livewarp
