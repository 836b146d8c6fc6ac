#include "kernels/emulator/lens/texture_rules.h"

#include <set>
#include <tuple>

namespace livewarp::emulator {

namespace {

using Sector = std::tuple<int, std::int64_t, std::int64_t>;  ///< level, row, column

Sector sector_of(const TextureReach& reach, const TextureReach::Place& texel) {
  const std::int64_t across = texel.x * std::int64_t(reach.texel_bytes);
  if (reach.storage == TextureStorage::array) return {texel.level, texel.y / 2, across / 16};
  return {texel.level, 0, (texel.y * std::int64_t(reach.pitch) + across) / 32};
}

}  // namespace

FetchCost fetch_cost(const WarpFetch& fetch) {
  FetchCost cost;
  std::set<Sector> sectors, of_quad;
  std::set<TextureReach::Place> texels;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (lane % 4 == 0) of_quad.clear();
    if ((fetch.active >> lane & 1u) == 0) continue;
    const TextureReach& reach = *fetch.reach[lane];
    for (int i = 0; i < reach.count; ++i) {
      const TextureReach::Place& texel = reach.texels.at(std::size_t(i));
      const Sector sector = sector_of(reach, texel);
      sectors.insert(sector);
      cost.by_quads += of_quad.insert(sector).second;
      if (texels.insert(texel).second) cost.bytes += int(reach.texel_bytes);
    }
  }
  cost.sectors = int(sectors.size());
  return cost;
}

}  // namespace livewarp::emulator
