#include "app/tune/landscape.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace livewarp {

namespace {

// Variances of logarithms of times. Variants often differ by a factor, blocks by less.
constexpr double level = 25, category_effect = 0.2, ordered_effect = 0.05, together = 0.03;
constexpr double unlike = 0.3;  ///< what other categories tell of what coordinates do together
constexpr double reach = 0.25;  ///< of an ordered coordinate, as a share of its range
constexpr double roughness = 0.0004;  ///< what is not smooth: (2 %)^2

/// Of two values of a coordinate: 1 where they are the same.
double likeness(bool ordered, double a, double b, double other) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b) ? 1 : other;
  if (!ordered) return a == b ? 1 : other;
  const double distance = (a - b) / reach;
  return std::exp(-distance * distance / 2);
}

void scale(Terrain& terrain) {
  for (std::size_t c = 0; c < terrain.ordered.size(); ++c) {
    if (!terrain.ordered[c]) continue;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const auto& point : terrain.points) {
      if (std::isnan(point[c])) continue;
      low = std::min(low, point[c]);
      high = std::max(high, point[c]);
    }
    for (auto& point : terrain.points)
      if (!std::isnan(point[c])) point[c] = high > low ? (point[c] - low) / (high - low) : 0;
  }
}

}  // namespace

double Terrain::none() { return std::numeric_limits<double>::quiet_NaN(); }

Landscape::Landscape(Terrain terrain) : terrain_(std::move(terrain)) {
  scale(terrain_);
  mean_.assign(size(), 0);
  variance_.resize(size());
  for (std::size_t i = 0; i < size(); ++i) variance_[i] = prior(i, i);
}

double Landscape::prior(std::size_t a, std::size_t b) const {
  double sum = level, product = together;
  for (std::size_t c = 0; c < terrain_.ordered.size(); ++c) {
    const bool ordered = terrain_.ordered[c];
    const double x = terrain_.points[a][c], y = terrain_.points[b][c];
    sum += (ordered ? ordered_effect : category_effect) * likeness(ordered, x, y, 0);
    product *= likeness(ordered, x, y, unlike);
  }
  return sum + product;
}

void Landscape::add(std::size_t setting, double log_time) {
  if (rows_.size() >= most_learnt) return;
  std::vector<double> row(size());
  for (std::size_t i = 0; i < size(); ++i) row[i] = prior(setting, i);
  for (const auto& earlier : rows_) {
    const double here = earlier[setting];
    for (std::size_t i = 0; i < size(); ++i) row[i] -= here * earlier[i];
  }
  const double spread = std::sqrt(row[setting] + roughness);
  const double surprise = (log_time - mean_[setting]) / spread;
  for (std::size_t i = 0; i < size(); ++i) {
    row[i] /= spread;
    mean_[i] += surprise * row[i];
    variance_[i] -= row[i] * row[i];
  }
  rows_.push_back(std::move(row));
}

double Landscape::expected_improvement(std::size_t setting, double best) const {
  const double spread = std::sqrt(std::max(variance_[setting], 0.0) + roughness);
  const double below = best - mean_[setting], z = below / spread;
  const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
  const double probability = std::erfc(-z / std::numbers::sqrt2) / 2;
  return below * probability + spread * density;
}

}  // namespace livewarp
