#pragma once

#include "ui/theme/tokens.h"

namespace livewarp::ui {

/// Writes the style of Dear ImGui and ImPlot anew from the tokens, for a font of `em` px. Font
/// sizes and scales are left alone. (ScaleAllSizes would accumulate its rounding.)
void apply_style(const Tokens& tokens, float em, float px);

}  // namespace livewarp::ui
