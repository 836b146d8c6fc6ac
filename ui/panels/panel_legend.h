#pragma once

#include "kernels/core/model/view.h"
#include "ui/widgets/overlay_layout.h"

/// What the colours of a picture mean: its map, and below it single ones.
namespace livewarp::ui {

/// Without width where the view has none.
Extent legend_extent(const Look& look, const View& view);
void put_legend(const Look& look, const Box& box, const View& view);

}  // namespace livewarp::ui
