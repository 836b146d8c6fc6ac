#pragma once

#include <cstdint>

namespace livewarp {

/// The deepest level of a tree whose boxes are drawn: that of at most 2,048.
inline constexpr int most_outline_level = 11;

/// Of more the tree is not drawn: it would take the host longer than a second or two.
inline constexpr std::int64_t most_outlined_bodies = 2'097'152;

}  // namespace livewarp
