// Keys that choose a variant, a workload, a block or a size. Where there is none, a toast says why.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/core/model/param.h"
#include "ui/frame/frame.h"
#include "ui/model/choices.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

/// The end of its values, as the toast says it.
std::string end_text(const Param& param, const Value& value, int direction) {
  return fmt::format("{} {} is the {} here", param.label, to_text(value),
                     direction > 0 ? "last" : "first");
}

}  // namespace

void choose_numbered_variant(Frame& frame, int number) {
  int last = 0;
  for (const VariantEntry& variant : frame.model.variants) {
    last = std::max(last, variant.key);
    if (variant.key != number) continue;
    choose_variant(frame, variant);
    if (!variant.reason.empty()) show_toast(frame, variant.info->title + ": " + variant.reason);
    return;
  }
  if (last > 0)
    show_toast(frame, fmt::format("No variant has the key {}: they are 1 to {}", number, last));
}

void choose_workload(Frame& frame, int number) {
  const auto& workloads = frame.model.workloads;
  const auto index = static_cast<std::size_t>(number - 1);
  if (index >= workloads.size())
    show_toast(frame,
               fmt::format("No workload has Ctrl+{}: they are 1 to {}", number, workloads.size()));
  else if (!workloads[index].active)
    frame.wanted = workloads[index].choice;
}

void step_block(Frame& frame, int direction) {
  const Param* block = find_param(frame.axes(), ids::block);
  if (!block) {
    show_toast(frame, "This variant has no block to choose");
  } else if (!block->reason.empty()) {
    show_toast(frame, block->label + ": " + block->reason);
  } else {
    const Value now = value_of(frame.setting(), *block, true);
    if (auto next = neighbour(*block, now, direction))
      set_value(frame.setting(), *block, true, std::move(*next));
    else
      show_toast(frame, end_text(*block, now, direction));
  }
}

/// All sides or none: the shape stays.
void step_size(Frame& frame, int direction) {
  if (!frame.model.workload) return;
  std::vector<std::pair<const Param*, Value>> changes;
  for (const std::string& id : ids_of_size(frame.model)) {
    const Param* size = find_param(frame.model.params, id);
    if (!size) continue;
    if (!size->reason.empty()) return void(show_toast(frame, size->label + ": " + size->reason));
    const Value now = value_of(frame.wanted, *size, false);
    const auto next = scaled(*size, now, direction);
    if (!next) return void(show_toast(frame, end_text(*size, now, direction)));
    changes.emplace_back(size, *next);
  }
  for (auto& [size, next] : changes) set_value(frame.wanted, *size, false, std::move(next));
  if (changes.empty()) show_toast(frame, "Nothing here has a size to choose");
}

}  // namespace livewarp::ui
