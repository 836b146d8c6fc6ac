#include "kernels/emulator/lens/access_rules.h"

#include <algorithm>
#include <bit>

namespace livewarp::emulator {
namespace {

constexpr unsigned all_lanes = 0xffffffffu;

/// Calls use(first, last) for ranges of pieces of 2^shift bytes, such that every piece that the
/// active lanes of the mask touch is in exactly one of them. All lanes ask for as many bytes, so
/// those that are sorted by their first byte are sorted by their last, and what is new ends where
/// the access ends.
template <class Use>
void for_each_range(const WarpAccess& access, unsigned lanes, unsigned shift, Use use) {
  std::array<std::uint64_t, 32> sorted;
  unsigned count = 0;
  for (unsigned mask = access.active & lanes; mask != 0; mask &= mask - 1) {
    // By insertion: most warps come with their addresses in order.
    const std::uint64_t address = access.address[unsigned(std::countr_zero(mask))];
    unsigned place = count++;
    for (; place > 0 && sorted[place - 1] > address; --place) sorted[place] = sorted[place - 1];
    sorted[place] = address;
  }
  std::uint64_t seen = 0;  // pieces below this one have been
  for (unsigned i = 0; i < count; ++i) {
    const std::uint64_t first = std::max(sorted[i] >> shift, seen);
    const std::uint64_t last = ((sorted[i] + access.bytes - 1) >> shift) + 1;
    if (first >= last) continue;
    use(first, last);
    seen = last;
  }
}

int count_pieces(const WarpAccess& access, unsigned shift) {
  std::uint64_t count = 0;
  for_each_range(access, all_lanes, shift,
                 [&](std::uint64_t first, std::uint64_t last) { count += last - first; });
  return int(count);
}

/// Whether every active lane has the address of the lane `apart` from it, or that one is inactive.
bool shared_by_pairs(const WarpAccess& access, unsigned apart) {
  for (unsigned mask = access.active; mask != 0; mask &= mask - 1) {
    const auto lane = unsigned(std::countr_zero(mask)), other = lane ^ apart;
    if ((access.active >> other & 1u) != 0 && access.address[lane] != access.address[other])
      return false;
  }
  return true;
}

constexpr int pieces(int bytes, int size) { return (bytes + size - 1) / size; }

}  // namespace

int sectors(const WarpAccess& access) { return count_pieces(access, 5); }

int bytes_used(const WarpAccess& access) { return count_pieces(access, 0); }

int bank_degree(const WarpAccess& access, unsigned lanes) {
  std::array<int, 32> words{};
  for_each_range(access, lanes, 2, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t word = first; word < last; ++word) ++words[word % 32];
  });
  return *std::max_element(words.begin(), words.end());
}

LaneGroups lane_groups(const WarpAccess& access) {
  unsigned count = access.bytes <= 4 ? 1 : access.bytes <= 8 ? 2 : 4;
  if (count > 1 && !access.store && (shared_by_pairs(access, 1) || shared_by_pairs(access, 2)))
    count /= 2;
  const unsigned lanes = 32 / count, group = all_lanes >> (32 - lanes);
  LaneGroups groups{int(count), {}};
  for (unsigned i = 0; i < count; ++i) groups.lanes[i] = group << i * lanes;
  return groups;
}

int shared_wavefronts(const WarpAccess& access) {
  const LaneGroups groups = lane_groups(access);
  int wavefronts = 0;
  for (int i = 0; i < groups.count; ++i)
    wavefronts += bank_degree(access, groups.lanes[std::size_t(i)]);
  return wavefronts;
}

int bank_conflicts(const WarpAccess& access) {
  const LaneGroups groups = lane_groups(access);
  int most = 0;
  for (int i = 0; i < groups.count; ++i)
    most = std::max(most, bank_degree(access, groups.lanes[std::size_t(i)]));
  return most;
}

unsigned piece_bytes(std::size_t bytes, std::size_t aligned) {
  const std::size_t divides = bytes | aligned;
  return unsigned(std::min<std::size_t>(divides & -divides, 16));
}

int distinct_addresses(const WarpAccess& access) {
  int count = 0;
  for (unsigned mask = access.active; mask != 0; mask &= mask - 1) {
    const auto lane = std::size_t(std::countr_zero(mask));
    bool seen = false;
    for (unsigned before = access.active & ~mask; before != 0 && !seen; before &= before - 1)
      seen = access.address[std::size_t(std::countr_zero(before))] == access.address[lane];
    count += !seen;
  }
  return count;
}

int ideal_sectors(const WarpAccess& access) { return pieces(bytes_used(access), 32); }

int ideal_wavefronts(const WarpAccess& access) {
  return pieces(std::popcount(access.active) * int(access.bytes), 128);
}

}  // namespace livewarp::emulator
