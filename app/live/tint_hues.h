#pragma once

#include <array>
#include <cstddef>

#include "render/passes/element_tints.h"
#include "ui/views/blocks_view.h"

namespace livewarp {

/// A hue of a tint as the renderer has it.
inline void put_hue(SceneTint& tint, std::size_t hue, const ui::Color& color) {
  tint.hues[3 * hue] = float(color.r) / 255;
  tint.hues[3 * hue + 1] = float(color.g) / 255;
  tint.hues[3 * hue + 2] = float(color.b) / 255;
}
/// All that panels give.
inline void put_hues(SceneTint& tint, const ui::Hues& hues) {
  for (std::size_t hue = 0; hue < hues.size(); ++hue) put_hue(tint, hue, hues[hue]);
}

}  // namespace livewarp
