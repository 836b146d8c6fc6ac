// The variant that blurs by tensor cores.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/convolution/convolution_matrix.cuh"
#include "kernels/convolution/convolution_variants_rolling.h"

LIVEWARP_KERNELS_BEGIN

namespace convolution {

/// Blocks of 16 texels that a tile needs in each direction: radii from 17 on run alike.
inline int matrix_blocks(int radius) { return radius <= 8 ? 2 : radius <= 16 ? 3 : 5; }

struct MatrixCut {
  int blocks, rows;
  std::int64_t across;
  MatrixCut(const Convolution::Problem& problem, const Launch& launch)
      : blocks(matrix_blocks(problem.radius)), rows(int(launch.integer("rows"))),
        across(ceil_div(ceil_div(problem.width, 16), launch.block().y)) {
    if (rows == 0)
      rows = best_way(problem.height, across,
                      {.threads = unsigned(launch.block().count()),
                       .before = 16 * (blocks - 1),
                       .most_warps = double(matrix_blocks_held[blocks]),
                       .granule = 16});
    rows = int(ceil_div(rows, 16)) * 16;
  }
  std::size_t shared() const { return 2 * std::size_t(16 * blocks + 16) * sizeof(HalfPair); }
};

inline void matrix_step(const Convolution::Step& step, const Launch& launch, KernelExec& exec) {
  const Convolution::Problem& problem = *step.problem;
  const MatrixCut cut(problem, launch);
  const Dim3 grid{unsigned(cut.across), unsigned(ceil_div(problem.height, cut.rows))};
  const auto taps = rolling_weights<RollingPaired, convolution_most_radius>(problem.radius);
  const auto blur = [&]<class Pixel>(Pixel) {
    dispatch<2, 3, 5>(cut.blocks, [&](auto blocks) {
      exec.launch(LIVEWARP_KERNEL(convolution_matrix<Pixel, blocks>), grid, launch.block(),
                  cut.shared(), pixels_of<Pixel>(step.source), pixels_of<Pixel>(step.result),
                  cut.rows, taps, task_of(problem));
    });
  };
  if (problem.channels == 1)
    blur((unsigned char)0);
  else
    blur(RgbaWord{});
}

inline Variant<Convolution> matrix() {
  auto variant = blurring("matrix", "Tensor cores", matrix_step);
  variant.source = "PTX ISA, mma.m16n8k16; NVIDIA H100 Tensor Core GPU Architecture, 2022";
  variant.tolerance = {1, 1, "weights and sums in fp16: half a level beside the rounding to bytes"};
  variant.min_compute = 80;
  variant.axes = {
      block_axis({"32x1", "32x2", "32x4"}, "32x4",
                 plane_of_texels()
                     .one_warp_wide("a tensor core takes its tile from one warp")
                     .at_most(matrix_threads, "its launch bounds promise the compiler no more")),
      automatic(integer_axis("rows", "Rows per warp", "rows", {0, 16, 32, 64, 96, 128, 192, 256}, 0,
                             "Rows of the result that a warp makes on its way down, in tiles of "
                             "16. Automatic: enough warps to fill the GPU, and ways as long as "
                             "that allows."))};
  variant.shared_bytes = [](const Convolution::Problem& problem, const Launch& launch) {
    return MatrixCut(problem, launch).shared();
  };
  variant.cost = [](const Convolution::Problem& problem, const Launch& launch) {
    const MatrixCut cut(problem, launch);
    const double share = 1 + 16.0 * (cut.blocks - 1) / cut.rows;
    // Along and down, of a row of the band with its zeros.
    const double products = 16.0 * cut.blocks * (share + 1);
    CostModel cost =
        Convolution::cost(problem, products, problem.channels * (cut.blocks * share + 1));
    cost.tensor_flops = cost.flops;
    return cost;
  };
  return variant;
}

/// In one unit, which compiles beside the others.
inline std::vector<Variant<Convolution>> matrix_variants() { return {matrix()}; }

}  // namespace convolution

LIVEWARP_KERNELS_END
