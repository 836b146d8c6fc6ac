// The CUDA rows of vector addition with their launch code, written once for every reader.
#pragma once

#include "kernels/basics/basics.cuh"
#include "kernels/basics/basics.h"
#include "kernels/core/verification.h"

LIVEWARP_KERNELS_BEGIN

namespace basics {

/// `blocks(count, block)` is the grid for that many elements.
template <class KernelType, class Blocks>
Variant<Basics> row(const KernelType& kernel, const Blocks& blocks) {
  Variant<Basics> row;
  row.topic = "L6.4";
  row.file = "kernels/basics/basics.cuh";
  row.backend = Backend::cuda;
  row.memory_modes = cuda_memory_modes();
  row.tolerance = tolerance_cap("basics", Backend::cuda, "fp32");
  row.work = [](const Basics::Problem& problem, const Launch&) { return Basics::work(problem); };
  row.kernels = [kernel](const Launch&) { return std::vector{kernel.ref}; };
  row.step = [kernel, blocks](const Basics::Step& step, const Launch& launch, Exec& exec) {
    const Dim3 block = launch.values().contains("block") ? launch.block() : Dim3{1};
    for (const Range& range : exec.slices(step.n, block.x))
      exec.launch(kernel, {unsigned(blocks(range.size(), block.x, launch))}, block, 0, step.in.sum,
                  step.in.addend, step.out.sum, step.out.addend, range.first, range.last);
  };
  return row;
}

inline Variant<Basics> one_thread_row() {
  Variant<Basics> one = row(LIVEWARP_KERNEL(basics_one_thread),
                            [](std::int64_t, unsigned, const Launch&) { return 1; });
  one.name = "one-thread";
  one.title = "One thread";
  one.source = "the loop of the CPU, in a kernel";
  one.lesson =
      "The CPU's loop in a kernel of one block of one thread. It is right, and slower than the "
      "CPU: one lane of one warp works, waits for every load, and the rest of the GPU stands "
      "idle. This is where everybody begins; the next rows only spread the same line over more "
      "threads.";
  return one;
}

inline Variant<Basics> blocks_row() {
  Variant<Basics> all =
      row(LIVEWARP_KERNEL(basics_blocks),
          [](std::int64_t count, unsigned block, const Launch&) { return ceil_div(count, block); });
  all.name = "blocks";
  all.title = "Thread each";
  all.source = "CUDA C++ Programming Guide, Thread Hierarchy";
  all.lesson =
      "One thread an element, in as many blocks as it takes. Now the memory is the limit, and "
      "most block sizes do equally well. Look at 513: threads run in warps of 32, so a block of "
      "513 costs as much as one of 544, and fewer of them fit on a multiprocessor.";
  all.axes = {block_axis({"32", "64", "128", "256", "512", "513", "1024"}, "256")};
  return all;
}

inline Variant<Basics> grid_stride_row() {
  Variant<Basics> stride = row(LIVEWARP_KERNEL(basics_grid_stride),
                               [](std::int64_t count, unsigned block, const Launch& launch) {
                                 return std::min(launch.integer("grid"), ceil_div(count, block));
                               });
  stride.name = "grid-stride";
  stride.title = "Grid stride";
  stride.source = "Harris: Write Flexible Kernels with Grid-Stride Loops (2013)";
  stride.lesson = "The number of blocks is free: each thread goes on by the size of the grid until "
                  "all elements are done. Begin with 1 block and go up: the time falls until "
                  "enough loads are under way to keep the memory busy, and then no further.";
  stride.axes = {block_axis({"32", "64", "128", "256", "512", "1024"}, "256"),
                 integer_axis("grid", "Blocks", "", {1, 4, 16, 64, 256, 1024, 4096}, 1024,
                              "Blocks of the grid, whatever the number of elements.")};
  return stride;
}

inline void publish(const Basics::Step& step, const Basics::Problem&, const Launch& launch,
                    const Picture& picture, Exec& exec) {
  constexpr unsigned block = 256;
  const int pixels = picture.spec.width * picture.spec.height;
  const bool blocks = launch.values().contains("block");
  exec.launch(LIVEWARP_KERNEL(basics_picture), {unsigned(ceil_div(pixels, block))}, {block}, 0,
              step.in.sum, static_cast<uchar4*>(picture.memory), step.n, pixels,
              blocks ? launch.block().x : unsigned(step.n));
}

inline Rows<Basics> rows() {
  return {{one_thread_row(), blocks_row(), grid_stride_row()}, publish, {}};
}

}  // namespace basics

LIVEWARP_KERNELS_END
