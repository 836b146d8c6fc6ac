#include "ui/model/lens_figure.h"

#include <algorithm>
#include <map>

namespace livewarp::ui {

namespace {

constexpr std::uint64_t word_bytes = 4, line_bytes = 128;

/// Calls use(word, lane) for each word of 4 bytes that an active lane of the mask touches.
template <class Use>
void for_each_word(const LanePattern& pattern, unsigned mask, Use use) {
  if (pattern.bytes == 0) return;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    if ((pattern.active & mask & 1u << lane) == 0) continue;
    const std::uint64_t first = pattern.address[std::size_t(lane)];
    const std::uint64_t last = (first + pattern.bytes - 1) / word_bytes;
    for (std::uint64_t word = first / word_bytes; word <= last; ++word) use(word, lane);
  }
}

}  // namespace

bool CacheLine::fetched(int word) const {
  const auto sector = lanes.begin() + word / sector_words * sector_words;
  return std::any_of(sector, sector + sector_words, [](unsigned mask) { return mask != 0; });
}

std::vector<CacheLine> cache_lines(const LanePattern& pattern) {
  std::map<std::uint64_t, CacheLine> found;
  for_each_word(pattern, ~0u, [&](std::uint64_t word, int lane) {
    CacheLine& line = found[word / line_words];
    line.first = word / line_words * line_bytes;
    line.lanes[word % line_words] |= 1u << lane;
  });
  std::vector<CacheLine> lines;
  lines.reserve(found.size());
  for (const auto& [number, line] : found) lines.push_back(line);
  return lines;
}

std::vector<BankTurn> bank_turns(const LanePattern& pattern, std::span<const unsigned> groups) {
  static constexpr unsigned all = ~0u;
  if (groups.empty()) groups = {&all, 1};
  std::vector<BankTurn> turns;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    std::map<std::uint64_t, unsigned> words;  // and the lanes that want them
    for_each_word(pattern, groups[group],
                  [&](std::uint64_t word, int lane) { words[word] |= 1u << lane; });
    const std::size_t first = turns.size();
    std::array<std::size_t, bank_count> next;
    next.fill(first);
    for (const auto& [word, lanes] : words) {
      const std::size_t turn = next[word % bank_count]++;
      if (turn == turns.size()) turns.push_back({.group = int(group)});
      turns[turn].lanes[word % bank_count] = lanes;
    }
  }
  return turns;
}

}  // namespace livewarp::ui
