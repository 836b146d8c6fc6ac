// CUDA rows of the heat workload that make one time step and load less.
#pragma once

#include <string>

#include "kernels/core/dispatch.h"
#include "kernels/heat/heat_reuse.cuh"
#include "kernels/heat/heat_rows_cell.h"

LIVEWARP_KERNELS_BEGIN

namespace heat {

inline std::string only_radius_1(const Heat::Problem& problem, const Launch&, Executor) {
  return problem.radius == 1 ? "" : "radius 1 only: the neighbours it keeps are the nearest ones";
}

inline Param rows_axis(std::vector<std::int64_t> offered, std::int64_t rows, std::string help) {
  return integer_axis("rows", "Rows a thread", "", std::move(offered), rows, std::move(help));
}

/// Bytes of a real as kernels compute with it.
inline std::size_t computed_bytes(Precision precision) {
  return precision == Precision::fp64 ? sizeof(double) : sizeof(float);
}

inline Variant<Heat> shared_row() {
  Variant<Heat> row = cuda_row("shared", "Shared tile", "L3.3", "heat_reuse.cuh",
                               [](const Heat::Problem& problem, const Launch& launch) {
                                 const Dim3 block = launch.block();
                                 const double halo = 2.0 * problem.radius;
                                 return 2 + halo / block.x + halo / block.y;
                               });
  row.source = "Ujaldon: CUDA tutorial, 1D stencil (there in one dimension)";
  row.lesson =
      "The block copies its cells and a halo into shared memory, and the star is taken from there: "
      "(B + 2 R) / B loads a cell and direction in place of 2 R + 1. With radius 1 the caches did "
      "as much already, and barrier and copying cost more than they save. Raise the radius and "
      "compare with one thread a cell.";
  row.axes = {block_axis(block_shapes(), "32x8"), all_precisions()};
  row.kernels = [](const Launch& launch) {
    return with_stored(precision_of(launch.values()), []<class Stored>(Stored) {
      return std::vector<KernelRef>{LIVEWARP_KERNEL(heat_shared<Stored>).ref};
    });
  };
  row.step = [](const Heat::Step& step, const Launch& launch, Exec& exec) {
    const Dim3 block = launch.block();
    const std::size_t halo = 2 * std::size_t(step.radius);
    const std::size_t bytes = (block.x + halo) * (block.y + halo) * computed_bytes(step.precision);
    with_stored(step.precision, [&]<class Stored>(Stored) {
      exec.launch(LIVEWARP_KERNEL(heat_shared<Stored>), grid_over(step.nx, step.ny, block), block,
                  bytes, input<Stored>(step), output<Stored>(step), step.marks,
                  plate_of<Computed<Stored>>(step));
    });
  };
  return row;
}

inline Variant<Heat> register_row() {
  Variant<Heat> row = cuda_row("register", "March in registers", "L3.5", "heat_reuse.cuh",
                               [](const Heat::Problem&, const Launch& launch) {
                                 return 4 + 2.0 / double(launch.integer("rows"));
                               });
  row.source = "Micikevicius: 3D Finite Difference Computation on GPUs using CUDA (2009), in 2D";
  row.lesson = "Each thread marches down a column: the cell below becomes the cell itself, then "
               "the cell above, and never leaves the registers. Three loads a cell in place of "
               "five. A longer march saves more and leaves fewer threads to hide the latency: at "
               "1024 x 1024 a march of 64 rows is too long.";
  row.axes = {block_axis({"256x1", "128x1", "64x1", "128x2", "64x4", "32x8"}, "128x1"),
              rows_axis({4, 8, 16, 32, 64}, 16, "Rows that a thread marches down."),
              all_precisions()};
  row.refuses = only_radius_1;
  row.kernels = [](const Launch& launch) {
    return with_stored(precision_of(launch.values()), []<class Stored>(Stored) {
      return std::vector<KernelRef>{LIVEWARP_KERNEL(heat_register<Stored>).ref};
    });
  };
  row.step = [](const Heat::Step& step, const Launch& launch, Exec& exec) {
    const Dim3 block = launch.block();
    const auto rows = unsigned(launch.integer("rows"));
    with_stored(step.precision, [&]<class Stored>(Stored) {
      exec.launch(LIVEWARP_KERNEL(heat_register<Stored>),
                  grid_over(step.nx, step.ny, {block.x, block.y * rows}), block, 0,
                  input<Stored>(step), output<Stored>(step), step.marks,
                  plate_of<Computed<Stored>>(step), int(rows));
    });
  };
  return row;
}

inline Variant<Heat> shuffle_row() {
  Variant<Heat> row = cuda_row("shuffle", "Warp shuffle", "L3.5", "heat_reuse.cuh",
                               [](const Heat::Problem&, const Launch&) { return 4 + 2.0 / 32; });
  row.source = "CUDA C++ Programming Guide, Warp Shuffle Functions";
  row.lesson =
      "The neighbours to the left and right sit in the registers of the lanes beside, and a "
      "shuffle fetches them without touching memory: three loads a cell in place of five. A "
      "shuffle and a hit in L1 go through the same pipe, so do not expect much: count requests and "
      "see what the time says.";
  row.axes = {block_axis({"256x1", "128x2", "64x4", "32x8", "32x4", "32x16", "128x1"}, "64x4"),
              all_precisions()};
  row.refuses = only_radius_1;
  row.kernels = [](const Launch& launch) {
    return with_stored(precision_of(launch.values()), []<class Stored>(Stored) {
      return std::vector<KernelRef>{LIVEWARP_KERNEL(heat_shuffle<Stored>).ref};
    });
  };
  row.step = [](const Heat::Step& step, const Launch& launch, Exec& exec) {
    const Dim3 block = launch.block();
    with_stored(step.precision, [&]<class Stored>(Stored) {
      exec.launch(LIVEWARP_KERNEL(heat_shuffle<Stored>), grid_over(step.nx, step.ny, block), block,
                  0, input<Stored>(step), output<Stored>(step), step.marks,
                  plate_of<Computed<Stored>>(step));
    });
  };
  return row;
}

/// Calls use(kernel) with the vector kernel of a launch.
template <class Stored, class F>
decltype(auto) with_vector_kernel(std::int64_t rows, F&& use) {
  return dispatch<2, 4, 8>(
      rows, [&](auto count) { return use(LIVEWARP_KERNEL(heat_vector<Stored, count()>)); });
}

inline Variant<Heat> float4_row() {
  Variant<Heat> row = cuda_row("float4", "Four cells a load", "L3.5", "heat_reuse.cuh",
                               [](const Heat::Problem&, const Launch& launch) {
                                 return 2 + 2.0 / double(launch.integer("rows")) + 2.0 / 128;
                               });
  row.source = "Luitjens: CUDA Pro Tip: Increase Performance with Vectorized Memory Access (2013)";
  row.lesson =
      "A thread has four cells of several rows, and asks for each row of them with one load of 16 "
      "bytes, all before it needs the first. Few large requests in flight do what many small ones "
      "do: this runs at nearly the speed of copying the plate, which no single step can beat. What "
      "is left is to make more steps of each pass. Rows that are no multiple of four cells take a "
      "slower path.";
  row.axes = {block_axis({"32x4", "32x8", "64x2", "64x4", "128x1", "128x2", "256x1"}, "32x4"),
              rows_axis({2, 4, 8}, 2, "Rows of four cells that a thread loads before it computes."),
              all_precisions()};
  row.refuses = only_radius_1;
  row.kernels = [](const Launch& launch) {
    return with_stored(precision_of(launch.values()), [&]<class Stored>(Stored) {
      return with_vector_kernel<Stored>(launch.integer("rows"), [](const auto& kernel) {
        return std::vector<KernelRef>{kernel.ref};
      });
    });
  };
  row.step = [](const Heat::Step& step, const Launch& launch, Exec& exec) {
    const Dim3 block = launch.block();
    const auto rows = unsigned(launch.integer("rows"));
    with_stored(step.precision, [&]<class Stored>(Stored) {
      with_vector_kernel<Stored>(rows, [&](const auto& kernel) {
        exec.launch(kernel, grid_over(step.nx, step.ny, {4 * block.x, block.y * rows}), block, 0,
                    input<Stored>(step), output<Stored>(step), step.marks,
                    plate_of<Computed<Stored>>(step));
      });
    });
  };
  return row;
}

}  // namespace heat

LIVEWARP_KERNELS_END
