#pragma once

#include <optional>

#include "kernels/core/model/heat_map.h"
#include "ui/widgets/widgets.h"

namespace livewarp::ui {

/// Where a time lies between the best, 1, and the slowest that counts, 0: the brighter the faster.
double heat_of(const HeatMap& map, const HeatCell& cell);
/// The ratio to the best at which the scale ends.
double slowest_ratio(const HeatMap& map);
/// What stands in the cell: "8.37", in the unit of the best; where sizes vary "1.25×".
std::string cell_text(const HeatMap& map, const HeatCell& cell);
/// What is said of it when the mouse rests there.
std::string cell_hint(const HeatCell& cell);

/// Title (unless it stands elsewhere), scale and cells in the box; the best is outlined, what runs
/// has a mark. `id` is unique within the window. Returns the setting of a cell that was clicked and
/// can run.
std::optional<std::size_t> put_heat_map(const Look& look, const char* id, const HeatMap& map,
                                        const Box& box, bool titled = true);

}  // namespace livewarp::ui
