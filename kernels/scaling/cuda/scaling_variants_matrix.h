// The variant that filters by tensor cores.
#pragma once

#include <algorithm>
#include <limits>
#include <string>

#include "kernels/scaling/cuda/scaling_matrix.cuh"
#include "kernels/scaling/cuda/scaling_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace scaling {

inline constexpr int most_matrix_blocks = scaling_matrix_texels / 16;

/// A direction of a result, as it is planned.
struct BandSide {
  std::int64_t pixels, texels;
  FixedPoint position, step;
  bool rows;  ///< down, not across
};

/// Tiles of a direction, and the blocks of 16 texels that each needs.
struct BandPlan {
  ScalingBand band{};
  std::int64_t pixels, tiles;
  int blocks = 1;

  BandPlan(const BandSide& side, const ScalingWeights& filter)
      : pixels(side.pixels), tiles(ceil_div(side.pixels, 16)) {
    band.position = side.position;
    band.step = side.step;
    band.radius = filter.radius;
    band.align = side.rows ? 8 : 4;
    band.least = std::numeric_limits<int>::min();
    band.most = std::numeric_limits<int>::max();
    band.texels = int(side.texels);
    if (side.rows) band.origin = band.first(0);
    int span = 1;
    for (std::int64_t tile = 0; tile < tiles; ++tile)
      span = std::max(span, band.first(int(16 * tile + 15)) + filter.taps - band.start(int(tile)));
    blocks = int(ceil_div(span, 16));
  }
  /// Puts the rule for texels outside into the table, where that can be: what is outside has to be
  /// found among the texels of its own pixel, as it is if all pixels' middles lie inside.
  void fold(Scaling::Address address, bool rows, int blocks_of_tile) {
    constexpr FixedPoint half = FixedPoint{1} << (fixed_bits - 1);
    const FixedPoint last = band.position + (pixels - 1) * band.step;
    const std::int64_t most = band.texels - 16 * blocks_of_tile;
    band.address = int(address);
    band.folded = address != Scaling::Address::wrap && band.position >= -half &&
                  last <= band.texels * 2 * half - half && (rows || most >= 0);
    if (!band.folded || rows) return;
    band.least = 0;
    band.most = int(most);
  }
};

struct MatrixPlan {
  BandPlan columns, rows;
  int blocks;
  explicit MatrixPlan(const Scaling::Problem& problem)
      : columns({problem.result_width, problem.width, problem.map.u0, problem.map.u_by_x, false},
                weights_of(problem)),
        rows({problem.result_height, problem.height, problem.map.v0, problem.map.v_by_y, true},
             weights_of(problem)),
        blocks(std::max(columns.blocks, rows.blocks)) {
    columns.fold(problem.address, false, blocks);
    rows.fold(problem.address, true, blocks);
  }
  std::size_t column_bytes() const { return std::size_t(columns.tiles) * tile_bytes(); }
  std::size_t bytes() const { return std::size_t(columns.tiles + rows.tiles) * tile_bytes(); }

 private:
  std::size_t tile_bytes() const { return std::size_t(blocks) * 32 * 16; }
};

inline void make_matrix_table(KernelExec& exec, void* table, const BandPlan& plan, int blocks,
                              float scale, bool side_by_side, const ScalingWeights& filter) {
  constexpr unsigned threads = 128;
  exec.launch(LIVEWARP_KERNEL(scaling_matrix_table), Dim3{unsigned(ceil_div(plan.pixels, threads))},
              Dim3{threads}, 0, static_cast<Half16*>(table), plan.pixels, blocks, scale,
              side_by_side, plan.band, filter);
}

/// As many as were asked for; "auto" leaves at least 24 warps for each of 132 multiprocessors, as a
/// large GPU has. Where texels come by way of shared memory more of them pay.
inline std::int64_t tiles_a_warp(const MatrixPlan& plan, const Launch& launch) {
  if (launch.text("tiles") != "auto") return std::stoi(launch.text("tiles"));
  const std::int64_t warps = 132 * 24, most = plan.blocks == 1 ? 8 : 4;
  return std::clamp<std::int64_t>(plan.columns.tiles * plan.rows.tiles / warps, 1, most);
}

/// Shared memory of a block: see ScalingTexelRing.
template <class Pixel>
std::size_t matrix_shared(int blocks, Dim3 block) {
  return blocks == 1 ? std::size_t(block.y) * 32 * ScalingTexelRing<Pixel>::eights *
                           sizeof(PixelQuad<Pixel>)
                     : 0;
}

