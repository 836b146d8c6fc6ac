// The CUDA rows of the heat workload in three dimensions with their launch code, written once for every
// reader.
#pragma once

#include <vector>

#include "kernels/core/stock.h"
#include "kernels/heat3d/heat3d_picture.cuh"
#include "kernels/heat3d/heat3d_row.h"
#include "kernels/heat3d/heat3d_rows_temporal.h"
#include "kernels/heat3d/heat3d_stock.cuh"
#include "kernels/heat3d/heat3d_vector.cuh"

LIVEWARP_KERNELS_BEGIN

namespace heat3d {

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
                  solid_of<Computed<Stored>>(step));
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
      using Real = Computed<Stored>;
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
              planes_axis({1, 2, 4}, 4, "Planes of four cells that a thread loads at once."),
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
      const auto solid = solid_of<Computed<Stored>>(step);
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

inline void publish(const Heat3d::Step& step, const Heat3d::Problem&, const Launch&,
                    const Picture& picture, Exec& exec) {
  constexpr Dim3 block{32, 8};
  const PictureSpec& spec = picture.spec;
  const Heat3dVoxels voxels{step.nx, step.ny, step.nz, spec.width, spec.height, spec.depth};
  const Dim3 grid{unsigned(ceil_div(spec.width, block.x)), unsigned(ceil_div(spec.height, block.y)),
                  unsigned(spec.depth)};
  const PictureTarget<unsigned short> target{static_cast<unsigned short*>(picture.memory),
                                             picture.surface, spec.width, spec.height};
  with_stored(step.precision, [&]<class Stored>(Stored) {
    exec.launch(LIVEWARP_KERNEL(heat3d_picture<Stored>), grid, block, 0, input<Stored>(step),
                target, voxels);
  });
}

static_assert(CellStock::numbers == Stock::numbers);

inline void take_stock(const Heat3d::Step& step, const Heat3d::Problem&, void* written,
                       Exec& exec) {
  const Dim3 grid = Stock::grid_for(step.nx, std::int64_t{step.ny} * step.nz);
  with_stored(step.precision, [&]<class Stored>(Stored) {
    exec.launch(LIVEWARP_KERNEL(heat3d_stock<Stored>), grid, Stock::block, Stock::shared_bytes(),
                input<Stored>(step), solid_of<double>(step), static_cast<double*>(written));
  });
}

/// `multiprocessors` says how many the present device has.
inline Rows<Heat3d> rows(int (*multiprocessors)()) {
  return {{point_row(), march_row(), ring_row(), float4_row(), temporal_row(multiprocessors)},
          publish,
          {},
          take_stock};
}

}  // namespace heat3d

LIVEWARP_KERNELS_END
