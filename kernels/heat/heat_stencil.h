#pragma once

#include <array>

#include "kernels/core/base/compilation.h"

namespace livewarp {

enum class HeatBoundary { fixed, insulated, periodic };

constexpr int heat_most_radius = 8;

/// Weights of the second derivative by central differences of order 2 * radius: c[0] of the cell
/// itself (half of it, since each of the two directions adds c[0] twice), c[k] of its k-th
/// neighbours. From B. Fornberg, Generation of finite difference formulas on arbitrarily spaced
/// grids, Mathematics of Computation 51 (1988); for k >= 1 in closed form
///     c_k = 2 (-1)^(k+1) (R!)^2 / (k^2 (R - k)! (R + k)!),   c_0 = -sum of c_k.
/// Radius 1: {-1, 1}. 1 <= radius <= heat_most_radius.
std::array<double, heat_most_radius + 1> heat_weights(int radius);

/// A neighbour's weight as CUDA variants have it in arithmetic of so many binary digits: rounded to
/// a multiple of a unit so coarse that the weight of the cell itself, 1 minus all others, is exact.
/// A rounding there would be the same in every step, and heat the whole plate. With radius 1 the
/// same holds beside insulators.
double heat_variant_weight(double weight, int radius, int digits);

/// The largest number for which the step is stable: no pattern may grow, and the quickest one is
/// the checkerboard (von Neumann's analysis). 1/4 for radius 1 in two dimensions.
double heat_largest_number(int radius, int dimensions);

}  // namespace livewarp
