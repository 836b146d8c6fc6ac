#include "app/sweep.h"
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

}  // namespace

SweepOver sweep_over(const RowRequest& rows, const Given& given) {
  SweepOver over;
  if (const auto id = given.find("over"); id != given.end()) over.id = id->second;
  over.from = count_of(given, "from", largest);
  over.to = count_of(given, "to", largest);
  over.points = int(count_of(given, "points", most_points).value_or(0));
  if (over.from && over.to && *over.from > *over.to)
    throw Error("from " + grouped(*over.from) + " is larger than to " + grouped(*over.to));
  if (rows.axes.contains(over.id))
    throw Error(option_name(over.id) + ": this axis is what the sweep varies",
                "leave it out; --from and --to limit it");
  if (over.size())
    for (const std::string& id : rows.workload->info().size_params)
      if (given.contains(id))
        throw Error(option_name(id) + ": the size is what the sweep varies",
                    "leave it out; --from and --to limit it, --over varies something else");
  return over;
}

}  // namespace livewarp
