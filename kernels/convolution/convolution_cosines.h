#pragma once

namespace livewarp {

/// A Gaussian as a box and two cosines on it: a sum of a picture's texels weighted by each can be
/// kept up to date by as many operations whatever the radius is.
struct ConvolutionCosines {
  static constexpr int terms = 2;

  double box;            ///< the weight of each texel in the plain sum
  double weight[terms];  ///< of each cosine in the result
  float twice[terms];    ///< 2 cos w: how a sum follows from the last two
  double edge[terms];    ///< cos (r w)
  double beyond[terms];  ///< cos ((r + 1) w)

  /// What a texel at distance k counts.
  double at(int k) const;
};

/// Of `gaussian_weights(radius)`: the nearest in the sense of least squares.
ConvolutionCosines convolution_cosines(int radius);

}  // namespace livewarp
