// The CUDA rows of a transposition with their launch code, written once for every reader.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kernels/core/pixel_rows.h"
#include "kernels/core/verification.h"
#include "kernels/transpose/transpose.cuh"
#include "kernels/transpose/transpose.h"

LIVEWARP_KERNELS_BEGIN

namespace transpose {

inline TransposeTask task_of(const Transpose::Problem& problem) {
  return {int(problem.width), int(problem.height), problem.turn == Transpose::Turn::left,
          problem.turn == Transpose::Turn::right};
}

inline Variant<Transpose> row(std::string name, std::string title) {
  Variant<Transpose> row;
  row.name = std::move(name);
  row.title = std::move(title);
  row.topic = "L2.10";
  row.source = "Harris: An Efficient Matrix Transpose in CUDA C/C++ (2013)";
  row.file = "kernels/transpose/transpose.cuh";
  row.backend = Backend::cuda;
  row.memory_modes = cuda_memory_modes();
  row.tolerance = tolerance_cap("transpose", Backend::cuda, "fp32");
  row.work = [](const Transpose::Problem& problem, const Launch&) {
    return Transpose::work(problem);
  };
  return row;
}

template <class KernelType, class Pixel>
void launch_over(const KernelType& kernel, Pixel, Dim3 grid, Dim3 block,
                 const Transpose::Step& step, Exec& exec) {
  exec.launch(kernel, grid, block, 0, pixels_of<Pixel>(step.source), pixels_of<Pixel>(step.result),
              task_of(*step.problem));
}

inline bool writes_side_by_side(const Launch& launch) {
  return launch.text("coalesced") == "writes";
}

inline void naive_step(const Transpose::Step& step, const Launch& launch, Exec& exec) {
  const Transpose::Problem& problem = *step.problem;
  const Dim3 block = launch.block();
  const bool writes = writes_side_by_side(launch);
  const Dim3 grid = writes ? grid_over(problem.height, problem.width, block)
                           : grid_over(problem.width, problem.height, block);
  with_pixel(problem.channels, [&]<class Pixel>(Pixel pixel) {
    if (writes)
      launch_over(LIVEWARP_KERNEL(transpose_naive<Pixel, true>), pixel, grid, block, step, exec);
    else
      launch_over(LIVEWARP_KERNEL(transpose_naive<Pixel, false>), pixel, grid, block, step, exec);
  });
}

inline Variant<Transpose> naive_row() {
  Variant<Transpose> naive = row("naive", "Naive");
  naive.lesson =
      "One thread a texel. A warp's 32 neighbours are read at once and written a whole row apart, "
      "so that each 4 bytes cost a sector of 32: the memory moves several times what was asked "
      "for. Choose which side lies apart: reads are forgiven more, by the caches.";
  Param coalesced = choice_param(
      "coalesced", "Side by side", {{"reads", "Reads", {}}, {"writes", "Writes", {}}}, "reads",
      "Which accesses of a warp are neighbours in memory; the others are a row apart.");
  coalesced.group = ParamGroup::launch;
  naive.axes = {block_axis({"32x1", "32x4", "32x8", "32x32", "16x16", "8x32"}, "32x8"), coalesced};
  naive.kernels = [](const Launch& launch) {
    return std::vector<KernelRef>{writes_side_by_side(launch)
                                      ? LIVEWARP_KERNEL(transpose_naive<uchar4, true>).ref
                                      : LIVEWARP_KERNEL(transpose_naive<uchar4, false>).ref};
  };
  naive.step = naive_step;
  return naive;
}

template <class Tile>
Variant<Transpose> tile_row(std::string name, std::string title) {
  Variant<Transpose> tile = row(std::move(name), std::move(title));
  tile.axes = {block_axis({"32x2", "32x4", "32x8", "32x16", "32x32"}, "32x8")};
  tile.kernels = [](const Launch&) {
    return std::vector<KernelRef>{LIVEWARP_KERNEL(transpose_tile<uchar4, Tile>).ref};
  };
  tile.step = [](const Transpose::Step& step, const Launch& launch, Exec& exec) {
    const Transpose::Problem& problem = *step.problem;
    const Dim3 grid = grid_over(problem.width, problem.height, {transpose_side, transpose_side});
    with_pixel(problem.channels, [&]<class Pixel>(Pixel pixel) {
      launch_over(LIVEWARP_KERNEL(transpose_tile<Pixel, Tile>), pixel, grid, launch.block(), step,
                  exec);
    });
  };
  return tile;
}

inline Variant<Transpose> shared_row() {
  Variant<Transpose> shared = tile_row<TransposeTile>("shared", "Shared tile");
  shared.lesson =
      "A block turns a tile of 32 x 32 in shared memory, so that reads and writes of global "
      "memory are both side by side. Now it is the banks: the 32 texels of a column all lie in "
      "the same one, and a warp that reads them waits 32 times. A smaller block leaves each "
      "thread more texels to move.";
  return shared;
}

inline Variant<Transpose> padded_row() {
  Variant<Transpose> padded = tile_row<TransposePaddedTile>("padded", "Padded tile");
  padded.lesson =
      "The same tile with rows of 33 texels. The unused one moves each row on by a bank: a row's "
      "texels and a column's lie in 32 different ones, and nobody waits. What is left is a copy's "
      "traffic: compare it with the copy bound.";
  return padded;
}

inline Variant<Transpose> swizzled_row() {
  Variant<Transpose> swizzled = tile_row<TransposeSwizzledTile>("swizzled", "Swizzled tile");
  swizzled.source = "NVIDIA CUTLASS: layouts permuted by exclusive or";
  swizzled.lesson =
      "No padding: a texel's column is combined with its row by an exclusive or, which permutes "
      "each row differently and puts a column into 32 banks too. It costs an instruction an "
      "access and no memory. Matrix units are fed this way, since their tiles may not be padded.";
  return swizzled;
}

inline SplitBytes shown_bytes(const Transpose::Step& step, const Transpose::Problem& problem) {
  return {step.shown, step.shown, problem.channels, 0};
}

inline void publish(const Transpose::Step& step, const Transpose::Problem& problem, const Launch&,
                    const Picture& picture, Exec& exec) {
  publish_split(shown_bytes(step, problem), picture, exec);
}

inline Rows<Transpose> rows() {
  return {{naive_row(), shared_row(), padded_row(), swizzled_row()}, publish, {}, {}};
}

}  // namespace transpose

LIVEWARP_KERNELS_END
