// The CUDA rows of the heat workload in three dimensions with their launch code, written once for every
// reader.
#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/dispatch.h"
#include "kernels/heat3d/heat3d.cuh"
#include "kernels/heat3d/heat3d.h"
#include "kernels/heat3d/heat3d_picture.cuh"
#include "kernels/heat3d/heat3d_temporal.cuh"
#include "kernels/heat3d/heat3d_vector.cuh"

LIVEWARP_KERNELS_BEGIN

namespace heat3d {

static_assert(heat3d_fixed == int(Heat3d::Boundary::fixed));
static_assert(heat3d_insulated == int(Heat3d::Boundary::insulated));
static_assert(heat3d_periodic == int(Heat3d::Boundary::periodic));

/// Calls f with a value of the type that stores reals of that precision.
template <class F>
decltype(auto) with_stored(Precision precision, F&& f) {
  switch (precision) {
  case Precision::fp32: return f(float{});
  case Precision::fp64: return f(double{});
  case Precision::half: break;
  }
  return f(Half16{});
}

template <class Stored>
const Stored* input(const Heat3d::Step& step) {
  return static_cast<const Stored*>(step.in);
}
template <class Stored>
Stored* output(const Heat3d::Step& step) {
  return static_cast<Stored*>(step.out);
}

/// Blocks that cover all cells, each block so many of them.
inline Dim3 grid_over(const Heat3d::Step& step, std::int64_t x, std::int64_t y, std::int64_t z) {
  return {unsigned(ceil_div(step.nx, x)), unsigned(ceil_div(step.ny, y)),
          unsigned(ceil_div(step.nz, z))};
}

/// The block of cells as kernels see it.
template <class Real>
Heat3dSolid<Real> solid_of(const Heat3d::Step& step) {
  const double weight = heat3d_weight(step.number, std::numeric_limits<Real>::digits);
  return {Real(1 - 6 * weight), Real(weight), step.nx, step.ny, step.nz, int(step.boundary)};
}

/// A row whose threads ask for `requested(launch)` values a cell.
template <class Requested>
Variant<Heat3d> cuda_row(std::string name, std::string title, std::string file,
                         const Requested& requested) {
  Variant<Heat3d> row;
  row.name = std::move(name);
  row.title = std::move(title);
  row.topic = "L3.8";
  row.file = "kernels/heat3d/" + std::move(file);
  row.backend = Backend::cuda;
  row.memory_modes = {MemoryMode::device, MemoryMode::pinned, MemoryMode::mapped};
  row.tolerance = tolerance_cap("heat3d", Backend::cuda, "fp32");
  row.work = [requested](const Heat3d::Problem& problem, const Launch& launch) {
    return Heat3d::work(problem, precision_of(launch.values()), requested(launch));
  };
  return row;
}

inline Param all_precisions() {
  return precision_axis({Precision::fp32, Precision::fp64, Precision::half});
}

inline Param planes_axis(std::vector<std::int64_t> offered, std::int64_t planes, std::string help) {
  return integer_axis("planes", "Planes a thread", "", std::move(offered), planes, std::move(help));
}

inline Variant<Heat3d> point_row() {
  Variant<Heat3d> row = cuda_row("point", "Thread a cell", "heat3d.cuh",
                                 [](const Launch&) { return 8.0; });  // seven loads, one store
  row.source = "Giles: CUDA course, practical 3 (the guard before the first access is ours)";
  row.lesson =
      "One thread a cell, in blocks of three dimensions: seven loads for one store, and an index "
      "to compute for each. The caches serve most of the loads. Change the block's shape: a deep "
      "block shares planes, a wide one reads whole lines, and what neither shares the second-level "
      "cache must hold.";
  row.axes = {block_axis({"128x2", "64x4", "32x8", "64x2x2", "32x4x2", "32x2x4", "16x4x4", "8x8x8"},
                         "32x4x2"),
              all_precisions()};
  row.kernels = [](const Launch& launch) {
    return with_stored(precision_of(launch.values()), []<class Stored>(Stored) {
      return std::vector<KernelRef>{LIVEWARP_KERNEL(heat3d_point<Stored>).ref};
    });
  };
  row.step = [](const Heat3d::Step& step, const Launch& launch, Exec& exec) {
    const Dim3 block = launch.block();
    with_stored(step.precision, [&]<class Stored>(Stored) {
      exec.launch(LIVEWARP_KERNEL(heat3d_point<Stored>), grid_over(step, block.x, block.y, block.z),
                  block, 0, input<Stored>(step), output<Stored>(step),
                  solid_of<Heat3dComputed<Stored>>(step));
    });
  };
  return row;
}

/// `of(Stored{})` is the kernel of a row whose blocks march through `planes` planes, with
/// `shared(block)` values in shared memory.
template <class Of, class Shared>
void fill_marching_row(Variant<Heat3d>& row, const Of& of, const Shared& shared) {
  row.axes = {block_axis({"128x2", "64x4", "32x8", "16x16", "64x8", "32x16", "128x4"}, "64x4"),
              planes_axis({4, 8, 16, 32, 64}, 16,
                          "Planes that a block marches through. Each march begins with two planes "
                          "that another block reads too."),
              all_precisions()};
  row.kernels = [of](const Launch& launch) {
    return with_stored(precision_of(launch.values()), [&]<class Stored>(Stored stored) {
      return std::vector<KernelRef>{of(stored).ref};
    });
  };
  row.step = [of, shared](const Heat3d::Step& step, const Launch& launch, Exec& exec) {
    const Dim3 block = launch.block();
    const std::int64_t planes = launch.integer("planes");
    with_stored(step.precision, [&]<class Stored>(Stored stored) {
      using Real = Heat3dComputed<Stored>;
      exec.launch(of(stored), grid_over(step, block.x, block.y, planes), block,
                  shared(block) * sizeof(Real), input<Stored>(step), output<Stored>(step),
                  solid_of<Real>(step), int(planes));
    });
  };
}

inline Variant<Heat3d> march_row() {
  Variant<Heat3d> row =
      cuda_row("march", "March in registers", "heat3d.cuh",
               [](const Launch& launch) { return 6 + 2.0 / double(launch.integer("planes")); });
  row.source = "Micikevicius: 3D Finite Difference Computation on GPUs using CUDA (2009)";
  row.lesson =
      "A plane of threads marches through the block: the cell above becomes the cell itself, then "
      "the cell below, without being loaded again. Five loads in place of seven, and less than "
      "half the integer work. Long marches load less and leave fewer threads to hide the latency: "
      "less work need not be faster.";
  fill_marching_row(
      row, []<class Stored>(Stored) { return LIVEWARP_KERNEL(heat3d_march<Stored>); },
      [](Dim3) { return std::size_t{0}; });
  return row;
}

inline Variant<Heat3d> ring_row() {
  Variant<Heat3d> row = cuda_row("ring", "Shared planes", "heat3d.cuh", [](const Launch& l) {
    const Dim3 block = l.block();
    const double tile = 1 + 2.0 / block.x + 2.0 / block.y;
    return 1 + tile * (1 + 2.0 / double(l.integer("planes")));
  });
  row.source = "Micikevicius: 3D Finite Difference Computation on GPUs using CUDA (2009)";
  row.lesson =
      "Three planes of the block's cells and their halo go round in shared memory, and the star is "
      "taken from there: little more than one load a cell, and one barrier a plane. A first-level "
      "cache does the same without being asked, and without barriers: compare with the march in "
      "registers.";
  fill_marching_row(
      row, []<class Stored>(Stored) { return LIVEWARP_KERNEL(heat3d_ring<Stored>); },
      [](Dim3 block) { return std::size_t(3) * (block.x + 2) * (block.y + 2); });
  return row;
}

/// Calls use(kernel) with the vector kernel of a launch.
template <class Stored, class F>
decltype(auto) with_vector_kernel(std::int64_t planes, F&& use) {
  return dispatch<1, 2, 4>(
      planes, [&](auto count) { return use(LIVEWARP_KERNEL(heat3d_vector<Stored, count()>)); });
}

inline Variant<Heat3d> float4_row() {
  Variant<Heat3d> row =
      cuda_row("float4", "Four cells a load", "heat3d_vector.cuh", [](const Launch& launch) {
        const auto planes = double(launch.integer("planes"));
        return 4 + 2 / planes + 2.0 / 128;
      });
  row.source = "Luitjens: CUDA Pro Tip: Increase Performance with Vectorized Memory Access (2013)";
  row.lesson =
      "A thread has four cells in each of a few planes, and asks for all that it needs with loads "
      "of 16 bytes before it computes anything; the cells left and right come from the lanes "
      "beside. Few large requests in flight keep the memory busy: this runs at nearly the speed of "
      "copying the block. Rows that are no multiple of four cells march one cell at a time "
      "instead.";
  row.axes = {block_axis({"32x4", "32x8", "64x2", "64x4", "128x1", "128x2", "32x16"}, "32x8"),
              planes_axis({1, 2, 4}, 2, "Planes of four cells that a thread loads at once."),
              all_precisions()};
  row.kernels = [](const Launch& launch) {
    return with_stored(precision_of(launch.values()), [&]<class Stored>(Stored) {
      return with_vector_kernel<Stored>(launch.integer("planes"), [](const auto& kernel) {
        return std::vector<KernelRef>{kernel.ref, LIVEWARP_KERNEL(heat3d_march<Stored>).ref};
      });
    });
  };
  row.step = [](const Heat3d::Step& step, const Launch& launch, Exec& exec) {
    const Dim3 block = launch.block();
    const std::int64_t planes = launch.integer("planes");
    const bool whole_vectors = step.nx % 4 == 0 && step.nx % 128 != 4;
    with_stored(step.precision, [&]<class Stored>(Stored) {
      const auto solid = solid_of<Heat3dComputed<Stored>>(step);
      if (!whole_vectors) {
        constexpr int march = 8;
        exec.launch(LIVEWARP_KERNEL(heat3d_march<Stored>), grid_over(step, block.x, block.y, march),
                    block, 0, input<Stored>(step), output<Stored>(step), solid, march);
        return;
      }
      with_vector_kernel<Stored>(planes, [&](const auto& kernel) {
        exec.launch(kernel, grid_over(step, 4 * block.x, block.y, planes), block, 0,
                    input<Stored>(step), output<Stored>(step), solid);
      });
    });
  };
  return row;
}

inline Variant<Heat3d> temporal_row() {
  constexpr int time_steps = 2, rim = 2;
  const auto requested = [](const Launch& launch) {
    const Dim3 block = launch.block();
    const double used = double((block.x - 2 * rim) * (block.y - 2 * rim)) / double(block.count());
    return 1 + (1 + 4.0 / double(launch.integer("planes"))) / used;
  };
  Variant<Heat3d> row = cuda_row("temporal", "Two steps a pass", "heat3d_temporal.cuh", requested);
  row.source = "Nguyen et al.: 3.5-D Blocking Optimization for Stencil Computations, SC 2010";
  row.lesson =
      "Two time steps in one pass over the memory: as soon as the first step has made three "
      "planes, the second makes one of them, and only that is stored. Half the traffic a step, for "
      "a rim of two cells that neighbouring blocks compute twice. In three dimensions the rim is "
      "dear: see what a block of 32x8 repeats.";
  row.axes = {block_axis({"32x8", "64x8", "32x16", "64x16", "32x32"}, "64x16"),
              planes_axis({8, 16, 32, 64, 128}, 32,
                          "Planes that a block marches through. Each march begins with four planes "
                          "that another block reads too."),
              all_precisions()};
  row.time_steps = [](const Launch&) { return time_steps; };
  row.work = [requested](const Heat3d::Problem& problem, const Launch& launch) {
    return Heat3d::work(problem, precision_of(launch.values()), requested(launch), time_steps);
  };
  row.kernels = [](const Launch& launch) {
    return with_stored(precision_of(launch.values()), []<class Stored>(Stored) {
      return std::vector<KernelRef>{LIVEWARP_KERNEL(heat3d_temporal<Stored>).ref};
    });
  };
  row.step = [](const Heat3d::Step& step, const Launch& launch, Exec& exec) {
    const Dim3 block = launch.block();
    const std::int64_t planes = launch.integer("planes");
    with_stored(step.precision, [&]<class Stored>(Stored) {
      using Real = Heat3dComputed<Stored>;
      exec.launch(LIVEWARP_KERNEL(heat3d_temporal<Stored>),
                  grid_over(step, block.x - 2 * rim, block.y - 2 * rim, planes), block,
                  4 * block.count() * sizeof(Real), input<Stored>(step), output<Stored>(step),
                  solid_of<Real>(step), int(planes));
    });
  };
  return row;
}

inline void publish(const Heat3d::Step& step, const Heat3d::Problem&, const Launch&,
                    const Picture& picture, Exec& exec) {
  constexpr Dim3 block{32, 8};
  const PictureSpec& spec = picture.spec;
  const Heat3dVoxels voxels{step.nx, step.ny, step.nz, spec.width, spec.height, spec.depth};
  const Dim3 grid{unsigned(ceil_div(spec.width, block.x)), unsigned(ceil_div(spec.height, block.y)),
                  unsigned(spec.depth)};
  with_stored(step.precision, [&]<class Stored>(Stored) {
    exec.launch(LIVEWARP_KERNEL(heat3d_picture<Stored>), grid, block, 0, input<Stored>(step),
                static_cast<unsigned short*>(picture.memory), voxels);
  });
}

inline Rows<Heat3d> rows() {
  return {{point_row(), march_row(), ring_row(), float4_row(), temporal_row()}, publish, {}};
}

}  // namespace heat3d

LIVEWARP_KERNELS_END
