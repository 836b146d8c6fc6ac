#pragma once

#include <cstdint>

namespace livewarp {

/// A coordinate of the source in units of 2^-32 texels; texel k has its centre at k * one.
using FixedPoint = std::int64_t;
inline constexpr int fixed_bits = 32;

inline double texels_of(FixedPoint fixed) { return double(fixed) * 0x1p-32; }

/// Where a pixel (x, y) of the result lies in the source:
///
///     u = u0 + x * u_by_x + y * u_by_y,   v = v0 + x * v_by_x + y * v_by_y
///
/// Fixed point, so that every variant and the reference agree on every position to the last bit: a
/// pixel that falls on the edge between two texels is no matter of rounding. What the steps lose of
/// the scale, 2^-33 texels, is within 0.0001 texels over the widest result.
struct ScalingMap {
  FixedPoint u0 = 0, v0 = 0;
  FixedPoint u_by_x = 0, u_by_y = 0, v_by_x = 0, v_by_y = 0;

  FixedPoint u(std::int64_t x, std::int64_t y) const { return u0 + x * u_by_x + y * u_by_y; }
  FixedPoint v(std::int64_t x, std::int64_t y) const { return v0 + x * v_by_x + y * v_by_y; }
  /// Rows and columns of the result are rows and columns of the source, in the same order.
  bool straight() const { return u_by_y == 0 && v_by_x == 0 && u_by_x > 0 && v_by_y > 0; }
  bool operator==(const ScalingMap&) const = default;
};

}  // namespace livewarp
