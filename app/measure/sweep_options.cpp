#include <algorithm>

#include "app/measure/sweep_sizes.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

/// What a sweep of these variants can vary: their size, the workload's method, and the axes that
/// any of them has.
std::vector<std::string> varied_names(const Workload& workload) {
  std::vector<std::string> names;
  if (!swept_sides(workload).empty()) names.emplace_back("size");
  if (const Param* const method = method_of(workload)) names.push_back(method->id);
  for (std::string& id : varied_params(workload)) names.push_back(std::move(id));
  for (const VariantInfo* variant : workload.variants())
    for (const Param& axis : variant->axes)
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
    throw Error("--over " + over.id + ": is no axis of a variant, no sweep varies it", advice);
  throw Error("--over " + over.id + ": no variant of " + info.name + " has an axis of this name",
              advice);
}

}  // namespace

std::string over_id(std::string written) {
  std::ranges::replace(written, '-', '_');
  return written;
}

void check_sweep(const SweepOver& over, const VariantSelection& selection,
                 const ParsedOptions& given) {
  require_known(*selection.workload, over);
  if (over.from && over.to && *over.from > *over.to)
    throw Error("from " + grouped(*over.from) + " is larger than to " + grouped(*over.to));
  if (selection.axes.contains(over.id))
    throw Error(option_name(over.id) + ": this axis is what the sweep varies",
                "leave it out; --from and --to limit it");
  if (varies_method(*selection.workload, over) && given.contains(over.id))
    throw Error(option_name(over.id) + ": the sweep varies it",
                "leave it out; --from and --to limit it, --over varies something else");
  if (over.size())
    for (const Param* side : swept_sides(*selection.workload))
      if (given.contains(side->id))
        throw Error(option_name(side->id) + ": the size is what the sweep varies",
                    "leave it out; --from and --to limit it, --over varies something else");
}

}  // namespace livewarp
