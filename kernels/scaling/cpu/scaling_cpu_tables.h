#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "kernels/scaling/scaling.h"

namespace livewarp {

/// Taps of the widest filter at the smallest scale, with room.
inline constexpr int scaling_most_taps = 128;

/// Memory that begins with a cache line: the widest vectors are as long as one, and a load that
/// lies in two counts twice.
template <class T>
struct ScalingAligned {
  using value_type = T;
  static constexpr std::align_val_t line{64};
  ScalingAligned() = default;
  template <class U>
  ScalingAligned(const ScalingAligned<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), line)); }
  void deallocate(T* p, std::size_t) { ::operator delete(p, line); }
  bool operator==(const ScalingAligned&) const = default;
};
using ScalingLine = std::vector<float, ScalingAligned<float>>;

/// The nearest byte, halves up: in half levels the integers between are cut off.
inline std::uint8_t scaling_nearest_byte(float value) {
  return std::uint8_t((int(2 * std::clamp(value, 0.0f, 255.0f)) + 1) / 2);
}

/// The filter that weighs the texels; trilinear's is bilinear, in each of its levels.
StretchedFilter scaling_weigher(const Scaling::Problem& problem);

/// The weights of a position in fp32, filter.taps() of them; returns which texel the first is for.
std::int64_t scaling_weights_at(const StretchedFilter& filter, FixedPoint position, float* weights);

/// A filter by a table of its values, between which a line is drawn: the error is below 1e-6, and
/// nothing like a sine is computed for a pixel. Area has no such table, its corners lying where the
/// scale puts them; it is computed as it is.
class ScalingCurve {
 public:
  explicit ScalingCurve(const Scaling::Problem& problem);
  /// As scaling_weights_at.
  std::int64_t weights_at(FixedPoint position, float* weights) const;

 private:
  StretchedFilter filter_;
  int taps_;
  FixedPoint radius_;
  float steps_;                ///< values a texel
  std::vector<float> values_;  ///< empty: area
};

/// What each pixel of one direction needs of a straight map: texels first[i], first[i] + 1, ...,
/// and their weights, `taps` a pixel.
struct ScalingTable {
  int taps = 1;
  std::vector<std::int64_t> first;
  std::vector<float> weights;

  const float* weights_of(std::int64_t pixel) const { return weights.data() + pixel * taps; }
};
ScalingTable scaling_table(const StretchedFilter& filter, FixedPoint start, FixedPoint step,
                           std::int64_t pixels);

/// The table of columns for whoever computes many lanes of a line at once. A lane is a channel of a
/// pixel; they come in blocks of 16, the last filled up with lanes that nobody reads.
struct ScalingLanes {
  static constexpr int block = 16;
  int channels = 1, taps = 1;
  std::int64_t lanes = 0;        ///< that count
  bool close = false;            ///< neighbouring pixels lie at most a texel apart
  std::int64_t first_texel = 0;  ///< of the first pixel
  /// Of a lane's first tap, from that of lane 0.
  std::vector<std::int32_t, ScalingAligned<std::int32_t>> start;
  ScalingLine weights;  ///< [block][tap][lane]

  std::int64_t blocks() const { return std::int64_t(start.size()) / block; }
  const float* weights_of(std::int64_t b) const { return weights.data() + b * taps * block; }
};
ScalingLanes scaling_lanes(const ScalingTable& columns, int channels);

}  // namespace livewarp
