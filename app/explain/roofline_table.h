#pragma once

#include <string>

#include "app/measure/json_report.h"
#include "ui/views/roofline_view.h"

/// A roofline as text and as JSON.
namespace livewarp {

/// One line a roof.
std::string roofs_table(const ui::Roofline& roofline);
/// One line a point: performance, then bandwidth, intensity and share of the roof by each count of
/// bytes.
std::string points_table(const ui::Roofline& roofline);

/// device, operation, roofs[], points[].
Json to_json(const ui::Roofline& roofline);

}  // namespace livewarp
