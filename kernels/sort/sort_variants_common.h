// What the CUDA variants of sorting share.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <utility>

#include "kernels/core/measure/verification.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/sort/sort.h"
#include "kernels/sort/sort_keys.cuh"

LIVEWARP_KERNELS_BEGIN

namespace sort {

using Step = Sort::Step;

inline BlockRule row() { return BlockRule::row("keys stand in a row"); }

/// The length of a network that n keys go through: a power of two.
inline std::int64_t network(std::int64_t n) {
  return std::int64_t(std::bit_ceil(std::uint64_t(n)));
}
/// That is 2 to the power of ...
inline int stages(std::int64_t n) { return std::countr_zero(std::uint64_t(network(n))); }

inline std::size_t aligned_bytes(std::int64_t count) {
  return std::size_t(ceil_div(count * 4, 256)) * 256;
}

}  // namespace sort

LIVEWARP_KERNELS_END
