// The order of keys for the host, said by the standard library: what variants are compared with
// shares no operation with them.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>

#include "kernels/core/exec/exec.h"

namespace livewarp {

/// IEEE 754's totalOrder.
inline bool sorts_before(float a, float b) { return std::is_lt(std::strong_order(a, b)); }

/// Keys of a piece that is sorted by itself.
inline constexpr std::int64_t sort_piece = 65'536;

/// Sorts n keys by merging sorted pieces. `for_pieces(count, body)` calls body for ranges of
/// [0, count), each index once; it may stop in between.
template <class ForPieces>
void sort_by_order(float* keys, std::int64_t n, const ForPieces& for_pieces) {
  const auto place = [&](std::int64_t i) { return keys + std::min(i, n); };
  const auto pieces_of = [&](std::int64_t size) { return (n + size - 1) / size; };
  for_pieces(pieces_of(sort_piece), [&](Range range) {
    for (std::int64_t i = range.first; i < range.last; ++i)
      std::stable_sort(place(i * sort_piece), place((i + 1) * sort_piece), sorts_before);
  });
  for (std::int64_t size = sort_piece; size < n; size *= 2)
    for_pieces(pieces_of(2 * size), [&](Range range) {
      for (std::int64_t i = range.first; i < range.last; ++i)
        std::inplace_merge(place(2 * i * size), place((2 * i + 1) * size),
                           place((2 * i + 2) * size), sorts_before);
    });
}

}  // namespace livewarp
