// The rows that share sources among threads: by shared memory, by shuffles, by constant memory.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/nbody/nbody_rows_common.h"
#include "kernels/nbody/nbody_shared.cuh"

LIVEWARP_KERNELS_BEGIN

namespace nbody {

inline Variant<Nbody> shared_row() {
  Variant<Nbody> row = cuda_row("shared", "Shared tile", "L1.2", "nbody_shared.cuh");
  row.source = "Nyland, Harris, Prins: Fast N-Body Simulation with CUDA, GPU Gems 3, ch. 31 (2007)";
  row.lesson =
      "A block copies a tile of sources into shared memory, and all its threads read them from "
      "there: global traffic falls by the block size. One barrier lets nobody read too early, "
      "the other lets nobody overwrite too early. The last tile is filled up with massless "
      "bodies, so any number of bodies works.";
  row.axes = {block_axis({"32", "64", "128", "256", "512", "1024"}, "256"), nbody_precision_axis(),
              arithmetic_axis()};
  row.step = [](const Nbody::Step& step, const Launch& launch, Exec& exec) {
    with_real(step.precision, [&]<class Real>(Real) {
      launch_drift<Real>(step, exec);
      const Dim3 block = launch.block();
      with_arithmetic(launch, [&]<class Arithmetic>(Arithmetic) {
        launch_forces<Real>(LIVEWARP_KERNEL(nbody_shared<Real, Arithmetic>),
                            fours<Real>(step.out.position), step, block,
                            block.x * sizeof(NbodyFour<Real>), exec);
      });
    });
  };
  row.work = [](const Nbody::Problem& problem, const Launch& launch) {
    return nbody_work(problem, launch, double(problem.n) * blocks_for(problem.n, launch.block().x));
  };
  row.kernels = [](const Launch& launch) {
    return with_real(precision_of(launch.values()), [&]<class Real>(Real) {
      return with_arithmetic(launch, [&]<class Arithmetic>(Arithmetic) {
        return std::vector{LIVEWARP_KERNEL(nbody_shared<Real, Arithmetic>).ref,
                           LIVEWARP_KERNEL(nbody_drift<Real>).ref};
      });
    });
  };
  return row;
}

/// Calls f with the two constants of an unrolled kernel.
template <class F>
decltype(auto) with_unrolled(const Launch& launch, F&& f) {
  return dispatch<1, 4, 8, 32>(launch.integer("unroll"), [&](auto unroll) {
    return dispatch<1, 4, 8>(launch.integer("blocks"),
                             [&](auto blocks) { return f(unroll, blocks); });
  });
}

inline Variant<Nbody> unrolled_row() {
  Variant<Nbody> row = cuda_row("unrolled", "Unrolled tile", "L1.3", "nbody_shared.cuh");
  row.source = "CUDA C++ Programming Guide, Launch Bounds; Volkov: Unrolling parallel loops (2011)";
  row.lesson =
      "The shared tile with a loop that the compiler unrolls: fewer jumps, more loads under way, "
      "more registers. Launch bounds say how many blocks of 256 threads shall fit a "
      "multiprocessor, and so how many registers a thread may take. Ask for too many blocks and "
      "values are spilled to memory: see registers and spills.";
  row.axes = {block_axis({"32", "64", "128", "256"}, "256"),
              integer_axis("unroll", "Unrolled", "times", {1, 4, 8, 32}, 8,
                           "Turns of the loop over a tile that stand one after the other."),
              integer_axis("blocks", "Blocks at once", "", {1, 4, 8}, 1,
                           "Blocks of 256 threads that shall fit a multiprocessor, by "
                           "__launch_bounds__: 1 leaves 255 registers a thread, 4 leaves 64, 8 "
                           "leaves 32. A GPU that holds fewer threads takes as many as it can.")};
  row.step = [](const Nbody::Step& step, const Launch& launch, Exec& exec) {
    launch_drift(step, exec);
    with_unrolled(launch, [&](auto unroll, auto blocks) {
      launch_forces(LIVEWARP_KERNEL(nbody_unrolled<unroll, blocks>),
                    fours<float>(step.out.position), step, launch.block(), 0, exec);
    });
  };
  row.work = [](const Nbody::Problem& problem, const Launch& launch) {
    return nbody_work(problem, launch, double(problem.n) * blocks_for(problem.n, launch.block().x));
  };
  row.kernels = [](const Launch& launch) {
    return with_unrolled(launch, [](auto unroll, auto blocks) {
      return std::vector{LIVEWARP_KERNEL(nbody_unrolled<unroll, blocks>).ref,
                         LIVEWARP_KERNEL(nbody_drift<float>).ref};
    });
  };
  return row;
}

inline Variant<Nbody> shuffle_row() {
  Variant<Nbody> row = cuda_row("shuffle", "Warp shuffle", "L1.6", "nbody_shared.cuh");
  row.source = "CUDA C++ Programming Guide, Warp Shuffle Functions";
  row.lesson =
      "Each lane of a warp loads one source and shows it to all 32 by shuffles: no shared memory, "
      "no "
      "barrier. But a shuffle moves four bytes, so a source takes four of them, and shuffles use "
      "the very path that leads to shared memory. Barriers saved against requests made: measure.";
  row.axes = {block_axis({"32", "64", "128", "256", "512", "1024"}, "256")};
  row.step = [](const Nbody::Step& step, const Launch& launch, Exec& exec) {
    launch_drift(step, exec);
    launch_forces(LIVEWARP_KERNEL(nbody_shuffle), fours<float>(step.out.position), step,
                  launch.block(), 0, exec);
  };
  row.work = [](const Nbody::Problem& problem, const Launch& launch) {
    return nbody_work(problem, launch, double(problem.n) * blocks_for(problem.n, 32));
  };
  row.kernels = [](const Launch&) {
    return std::vector{LIVEWARP_KERNEL(nbody_shuffle).ref, LIVEWARP_KERNEL(nbody_drift<float>).ref};
  };
  return row;
}

inline void constant_step(const Nbody::Step& step, const Launch& launch, Exec& exec) {
  launch_drift(step, exec);
  const Dim3 block = launch.block();
  for (const Range& range : exec.slices(step.n, block.x))
    for (int start = 0; start < step.n; start += nbody_constant_sources) {
      const int count = std::min(nbody_constant_sources, step.n - start);
      exec.copy_to_constant(nbody_constant, fours<float>(step.out.position) + start,
                            std::size_t(count));
      exec.launch(LIVEWARP_KERNEL(nbody_constant_tile), {blocks_for(range.size(), block.x)}, block,
                  0, fours<float>(step.out.position), fours<float>(step.out.velocity),
                  fours<float>(step.out.acceleration), range.first, range.last, count, start == 0,
                  start + count == step.n, step.kick_after, step.softening2);
    }
}

inline Variant<Nbody> constant_row() {
  Variant<Nbody> row = cuda_row("constant", "Constant tile", "L1.5", "nbody_shared.cuh");
  row.source = "CUDA C++ Programming Guide, Constant Memory";
  row.lesson =
      "Sources in constant memory, whose cache shows one address to all lanes at once, about as "
      "fast "
      "as a register: what every thread wants here. It holds 64 KiB, so sources come in portions "
      "of "
      "2,048, each with a copy and a launch of its own. Small systems have few threads: then the "
      "launches are too short to be worth it.";
  row.axes = {block_axis({"64", "128", "256", "512", "1024"}, "256")};
  row.step = constant_step;
  row.work = [](const Nbody::Problem& problem, const Launch& launch) {
    const auto n = double(problem.n);
    const double portions = blocks_for(problem.n, nbody_constant_sources);
    // Each portion is copied, and read by every thread; sums go out and come back between portions.
    return nbody_work(problem, launch, n * n + n + n * 3 * (portions - 1));
  };
  row.kernels = [](const Launch&) {
    return std::vector{LIVEWARP_KERNEL(nbody_constant_tile).ref,
                       LIVEWARP_KERNEL(nbody_drift<float>).ref};
  };
  return row;
}

}  // namespace nbody

LIVEWARP_KERNELS_END
