#pragma once

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

}  // namespace livewarp::ui
