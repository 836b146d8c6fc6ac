#pragma once

#include <cstddef>
#include <optional>

#include "ui/views/ladder_view.h"
#include "ui/widgets/widgets.h"

namespace livewarp::ui {

/// Title (unless it stands elsewhere), what colours mean, and a bar a rung, as long as the rung is
/// fast, with the texts' figures as pale outlines below it and the nearest ceiling as a line
/// across; where a rung has no time the reason stands in its place. Rungs that have no room scroll.
/// What colours mean stands in `beside`, a row next to other things, where it fits there. `id` is
/// unique within the window. Returns the rung that was clicked.
std::optional<std::size_t> put_ladder(const Look& look, const char* id, const Ladder& ladder,
                                      const Box& box, bool titled = true, const Box& beside = {});

/// Lines of text on a sheet that a ladder fills: few rungs are drawn large.
double ladder_lines(const Ladder& ladder);

}  // namespace livewarp::ui
