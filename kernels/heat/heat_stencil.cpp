#include "kernels/heat/heat_stencil.h"

#include <cmath>
#include <string>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

double factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

}  // namespace

std::array<double, heat_most_radius + 1> heat_weights(int radius) {
  if (radius < 1 || radius > heat_most_radius)
    throw Error("radius " + std::to_string(radius) + ": must be 1 to " +
                std::to_string(heat_most_radius));
  std::array<double, heat_most_radius + 1> c{};
  const double top = 2 * factorial(radius) * factorial(radius);
  for (int k = 1; k <= radius; ++k) {
    const double sign = k % 2 ? 1 : -1;
    c[std::size_t(k)] =
        sign * top / (double(k) * k * factorial(radius - k) * factorial(radius + k));
    c[0] -= c[std::size_t(k)];
  }
  return c;
}

// A checkerboard has cos(k pi) = (-1)^k: in each direction the sum of its second difference is
// -4 times that of the odd weights. What a step leaves of it, 1 - 4 number dimensions (odd
// weights), must not be below -1.
double heat_variant_weight(double weight, int radius, int digits) {
  const double unit = std::ldexp(1.0, -digits - (radius > 1 ? 2 : 0));
  return std::nearbyint(weight / unit) * unit;
}

double heat_largest_number(int radius, int dimensions) {
  const auto c = heat_weights(radius);
  double odd = 0;
  for (int k = 1; k <= radius; k += 2) odd += c[std::size_t(k)];
  return 1 / (2 * dimensions * odd);
}

}  // namespace livewarp
