#include <algorithm>

#include "app/sweep_sizes.h"
#include "kernels/core/error.h"
#include "kernels/core/text.h"

namespace livewarp {

namespace {

constexpr std::int64_t largest = std::int64_t{1} << 40, most_points = 100;

std::optional<std::int64_t> count_of(const Given& given, const std::string& id, std::int64_t most) {
  const auto text = given.find(id);
  if (text == given.end()) return {};
  return std::get<std::int64_t>(
      parse_value(integer_param(id, id, "", 1, most, 1, ""), text->second));
}

/// What a sweep of these rows can vary: their size, and the axes that any of them has.
std::vector<std::string> varied_names(const Workload& workload) {
  std::vector<std::string> names;
  if (!swept_sides(workload).empty()) names.emplace_back("size");
  for (const VariantInfo* row : workload.variants())
    for (const Param& axis : row->axes)
      if (std::ranges::find(names, axis.id) == names.end()) names.push_back(axis.id);
  return names;
}

void require_known(const Workload& workload, const SweepOver& over) {
  const WorkloadInfo& info = workload.info();
  const std::vector<std::string> names = varied_names(workload);
  if (over.size() || std::ranges::find(names, over.id) != names.end()) return;
  const std::string advice = "--over takes " + joined(names);
  if (std::ranges::count(swept_sides(workload), over.id, &Param::id) > 0)
    throw Error("--over " + over.id + ": the size is called size here", advice);
  if (find_param(info.params, over.id))
    throw Error("--over " + over.id + ": is no axis of a row, no sweep varies it", advice);
  throw Error("--over " + over.id + ": no row of " + info.name + " has an axis of this name",
              advice);
}

}  // namespace

SweepOver sweep_over(const RowRequest& rows, const Given& given) {
  SweepOver over;
  if (const auto id = given.find("over"); id != given.end()) over.id = id->second;
  require_known(*rows.workload, over);
  over.from = count_of(given, "from", largest);
  over.to = count_of(given, "to", largest);
  over.points = int(count_of(given, "points", most_points).value_or(0));
  if (over.from && over.to && *over.from > *over.to)
    throw Error("from " + grouped(*over.from) + " is larger than to " + grouped(*over.to));
  if (rows.axes.contains(over.id))
    throw Error(option_name(over.id) + ": this axis is what the sweep varies",
                "leave it out; --from and --to limit it");
  if (over.size())
    for (const Param* side : swept_sides(*rows.workload))
      if (given.contains(side->id))
        throw Error(option_name(side->id) + ": the size is what the sweep varies",
                    "leave it out; --from and --to limit it, --over varies something else");
  return over;
}

}  // namespace livewarp
