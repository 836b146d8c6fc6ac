// What the CUDA variants of a reduction share: passes over partial sums, and who can compute what.
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "kernels/core/exec/multiprocessors.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/reduce/reduce.cuh"
#include "kernels/reduce/reduce.h"

LIVEWARP_KERNELS_BEGIN

namespace reduce {

using Step = Reduce::Step;

/// Figures of "Optimizing Parallel Reduction in CUDA": 2^22 integers.
inline TextFigure harris(double ms) { return {{"Harris 2007, reduction", "G80"}, ms}; }

// -- scratch: a counter, and two arrays of partial results that passes read and write in turn -----
constexpr std::size_t counter_bytes = 256;

/// Results of a pass over n elements, `share` of them a block.
inline std::int64_t partials(std::int64_t n, std::int64_t share) { return ceil_div(n, share); }

inline std::size_t aligned_bytes(std::int64_t count, std::size_t each) {
  return std::size_t(ceil_div(count * std::int64_t(each), 256)) * 256;
}

/// Of a kernel that is called until one result is left.
inline std::size_t pass_bytes(const Reduce::Problem& problem, std::int64_t share) {
  const std::int64_t first = partials(problem.n, share), second = partials(first, share);
  const std::size_t each = problem.element_bytes();
  return counter_bytes + aligned_bytes(first, each) + aligned_bytes(second, each);
}

template <class T>
T* partials_of(const Step& step) {
  return reinterpret_cast<T*>(static_cast<char*>(step.scratch) + counter_bytes);
}

inline unsigned* counter_of(const Step& step) { return static_cast<unsigned*>(step.scratch); }

/// Calls `launch(blocks, from, to, n)` on the elements, then on the partial results, until one is
/// left, which is the step's. `blocks_for(n)` says how many a pass over n elements has.
template <class T, class BlocksFor, class LaunchPass>
void passes(const Step& step, const BlocksFor& blocks_for, const LaunchPass& launch) {
  std::int64_t n = step.problem->n;
  const T* from = step.elements<T>();
  T* to = partials_of<T>(step);
  T* const second = to + aligned_bytes(blocks_for(n), sizeof(T)) / sizeof(T);
  for (bool odd = true;; odd = !odd) {
    const std::int64_t blocks = blocks_for(n);
    if (blocks == 1) return launch(1u, from, step.written<T>(), n);
    launch(unsigned(blocks), from, to, n);
    n = blocks;
    from = to;
    to = odd ? second : partials_of<T>(step);
  }
}

// -- who can compute what
// --------------------------------------------------------------------------
inline std::string only_fp32_sums(const Reduce::Problem& problem, const Launch&, Executor) {
  if (problem.is_fp32_sum()) return {};
  return "it adds fp32 alone: minimum, dot product and other types have shuffle and CUB";
}

inline BlockRule row() { return BlockRule::row("elements stand in a row"); }

inline BlockRule pairs() {
  return row().also("two threads or more", [](const Dim3& shape) -> std::string {
    return shape.x >= 2 ? "" : "needs two threads or more, since one alone leaves as many sums";
  });
}

/// Of kernels that halve a block's sums down to `least`.
inline BlockRule halving(unsigned least) {
  const std::string asks = "a power of two from " + std::to_string(least) + " on";
  return row().also(asks, [least, asks](const Dim3& shape) -> std::string {
    if (shape.x >= least && (shape.x & (shape.x - 1)) == 0) return {};
    return "needs " + asks + ", since its sums are halved at each step";
  });
}

inline BlockRule whole_warps() { return row().whole_warps("lanes add up by shuffles"); }

inline CostModel work_of_passes(const Reduce::Problem& problem, std::int64_t share) {
  return Reduce::cost(problem, double(partials(problem.n, share)));
}

// -- grids as large as the GPU
// ---------------------------------------------------------------------
/// A thread takes at least so many bytes, so that few elements do not make a grid of idle threads.
inline std::int64_t grid_blocks(const Launch& launch, std::int64_t n, std::int64_t least_a_thread) {
  const std::int64_t all = multiprocessors() * launch.integer("blocks");
  return std::clamp<std::int64_t>(ceil_div(n, launch.block().x * least_a_thread), 1, all);
}

inline Param blocks_axis(std::int64_t default_blocks) {
  return integer_axis("blocks", "Blocks per SM", "", {1, 2, 4, 8, 16, 32}, default_blocks,
                      "Blocks of the grid for each multiprocessor. More of them have more loads "
                      "under way, as long as they fit, and more partial sums.");
}

}  // namespace reduce

LIVEWARP_KERNELS_END
