#include "kernels/core/blocks/block_regions.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

namespace livewarp {

namespace {

struct Place {
  std::int64_t x = 0, y = 0, z = 0;
};

Place place_of(std::uint64_t block, Dim3 grid) {
  return {std::int64_t(block % grid.x), std::int64_t(block / grid.x % grid.y),
          std::int64_t(block / grid.x / grid.y)};
}

std::uint64_t block_at(Place place, Dim3 grid) {
  return (std::uint64_t(place.z) * grid.y + std::uint64_t(place.y)) * grid.x +
         std::uint64_t(place.x);
}

Place middle_of(Dim3 grid) { return {(grid.x - 1) / 2, (grid.y - 1) / 2, (grid.z - 1) / 2}; }

/// Its neighbours in x, y and z; the same where there is none.
std::array<Place, 3> neighbours_of(Place middle, Dim3 grid) {
  std::array<Place, 3> all{middle, middle, middle};
  if (grid.x > 1) all[0].x += 1;
  if (grid.y > 1) all[1].y += 1;
  if (grid.z > 1) all[2].z += 1;
  return all;
}

/// How far a block's elements lie from its neighbour's.
struct Distance {
  std::int64_t x = 0, y = 0;
};

/// A plane of elements, or, as one row, their order.
struct Rule {
  std::int64_t width = 0, height = 1;
  Place middle;
  std::vector<ElementWrite> writes;  ///< of the block in the middle
  std::array<Distance, 3> distances;

  std::vector<ElementWrite> of(Place place) const {
    const std::array<std::int64_t, 3> steps{place.x - middle.x, place.y - middle.y,
                                            place.z - middle.z};
    Distance moved;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      moved.x += steps[i] * distances[i].x;
      moved.y += steps[i] * distances[i].y;
    }
    std::vector<ElementWrite> all;
    all.reserve(writes.size());
    for (const ElementWrite& write : writes) {
      const std::int64_t x = write.element % width + moved.x, y = write.element / width + moved.y;
      if (x >= 0 && x < width && y >= 0 && y < height) all.push_back({y * width + x, write.warp});
    }
    std::ranges::sort(all);
    return all;
  }
};

const BlockWrites* find(const std::vector<BlockWrites>& counted, std::uint64_t block) {
  const auto found = std::ranges::find(counted, block, &BlockWrites::block);
  return found == counted.end() || found->writes.empty() ? nullptr : &*found;
}

std::optional<Rule> rule_of(const std::vector<BlockWrites>& counted, Dim3 grid, std::int64_t width,
                            std::int64_t height) {
  const Place middle = middle_of(grid);
  const BlockWrites* const base = find(counted, block_at(middle, grid));
  if (!base) return {};
  Rule rule{width, height, middle, base->writes, {}};
  const std::int64_t first = base->writes.front().element;
  const std::array<Place, 3> neighbours = neighbours_of(middle, grid);
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    const BlockWrites* const neighbour = find(counted, block_at(neighbours[i], grid));
    if (!neighbour) return {};
    const std::int64_t there = neighbour->writes.front().element;
    rule.distances[i] = {there % width - first % width, there / width - first / width};
  }
  const bool holds = std::ranges::all_of(counted, [&](const BlockWrites& block) {
    return rule.of(place_of(block.block, grid)) == block.writes;
  });
  return holds ? std::optional(rule) : std::nullopt;
}

/// Elements whose writers are from `first` to before `end`.
RegionExtent extent_of(const BlockRegions& regions, WarpOfGrid first, WarpOfGrid end) {
  RegionExtent extent;
  std::int64_t left = 0, right = -1, top = 0, bottom = -1;
  for (std::size_t i = 0; i < regions.writers.size(); ++i) {
    const WarpOfGrid writer = regions.writers[i];
    if (writer < first || writer >= end) continue;
    const std::int64_t x = std::int64_t(i) % regions.width, y = std::int64_t(i) / regions.width;
    const bool any = extent.elements++ > 0;
    left = any ? std::min(left, x) : x;
    right = any ? std::max(right, x) : x;
    top = any ? std::min(top, y) : y;
    bottom = y;
  }
  extent.width = right - left + 1;
  extent.height = bottom - top + 1;
  return extent;
}

/// Gives elements to those that write them, block after block.
class Taker {
 public:
  explicit Taker(BlockRegions& regions) : regions_(regions) {
    const auto elements = std::size_t(regions.width * regions.height);
    regions.writers.assign(elements, no_warp);
    regions.written_twice = 0;
    twice_.resize(elements);
  }
  void take(std::uint64_t block, const std::vector<ElementWrite>& writes) {
    for (const ElementWrite& write : writes) {
      const auto element = std::size_t(write.element);
      if (element >= twice_.size()) continue;
      const WarpOfGrid warp = warp_of_grid(block, write.warp);
      WarpOfGrid& writer = regions_.writers[element];
      if (writer != no_warp && writer != warp && !twice_[element]) {
        twice_[element] = true;
        ++regions_.written_twice;
      }
      writer = warp;
    }
  }

 private:
  BlockRegions& regions_;
  std::vector<bool> twice_;
};

}  // namespace

RegionExtent extent_of_block(const BlockRegions& regions, std::int64_t block) {
  const WarpOfGrid first = warp_of_grid(std::uint64_t(block), 0);
  return extent_of(regions, first, first + most_warps_of_block);
}

RegionExtent extent_of_warp(const BlockRegions& regions, std::int64_t block, int warp) {
  const WarpOfGrid first = warp_of_grid(std::uint64_t(block), unsigned(warp));
  return extent_of(regions, first, first + 1);
}

UsualExtents usual_extents(const BlockRegions& regions) {
  const Place middle = middle_of(regions.grid);
  const auto block = std::int64_t(block_at(middle, regions.grid));
  return {extent_of_block(regions, block), extent_of_warp(regions, block, 0)};
}

std::vector<std::uint64_t> sample_blocks(Dim3 grid) {
  std::set<std::uint64_t> all;
  const Place middle = middle_of(grid);
  all.insert(block_at(middle, grid));
  for (const Place& neighbour : neighbours_of(middle, grid)) all.insert(block_at(neighbour, grid));
  for (const std::int64_t x : {std::int64_t{0}, std::int64_t{grid.x} - 1})
    for (const std::int64_t y : {std::int64_t{0}, std::int64_t{grid.y} - 1})
      for (const std::int64_t z : {std::int64_t{0}, std::int64_t{grid.z} - 1})
        all.insert(block_at({x, y, z}, grid));
  std::uint64_t some = 0x9e3779b97f4a7c15u;
  for (int i = 0; i < 3; ++i, some = some * 6364136223846793005u + 1442695040888963407u)
    all.insert((some >> 20) % grid.count());
  return {all.begin(), all.end()};
}

void take_writes(BlockRegions& regions, const std::vector<BlockWrites>& all) {
  Taker taker(regions);
  for (const BlockWrites& block : all) taker.take(block.block, block.writes);
}

bool take_by_rule(BlockRegions& regions, std::vector<BlockWrites> counted) {
  for (BlockWrites& block : counted) std::ranges::sort(block.writes);
  const auto [width, height] = std::pair(regions.width, regions.height);
  std::optional<Rule> rule = rule_of(counted, regions.grid, width, height);
  if (!rule && height > 1) rule = rule_of(counted, regions.grid, width * height, 1);
  if (!rule) return false;
  Taker taker(regions);
  for (std::uint64_t block = 0; block < regions.grid.count(); ++block)
    taker.take(block, rule->of(place_of(block, regions.grid)));
  return true;
}

}  // namespace livewarp
