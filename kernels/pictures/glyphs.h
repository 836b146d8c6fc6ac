#pragma once

#include <cstdint>

namespace livewarp {

/// Whether the text chart is inked at a texel: lines of capitals and digits, set in dots of 1
/// texel, then 2, then 4, in turn.
bool glyph_dot(std::int64_t x, std::int64_t y);

}  // namespace livewarp
