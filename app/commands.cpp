#include "app/commands.h"

#include <algorithm>
#include <utility>

#include "kernels/core/text.h"

namespace livewarp {

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
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;  // reason, rows
  for (const Row& row : rows) {
    if (row.skip.empty()) continue;
    auto group = std::ranges::find(groups, row.skip,
                                   &std::pair<std::string, std::vector<std::string>>::first);
    if (group == groups.end()) group = groups.insert(group, {row.skip, {}});
    group->second.push_back(row.info->name);
  }
  std::string text;
  for (const auto& [reason, names] : groups)
    text += "Not run: " + joined(names) + ": " + reason + "\n";
  return text;
}

}  // namespace livewarp
