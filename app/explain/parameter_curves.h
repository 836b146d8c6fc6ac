#pragma once

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

#include "app/measure/variant_run.h"
#include "ui/views/curves_view.h"

/// Predicted, counted and timed over the values of a parameter: what is found of each, and how it
/// becomes two graphs.
namespace livewarp {

/// Why a variant's points are counted by nobody; empty: the lens counts them.
std::string why_uncounted(const VariantInfo& variant, const std::vector<ui::CurvePoint>& points);

/// Counts the point on the emulator, at a size at which that takes a moment, or says why not.
/// Throws `Cancelled`.
void count_point(const Workload& workload, ui::CurvePoint& point, std::stop_token stop);

/// Of a bench with a verified result.
ui::CurveTime curve_time(const Measurement& measurement);
/// What the ceilings say of a point: the least time, and that of the bytes that it moves.
void set_bounds(const Workload& workload, const Ceilings& ceilings, ui::CurvePoint& point);

/// Whether a count is the predicted one, or near what was to be expected.
bool agrees(const Prediction& predicted, double counted);

/// The units of what is predicted, first those that change.
std::vector<ui::CurveOption> curve_units(const std::vector<ui::CurvePoint>& points);

/// What is predicted in that unit as dashed lines, of all `lines`; what is counted as marks.
Graph counts_graph(const std::vector<ui::CurvePoint>& points,
                   const std::vector<ui::CurvePoint>& lines, const std::string& unit);
/// The measured times, and what formulas and ceilings say of them.
Graph times_graph(const std::vector<ui::CurvePoint>& points,
                  const std::vector<ui::CurvePoint>& lines);

/// "Counted as predicted, at all 16 values."; empty where nothing is counted.
std::string counts_verdict(const std::vector<ui::CurvePoint>& points);

}  // namespace livewarp
