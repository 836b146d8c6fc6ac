#include "kernels/core/workload/lessons.h"

#include <algorithm>
#include <array>

namespace livewarp {

std::span<const Lesson> lessons() {
  static constexpr auto all = std::to_array<Lesson>({
#include "kernels/core/lessons.inc"
      {}});
  return std::span(all).first(all.size() - 1);
}

const Lesson* find_lesson(std::string_view workload, std::string_view variant) {
  const auto all = lessons();
  const auto found = std::ranges::find_if(
      all, [&](const Lesson& l) { return l.workload == workload && l.variant == variant; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace livewarp
