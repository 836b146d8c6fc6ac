// The CUDA variants of a transposition with their launch code, written once for every compiler.
#pragma once

#include <utility>
#include <vector>

#include "kernels/core/base/dispatch.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/pictures/pixel_variants.h"
#include "kernels/transpose/transpose.cuh"
#include "kernels/transpose/transpose.h"
#include "kernels/transpose/transpose_variants_npp.h"
#include "kernels/transpose/transpose_vector.cuh"

LIVEWARP_KERNELS_BEGIN

namespace transpose {

inline TransposeTask task_of(const Transpose::Problem& problem) {
  return {int(problem.width), int(problem.height), problem.turn == Transpose::Turn::left,
          problem.turn == Transpose::Turn::right};
}

template <class KernelType, class Pixel>
void launch_over(const KernelType& kernel, Pixel, Dim3 grid, Dim3 block,
                 const Transpose::Step& step, KernelExec& exec) {
  exec.launch(kernel, grid, block, 0, pixels_of<Pixel>(step.source), pixels_of<Pixel>(step.result),
              task_of(*step.problem));
}

inline BlockRule plane_of_texels() { return BlockRule::plane("a picture has no depth"); }

inline void naive_step(const Transpose::Step& step, const Launch& launch, KernelExec& exec) {
  const Transpose::Problem& problem = *step.problem;
  const Dim3 block = launch.block();
  const bool writes = launch.text("coalesced") == "writes";
  const Dim3 grid = writes ? grid_over(problem.height, problem.width, block)
                           : grid_over(problem.width, problem.height, block);
  with_pixel(problem.channels, [&]<class Pixel>(Pixel pixel) {
    if (writes)
      launch_over(LIVEWARP_KERNEL(transpose_naive<Pixel, true>), pixel, grid, block, step, exec);
    else
      launch_over(LIVEWARP_KERNEL(transpose_naive<Pixel, false>), pixel, grid, block, step, exec);
  });
}

/// What the text measured of the same kernel.
inline std::vector<TextFigure> in_chapter_2(double ms) {
  return {{{"Han & Sharma 2019, ch. 2", "V100"}, ms}};
}

inline Variant<Transpose> naive() {
  auto variant = cuda_variant<Transpose>("naive", "Naive", naive_step);
  variant.source = "Harris: An Efficient Matrix Transpose in CUDA C/C++ (2013)";
  variant.axes = {
      block_axis({"32x1", "32x4", "32x8", "32x32", "16x16", "8x32"}, "32x8", plane_of_texels()),
      choice_axis("coalesced", "Coalesced", {{"reads", "Reads", {}}, {"writes", "Writes", {}}},
                  "reads",
                  "Which accesses of a warp are coalesced; the others have a stride of a row.")};
  variant.history = in_chapter_2(0.060);
  return variant;
}

template <class Tile>
void tile_step(const Transpose::Step& step, const Launch& launch, KernelExec& exec) {
  const Transpose::Problem& problem = *step.problem;
  const Dim3 grid = grid_over(problem.width, problem.height, {transpose_side, transpose_side});
  with_pixel(problem.channels, [&]<class Pixel>(Pixel pixel) {
    launch_over(LIVEWARP_KERNEL(transpose_tile<Pixel, Tile>), pixel, grid, launch.block(), step,
                exec);
  });
}

template <class Tile>
Variant<Transpose> tile(const char* name, const char* title, std::vector<TextFigure> history = {}) {
  auto variant = cuda_variant<Transpose>(name, title, tile_step<Tile>);
  variant.source = "Harris: An Efficient Matrix Transpose in CUDA C/C++ (2013)";
  variant.axes = {block_axis(
      {"32x2", "32x4", "32x8", "32x16", "32x32"}, "32x8",
      plane_of_texels().one_warp_wide("its tile is 32 texels wide, and a thread takes a column"))};
  variant.history = std::move(history);
  return variant;
}

inline Variant<Transpose> swizzled() {
  auto variant = tile<TransposeSwizzledTile>("swizzled", "Swizzled tile");
  variant.source = "NVIDIA CUTLASS: layouts permuted by exclusive or";
  return variant;
}

inline void vectorized_step(const Transpose::Step& step, const Launch& launch, KernelExec& exec) {
  const Transpose::Problem& problem = *step.problem;
  const auto launch_tiles = [&](const auto& kernel, auto pixel, unsigned threads) {
    using Words = TransposeWords<decltype(pixel)>;
    const Dim3 tile{Words::columns, Words::rows * Words::texels};
    launch_over(kernel, pixel, grid_over(problem.width, problem.height, tile), {threads}, step,
                exec);
  };
  if (problem.channels == 1)
    return launch_tiles(LIVEWARP_KERNEL(transpose_vector<unsigned char, 4>), (unsigned char)0, 256);
  dispatch<1, 2>(launch.integer("loads"), [&](auto loads) {
    launch_tiles(LIVEWARP_KERNEL(transpose_vector<uchar4, loads>), uchar4{}, 1024 / loads);
  });
}

inline Variant<Transpose> vectorized() {
  auto variant = cuda_variant<Transpose>("vectorized", "Vectorized tile", vectorized_step);
  variant.source = "Luitjens: CUDA Pro Tip, Vectorized Memory Access (2013)";
  variant.axes = {integer_axis("loads", "Loads per thread", "", {1, 2}, 2,
                               "Loads of 16 bytes that a thread has under way before the barrier; "
                               "fewer make larger blocks. Grey pixels always take four.")};
  return variant;
}

inline void publish(const Transpose::Step& step, const Transpose::Problem& problem, const Launch&,
                    const Picture& picture, KernelExec& exec) {
  publish_pair({step.source, step.shown, problem.shown()}, picture, exec);
}

inline Variants<Transpose> variants() {
  return {{naive(), tile<TransposeTile>("shared", "Shared tile", in_chapter_2(0.021)),
           tile<TransposePaddedTile>("padded", "Padded tile", in_chapter_2(0.013)), swizzled(),
           vectorized(), vendor_library()},
          publish};
}

}  // namespace transpose

LIVEWARP_KERNELS_END
