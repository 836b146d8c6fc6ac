// What the CUDA variants of a scan share: scratch memory, and who can compute what.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "kernels/core/base/dim.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/scan/scan.cuh"
#include "kernels/scan/scan.h"

LIVEWARP_KERNELS_BEGIN

namespace scan {

using Step = Scan::Step;

inline std::string only_sums(const Scan::Problem& problem, const Launch&, Executor) {
  if (problem.is_sum()) return {};
  return "it adds up alone: recurrence, compaction and split have look-back and the serial loop";
}

inline BlockRule row() { return BlockRule::row("elements stand in a row"); }
inline BlockRule whole_warps() { return row().whole_warps("lanes add up by shuffles"); }

/// Of blocks whose sums are fewer than elements.
inline BlockRule pairs() {
  return row().also("two threads or more", [](const Dim3& shape) -> std::string {
    return shape.x >= 2 ? "" : "needs two threads or more, since one alone leaves as many sums";
  });
}

/// Of a tree whose halves are as large as one another.
inline BlockRule tree_row() {
  return row().also("a power of two", [](const Dim3& shape) -> std::string {
    if ((shape.x & (shape.x - 1)) == 0) return {};
    return "needs a power of two, since the tree halves its elements at each step";
  });
}

inline std::int64_t aligned_floats(std::int64_t count) { return ceil_div(count, 64) * 64; }

/// Of sums of parts of `share` elements, of parts of those, and so on until one part holds all.
inline std::size_t sums_bytes(std::int64_t n, std::int64_t share) {
  std::int64_t floats = 0;
  for (std::int64_t parts = ceil_div(n, share); parts > 1; parts = ceil_div(parts, share))
    floats += aligned_floats(parts);
  return std::size_t(floats) * sizeof(float);
}

}  // namespace scan

LIVEWARP_KERNELS_END
