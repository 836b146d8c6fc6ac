#pragma once

#include <cstdint>

namespace livewarp::emulator {

/// Small deterministic generator (splitmix64, G. Steele et al., 2014), equal on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed = 0) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// In [0, n), n >= 1.
  unsigned below(unsigned n) {
    return static_cast<unsigned>(
        (static_cast<std::uint64_t>(static_cast<std::uint32_t>(next())) * n) >> 32);
  }

 private:
  std::uint64_t state_;
};

}  // namespace livewarp::emulator
