// The CUDA variants of a histogram with their launch code, written once for every compiler.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "kernels/core/base/dispatch.h"
#include "kernels/core/exec/multiprocessors.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/histogram/histogram.cuh"
#include "kernels/histogram/histogram.h"
#include "kernels/histogram/histogram_lanes.cuh"
#include "kernels/histogram/histogram_picture.cuh"
#include "kernels/histogram/histogram_variants_library.h"
#include "kernels/pictures/pixel_variants.h"

LIVEWARP_KERNELS_BEGIN

namespace histogram {

/// Enough blocks that each thread meets `items` words.
inline std::int64_t blocks_of(const Histogram::Problem& problem, const Launch& launch) {
  const std::int64_t words = ceil_div(std::int64_t(problem.bytes()), 4);
  return ceil_div(words, std::int64_t(launch.block().x) * launch.integer("items"));
}

/// Of kernels that take a picture as a row of bytes.
inline BlockRule row_of_bytes() {
  return BlockRule::row("it reads the picture as one row of bytes");
}

/// What all these variants begin with.
inline Variant<Histogram> counting(const char* name, const char* title,
                                   StepFunction<Histogram> step,
                                   const BlockRule& rule = row_of_bytes()) {
  auto variant = cuda_variant<Histogram>(name, title, std::move(step));
  for (const MemoryMode far : {MemoryMode::mapped, MemoryMode::accessed_by})
    refuse_memory(variant, far, "bins in the host's memory would send every atomic over the bus");
  variant.axes = {block_axis({"64", "128", "256", "512", "1024"}, "256", rule),
                  integer_axis("items", "Loads per thread", "", {1, 4, 16, 64, 256}, 16,
                               "Elements per thread, in loads of four bytes: a pixel of RGBA, four "
                               "of grey. More of them make fewer blocks.")};
  return variant;
}

/// Work of blocks that add to each bin once.
inline CostModel work_by_block(const Histogram::Problem& problem, const Launch& launch) {
  return Histogram::cost(problem, double(problem.bins()) * double(blocks_of(problem, launch)));
}

/// Counts from zero with a kernel of `shared` numbers a block.
template <class KernelType, class... More>
void count(const KernelType& kernel, std::size_t shared, const Histogram::Step& step,
           const Launch& launch, KernelExec& exec, const More&... more) {
  const Histogram::Problem& problem = *step.problem;
  exec.fill_bytes(step.counts, 0, problem.count_bytes());
  exec.launch(kernel, {unsigned(blocks_of(problem, launch))}, launch.block(),
              shared * sizeof(unsigned), step.source, step.counts, int64(problem.bytes()), more...);
}

inline Variant<Histogram> global() {
  const auto run = [](const Histogram::Step& step, const Launch& launch, KernelExec& exec) {
    dispatch<1, 4>(step.problem->channels, [&](auto channels) {
      count(LIVEWARP_KERNEL(histogram_global<channels>), 0, step, launch, exec);
    });
  };
  auto variant = counting("global", "Global atomics", run);
  variant.source = "CUDA C++ Programming Guide, Atomic Functions";
  return variant;
}

inline Variant<Histogram> shared() {
  const auto run = [](const Histogram::Step& step, const Launch& launch, KernelExec& exec) {
    const std::int64_t copies = launch.integer("copies");
    dispatch<1, 4>(step.problem->channels, [&](auto channels) {
      count(LIVEWARP_KERNEL(histogram_shared<channels>), std::size_t(step.problem->bins() * copies),
            step, launch, exec, int(copies));
    });
  };
  auto variant = counting("shared", "Privatized", run);
  variant.source = "Kirk, Hwu: Programming Massively Parallel Processors, Parallel Histogram";
  variant.axes.push_back(integer_axis("copies", "Sub-histograms", "", {1, 2, 4, 8}, 2,
                                      "Private histograms of a block, used by its lanes in turn."));
  variant.cost = work_by_block;
  return variant;
}

inline bool into_shared(const Launch& launch) { return launch.text("into") == "shared"; }

inline Variant<Histogram> aggregated() {
  const auto run = [](const Histogram::Step& step, const Launch& launch, KernelExec& exec) {
    dispatch<1, 4>(step.problem->channels, [&](auto channels) {
      if (into_shared(launch))
        count(LIVEWARP_KERNEL(histogram_aggregated<channels, true>),
              std::size_t(step.problem->bins()), step, launch, exec);
      else
        count(LIVEWARP_KERNEL(histogram_aggregated<channels, false>), 0, step, launch, exec);
    });
  };
  auto variant =
      counting("aggregated", "Warp-aggregated", run,
               row_of_bytes().whole_warps("all 32 lanes compare their bins with one another"));
  variant.source = "Adinetz: CUDA Pro Tip, Optimized Filtering with Warp-Aggregated Atomics (2014)";
  variant.axes.push_back(
      choice_axis("into", "Atomics in", {{"global", "Global", {}}, {"shared", "Shared", {}}},
                  "global", "Atomics on the global bins, or on a block's own in shared memory."));
  variant.cost = [](const Histogram::Problem& problem, const Launch& launch) {
    return into_shared(launch) ? work_by_block(problem, launch) : Histogram::cost(problem, launch);
  };
  return variant;
}

/// Blocks of `lanes`: those that all multiprocessors hold, fewer for a picture that would leave a
/// thread less than four loads, more for one whose counts could overflow half a word.
inline std::int64_t blocks_of_lanes(const Histogram::Problem& problem, const Launch& launch) {
  constexpr std::int64_t least_loads = 4, most_count = 65'535;
  const std::int64_t block = launch.block().x, vectors = std::int64_t(problem.bytes()) / 16;
  const std::int64_t sharing = ceil_div(block, launch.integer("copies"));  // threads with one copy
  const std::int64_t of_load = problem.channels == 1 ? 8 : 4;  // a thread adds that much to a half
  const std::int64_t most_loads = most_count / (sharing * of_load) - 1;
  return std::max({std::min(multiprocessors() * launch.integer("blocks"),
                            ceil_div(vectors, block * least_loads)),
                   ceil_div(vectors, block * most_loads), std::int64_t{1}});
}

inline Variant<Histogram> lanes() {
  const auto run = [](const Histogram::Step& step, const Launch& launch, KernelExec& exec) {
    const Histogram::Problem& problem = *step.problem;
    exec.fill_bytes(step.counts, 0, problem.count_bytes());
    dispatch<1, 4>(problem.channels, [&](auto channels) {
      dispatch<32, 16>(launch.integer("copies"), [&](auto copies) {
        exec.launch(LIVEWARP_KERNEL(histogram_lanes<channels, copies>),
                    {unsigned(blocks_of_lanes(problem, launch))}, launch.block(),
                    HistogramLanes<channels, copies>::words * sizeof(unsigned), step.source,
                    step.counts, int64(problem.bytes()));
      });
    });
  };
  auto variant = cuda_variant<Histogram>("lanes", "Counters per lane", run);
  variant.source =
      "Gómez-Luna et al.: An optimized approach to histogram computation on GPU (2013)";
  refuse_memory(variant, MemoryMode::accessed_by,
                "a page with bins, on which atomics work, would not stay on the host");
  variant.axes = {
      block_axis({"256", "512", "1024"}, "1024", row_of_bytes()),
      integer_axis("copies", "Copies", "", {32, 16}, 32,
                   "Counters that a block has for each level: with 32, a lane of a warp meets no "
                   "other; with fewer, lanes share banks, and more blocks fit."),
      integer_axis("blocks", "Blocks per SM", "", {1, 2, 4}, 1,
                   "More of them have more loads under way, and more sums to add at their ends.")};
  variant.cost = [](const Histogram::Problem& problem, const Launch& launch) {
    return Histogram::cost(problem,
                           double(problem.bins()) * double(blocks_of_lanes(problem, launch)));
  };
  return variant;
}

/// The lower part of the picture, if a plot is asked for.
inline HistogramPlot plot_of(const Histogram::Problem& problem, const Picture& picture) {
  const std::string& plot = get_text(*picture.view, "plot");
  const auto texels = double(problem.texels());
  const bool logarithmic = plot == "log";
  return {plot == "none" ? 0 : int(std::lround(Histogram::plot_share * picture.spec.height)),
          logarithmic, float(logarithmic ? std::log2(1 + texels) : problem.linear_top())};
}

inline void publish(const Histogram::Step& step, const Histogram::Problem& problem, const Launch&,
                    const Picture& picture, KernelExec& exec) {
  const ShownPixels shown = shown_pixels(picture);
  with_pixel(problem.channels, [&]<class Pixel>(Pixel) {
    exec.launch(LIVEWARP_KERNEL(histogram_picture<Pixel>),
                grid_over(shown.width, shown.height, picture_block), picture_block, 0,
                pixels_of<Pixel>(step.source), step.shown, static_cast<uchar4*>(picture.memory),
                shown, plot_of(problem, picture));
  });
}

inline Variants<Histogram> variants() {
  return {{global(), shared(), aggregated(), lanes(), cub_library(), vendor_library()}, publish};
}

}  // namespace histogram

LIVEWARP_KERNELS_END
