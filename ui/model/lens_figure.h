#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ui/views/lens_view.h"

/// Where a warp's lanes go in memory, as figures show it. Nothing is drawn here.
namespace livewarp::ui {

inline constexpr int warp_lanes = 32, line_words = 32, sector_words = 8, bank_count = 32;

/// A cache line of 128 bytes that lanes touch, by words of 4 bytes.
struct CacheLine {
  std::uint64_t first = 0;                   ///< address of its first byte
  std::array<unsigned, line_words> lanes{};  ///< of each word the lanes that ask for it, a mask
  bool fetched(int word) const;              ///< its sector is: a lane asks for a word of it
};

/// The lines of a pattern by address, each once.
std::vector<CacheLine> cache_lines(const LanePattern& pattern);

/// A turn of shared memory's 32 banks: each gives one word at most.
struct BankTurn {
  std::array<unsigned, bank_count> lanes{};  ///< that get the bank's word, a mask; 0: it rests
  int group = 0;                             ///< of the lanes that it serves
};

/// The turns that a pattern takes, group after group of its lanes; without groups all go together.
std::vector<BankTurn> bank_turns(const LanePattern& pattern, std::span<const unsigned> groups);

}  // namespace livewarp::ui
