#pragma once

#include <cstdint>
#include <vector>

#include "kernels/convolution/convolution.h"

namespace livewarp {

/// The inner loops. A line holds a value in fp32 for each channel of each texel. `weights` has
/// `radius` weights on each side of the one that it points to.
struct ConvolutionLoops {
  /// line[i] = bytes[i].
  void (*widen)(const std::uint8_t* bytes, float* line, std::int64_t n);
  /// out[i] = sum over k of weights[k] * line[i + k * channels]. Both may be used up to the next
  /// multiple of four times `convolution_lanes`.
  void (*along)(const float* line, const float* weights, int radius, int channels, float* out,
                std::int64_t n);
  /// out[i] = sum over k of weights[k] * lines[k][i], as a byte.
  void (*down)(const float* const* lines, const float* weights, int radius, std::uint8_t* out,
               std::int64_t n);
};
inline constexpr int convolution_lanes = 16;  ///< of a vector at most

/// Value by value, the taps of each in the innermost loop.
ConvolutionLoops convolution_plain_loops();

/// Blurs rows, along and then down, in strips so narrow that their lines stay in the caches.
class ConvolutionBlur {
 public:
  /// Both must outlive it.
  ConvolutionBlur(const Convolution::Step& step, const ConvolutionLoops& loops);
  /// Computes these rows of the result.
  void rows(Range rows) const;

 private:
  /// Columns that are computed together, and their lines.
  struct Strip;
  void blur(Range rows, Strip& strip) const;
  void sum_along(std::int64_t y, Strip& strip) const;

  const Convolution::Step& step_;
  const Convolution::Problem& problem_;
  const ConvolutionLoops& loops_;
  std::vector<float> weights_;
};

}  // namespace livewarp
