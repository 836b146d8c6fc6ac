#include "kernels/core/blocks/block_tint.h"

#include <algorithm>
#include <span>
#include <utility>

#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

constexpr std::int64_t most_coded_blocks = std::int64_t{1} << 28;
constexpr std::uint32_t nobody = ~std::uint32_t{0};
/// From a region to the next: far apart on the circle of hues, and each comes once.
constexpr int hue_step = 5;
/// Where more pairs are seen, elements are strewn so that no hues keep them apart.
constexpr std::size_t most_neighbours = 8'000'000;

using Neighbours = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

void note_neighbours(Neighbours& all, std::uint32_t a, std::uint32_t b) {
  if (a == b || a == nobody || b == nobody || all.size() >= most_neighbours) return;
  if (a > b) std::swap(a, b);
  if (all.empty() || all.back() != std::pair(a, b)) all.emplace_back(a, b);
}

/// Pairs of regions that touch each other, the smaller first; none of too many.
template <class RegionOf>
Neighbours neighbours_of(const BlockRegions& regions, const RegionOf& region_of) {
  Neighbours all;
  const std::size_t width = std::size_t(regions.width), count = regions.writers.size();
  for (std::size_t i = 1; i < count; ++i)
    if (i % width != 0)
      note_neighbours(all, region_of(regions.writers[i - 1]), region_of(regions.writers[i]));
  for (std::size_t i = width; i < count; ++i)
    note_neighbours(all, region_of(regions.writers[i - width]), region_of(regions.writers[i]));
  if (all.size() >= most_neighbours) return {};
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// One region after the other takes the first hue, from its own on, that no neighbour has yet.
std::vector<std::uint8_t> different_hues(std::size_t count, const Neighbours& neighbours) {
  std::vector<std::uint8_t> hues(count);
  std::vector<std::uint16_t> taken(count);  // by smaller neighbours, a bit a hue
  auto next = neighbours.begin();
  for (std::size_t i = 0; i < count; ++i) {
    int hue = int(i * hue_step % tint_hues);
    for (int tries = 0; tries < tint_hues && (taken[i] >> hue & 1) != 0; ++tries)
      hue = (hue + hue_step) % tint_hues;
    hues[i] = std::uint8_t(hue);
    for (; next != neighbours.end() && next->first == i; ++next)
      taken[next->second] = std::uint16_t(taken[next->second] | 1u << hue);
  }
  return hues;
}

/// By block.
std::vector<int> multiprocessors_of(const BlockTrace& trace) {
  std::vector<int> all(std::size_t(trace.grid.count()));
  for (const BlockRecord& record : trace.records)
    all[std::size_t(record.block)] = record.multiprocessor;
  return all;
}

}  // namespace

RegionHues hues_of(const BlockRegions& regions) {
  RegionHues hues;
  const auto blocks = std::size_t(regions.grid.count());
  hues.warps_of_block = std::max(1, int((regions.block.count() + 31) / 32));
  hues.blocks = different_hues(blocks, neighbours_of(regions, [](WarpOfGrid warp) {
                                 return warp == no_warp ? nobody : std::uint32_t(block_of(warp));
                               }));
  const auto of_block = std::uint32_t(hues.warps_of_block);
  hues.warps = different_hues(blocks * of_block, neighbours_of(regions, [&](WarpOfGrid warp) {
                                return warp == no_warp ? nobody
                                                       : std::uint32_t(block_of(warp)) * of_block +
                                                             std::uint32_t(warp_in_block(warp));
                              }));
  return hues;
}

ElementTint tint_of(const BlockRegions& regions, const RegionHues& hues, TintBy by,
                    const BlockTrace* trace) {
  ElementTint tint;
  tint.width = regions.width;
  tint.height = regions.height;
  tint.part = regions.part;
  const std::vector<int> multiprocessors =
      by == TintBy::multiprocessor && trace ? multiprocessors_of(*trace) : std::vector<int>();
  tint.elements.reserve(regions.writers.size());
  for (const WarpOfGrid writer : regions.writers) {
    const auto block = std::size_t(block_of(writer));
    if (writer == no_warp)
      tint.elements.push_back(no_warp);
    else if (by == TintBy::warp)
      tint.elements.push_back(tint_code(std::int64_t(block), hues.of(writer)));
    else if (by == TintBy::multiprocessor)
      tint.elements.push_back(
          tint_code(std::int64_t(block), hue_of_multiprocessor(multiprocessors.at(block))));
    else
      tint.elements.push_back(tint_code(std::int64_t(block), hues.blocks[block]));
  }
  if (!trace) return tint;
  tint.times.resize(2 * std::size_t(trace->grid.count()));
  for (const BlockRecord& record : trace->records) {
    tint.times[2 * std::size_t(record.block)] = float(record.begin);
    tint.times[2 * std::size_t(record.block) + 1] = float(record.end);
  }
  return tint;
}

std::string tint_refusal(const BlockRegions& regions, TintBy by, const BlockTrace* trace) {
  const auto elements = std::int64_t(regions.writers.size());
  if (elements > most_tinted_elements)
    return grouped(elements) + " elements are more than the " + grouped(most_tinted_elements) +
           " that a picture is tinted by";
  if (std::int64_t(regions.grid.count()) > most_coded_blocks)
    return "more than " + grouped(most_coded_blocks) + " blocks are not told apart";
  if (by == TintBy::multiprocessor && !trace) return "nobody knows where its blocks run";
  if (by == TintBy::multiprocessor && trace->grid.count() != regions.grid.count())
    return "what was counted and what was timed are different launches";
  return {};
}

}  // namespace livewarp
