// The variant that computes gravity by tensor cores.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "kernels/core/base/dispatch.h"
#include "kernels/core/exec/multiprocessors.h"
#include "kernels/nbody/cuda/nbody_order.cuh"
#include "kernels/nbody/cuda/nbody_tensor.cuh"
#include "kernels/nbody/cuda/nbody_variants_common.h"
#include "kernels/nbody/nbody_split.h"

LIVEWARP_KERNELS_BEGIN

namespace nbody {

/// What lies in the scratch memory, and how the work is cut.
struct TensorPlan {
  static constexpr std::int64_t bodies_a_block = 128, most_parts = 32;

  std::int64_t n, tile, places, tiles, parts, tiles_a_part, at_once;

  TensorPlan(std::int64_t bodies, const Launch& launch) : n(bodies) {
    const std::int64_t asked = launch.integer("tile"), split = launch.integer("split");
    // Small tiles keep more of them far away, large ones are cheaper.
    tile = asked > 0 ? asked : n < 100'000 ? 64 : 128;
    places = std::int64_t(std::bit_ceil(std::uint64_t(std::max<std::int64_t>(n, nbody_leaf))));
    tiles = ceil_div(n, tile);
    at_once = bodies_at_once({n, n}, bodies_a_block);
    // Some sixty blocks for each multiprocessor, so that all end at about the same time.
    const std::int64_t wanted = 60 * multiprocessors() / ceil_div(at_once, bodies_a_block);
    parts = split > 0 ? split : std::clamp<std::int64_t>(wanted, 1, most_parts);
    tiles_a_part = ceil_div(tiles, std::min(parts, tiles));
    parts = ceil_div(tiles, tiles_a_part);
  }
  std::int64_t sorted_places() const { return tiles * tile; }
  std::int64_t axes() const { return ceil_div(places, 2 * nbody_leaf); }
  /// Times that a segment is halved.
  int levels() const { return std::countr_zero(std::uint64_t(places / nbody_leaf)); }
};

/// The plan's arrays, one behind the other, the widest elements first.
struct TensorMemory {
  float4 *sorted, *partial;
  uint4* factors;
  NbodyTile* tiles;
  unsigned* order[2];
  float *key, *total;
  int* axis;
  std::size_t bytes;

