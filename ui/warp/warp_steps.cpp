#include "ui/warp/warp_steps.h"

#include <algorithm>

namespace livewarp::ui {

std::optional<std::size_t> access_at(const WarpView& view, const WarpPlace& place) {
  if (place.step >= view.steps.size()) return {};
  const WarpStep& step = view.steps[place.step];
  if (place.access >= step.count) return {};
  return step.first + place.access;
}

WarpPlace step_from(const WarpView& view, const WarpPlace& place, std::ptrdiff_t steps) {
  const auto last = std::ptrdiff_t(view.steps.size()) - 1;
  return {std::size_t(std::clamp(std::ptrdiff_t(place.step) + steps, std::ptrdiff_t{0}, last)), 0};
}

std::size_t step_of(const WarpView& view, std::size_t access) {
  // Steps without an access begin where the next one does: the last that begins there has it.
  const auto behind = std::ranges::upper_bound(view.steps, access, {}, &WarpStep::first);
  return std::size_t(behind - view.steps.begin()) - 1;
}

std::optional<WarpPlace> access_from(const WarpView& view, const WarpPlace& place, int direction) {
  const WarpStep& step = view.steps[place.step];
  // What stands before the first access of a step without any is the one before it.
  const auto here = std::ptrdiff_t(step.first + place.access);
  const std::ptrdiff_t access = direction < 0 ? here - 1 : here + (step.count > 0 ? 1 : 0);
  if (access < 0 || access >= std::ptrdiff_t(view.accesses.size())) return {};
  const std::size_t at = step_of(view, std::size_t(access));
  return WarpPlace{at, std::size_t(access) - view.steps[at].first};
}

std::optional<WarpPlace> barrier_from(const WarpView& view, const WarpPlace& place, int direction) {
  const auto count = std::ptrdiff_t(view.steps.size());
  for (std::ptrdiff_t i = std::ptrdiff_t(place.step) + direction; i >= 0 && i < count;
       i += direction)
    if (view.steps[std::size_t(i)].event == WarpEvent::barrier) return WarpPlace{std::size_t(i), 0};
  return {};
}

std::optional<WarpPlace> line_from(const WarpView& view, const WarpPlace& place,
                                   std::uint32_t line) {
  const std::size_t count = view.steps.size();
  for (std::size_t on = 1; on <= count; ++on) {
    const std::size_t i = (place.step + on) % count;
    if (view.steps[i].line == line) return WarpPlace{i, 0};
  }
  return {};
}

std::optional<std::size_t> shown_until(const WarpView& view, const WarpPlace& place) {
  if (place.step >= view.steps.size()) return {};
  const WarpStep& step = view.steps[place.step];
  const std::size_t end =
      std::min(step.first + (step.count > 0 ? place.access + 1 : 0), view.accesses.size());
  for (std::size_t i = end; i > 0; --i) {
    const WarpAccess& access = view.accesses[i - 1];
    if (access.array >= 0 && view.arrays[std::size_t(access.array)].element > 0) return i - 1;
  }
  return {};
}

}  // namespace livewarp::ui
