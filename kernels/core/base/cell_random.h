#pragma once

#include <cstdint>

namespace livewarp {

/// Uniform in 0 ... 1, from seed and cell alone: the same on every machine and any number of
/// threads. The finaliser of SplitMix64 (Steele, Lea, Flood 2014, OOPSLA).
class CellRandom {
 public:
  explicit CellRandom(std::uint64_t seed) : seed_(mix(seed + step)) {}
  float at(std::int64_t cell) const {
    return float(mix(seed_ + step * std::uint64_t(cell)) >> 40) * 0x1p-24f;
  }

 private:
  static constexpr std::uint64_t step = 0x9e3779b97f4a7c15u;
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  std::uint64_t seed_;
};

}  // namespace livewarp