  TensorMemory(const TensorPlan& plan, void* memory) {
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    std::uintptr_t next = begin;
    const auto place = [&]<class T>(T*& array, std::int64_t count) {
      array = reinterpret_cast<T*>(next);
      next += std::size_t(count) * sizeof(T);
    };
    place(sorted, plan.sorted_places());
    place(partial, plan.parts * plan.at_once);
    place(factors, plan.tiles * plan.tile * 2);
    place(tiles, plan.tiles);
    place(order[0], plan.places);
    place(order[1], plan.places);
    place(key, plan.places);
    place(axis, plan.axes());
    place(total, 1);
    bytes = std::size_t(next - begin);
  }
};

/// Sorts each segment of so many places along its longest axis: places then are halves of it.
inline void halve(const TensorPlan& plan, const TensorMemory& memory, const float4* position,
                  unsigned* order, int segment, KernelExec& exec) {
  const auto over = [&](std::int64_t count) { return Dim3{blocks_for(count, streaming_block)}; };
  const int places = int(plan.places);
  exec.launch(LIVEWARP_KERNEL(nbody_order_axis), {unsigned(plan.places / segment)},
              {streaming_block}, 0, position, order, memory.axis, plan.n, segment);
  exec.launch(LIVEWARP_KERNEL(nbody_order_keys), over(places), {streaming_block}, 0, position,
              order, memory.axis, memory.key, plan.n, places, segment);
  const auto within = [&](int first, int last) {
    exec.launch(LIVEWARP_KERNEL(nbody_order_window), {blocks_for(places, nbody_window)},
                {nbody_window / 2}, 0, memory.key, order, places, segment, first, last);
  };
  within(2, std::min(segment, nbody_window));
  for (int length = 2 * nbody_window; length <= segment; length *= 2) {
    for (int away = length / 2; away >= nbody_window; away /= 2)
      exec.launch(LIVEWARP_KERNEL(nbody_order_pass), over(places / 2), {streaming_block}, 0,
                  memory.key, order, places, segment, length, away);
    within(length, length);
  }
}

/// The order of this step. It is made at the first one; from then on each step makes a level of the
/// next order, which takes its place once all levels are there: bodies move little meanwhile.
inline const unsigned* keep_order(const TensorPlan& plan, const TensorMemory& memory,
                                  const Nbody::Step& step, KernelExec& exec) {
  const int levels = plan.levels();
  const std::int64_t turn = levels > 0 ? step.index / levels : 0;
  unsigned* const order = memory.order[turn % 2];
  unsigned* const next = memory.order[(turn + 1) % 2];
  const float4* const position = as_vec4<float>(step.out.position);
  const Dim3 blocks{blocks_for(plan.places, streaming_block)};
  if (!step.scratch_kept) {
    exec.launch(LIVEWARP_KERNEL(nbody_total_mass), {1}, {256}, 0, position, memory.total, step.n);
    exec.launch(LIVEWARP_KERNEL(nbody_order_start), blocks, {streaming_block}, 0, order,
                plan.places);
    for (int level = 0; level < levels; ++level)
      halve(plan, memory, position, order, int(plan.places >> level), exec);
    exec.launch(LIVEWARP_KERNEL(nbody_order_copy), blocks, {streaming_block}, 0, order, next,
                plan.places);
  } else if (levels > 0) {
    const int level = int(step.index % levels);
    halve(plan, memory, position, next, int(plan.places >> level), exec);
  }
  return order;
}

inline void tensor_step(const Nbody::Step& step, const Launch& launch, KernelExec& exec) {
  launch_drift(step, exec);
  const TensorPlan plan(step.n, launch);
  const TensorMemory memory(plan, step.scratch);
  const unsigned* const order = keep_order(plan, memory, step, exec);
  exec.launch(LIVEWARP_KERNEL(nbody_sorted), streaming_grid(plan.sorted_places()),
              {streaming_block}, 0, as_vec4<float>(step.out.position), order, memory.sorted, step.n,
              plan.sorted_places());
  constexpr std::int64_t warps = TensorPlan::bodies_a_block / 32;
  const Dim3 block{unsigned(TensorPlan::bodies_a_block)};
  dispatch<64, 128>(plan.tile, [&](auto tile) {
    exec.launch(LIVEWARP_KERNEL(nbody_tiles<tile>), {blocks_for(plan.tiles, warps)}, block,
                std::size_t(warps * plan.tile) * sizeof(float4), memory.sorted, memory.tiles,
                memory.factors, memory.total, plan.tiles, std::sqrt(step.softening2));
    for (const Range& slice : exec.slices(step.n, plan.at_once))
      for (std::int64_t first = slice.first; first < slice.last; first += plan.at_once) {
        const std::int64_t last = std::min(first + plan.at_once, slice.last);
        exec.launch(LIVEWARP_KERNEL(nbody_tensor<tile>).main(),
                    {blocks_for(last - first, TensorPlan::bodies_a_block), unsigned(plan.parts)},
                    block, 0, memory.sorted, memory.tiles, memory.factors, memory.partial, first,
                    last, plan.tiles, plan.tiles_a_part, step.softening2);
        exec.launch(LIVEWARP_KERNEL(nbody_unsort), {blocks_for(last - first, streaming_block)},
                    {streaming_block}, 0, memory.partial, order, as_vec4<float>(step.out.velocity),
                    as_vec4<float>(step.out.acceleration), first, last, plan.parts,
                    step.kick_after);
      }
  });
}

inline Variant<Nbody> tensor() {
  auto variant = cuda_variant<Nbody>("tensor", "Tensor cores", tensor_step);
  variant.topic = "L1.7";
  variant.min_compute = 80;
  variant.undivided = "its slices are of bodies in an order of its own, which no part shares";
  variant.source = "PTX ISA, mma.m16n8k16; Batcher: Sorting Networks and Their Applications, 1968";
  variant.axes = {
      automatic(integer_axis("tile", "Bodies per tile", "", {0, 64, 128}, 0,
                             "Sources that are near or far together. Small tiles leave fewer "
                             "pairs to fp32, large ones are cheaper.")),
      automatic(integer_axis("split", "j split", "", {0, 1, 2, 4, 8, 16, 32}, 0,
                             "The loop over the sources j is split into that many parts, each for "
                             "blocks of its own."))};
  variant.scratch_bytes = [](const Nbody::Problem& problem, const Launch& launch) {
    return TensorMemory(TensorPlan(problem.n, launch), nullptr).bytes;
  };
  variant.cost = [](const Nbody::Problem& problem, const Launch& launch) {
    // A warp of 32 bodies reads 32 bytes of each source.
    const auto n = double(problem.n);
    CostModel cost = Nbody::cost(problem, launch, n * n / 16);
    // Of 16 bodies and 16 sources two products are squared distances, one is forces, each of
    // 16 x 16 numbers by 16 x 8.
    cost.tensor_flops = 3 * (2 * 16 * 16 * 8) / (16.0 * 16) * n * n;
    cost.roots = n * n;
    const int levels = TensorPlan(problem.n, launch).levels();
    if (levels > 0)
      cost.note = "sorted anew every " + std::to_string(levels) + " steps, one level per step";
    return cost;
  };
  return variant;
}

}  // namespace nbody

LIVEWARP_KERNELS_END
