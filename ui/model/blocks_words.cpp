#include "ui/model/blocks_words.h"

#include <fmt/format.h>

#include "kernels/core/base/text.h"

namespace livewarp::ui {

namespace {

std::string times(const std::string& a, const std::string& b) { return a + " \u00d7 " + b; }

std::string extent_text(const RegionExtent& extent, std::int64_t rows) {
  if (extent.elements == 0) return "none";
  if (rows == 1 || extent.width * extent.height != extent.elements) return grouped(extent.elements);
  return times(grouped(extent.width), grouped(extent.height));
}

std::string microseconds(double us) {
  return us < 1000 ? fmt::format("{:.1f} \u00b5s", us) : fmt::format("{:.3f} ms", us / 1000);
}

}  // namespace

std::string launch_words(const BlocksView& view) {
  const auto warps = std::int64_t((view.block.count() + 31) / 32);
  const auto blocks = std::int64_t(view.grid.count());
  return view.kernel + ": " + (blocks == 1 ? "1 block" : grouped(blocks) + " blocks") + " of " +
         to_text(view.block) + ", " + (warps == 1 ? "1 warp" : grouped(warps) + " warps") + " each";
}

std::string region_words(const BlocksView& view) {
  if (!view.regions) return view.regions_reason;
  const BlockRegions& regions = *view.regions;
  const UsualExtents extents = view.extents ? *view.extents : usual_extents(regions);
  std::string words = "a block writes " + extent_text(extents.block, regions.height) +
                      " elements of " + regions.array + ", a warp " +
                      extent_text(extents.warp, regions.height);
  if (regions.written_twice > 0)
    words += "; " + grouped(regions.written_twice) + " elements are written by several warps";
  return words;
}

std::string counted_words(const BlocksView& view) {
  if (!view.regions) return {};
  const auto blocks = std::int64_t(view.regions->grid.count());
  if (view.regions->counted_blocks >= blocks)
    return "counted: stores of all blocks on the emulator";
  return "counted: stores of " + grouped(view.regions->counted_blocks) +
         " blocks on the emulator; the others follow the rule that these show";
}

std::string source_words(const BlocksView& view) {
  if (view.measured) return "measured: one step on this GPU, its result " + view.result;
  if (!view.predicted) return "no waves: " + view.predicted_reason;
  return "predicted for " + view.gpu + ": " + grouped(view.predicted->multiprocessors) +
         " multiprocessors with " + grouped(view.blocks_at_a_time) +
         (view.blocks_at_a_time == 1 ? " block" : " blocks") +
         " at a time, if all blocks took equally long";
}

std::string waves_words(const BlockFigures& figures) {
  std::string median = fmt::format("{:.1f}", figures.blocks_median);
  if (median.ends_with(".0")) median.resize(median.size() - 2);
  const char* const of = figures.waves < 1 ? "of one wave" : "waves";
  return fmt::format("{:.2f} {} of {} blocks; blocks per multiprocessor {} to {}, median {}",
                     figures.waves, of, grouped(figures.places), grouped(figures.blocks_min),
                     grouped(figures.blocks_max), median);
}

std::string balance_words(const BlockFigures& figures) {
  return fmt::format("tail {:.1f} % of the time, imbalance {:.2f}", 100 * figures.tail,
                     figures.imbalance);
}

std::string span_words(const BlockTrace& trace, const BlockFigures& figures) {
  if (trace.predicted) return {};
  return "first begin to last end " + microseconds(figures.span) +
         fmt::format(", {:.3f} of the kernel's ", figures.of_kernel) +
         microseconds(trace.kernel_us) + "; it takes " + microseconds(trace.traced_us) +
         " while blocks note";
}

}  // namespace livewarp::ui
