#pragma once

#include <cstdint>
#include <vector>

#include "kernels/scaling/scaling_map.h"

namespace livewarp {

/// How texels become a pixel. All but nearest and trilinear weigh the texels around a position by a
/// function of their distance, in each direction apart, and divide by the sum of the weights.
enum class ScalingFilter {
  nearest,
  bilinear,
  catmull_rom,  ///< Mitchell and Netravali's family with B = 0, C = 1/2; Keys' cubic, a = -1/2
  cubic,        ///< B = 0, C = 3/4: Keys' cubic with a = -3/4
  mitchell,     ///< B = C = 1/3
  b_spline,     ///< B = 1, C = 0
  lanczos3,     ///< sinc(t) sinc(t / 3)
  area,         ///< by how much of a texel lies under the pixel
  trilinear     ///< between the two nearest levels of a mipmap pyramid
};

/// True of the filters that are functions of distance.
inline bool weighs(ScalingFilter filter) {
  return filter != ScalingFilter::nearest && filter != ScalingFilter::trilinear;
}

/// Coefficients of the cubic family: for t in 0 ... 1 near[0] + near[2] t^2 + near[3] t^3, for t in
/// 1 ... 2 far[0] + far[1] t + far[2] t^2 + far[3] t^3 (Mitchell and Netravali: Reconstruction
/// Filters in Computer Graphics, SIGGRAPH 1988). Bilinear, Lanczos and area have none.
struct CubicFilter {
  double near[4], far[4];
};
CubicFilter cubic_filter(ScalingFilter filter);

/// A filter as it is used at a scale. `stretch` > 1 widens it for a smaller result, so that every
/// texel counts; area is as wide as a pixel of the result.
class StretchedFilter {
 public:
  StretchedFilter(ScalingFilter filter, double scale, bool antialias);

  /// Texels at this distance and beyond do not count.
  double radius() const { return radius_; }
  double stretch() const { return stretch_; }
  /// Texels that a pixel may need in one direction.
  int taps() const;
  /// Of a texel whose centre lies `t` texels away; not yet divided by the sum.
  double weight(double t) const;

 private:
  ScalingFilter filter_;
  CubicFilter cubic_{};
  double stretch_ = 1, radius_ = 1;
};

/// The texels first, first + 1, ... that a position needs in one direction, and what each counts:
/// the weights sum to 1.
struct ScalingTaps {
  std::int64_t first = 0;
  std::vector<double> weights;
};
ScalingTaps taps_at(const StretchedFilter& filter, FixedPoint position);

}  // namespace livewarp
