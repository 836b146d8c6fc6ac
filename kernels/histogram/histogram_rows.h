// The CUDA rows of a histogram with their launch code, written once for every reader.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/dispatch.h"
#include "kernels/core/pixel_rows.h"
#include "kernels/core/verification.h"
#include "kernels/histogram/histogram.cuh"
#include "kernels/histogram/histogram.h"
#include "kernels/histogram/histogram_picture.cuh"

LIVEWARP_KERNELS_BEGIN

namespace histogram {

/// Enough blocks that each thread meets `items` words.
inline std::int64_t blocks_of(const Histogram::Problem& problem, const Launch& launch) {
  const std::int64_t words = ceil_div(std::int64_t(problem.bytes()), 4);
  return ceil_div(words, std::int64_t(launch.block().x) * launch.integer("items"));
}

/// A row that adds to the global counts as often as `additions(problem, launch)` says, at most.
template <class Additions>
Variant<Histogram> row(std::string name, std::string title, const Additions& additions) {
  Variant<Histogram> row;
  row.name = std::move(name);
  row.title = std::move(title);
  row.topic = "L2.11";
  row.file = "kernels/histogram/histogram.cuh";
  row.backend = Backend::cuda;
  row.memory_modes = cuda_memory_modes();
  refuse_memory(row, MemoryMode::mapped,
                "counts in the host's memory would send every addition over the bus");
  row.tolerance = tolerance_cap("histogram", Backend::cuda, "fp32");
  row.axes = {block_axis({"64", "128", "256", "512", "1024"}, "256"),
              integer_axis("items", "Accesses a thread", "", {1, 4, 16, 64, 256}, 16,
                           "Of four bytes each: a pixel of RGBA, four of grey. More of them make "
                           "fewer blocks.")};
  row.work = [additions](const Histogram::Problem& problem, const Launch& launch) {
    return Histogram::work(problem, additions(problem, launch));
  };
  return row;
}

inline double addition_a_value(const Histogram::Problem& problem, const Launch&) {
  return double(problem.bytes());
}
inline double addition_a_bin_and_block(const Histogram::Problem& problem, const Launch& launch) {
  return double(problem.bins()) * double(blocks_of(problem, launch));
}

/// Counts from zero with a kernel of `shared` numbers a block.
template <class KernelType, class... More>
void count(const KernelType& kernel, std::size_t shared, const Histogram::Step& step,
           const Launch& launch, Exec& exec, const More&... more) {
  const Histogram::Problem& problem = *step.problem;
  exec.fill_bytes(step.counts, 0, problem.count_bytes());
  exec.launch(kernel, {unsigned(blocks_of(problem, launch))}, launch.block(),
              shared * sizeof(unsigned), step.source, step.counts, int64(problem.bytes()), more...);
}

inline Variant<Histogram> global_row() {
  Variant<Histogram> global = row("global", "Global atomics", addition_a_value);
  global.source = "CUDA C++ Programming Guide, Atomic Functions";
  global.lesson =
      "Each thread adds 1 to counts that all threads share, in global memory. The L2 cache makes "
      "these additions, and those that meet in one count one after another. Compare noise with the "
      "checkerboard: the same traffic, and how much longer does it take when all meet in two "
      "counts?";
  global.kernels = [](const Launch&) {
    return std::vector<KernelRef>{LIVEWARP_KERNEL(histogram_global<4>).ref};
  };
  global.step = [](const Histogram::Step& step, const Launch& launch, Exec& exec) {
    dispatch<1, 4>(step.problem->channels, [&](auto channels) {
      count(LIVEWARP_KERNEL(histogram_global<channels>), 0, step, launch, exec);
    });
  };
  return global;
}

inline Variant<Histogram> shared_row() {
  Variant<Histogram> shared = row("shared", "Private, shared", addition_a_bin_and_block);
  shared.source = "Kirk, Hwu: Programming Massively Parallel Processors, Parallel Histogram";
  shared.lesson =
      "A block counts in its own shared memory and adds what it found to the global counts once. "
      "Additions still meet, but within a block, and near. Two or more copies let neighbouring "
      "lanes count apart; that helps flat pictures, and costs memory, clearing and summing. Few "
      "accesses a thread leave many blocks, and then the sums at their ends take over.";
  shared.axes.push_back(integer_axis("copies", "Copies", "", {1, 2, 4, 8}, 2,
                                     "Private histograms of a block; lanes take turns."));
  shared.kernels = [](const Launch&) {
    return std::vector<KernelRef>{LIVEWARP_KERNEL(histogram_shared<4>).ref};
  };
  shared.step = [](const Histogram::Step& step, const Launch& launch, Exec& exec) {
    const std::int64_t copies = launch.integer("copies");
    dispatch<1, 4>(step.problem->channels, [&](auto channels) {
      count(LIVEWARP_KERNEL(histogram_shared<channels>), std::size_t(step.problem->bins() * copies),
            step, launch, exec, int(copies));
    });
  };
  return shared;
}

inline bool into_shared(const Launch& launch) { return launch.text("into") == "shared"; }

inline Variant<Histogram> aggregated_row() {
  Variant<Histogram> aggregated = row(
      "aggregated", "Warp-aggregated", [](const Histogram::Problem& problem, const Launch& launch) {
        return into_shared(launch) ? addition_a_bin_and_block(problem, launch)
                                   : addition_a_value(problem, launch);
      });
  aggregated.source =
      "Adinetz: CUDA Pro Tip, Optimized Filtering with Warp-Aggregated Atomics (2014)";
  aggregated.lesson = "Lanes of a warp with equal levels find one another by __match_any_sync, and "
                      "one adds for all. A flat picture then makes one addition where there were "
                      "32; noise makes as many as before and has asked for nothing. Which is "
                      "worth it depends on the picture alone.";
  Param into = choice_param("into", "Adds to", {{"global", "Global", {}}, {"shared", "Shared", {}}},
                            "global", "The counts of all, or a block's own.");
  into.group = ParamGroup::launch;
  aggregated.axes.push_back(into);
  aggregated.kernels = [](const Launch& launch) {
    return std::vector<KernelRef>{into_shared(launch)
                                      ? LIVEWARP_KERNEL(histogram_aggregated<4, true>).ref
                                      : LIVEWARP_KERNEL(histogram_aggregated<4, false>).ref};
  };
  aggregated.step = [](const Histogram::Step& step, const Launch& launch, Exec& exec) {
    dispatch<1, 4>(step.problem->channels, [&](auto channels) {
      if (into_shared(launch))
        count(LIVEWARP_KERNEL(histogram_aggregated<channels, true>),
              std::size_t(step.problem->bins()), step, launch, exec);
      else
        count(LIVEWARP_KERNEL(histogram_aggregated<channels, false>), 0, step, launch, exec);
    });
  };
  return aggregated;
}

/// Two fifths of the picture, if a plot is asked for. Its full height is four times what evenly spread levels
/// would have, or the logarithm of all texels.
inline HistogramPlot plot_of(const Histogram::Problem& problem, const Picture& picture) {
  const std::string& plot = get_text(*picture.view, "plot");
  const auto texels = double(problem.texels());
  const bool logarithmic = plot == "log";
  return {plot == "none" ? 0 : picture.spec.height * 2 / 5, logarithmic,
          float(logarithmic ? std::log2(1 + texels) : 4 * texels / Histogram::levels)};
}

inline void publish(const Histogram::Step& step, const Histogram::Problem& problem, const Launch&,
                    const Picture& picture, Exec& exec) {
  const ShownPixels shown = shown_pixels(picture);
  with_pixel(problem.channels, [&]<class Pixel>(Pixel) {
    exec.launch(LIVEWARP_KERNEL(histogram_picture<Pixel>),
                grid_over(shown.width, shown.height, picture_block), picture_block, 0,
                pixels_of<Pixel>(step.source), step.shown, static_cast<uchar4*>(picture.memory),
                shown, plot_of(problem, picture));
  });
}

inline Rows<Histogram> rows() {
  return {{global_row(), shared_row(), aggregated_row()}, publish, {}, {}};
}

}  // namespace histogram

LIVEWARP_KERNELS_END
