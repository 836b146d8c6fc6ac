#pragma once

#include <string>
#include <vector>

#include "app/measure/variant_run.h"
#include "kernels/core/model/graph.h"

/// Plots as inline SVG. Colours are classes of the page, so that both of its themes draw them.
namespace livewarp {

/// Medians of a step's time, a row for each verified variant, the fastest first: a dot on a
/// logarithmic axis, behind it the line from the 5th to the 95th percentile. `width` pixels; below
/// 500 labels stand above their rows. Empty without any.
std::string times_plot(const std::vector<VariantResult>& results, int width);

/// The curves of a sweep, both axes logarithmic.
std::string curves_plot(const Graph& graph, int width);

}  // namespace livewarp
