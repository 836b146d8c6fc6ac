#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "kernels/core/base/text.h"

namespace livewarp {

/// Word `i` of a pattern. No two of 2^64 are the same, so that a piece that is missing, or lies in
/// another place, is seen.
inline std::uint64_t pattern_word(std::uint64_t i, std::uint64_t seed) {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio
  return (i + 1) * odd ^ seed;
}

/// Bytes `first` and what follows of a pattern; `first` is a multiple of a word.
inline void write_pattern(void* memory, std::size_t first, std::size_t bytes, std::uint64_t seed) {
  auto* const words = static_cast<std::uint64_t*>(memory);
  const std::uint64_t begin = first / sizeof(std::uint64_t);
  for (std::size_t i = 0; i < bytes / sizeof(std::uint64_t); ++i)
    words[i] = pattern_word(begin + i, seed);
}

/// "byte 4,096 is not what was sent"; empty where all are.
inline std::string pattern_mismatch(const void* memory, std::size_t first, std::size_t bytes,
                                    std::uint64_t seed) {
  const auto* const words = static_cast<const std::uint64_t*>(memory);
  const std::uint64_t begin = first / sizeof(std::uint64_t);
  for (std::size_t i = 0; i < bytes / sizeof(std::uint64_t); ++i)
    if (words[i] != pattern_word(begin + i, seed))
      return "byte " + grouped(std::int64_t(first + i * sizeof(std::uint64_t))) +
             " is not what was sent";
  return {};
}

}  // namespace livewarp
