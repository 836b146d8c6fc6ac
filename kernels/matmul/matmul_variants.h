// The CUDA variants of a matrix product with their launch code, written once for every compiler:
// those of one thread an element, the list, and what shows C.
#pragma once

#include <vector>

#include "kernels/matmul/matmul.cuh"
#include "kernels/matmul/matmul_picture.cuh"
#include "kernels/matmul/matmul_tile.cuh"
#include "kernels/matmul/matmul_variants_operands.h"

LIVEWARP_KERNELS_BEGIN

namespace matmul {

inline BlockRule plane_of_elements() { return BlockRule::plane("C has no depth"); }
/// Where the two sides of a block change places, or are those of tiles.
inline BlockRule square(const std::string& because) {
  return plane_of_elements().also("a square", [because](const Dim3& block) -> std::string {
    return block.x == block.y ? "" : "needs a square block, since " + because;
  });
}

inline Variant<Matmul> transposed() {
  const auto run = [](const Matmul::Step& step, const Launch& launch, KernelExec& exec) {
    const Dim3 block = launch.block();
    over_rows(step, block.x, exec, [&](const MatmulShape& shape, std::int64_t first) {
      exec.launch(LIVEWARP_KERNEL(matmul_transposed), grid_over(shape.m, shape.n, block), block, 0,
                  step.a + first * step.k, step.b, step.c + first * step.n, shape);
    });
  };
  auto variant = cuda_variant<Matmul>("transposed", "Uncoalesced", run);
  variant.source = "Boehm: How to Optimize a CUDA Matmul Kernel, kernel 1 (2022)";
  variant.axes = {block_axis({"8x8", "16x16", "32x32"}, "32x32",
                             square("its sides change places, and the next variant has the same"))};
  return variant;
}

/// Of operands that were made before, of which a product of two that are 1 counts `unit`.
template <class Operand, class Sum>
void launch_naive(const void* a, const void* b, int a_pitch, int b_pitch, float unit,
                  const Matmul::Step& step, const Launch& launch, KernelExec& exec) {
  const Dim3 block = launch.block();
  over_rows(step, block.y, exec, [&](const MatmulShape& shape, std::int64_t first) {
    exec.launch(LIVEWARP_KERNEL(matmul_naive<Operand, Sum>), grid_over(shape.n, shape.m, block),
                block, 0, static_cast<const Operand*>(a) + first * a_pitch,
                static_cast<const Operand*>(b), step.c + first * step.n, shape, a_pitch, b_pitch,
                unit);
  });
}

inline Variant<Matmul> naive() {
  const auto run = [](const Matmul::Step& step, const Launch& launch, KernelExec& exec) {
    const MatmulNumbers numbers = matmul_numbers(launch.values());
    if (numbers == MatmulNumbers::fp32)
      return launch_naive<float, float>(step.a, step.b, step.k, step.n, 1, step, launch, exec);
    const MatmulOperands place = operands_of(step, numbers, exec);
    if (numbers == MatmulNumbers::fp64)
      launch_naive<double, double>(place.a, place.b, place.a_pitch, place.b_pitch, 1, step, launch,
                                   exec);
    else
      launch_naive<signed char, int>(place.a, place.b, place.a_pitch, place.b_pitch,
                                     int8_unit(step), step, launch, exec);
  };
  auto variant = cuda_variant<Matmul>("naive", "Naive", run);
  variant.source = "CUDA C++ Programming Guide, Shared Memory: the version without";
  variant.axes = {
      block_axis({"8x8", "16x16", "32x4", "32x8", "32x32"}, "32x32", plane_of_elements())};
  offer_operands(variant, {"fp32", "fp64", "int8"});
  variant.cost = [](const Matmul::Problem& problem, const Launch& launch) {
    return operand_cost(problem, matmul_numbers(launch.values()), 1, 1);
  };
  return variant;
}

template <class Tile>
Variant<Matmul> shared(const char* name, const char* title, const char* source) {
  const auto run = [](const Matmul::Step& step, const Launch& launch, KernelExec& exec) {
    const Dim3 block = launch.block();
    launch_tiles(LIVEWARP_KERNEL(matmul_shared<Tile>), block, block,
                 2 * sizeof(float) * std::size_t(block.count()), step, exec);
  };
  auto variant = cuda_variant<Matmul>(name, title, run);
  variant.source = source;
  variant.axes = {block_axis({"8x8", "16x16", "32x32"}, "32x32",
                             square("its tiles of A and B are as wide as they are high"))};
  variant.cost = [](const Matmul::Problem& problem, const Launch& launch) {
    return Matmul::cost(problem, 2.0 / launch.block().x);
  };
  return variant;
}

inline Variant<Matmul> unrolled() {
  const auto run = [](const Matmul::Step& step, const Launch&, KernelExec& exec) {
    constexpr Dim3 block{matmul_side, matmul_side};
    launch_tiles(LIVEWARP_KERNEL(matmul_unrolled), block, block, 0, step, exec);
  };
  auto variant = cuda_variant<Matmul>("unrolled", "Unrolled", run);
  variant.source = "Ujaldon: CUDA tutorial, matrix product with tiles and unrolling";
  variant.cost = cost_of_tile(matmul_side, matmul_side);
  return variant;
}

std::vector<Variant<Matmul>> registers_group();
std::vector<Variant<Matmul>> tensor_group();
std::vector<Variant<Matmul>> library_group();
std::vector<Variant<Matmul>> sm90a_group();  // compiled for compute capability 9.0 alone

inline void publish(const Matmul::Step& step, const Matmul::Problem&, const Launch&,
                    const Picture& picture, KernelExec& exec) {
  constexpr Dim3 block{32, 8};
  const PictureSpec& spec = picture.spec;
  const PictureTarget<float2> target{static_cast<float2*>(picture.memory), picture.surface,
                                     spec.width, spec.height};
  const MatmulPixels pixels{spec.region.x,      spec.region.y, spec.region.width,
                            spec.region.height, spec.width,    spec.height};
  exec.launch(LIVEWARP_KERNEL(matmul_picture), grid_over(spec.width, spec.height, block), block, 0,
              step.shown, target, pixels, MatmulShape{step.m, step.n, step.k});
}

inline Variants<Matmul> variants() {
  return {joined<Matmul>({{transposed(), naive(),
                           shared<MatmulColumnTile>(
                               "conflicts", "Bank conflicts",
                               "CUDA C++ Best Practices Guide, Shared Memory and Memory Banks"),
                           shared<MatmulRowTile>("shared", "Shared tile",
                                                 "CUDA C++ Programming Guide, Shared Memory"),
                           unrolled()},
                          registers_group(),
                          tensor_group(),
                          sm90a_group(),
                          library_group()}),
          publish};
}

}  // namespace matmul

LIVEWARP_KERNELS_END
