#include "kernels/convolution/convolution_reference.h"

#include <algorithm>

namespace livewarp {

const std::uint8_t* ConvolutionReference::row_of_texels(std::int64_t y) const {
  return source_ + std::clamp<std::int64_t>(y, 0, problem_.height - 1) * problem_.values_a_row();
}

// Lesson reference-fp64: Weights and sums in fp64, rounded once at the end: what all other variants
// are compared with. Columns are summed first, then along the row, with each texel read once a row;
// the Gaussian does not mind.
void ConvolutionReference::row(std::int64_t y, double* out) const {
  const std::int64_t channels = problem_.channels, values = problem_.values_a_row();
  std::vector<double> line(static_cast<std::size_t>(values));
  for (int j = 0; j < problem_.taps(); ++j) {
    const std::uint8_t* const texels = row_of_texels(y + j - problem_.radius);
    const double weight = weights_[std::size_t(j)];
    for (std::int64_t i = 0; i < values; ++i) line[std::size_t(i)] += weight * texels[i];
  }
  std::fill_n(out, values, 0.0);
  for (int i = 0; i < problem_.taps(); ++i)
    for (std::int64_t x = 0; x < problem_.width; ++x) {
      const std::int64_t at =
          std::clamp<std::int64_t>(x + i - problem_.radius, 0, problem_.width - 1);
      for (std::int64_t c = 0; c < channels; ++c)
        out[x * channels + c] += weights_[std::size_t(i)] * line[std::size_t(at * channels + c)];
    }
}

void ConvolutionReference::pixel(std::int64_t x, std::int64_t y, double* out) const {
  std::fill_n(out, problem_.channels, 0.0);
  for (int j = 0; j < problem_.taps(); ++j) {
    const std::uint8_t* const texels = row_of_texels(y + j - problem_.radius);
    for (int i = 0; i < problem_.taps(); ++i) {
      const std::int64_t at =
          std::clamp<std::int64_t>(x + i - problem_.radius, 0, problem_.width - 1);
      for (int c = 0; c < problem_.channels; ++c)
        out[c] += weights_[std::size_t(i)] * weights_[std::size_t(j)] *
                  texels[at * problem_.channels + c];
    }
  }
}

}  // namespace livewarp
