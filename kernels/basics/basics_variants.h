// The CUDA variants of vector addition with their launch code, written once for every compiler.
#pragma once

#include "kernels/basics/basics.cuh"
#include "kernels/basics/basics.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/model/block_rule.h"

LIVEWARP_KERNELS_BEGIN

namespace basics {

/// Launches a kernel over all elements, in as many blocks as they take but at most `most`.
template <class KernelType>
void launch_over(const KernelType& kernel, Dim3 block, std::int64_t most, const Basics::Step& step,
                 KernelExec& exec) {
  for (const Range& range : exec.slices(step.n, block.x))
    exec.launch(kernel, {unsigned(std::min(most, ceil_div(range.size(), block.x)))}, block, 0,
                step.sum, step.addend, step.new_sum, step.new_addend, range.first, range.last);
}

inline void publish(const Basics::Step& step, const Basics::Problem&, const Launch& launch,
                    const Picture& picture, KernelExec& exec) {
  constexpr unsigned block = 256;
  const int pixels = picture.spec.width * picture.spec.height;
  const auto has = [&](const char* axis) { return launch.values().contains(axis); };
  const std::int64_t of_block = has("block")      ? launch.block().x
                                : has("elements") ? launch.integer("elements")
                                                  : step.n;
  exec.launch(LIVEWARP_KERNEL(basics_picture), {unsigned(ceil_div(pixels, block))}, {block}, 0,
              step.sum, static_cast<uchar4*>(picture.memory), step.n, pixels, of_block,
              has("grid") ? launch.integer("grid") : ceil_div(step.n, of_block));
}

inline Variant<Basics> one_block() {
  auto variant = cuda_variant<Basics>(
      "one-block", "One block",
      [](const Basics::Step& step, const Launch& launch, KernelExec& exec) {
        launch_over(LIVEWARP_KERNEL(basics_one_block), launch.block(), 1, step, exec);
      });
  variant.source = "CUDA C++ Programming Guide, Kernels";
  variant.axes = {block_axis({"1", "2", "8", "32", "128", "512", "1024"}, "256",
                             BlockRule::row("elements stand in a row")),
                  integer_axis("grid", "Grid size", "", {1}, 1,
                               "One block, and so one multiprocessor, however many there are.")};
  return variant;
}

inline Variant<Basics> thread_blocks() {
  auto variant = cuda_variant<Basics>(
      "thread-blocks", "Blocks of one",
      [](const Basics::Step& step, const Launch& launch, KernelExec& exec) {
        const std::int64_t elements = launch.integer("elements");
        for (const Range& range : exec.slices(step.n, elements))
          exec.launch(LIVEWARP_KERNEL(basics_thread_blocks),
                      {unsigned(ceil_div(range.size(), elements))}, {1}, 0, step.sum, step.addend,
                      step.new_sum, step.new_addend, range.first, range.last, elements);
      });
  variant.source = "Sanders, Kandrot: CUDA by Example (2010), ch. 4";
  variant.axes = {integer_axis("elements", "Elements a block", "", {1, 4, 16, 64}, 1,
                               "Neighbouring elements that the one thread of a block adds, one "
                               "after another.")};
  return variant;
}

inline Variants<Basics> variants() {
  using Step = Basics::Step;
  const BlockRule row = BlockRule::row("elements stand in a row");
  auto one = cuda_variant<Basics>(
      "one-thread", "One thread", [](const Step& step, const Launch&, KernelExec& exec) {
        launch_over(LIVEWARP_KERNEL(basics_one_thread), {1}, 1, step, exec);
      });
  one.source = "the loop of the CPU, in a kernel";
  auto each = cuda_variant<Basics>(
      "blocks", "Thread per element", [](const Step& step, const Launch& launch, KernelExec& exec) {
        launch_over(LIVEWARP_KERNEL(basics_blocks), launch.block(), step.n, step, exec);
      });
  each.source = "CUDA C++ Programming Guide, Thread Hierarchy";
  each.axes = {block_axis({"1", "8", "32", "64", "128", "256", "512", "513", "1024"}, "256", row)};
  auto stride =
      cuda_variant<Basics>("grid-stride", "Grid-stride loop",
                           [](const Step& step, const Launch& launch, KernelExec& exec) {
                             launch_over(LIVEWARP_KERNEL(basics_grid_stride), launch.block(),
                                         launch.integer("grid"), step, exec);
                           });
  stride.source = "Harris: Write Flexible Kernels with Grid-Stride Loops (2013)";
  stride.axes = {block_axis({"32", "64", "128", "256", "512", "1024"}, "256", row),
                 integer_axis("grid", "Grid size", "", {1, 4, 16, 64, 256, 1024, 4096}, 1024,
                              "Blocks in the grid, whatever the number of elements.")};
  return {{one, one_block(), thread_blocks(), each, stride}, publish};
}

}  // namespace basics

LIVEWARP_KERNELS_END
