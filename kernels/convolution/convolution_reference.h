#pragma once

#include <cstdint>
#include <vector>

#include "kernels/convolution/convolution.h"

namespace livewarp {

/// What a row of the result should be, in fp64: width x channels values in 0 ... 255, not rounded.
class ConvolutionReference {
 public:
  /// Both must outlive it.
  ConvolutionReference(const Convolution::Problem& problem, const std::uint8_t* source)
      : problem_(problem), source_(source), weights_(gaussian_weights(problem.radius)) {}

  void row(std::int64_t y, double* out) const;
  void pixel(std::int64_t x, std::int64_t y, double* out) const;

 private:
  const std::uint8_t* row_of_texels(std::int64_t y) const;

  const Convolution::Problem& problem_;
  const std::uint8_t* source_;
  std::vector<double> weights_;
};

}  // namespace livewarp
