#pragma once

#include "ui/widgets/widgets.h"

/// A ratio of times and its interval (widgets_ratio.cpp).
namespace livewarp::ui {

/// The end of an axis from 1/r to r that shows a ratio and its interval: 1.02, 1.05 ... 100. What
/// is not known of the interval does not widen it.
double ratio_axis_end(const Ratio& ratio, double equivalence);

/// On a logarithmic axis about 1: the region that counts as the same shaded, the interval as a bar,
/// open where nothing is known of an end, the ratio as a tick with its value above. Left of 1 is
/// less time. The box is about 3.6 em high.
void put_ratio_axis(const Look& look, const Box& box, const Ratio& ratio, double equivalence,
                    Color color);

}  // namespace livewarp::ui
