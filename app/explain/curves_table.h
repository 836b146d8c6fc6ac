#pragma once

#include <string>
#include <vector>

#include "app/measure/json_report.h"
#include "ui/views/curves_view.h"

/// Predicted, counted and timed as a table and in files.
namespace livewarp {

/// A line a value, what is predicted of the size that was counted; below it why something is
/// missing, and whether counts are as predicted.
std::string curves_text(const ui::CurvesView& view);

/// over, variant, launch, problem, points[]: value, predicted, counted and counted_at by quantity,
/// agrees, times and bounds in ms, and why something is missing; verdict.
Json to_json(const ui::CurvesView& view);

/// The same, a value a line.
std::string curves_csv(const ui::CurvesView& view);

}  // namespace livewarp
