// The blur by Fourier transforms: sizes, and where in the scratch what lies.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/convolution/convolution.h"
#include "kernels/pictures/cufft.h"

namespace livewarp {

/// The least product of 2, 3, 5 and 7 that is no less than `least` and a multiple of `granule`,
/// which is such a product too. For such lengths cuFFT is fast, says its manual.
int smooth_length(int least, int granule = 1);

/// A picture as planes of complex numbers, two channels in each, or the halves of a grey one.
struct FftLayout {
  int planes = 1, rows = 1;   ///< rows of the result that a plane makes
  int width = 1, height = 1;  ///< of a plane: room for the radius around each row and column

  explicit FftLayout(const Convolution::Problem& problem);

  CufftShape shape() const { return {width, height, planes}; }
  double cells() const { return double(width) * height * planes; }

  // The scratch: first the planes, then the filter, a number for each column and row.
  std::size_t filter_begins() const;
  std::size_t work_begins() const;  ///< at a multiple of 256 bytes
};

/// Of a step, with the library's work area on the present device; without that where none is.
std::size_t fft_scratch_bytes(const Cufft& library, const Convolution::Problem& problem);

/// By the usual count of 5 n log2 n operations for a transform of n complex numbers. Bytes as if
/// the library went twice through the planes, along rows and down columns; how often it does it
/// does not say.
CostModel fft_cost(const Convolution::Problem& problem);

}  // namespace livewarp
