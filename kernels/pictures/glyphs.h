#pragma once

#include <cstdint>
#include <string_view>

namespace livewarp {

/// Whether the text chart is inked at a texel: lines of capitals and digits, set in dots of 1
/// texel, then 2, then 4, in turn.
bool glyph_dot(std::int64_t x, std::int64_t y);

/// Whether a line of capitals and digits is inked at a dot, counted from its upper left end.
bool text_dot(std::string_view text, std::int64_t x, std::int64_t y);
/// Dots from the beginning of a letter to that of the next one.
constexpr int letter_dots = 6;

}  // namespace livewarp
