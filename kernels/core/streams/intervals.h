#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace livewarp {

/// When a kernel ran, by the clock of the GPU.
struct GpuInterval {
  double begin_ms = 0, end_ms = 0;
  double ms() const { return end_ms - begin_ms; }
  bool operator==(const GpuInterval&) const = default;
};

/// Milliseconds in which both ran.
inline double shared_ms(const GpuInterval& a, const GpuInterval& b) {
  return std::max(0.0, std::min(a.end_ms, b.end_ms) - std::max(a.begin_ms, b.begin_ms));
}

/// The same over the length of the shorter one: 1 where it ran beside the other all the time.
inline double overlap(const GpuInterval& a, const GpuInterval& b) {
  const double shorter = std::min(a.ms(), b.ms());
  return shorter > 0 ? shared_ms(a, b) / shorter : 0;
}

/// The clock's nanoseconds, as a kernel writes them down.
struct GpuMoments {
  std::uint64_t begin = ~std::uint64_t{0}, end = 0;  ///< of the first block, of the last
};

/// Since the first of them began.
inline std::vector<GpuInterval> since_the_first(std::span<const GpuMoments> kernels) {
  std::uint64_t first = ~std::uint64_t{0};
  for (const GpuMoments& kernel : kernels) first = std::min(first, kernel.begin);
  const auto ms = [&](std::uint64_t moment) { return double(moment - first) * 1e-6; };
  std::vector<GpuInterval> intervals;
  for (const GpuMoments& kernel : kernels) intervals.push_back({ms(kernel.begin), ms(kernel.end)});
  return intervals;
}

}  // namespace livewarp
