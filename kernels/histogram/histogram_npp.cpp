#include "kernels/histogram/histogram_npp.h"

#include <array>

#include "kernels/core/base/detect.h"

namespace livewarp {

namespace {

// NPP counts between levels, of which there is one more than bins.
constexpr int all_levels = int(Histogram::levels) + 1, first_level = 0;
constexpr int last_level = int(Histogram::levels);

constexpr std::array<int, 4> for_each_channel(int value) { return {value, value, value, value}; }

NppSize size_of(const PixelGrid& grid) { return {int(grid.width), int(grid.height)}; }

}  // namespace

NppCounting::NppCounting(const Histogram::Step& step)
    : source(step.source), counts(step.counts), scratch(step.scratch),
      grid(step.problem->source()) {}

std::size_t NppHistogram::scratch_bytes(const PixelGrid& grid) const {
  if (!missing().empty() || present_gpu_limits().major == 0) return 0;
  std::size_t bytes = 0;  // NPP 12 may write an int
  if (grid.channels == 1)
    grey_scratch_(size_of(grid), all_levels, &bytes, nullptr);
  else
    rgba_scratch_(size_of(grid), for_each_channel(all_levels).data(), &bytes, nullptr);
  return bytes;
}

// Lesson npp: The vendor's library: one call, which asks for its own memory beforehand, and nothing
// to choose. It counts for any number of levels between any bounds, where the variants here know
// that there are 256. A library may stand on another: NPP 13 has CUB's kernels in it. Is its time
// that of the variant cub?
void NppHistogram::count(const NppCounting& task, void* stream) const {
  const int step = int(task.grid.width) * task.grid.channels;
  const NppSize size = size_of(task.grid);
  if (task.grid.channels == 1) {
    grey_(task.source, step, size, task.counts, all_levels, first_level, last_level, task.scratch,
          stream);
    return;
  }
  constexpr std::array levels = for_each_channel(all_levels);
  constexpr std::array lower = for_each_channel(first_level), upper = for_each_channel(last_level);
  std::array<std::uint32_t*, 4> counts{};
  for (std::size_t c = 0; c < counts.size(); ++c)
    counts[c] = task.counts + c * std::size_t(Histogram::levels);
  rgba_(task.source, step, size, counts.data(), levels.data(), lower.data(), upper.data(),
        task.scratch, stream);
}

const NppHistogram& npp_histogram() {
  static const NppHistogram library(npp_names("nppist"));
  return library;
}

}  // namespace livewarp
