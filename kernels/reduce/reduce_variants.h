// The CUDA variants of a reduction with their launch code, written once for every compiler.
#pragma once

#include <cmath>

#include "kernels/reduce/reduce_picture.cuh"
#include "kernels/reduce/reduce_variants_common.h"
#include "kernels/reduce/reduce_variants_library.h"
#include "kernels/reduce/reduce_variants_one_pass.h"
#include "kernels/reduce/reduce_variants_stride.h"
#include "kernels/reduce/reduce_variants_tree.h"

LIVEWARP_KERNELS_BEGIN

namespace reduce {

inline ReduceElements elements_of(const Step& step) {
  return {step.x, step.y, int(step.problem->type), int(step.problem->n)};
}

/// Mean and deviation of what is spread evenly between the ends; a second vector makes the former
/// 0.75 or 1.5 times as large.
inline ReduceScale scale_of(const Reduce::Problem& problem) {
  const double low = problem.lowest(), high = problem.highest();
  const double second = !problem.is_dot() ? 1 : problem.type == ReduceType::int32 ? 1.5 : 0.75;
  return {float(low), float(high), float(second * (low + high) / 2),
          float(second * (high - low) / std::sqrt(12.0))};
}

inline ReduceTree tree_of(const Picture& picture) {
  return {Reduce::tree_rows(picture.spec.height, *picture.view),
          get_text(*picture.view, "tree") == "neighbours"};
}

/// Elements that a tint stands for: as many as a block has threads.
inline int shown_size(const Launch& launch) {
  return launch.values().contains("block") ? int(launch.block().x) : 256;
}

inline void publish(const Step& step, const Reduce::Problem& problem, const Launch& launch,
                    const Picture& picture, KernelExec& exec) {
  constexpr unsigned block = 256;
  const int width = picture.spec.width, height = picture.spec.height;
  exec.launch(LIVEWARP_KERNEL(reduce_picture),
              {unsigned(ceil_div(std::int64_t(width) * height, block))}, {block}, 0,
              elements_of(step), static_cast<uchar4*>(picture.memory), width, height,
              shown_size(launch), scale_of(problem), tree_of(picture));
}

inline Variants<Reduce> variants() {
  return {{interleaved(), strided(), sequential(), first_add(), last_warp(), templated(),
           grid_stride(), vectorized(), shuffle(), cooperative(), atomics(), last_block(),
           grid_sync(), cub_library()},
          publish};
}

}  // namespace reduce

LIVEWARP_KERNELS_END
