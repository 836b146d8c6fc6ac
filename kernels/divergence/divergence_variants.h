// The CUDA variants of divergence with their launch code, written once for every compiler.
#pragma once

#include <string>
#include <utility>

#include "kernels/core/measure/verification.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/divergence/divergence.cuh"
#include "kernels/divergence/divergence.h"
#include "kernels/divergence/divergence_lanes.h"
#include "kernels/divergence/divergence_lists.cuh"
#include "kernels/divergence/divergence_loops.cuh"
#include "kernels/divergence/divergence_picture.cuh"

LIVEWARP_KERNELS_BEGIN

namespace divergence {

using Step = Divergence::Step;

// Numerical Recipes' and the C standard's example.
constexpr DivergenceRound cheap_round{1664525u, 1013904223u}, expensive_round{1103515245u, 12345u};

inline DivergenceTask task_of(const Step& step) {
  return {step.value,
          step.rounds,
          step.result,
          int(step.problem->cheap),
          int(step.problem->expensive),
          cheap_round,
          expensive_round};
}

inline BlockRule row() { return BlockRule::row("items stand in a row"); }
inline BlockRule voting() { return row().whole_warps("all 32 lanes vote"); }

/// Calls `launch(grid, range)` for as many launches as cover all items, `share` of them a block.
template <class LaunchRange>
void launch_over(const Step& step, std::int64_t share, KernelExec& exec,
                 const LaunchRange& launch) {
  for (const Range& range : exec.slices(step.problem->n, share))
    launch(Dim3{unsigned(ceil_div(range.size(), share))}, range);
}

/// A step of a kernel with an item a thread.
template <class KernelType, class... More>
void item_a_thread(const KernelType& kernel, const Step& step, const Launch& launch,
                   KernelExec& exec, const More&... more) {
  launch_over(step, launch.block().x, exec, [&](Dim3 grid, Range range) {
    exec.launch(kernel, grid, launch.block(), 0, task_of(step), range.first, range.last, more...);
  });
}

inline Variant<Divergence> variant_with(const char* name, const char* title, const BlockRule& rule,
                                        StepFunction<Divergence> step) {
  auto variant = cuda_variant<Divergence>(name, title, std::move(step));
  variant.axes = {block_axis({"32", "64", "128", "256", "512", "1024"}, "256", rule)};
  return variant;
}

/// How its warps go through their items is known in closed form.
inline void go(Variant<Divergence>& variant, DivergenceWay way) {
  variant.closed_form = [way](const Divergence::Problem& problem, const Launch&) {
    return divergence_closed_form(way, problem);
  };
}

inline Variant<Divergence> by_index() {
  auto variant = variant_with("by-index", "Branch by index", row(),
                              [](const Step& step, const Launch& launch, KernelExec& exec) {
                                const bool lanes =
                                    step.problem->arrangement == DivergenceArrangement::lanes;
                                item_a_thread(LIVEWARP_KERNEL(divergence_by_index), step, launch,
                                              exec, lanes ? 0 : 5, step.problem->expensive_of_32());
                              });
  variant.source = "Cheng, Grossman, McKercher: Professional CUDA C Programming (2014), ch. 3";
  go(variant, DivergenceWay::branch);
  variant.refuses = [](const Divergence::Problem& problem, const Launch&, Executor) -> std::string {
    if (!problem.by_index())
      return "it asks for the item's number alone: expensive items must be chosen by lane or by "
             "warp";
    return problem.varied ? "it does not read how many rounds an item takes: they must be equal"
                          : "";
  };
  return variant;
}

inline Variant<Divergence> branch() {
  auto variant =
      variant_with("branch", "Branch by data", row(),
                   [](const Step& step, const Launch& launch, KernelExec& exec) {
                     item_a_thread(LIVEWARP_KERNEL(divergence_branch), step, launch, exec);
                   });
  variant.source = "CUDA C++ Programming Guide, SIMT Architecture";
  go(variant, DivergenceWay::branch);
  return variant;
}

inline Variant<Divergence> predicated() {
  auto variant =
      variant_with("predicated", "Predicated", row(),
                   [](const Step& step, const Launch& launch, KernelExec& exec) {
                     item_a_thread(LIVEWARP_KERNEL(divergence_predicated), step, launch, exec);
                   });
  variant.source = "CUDA C++ Best Practices Guide, Branch Predication";
  go(variant, DivergenceWay::predicated);
  return variant;
}

inline Variant<Divergence> vote() {
  auto variant = variant_with("vote", "Warp vote", voting(),
                              [](const Step& step, const Launch& launch, KernelExec& exec) {
                                item_a_thread(LIVEWARP_KERNEL(divergence_vote), step, launch, exec);
                              });
  variant.source = "CUDA C++ Programming Guide, Warp Vote Functions";
  go(variant, DivergenceWay::vote);
  return variant;
}

inline Variant<Divergence> loop() {
  auto variant = variant_with("loop", "Loop by data", row(),
                              [](const Step& step, const Launch& launch, KernelExec& exec) {
                                item_a_thread(LIVEWARP_KERNEL(divergence_loop), step, launch, exec);
                              });
  variant.source = "Fog: Optimizing software in C++, branches that become table lookups";
  go(variant, DivergenceWay::loop);
  return variant;
}

inline Variant<Divergence> flattened() {
  auto variant =
      variant_with("flattened", "Flattened loops", row(),
                   [](const Step& step, const Launch& launch, KernelExec& exec) {
                     const std::int64_t items = launch.integer("items"),
                                        share = launch.block().x * items;
                     launch_over(step, share, exec, [&](Dim3 grid, Range range) {
                       exec.launch(LIVEWARP_KERNEL(divergence_flattened), grid, launch.block(), 0,
                                   task_of(step), range.first, range.last, items);
                     });
                   });
  variant.source =
      "von Hanxleden, Kennedy: Relaxing SIMD Control Flow Constraints using Loop Transformations "
      "(PLDI 1992)";
  variant.closed_form = [](const Divergence::Problem&, const Launch&) {
    return ClosedForm{.absent = "a warp goes through the largest sum of 32 lanes: of that there is "
                                "no formula here"};
  };
  variant.axes.push_back(integer_axis("items", "Items per thread", "", {1, 2, 4, 8, 16, 32}, 8,
                                      "Items that a thread computes one after another, without "
                                      "waiting for other lanes in between."));
  return variant;
}

// -- sorted work: scratch is two counters, and the lists
constexpr std::size_t counter_bytes = 256;

inline void sorted_step(const Step& step, const Launch& launch, KernelExec& exec) {
  auto* const counts = static_cast<unsigned*>(step.scratch);
  auto* const items = reinterpret_cast<int*>(static_cast<char*>(step.scratch) + counter_bytes);
  const DivergenceLists lists{counts, items, int(step.problem->n)};
  if (launch.text("lists") == "step" || !step.scratch_kept) {
    exec.fill_bytes(counts, 0, 2 * sizeof(unsigned));
    launch_over(step, launch.block().x, exec, [&](Dim3 grid, Range range) {
      exec.launch(LIVEWARP_KERNEL(divergence_list), grid, launch.block(), 0, step.rounds,
                  step.problem->cheap, lists, range.first, range.last);
    });
  }
  launch_over(step, launch.block().x, exec, [&](Dim3 grid, Range range) {
    exec.launch(LIVEWARP_KERNEL(divergence_sorted), grid, launch.block(), 0, task_of(step), items,
                range.first, range.last);
  });
}

inline Variant<Divergence> sorted() {
  auto variant = variant_with("sorted", "Sorted lists",
                              row().whole_warps("lanes vote for places in a list"), sorted_step);
  variant.topic = "L6.11";
  variant.source = "Adinets: CUDA Pro Tip, Optimized Filtering with Warp-Aggregated Atomics (2014)";
  variant.axes.push_back(choice_axis(
      "lists", "Lists are made", {{"step", "Every step", {}}, {"kept", "Once", {}}}, "step",
      "Whether each step sorts its items anew, as it must where their costs change, or keeps the "
      "lists of the first one."));
  variant.closed_form = [](const Divergence::Problem& problem, const Launch&) {
    return sorted_closed_form(problem);
  };
  variant.scratch_bytes = [](const Divergence::Problem& problem, const Launch&) {
    return counter_bytes + std::size_t(problem.n) * sizeof(int);
  };
  return variant;
}

/// `warp`: how many neighbouring items go together.
inline DivergenceScene scene_of(const Step& step, const Picture& picture, std::int64_t block,
                                int warp) {
  return {step.rounds,
          int(step.problem->n),
          int(step.problem->cheap),
          int(step.problem->expensive),
          int(block),
          warp,
          picture.spec.width,
          picture.spec.height};
}

/// Whether items of a warp lie side by side, so that an expensive one holds up its neighbours.
inline bool neighbours_wait(const Launch& launch) {
  return !launch.values().contains("lists") && !launch.values().contains("items");
}

inline void publish(const Step& step, const Divergence::Problem&, const Launch& launch,
                    const Picture& picture, KernelExec& exec) {
  constexpr unsigned block = 256;
  const int pixels = picture.spec.width * picture.spec.height;
  exec.launch(LIVEWARP_KERNEL(divergence_picture), {unsigned(ceil_div(pixels, block))}, {block}, 0,
              scene_of(step, picture, launch.block().x, neighbours_wait(launch) ? 32 : 1),
              static_cast<uchar4*>(picture.memory));
}

inline Variants<Divergence> variants() {
  return {{by_index(), branch(), predicated(), vote(), loop(), flattened(), sorted()}, publish};
}

}  // namespace divergence

LIVEWARP_KERNELS_END
