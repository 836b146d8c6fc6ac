#include "kernels/emulator/lens/lane_pattern.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace livewarp::emulator {

namespace {

constexpr std::uint64_t whole_sector = 32;

std::optional<std::int64_t> stride_of(const WarpAccess& access) {
  const auto first = unsigned(std::countr_zero(access.active));
  std::optional<std::int64_t> stride;
  for (unsigned lane = first + 1; lane < 32; ++lane) {
    if ((access.active >> lane & 1u) == 0) continue;
    const auto apart = std::int64_t(access.address[lane] - access.address[first]);
    const auto lanes = std::int64_t(lane - first);
    if (apart % lanes != 0 || (stride && *stride != apart / lanes)) return {};
    stride = apart / lanes;
  }
  return stride;
}

std::optional<unsigned> offset_of(const WarpAccess& access) {
  std::vector<std::uint64_t> sorted;
  for (unsigned lane = 0; lane < 32; ++lane)
    if (access.active >> lane & 1u) sorted.push_back(access.address[lane]);
  std::ranges::sort(sorted);
  unsigned offset = 0;
  for (std::size_t i = 0; i < sorted.size();) {
    const std::uint64_t first = sorted[i];
    std::uint64_t end = first;
    for (; i < sorted.size() && (end == first || sorted[i] <= end); ++i)
      end = sorted[i] + access.bytes;
    if (end - first < whole_sector) return {};
    if (offset == 0) offset = unsigned(first % whole_sector);
  }
  return offset;
}

}  // namespace

LaneOrder lane_order(const WarpAccess& access) {
  LaneOrder order;
  if (access.active == 0) return order;
  order.stride = stride_of(access);
  order.one_address = order.stride == 0;
  order.offset = offset_of(access);
  return order;
}

}  // namespace livewarp::emulator
