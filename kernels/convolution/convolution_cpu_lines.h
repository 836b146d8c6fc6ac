#pragma once

#include <cstdint>
#include <vector>

#include "kernels/convolution/convolution.h"

namespace livewarp {

/// The inner loops. A line holds a number for each channel of each texel: a float, or a level in
/// 256ths. Lines may be used up to the next multiple of four times `convolution_lanes`.
template <class Number>
struct ConvolutionLoops {
  /// What the loops take for the weights of a radius, the one in the middle at `radius`.
  std::vector<Number> (*weights)(int radius);
  /// line[i] = bytes[i].
  void (*widen)(const std::uint8_t* bytes, Number* line, std::int64_t n);
  /// out[i] = sum over k of weights[k] * line[i + k * channels].
  void (*along)(const Number* line, const Number* weights, int radius, int channels, Number* out,
                std::int64_t n);
  /// out[i] = sum over k of weights[k] * lines[k][i], as a byte.
  void (*down)(const Number* const* lines, const Number* weights, int radius, std::uint8_t* out,
               std::int64_t n);
};
inline constexpr int convolution_lanes = 16;  ///< floats of a vector at most

std::vector<float> convolution_float_weights(int radius);
/// In 65,536ths, which they sum to: those on the right count for both taps at their distance.
std::vector<std::uint16_t> convolution_fixed_weights(int radius);

/// Value by value, the taps of each in the innermost loop.
ConvolutionLoops<float> convolution_plain_loops();

/// Blurs rows, along and then down, in strips so narrow that their lines stay in the caches.
template <class Number>
class ConvolutionBlur {
 public:
  /// Both must outlive it.
  ConvolutionBlur(const Convolution::Step& step, const ConvolutionLoops<Number>& loops);
  /// Computes these rows of the result.
  void rows(Range rows) const;

 private:
  /// Columns that are computed together, and their lines.
  struct Strip;
  void blur(Range rows, Strip& strip) const;
  void sum_along(std::int64_t y, Strip& strip) const;

  const Convolution::Step& step_;
  const Convolution::Problem& problem_;
  const ConvolutionLoops<Number>& loops_;
  std::vector<Number> weights_;
};

extern template class ConvolutionBlur<float>;
extern template class ConvolutionBlur<std::uint16_t>;

}  // namespace livewarp
