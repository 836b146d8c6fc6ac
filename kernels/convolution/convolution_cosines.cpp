#include "kernels/convolution/convolution_cosines.h"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "kernels/convolution/convolution.h"

namespace livewarp {

namespace {

constexpr int terms = ConvolutionCosines::terms;

/// Angles at distance 1, of the Gaussian exp(-2 x^2): a search for those that leave the least
/// error, summed over the taps, at radii 8 and 32.
constexpr double angle_at_edge[terms] = {2.46864884, 5.19236022};

using Row = std::array<double, terms + 2>;

/// Solves so many equations, the right sides last in their rows.
void solve(std::array<Row, terms + 1>& rows, int n) {
  for (int i = 0; i < n; ++i) {
    int best = i;
    for (int j = i + 1; j < n; ++j)
      if (std::abs(rows[j][i]) > std::abs(rows[best][i])) best = j;
    std::swap(rows[i], rows[best]);
    for (int j = 0; j < n; ++j) {
      if (j == i) continue;
      const double factor = rows[j][i] / rows[i][i];
      for (int k = 0; k < terms + 2; ++k) rows[j][k] -= factor * rows[i][k];
    }
  }
  for (int i = 0; i < n; ++i) rows[i][terms + 1] /= rows[i][i];
}

}  // namespace

double ConvolutionCosines::at(int k) const {
  double sum = box;
  for (int j = 0; j < terms; ++j) sum += weight[j] * std::cos(k * std::acos(double(twice[j]) / 2));
  return sum;
}

ConvolutionCosines convolution_cosines(int radius) {
  ConvolutionCosines result{};
  const int used = radius > 1 ? terms : 1;  // one makes the two weights of radius 1
  std::array<double, terms> angle{};
  for (int j = 0; j < used; ++j) {
    // Of the factor as it is rounded, so that what enters a sum leaves it.
    result.twice[j] = float(2 * std::cos(angle_at_edge[j] / radius));
    angle[j] = std::acos(double(result.twice[j]) / 2);
    result.edge[j] = std::cos(radius * angle[j]);
    result.beyond[j] = std::cos((radius + 1) * angle[j]);
  }
  const std::vector<double> weights = gaussian_weights(radius);
  std::array<Row, terms + 1> rows{};
  for (int k = -radius; k <= radius; ++k) {
    Row values{1};
    for (int j = 0; j < used; ++j) values[j + 1] = std::cos(k * angle[j]);
    values[terms + 1] = weights[std::size_t(k + radius)];
    for (int i = 0; i <= used; ++i)
      for (int j = 0; j < terms + 2; ++j) rows[i][j] += values[i] * values[j];
  }
  solve(rows, used + 1);
  result.box = rows[0][terms + 1];
  for (int j = 0; j < used; ++j) result.weight[j] = rows[j + 1][terms + 1];
  double sum = 0;
  for (int k = -radius; k <= radius; ++k) sum += result.at(k);
  result.box += (1 - sum) / (2 * radius + 1);
  return result;
}

}  // namespace livewarp
