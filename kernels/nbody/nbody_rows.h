// The CUDA rows of the N-body workload with their launch code, written once for every reader.
#pragma once

#include "kernels/nbody/nbody_rows_common.h"
#include "kernels/nbody/nbody_rows_tensor.h"
#include "kernels/nbody/nbody_split.h"

LIVEWARP_KERNELS_BEGIN

namespace nbody {

/// Launches a force kernel that has one thread a body, in as many slices as the executor wants.
template <class KernelType>
void launch_forces(const KernelType& kernel, const Nbody::Step& step, Dim3 block,
                   std::size_t shared_bytes, Exec& exec) {
  for (const Range& range : exec.slices(step.n, block.x))
    exec.launch(kernel, {blocks_for(range.size(), block.x)}, block, shared_bytes,
                as_float4(step.out.position), as_float4(step.out.velocity),
                as_float4(step.out.acceleration), range.first, range.last, step.n, step.kick_after,
                step.softening2);
}

inline Variant<Nbody> naive_row() {
  Variant<Nbody> row = cuda_row("naive", "Naive");
  row.topic = "L1.1";
  row.source = "Nyland, Harris, Prins: Fast N-Body Simulation with CUDA, GPU Gems 3, ch. 31 (2007)";
  row.lesson =
      "One thread computes one body and reads every source from global memory. Counted on paper "
      "it is memory bound; yet all 32 threads of a warp want the same source at the same time, "
      "and the caches hold it for the next warp. Compare it with the shared tile before you "
      "believe either.";
  row.axes = {block_axis({"32", "64", "128", "256", "512", "1024"}, "256")};
  row.step = [](const Nbody::Step& step, const Launch& launch, Exec& exec) {
    launch_drift(step, exec);
    launch_forces(LIVEWARP_KERNEL(nbody_naive), step, launch.block(), 0, exec);
  };
  row.work = [](const Nbody::Problem& problem, const Launch&) {
    const auto n = double(problem.n);
    return nbody_work(problem, n * n * sizeof(Float4));
  };
  row.kernels = [](const Launch&) {
    return std::vector{LIVEWARP_KERNEL(nbody_naive).ref, LIVEWARP_KERNEL(nbody_drift).ref};
  };
  return row;
}

inline Variant<Nbody> shared_row() {
  Variant<Nbody> row = cuda_row("shared", "Shared tile");
  row.topic = "L1.2";
  row.source = "Nyland, Harris, Prins: Fast N-Body Simulation with CUDA, GPU Gems 3, ch. 31 (2007)";
  row.lesson =
      "A block copies a tile of sources into shared memory, and all its threads read them from "
      "there: global traffic falls by the block size. One barrier lets nobody read too early, "
      "the other lets nobody overwrite too early. The last tile is filled up with massless "
      "bodies, so any number of bodies works.";
  row.axes = {block_axis({"32", "64", "128", "256", "512", "1024"}, "256")};
  row.step = [](const Nbody::Step& step, const Launch& launch, Exec& exec) {
    launch_drift(step, exec);
    const Dim3 block = launch.block();
    launch_forces(LIVEWARP_KERNEL(nbody_shared), step, block, block.x * sizeof(float4), exec);
  };
  row.work = [](const Nbody::Problem& problem, const Launch& launch) {
    const auto n = double(problem.n);
    return nbody_work(problem, n * blocks_for(problem.n, launch.block().x) * sizeof(Float4));
  };
  row.kernels = [](const Launch&) {
    return std::vector{LIVEWARP_KERNEL(nbody_shared).ref, LIVEWARP_KERNEL(nbody_drift).ref};
  };
  return row;
}

inline Split split_of(std::int64_t n, const Launch& launch, int multiprocessors) {
  const auto block = std::int64_t(launch.block().x), items = launch.integer("items");
  const std::int64_t parts = launch.integer("split");
  return parts == 0 ? best_split(n, block, items, multiprocessors)
                    : split_into(n, block, items, parts);
}

inline void register_step(const Nbody::Step& step, const Launch& launch, int multiprocessors,
                          Exec& exec) {
  launch_drift(step, exec);
  const Dim3 block = launch.block();
  const std::int64_t items = launch.integer("items"), per_block = block.x * items;
  const Split split = split_of(step.n, launch, multiprocessors);
  const auto partial = static_cast<float4*>(step.scratch);
  const auto forces = [&](const auto& kernel, const Range& some) {
    exec.launch(kernel, {blocks_for(some.size(), per_block), unsigned(split.parts)}, block,
                block.x * sizeof(float4), as_float4(step.out.position), partial, some.first,
                some.last, step.n, split.sources, step.softening2);
    exec.launch(LIVEWARP_KERNEL(nbody_gather), {blocks_for(some.size(), streaming_block)},
                {streaming_block}, 0, partial, as_float4(step.out.velocity),
                as_float4(step.out.acceleration), some.first, some.last, split.parts,
                step.kick_after);
  };
  for (const Range& slice : exec.slices(step.n, per_block))
    for (std::int64_t first = slice.first; first < slice.last; first += split.at_once)
      dispatch<1, 2, 4, 8>(items, [&](auto count) {
        forces(LIVEWARP_KERNEL(nbody_register<count()>),
               Range{first, std::min(first + split.at_once, slice.last)});
      });
}

/// `multiprocessors` says how many the present device has: an automatic split fills them evenly.
inline Variant<Nbody> register_row(int (*multiprocessors)()) {
  Variant<Nbody> row = cuda_row("register", "Register tile");
  row.topic = "L1.7";
  row.source = "Volkov: Better Performance at Lower Occupancy, GTC 2010";
  row.lesson =
      "A thread keeps several bodies in registers, so that one read of a source serves them all, "
      "and their independent sums hide each other's latency. That leaves few threads: the "
      "sources are split over blocks as well, and a second kernel adds up the parts. More bodies "
      "a thread need more registers, which leaves room for fewer blocks: find the best point.";
  Param parts = integer_axis("split", "Source parts", "", {0, 1, 2, 4, 8, 16, 32, 64}, 0,
                             "Into how many parts the sources are split, each for a block of "
                             "its own. Automatic: so that all multiprocessors finish together.");
  parts.options.front().label = "auto";
  row.axes = {block_axis({"32", "64", "128", "256", "512"}, "512"),
              integer_axis("items", "Bodies a thread", "", {1, 2, 4, 8}, 2,
                           "Bodies whose sums one thread keeps in its registers."),
              parts};
  row.step = [multiprocessors](const Nbody::Step& step, const Launch& launch, Exec& exec) {
    register_step(step, launch, multiprocessors(), exec);
  };
  row.scratch_bytes = [multiprocessors](const Nbody::Problem& problem, const Launch& launch) {
    const Split split = split_of(problem.n, launch, multiprocessors());
    return std::size_t(split.parts * split.at_once) * sizeof(Float4);
  };
  row.work = [multiprocessors](const Nbody::Problem& problem, const Launch& launch) {
    const auto n = double(problem.n);
    const std::int64_t per_block = launch.block().x * launch.integer("items");
    const Split split = split_of(problem.n, launch, multiprocessors());
    return nbody_work(problem,
                      (n * blocks_for(problem.n, per_block) + 2 * n * double(split.parts)) *
                          sizeof(Float4));
  };
  row.kernels = [](const Launch& launch) {
    const KernelRef forces = dispatch<1, 2, 4, 8>(launch.integer("items"), [](auto count) {
      return LIVEWARP_KERNEL(nbody_register<count()>).ref;
    });
    return std::vector{forces, LIVEWARP_KERNEL(nbody_gather).ref, LIVEWARP_KERNEL(nbody_drift).ref};
  };
  return row;
}

inline void publish_points(const Nbody::Step& step, const Nbody::Problem& problem, const Launch&,
                           const Picture& picture, Exec& exec) {
  exec.launch(LIVEWARP_KERNEL(nbody_points), {blocks_for(step.n, streaming_block)},
              {streaming_block}, 0, as_float4(step.in.position), as_float4(step.in.velocity),
              static_cast<float4*>(picture.memory), step.n, 1 / Nbody::top_speed(problem));
}

inline Rows<Nbody> rows(int (*multiprocessors)()) {
  return {{naive_row(), shared_row(), register_row(multiprocessors), tensor_row(multiprocessors)},
          publish_points,
          {}};
}

}  // namespace nbody

LIVEWARP_KERNELS_END
