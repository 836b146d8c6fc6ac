#pragma once

#include <cstddef>
#include <optional>

#include "ui/views/warp_view.h"

/// Where the keys lead from a place in a warp's steps.
namespace livewarp::ui {

/// The access that is shown there, by its number in the view; nothing where the step has none.
std::optional<std::size_t> access_at(const WarpView& view, const WarpPlace& place);

/// So many steps on, or back; as far as there are any.
WarpPlace step_from(const WarpView& view, const WarpPlace& place, std::ptrdiff_t steps);
/// The next access, or the one before, of this step or another; nothing where there is none.
std::optional<WarpPlace> access_from(const WarpView& view, const WarpPlace& place, int direction);
/// Likewise the next barrier.
std::optional<WarpPlace> barrier_from(const WarpView& view, const WarpPlace& place, int direction);
/// The next step at the line of that number, from the beginning again behind the last.
std::optional<WarpPlace> line_from(const WarpView& view, const WarpPlace& place,
                                   std::uint32_t line);
/// The last access up to there that touches elements of the picture.
std::optional<std::size_t> shown_until(const WarpView& view, const WarpPlace& place);
/// The step that an access belongs to.
std::size_t step_of(const WarpView& view, std::size_t access);

}  // namespace livewarp::ui
