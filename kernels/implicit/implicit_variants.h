// The CUDA variants of implicit heat with their launch code, written once for every compiler.
#pragma once

#include <algorithm>
#include <bit>

#include "kernels/core/measure/verification.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/implicit/implicit.cuh"
#include "kernels/implicit/implicit.h"
#include "kernels/implicit/implicit_picture.cuh"

LIVEWARP_KERNELS_BEGIN

namespace implicit {

using Step = Implicit::Step;

/// Between the halves the plate lies in the scratch.
inline float* between(const Step& step) { return static_cast<float*>(step.scratch); }
inline float* behind(const Step& step) { return between(step) + std::int64_t(step.nx) * step.ny; }

inline ImplicitHalf along_rows(const Step& step) {
  return {step.in, between(step), step.nx, step.ny, 1, step.nx, 0.5f * step.number};
}
inline ImplicitHalf along_columns(const Step& step) {
  return {between(step), step.out, step.ny, step.nx, step.nx, 1, 0.5f * step.number};
}

inline BlockRule row() { return BlockRule::row("systems stand in a row"); }

/// Scratch of as many plates.
inline auto plates(int count) {
  return [count](const Implicit::Problem& problem, const Launch&) {
    return std::size_t(count) * std::size_t(problem.nx * problem.ny) * sizeof(float);
  };
}

/// Of a half, a cell: operations, and values of 4 bytes that are asked for.
struct HalfWork {
  double operations, values;
};

/// `half(unknowns)` of the rows and of the columns.
template <class Half>
auto work_of(const Half& half) {
  return [half](const Implicit::Problem& problem, const Launch& launch) {
    CostModel cost = Implicit::cost(problem, launch);
    const HalfWork rows = half(problem.nx), columns = half(problem.ny);
    cost.flops = cost.items * (rows.operations + columns.operations);
    cost.requested_bytes = cost.items * sizeof(float) * (rows.values + columns.values);
    return cost;
  };
}

inline Variant<Implicit> thomas() {
  auto variant = cuda_variant<Implicit>(
      "thomas", "Thomas, a thread", [](const Step& step, const Launch& launch, KernelExec& exec) {
        const Dim3 block = launch.block();
        for (const ImplicitHalf& half : {along_rows(step), along_columns(step)})
          exec.launch(LIVEWARP_KERNEL(implicit_thomas), {unsigned(ceil_div(half.systems, block.x))},
                      block, 0, half, behind(step));
      });
  variant.source = "Giles: CUDA course, practical 7 and lecture on tridiagonal systems";
  variant.axes = {block_axis({"32", "64", "128", "256"}, "32", row())};
  variant.scratch_bytes = plates(2);
  // A half reads three values, writes two, reads them again, and writes the result.
  variant.cost = work_of([](std::int64_t) { return HalfWork{13, 8}; });
  return variant;
}

/// Equations of one system, before and after a round.
inline std::size_t cyclic_bytes(std::int64_t unknowns) {
  return 2 * std::size_t(unknowns) * sizeof(ImplicitEquation);
}

inline Variant<Implicit> cyclic() {
  auto variant = cuda_variant<Implicit>(
      "cyclic", "Cyclic reduction", [](const Step& step, const Launch& launch, KernelExec& exec) {
        for (const ImplicitHalf& half : {along_rows(step), along_columns(step)})
          exec.launch(LIVEWARP_KERNEL(implicit_cyclic), {unsigned(half.systems)}, launch.block(),
                      cyclic_bytes(half.n), half);
      });
  variant.source = "Hockney, Jesshope: Parallel Computers (1981); Zhang, Cohen, Owens: Fast "
                   "Tridiagonal Solvers on the GPU, PPoPP 2010";
  variant.axes = {block_axis({"32", "128", "256", "512"}, "256",
                             BlockRule::row("the equations of a system stand in a row"))};
  variant.scratch_bytes = plates(1);
  variant.cost = work_of([](std::int64_t unknowns) {
    return HalfWork{8 + 12 * double(std::bit_width(std::uint64_t(unknowns - 1))), 4};
  });
  variant.shared_bytes = [](const Implicit::Problem& problem, const Launch&) {
    return cyclic_bytes(std::max(problem.nx, problem.ny));
  };
  return variant;
}

inline Variant<Implicit> by_direction() {
  Variant<Implicit> variant = cyclic();
  static_cast<VariantInfo&>(variant) =
      begun(Implicit::info(), Backend::cuda, "by-direction", "By direction");
  variant.tolerance = Implicit().tolerance(Backend::cuda, Precision::fp32);
  variant.source = "Giles: CUDA course, lecture on tridiagonal systems";
  variant.axes = cyclic().axes;
  variant.step = [](const Step& step, const Launch& launch, KernelExec& exec) {
    const ImplicitHalf rows = along_rows(step), columns = along_columns(step);
    const Dim3 block = launch.block();
    exec.launch(LIVEWARP_KERNEL(implicit_cyclic).main(), {unsigned(rows.systems)}, block,
                cyclic_bytes(rows.n), rows);
    exec.launch(LIVEWARP_KERNEL(implicit_thomas), {unsigned(ceil_div(columns.systems, block.x))},
                block, 0, columns, behind(step));
  };
  variant.scratch_bytes = plates(2);
  variant.shared_bytes = [](const Implicit::Problem& problem, const Launch&) {
    return cyclic_bytes(problem.nx);
  };
  return variant;
}

inline ImplicitPixels pixels_of(const Step& step, const PictureSpec& spec) {
  return {spec.region.x, spec.region.y, spec.region.width, spec.region.height,
          spec.width,    spec.height,   step.nx,           step.ny};
}

inline void publish(const Step& step, const Implicit::Problem&, const Launch&,
                    const Picture& picture, KernelExec& exec) {
  constexpr Dim3 block{32, 8};
  const PictureSpec& spec = picture.spec;
  exec.launch(LIVEWARP_KERNEL(implicit_picture), grid_over(spec.width, spec.height, block), block,
              0, step.in,
              PictureTarget<float2>{static_cast<float2*>(picture.memory), picture.surface,
                                    spec.width, spec.height},
              pixels_of(step, spec));
}

inline Variants<Implicit> variants() { return {{thomas(), cyclic(), by_direction()}, publish}; }

}  // namespace implicit

LIVEWARP_KERNELS_END
