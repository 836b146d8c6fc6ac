#pragma once

#include <span>

#include "ui/widgets/widgets.h"

/// Where that lies which is written on the picture, so that nothing covers anything else.
namespace livewarp::ui {

/// Width and height in pixels; width 0: there is none.
struct Extent {
  float width = 0, height = 0;
};

/// What wants to lie on the picture.
struct Overlays {
  Extent tools;   ///< top left
  Extent chip;    ///< "paused": right of the tools, or below them
  Extent legend;  ///< bottom right
  Extent probe;   ///< bottom left, above the legend where there is no room beside it
  Extent hint;    ///< likewise, above the probe
};

/// Their places; empty boxes for what has none.
struct PlacedOverlays {
  Box tools, chip, legend, probe, hint;
};

/// On a picture too small for all, first the hint goes, then the probe, the legend, the chip and
/// the tools. `margin` is the distance from the picture's edge, `gap` between two of them.
PlacedOverlays place_overlays(const Box& picture, const Overlays& wanted, float margin, float gap);

bool overlap(const Box& a, const Box& b);

/// A box of `wanted`'s size that lies within `room` and apart from all that is taken: moved up or
/// down, but not aside, where its place would not be what it speaks of. Empty where there is none.
Box place_note(const Box& wanted, bool upwards, const Box& room, std::span<const Box> taken,
               float gap);

}  // namespace livewarp::ui
