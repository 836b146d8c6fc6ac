#pragma once

#include <cstdint>
#include <random>

namespace livewarp {

/// Where a display starts to count its pictures. Scenes tell contents apart by this number, and
/// OpenGL gives the buffer names of a deleted display to the next, so two displays must not count
/// alike.
inline std::uint64_t first_generation() { return std::uint64_t{std::random_device{}()} << 32; }

}  // namespace livewarp
