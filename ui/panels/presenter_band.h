#pragma once

#include "ui/frame/frame.h"

namespace livewarp::ui {

/// Variant and setting, the number, badge and bar, and the keys of the variants: below the picture.
void presenter_band(Frame& frame, const Box& band);

}  // namespace livewarp::ui