inline Param tiles_axis() {
  return choice_axis("tiles", "Tiles per warp",
                     {{"auto", "auto", {}},
                      {"1", "1", {}},
                      {"2", "2", {}},
                      {"4", "4", {}},
                      {"8", "8", {}},
                      {"16", "16", {}},
                      {"32", "32", {}}},
                     "auto",
                     "Tiles of 16 x 16 pixels that a warp computes one below the other. More share "
                     "more sums; fewer make more warps.");
}

inline void matrix_step(const Scaling::Step& step, const Launch& launch, KernelExec& exec) {
  const Scaling::Problem& problem = *step.problem;
  const MatrixPlan plan(problem);
  auto* const across = static_cast<std::byte*>(step.scratch);
  std::byte* const down = across + plan.column_bytes();
  if (!step.scratch_kept) {
    const ScalingWeights filter = weights_of(problem);
    exec.fill_bytes(step.scratch, 0, plan.bytes());
    make_matrix_table(exec, across, plan.columns, plan.blocks, half_first_scale, true, filter);
    make_matrix_table(exec, down, plan.rows, plan.blocks, half_second_scale, false, filter);
  }
  const Dim3 block = launch.block();
  const std::int64_t tiles = tiles_a_warp(plan, launch);
  const Dim3 grid{unsigned(ceil_div(plan.columns.tiles, block.y)),
                  unsigned(ceil_div(plan.rows.tiles, tiles))};
  with_pixel(problem, [&]<class Pixel>(Pixel) {
    dispatch<1, 2, 3, 4>(plan.blocks, [&](auto blocks) {
      exec.launch(LIVEWARP_KERNEL(scaling_matrix<Pixel, blocks>), grid, block,
                  matrix_shared<Pixel>(blocks, block), source_of<Pixel>(step),
                  result_of<Pixel>(step), reinterpret_cast<const uint4*>(across),
                  reinterpret_cast<const uint4*>(down), tiles, plan.columns.band, plan.rows.band,
                  task_of(problem));
    });
  });
}

inline std::string matrix_refuses(const Scaling::Problem& problem, const Launch&, Executor) {
  if (!weighs(problem.filter)) return "computes weighted filters alone: choose the variant texture";
  if (!problem.map.straight())
    return "is separable, which allows no rotation: choose the variant taps";
  if (MatrixPlan(problem).blocks > most_matrix_blocks)
    return "has room for 64 taps per direction and tile: choose the variant separable";
  return "";
}

inline CostModel matrix_cost(const Scaling::Problem& problem, const Launch& launch) {
  const MatrixPlan plan(problem);
  const double texels = 16.0 * plan.blocks * 16 / problem.scale / 256;
  CostModel cost = Scaling::cost(problem, problem.channels * (texels + 1));
  // Down, and along in rows of texels, of which a warp's first tile needs `blocks` times 16, the
  // next ones what they go on by; of a row of the band with its zeros.
  const auto tiles = double(tiles_a_warp(plan, launch));
  const double rows = (16.0 * plan.blocks + (tiles - 1) * 16 / problem.scale) / tiles;
  const double products = 16.0 * plan.blocks * (rows / 16 + 1);
  cost.flops = cost.tensor_flops = 2 * products * problem.channels * cost.items;
  return cost;
}

inline Variant<Scaling> matrix() {
  auto variant = cuda_variant<Scaling>("matrix", "Tensor cores", matrix_step);
  variant.topic = "L2.6";
  variant.source = "PTX ISA, mma.m16n8k16; NVIDIA H100 Tensor Core GPU Architecture, 2022";
  variant.cost = matrix_cost;
  variant.tolerance = {1.5, 1.5, "weights and sums in fp16: within 1 of the rounded exact value"};
  variant.min_compute = 80;
  variant.axes = {block_axis({"32x1", "32x2", "32x4", "32x8"}, "32x4",
                             plane_of_pixels()
                                 .one_warp_wide("a tensor core takes its tile from one warp")
                                 .at_most(256, "its launch bounds promise the compiler no more")),
                  tiles_axis()};
  variant.refuses = matrix_refuses;
  refuse_too_tall(variant, [](const Scaling::Problem& problem, const Launch& launch) {
    return 16 * tiles_a_warp(MatrixPlan(problem), launch);
  });
  variant.scratch_bytes = [](const Scaling::Problem& problem, const Launch&) {
    const bool possible = weighs(problem.filter) && problem.map.straight();
    return possible ? MatrixPlan(problem).bytes() : 0;
  };
  return variant;
}

}  // namespace scaling

LIVEWARP_KERNELS_END
