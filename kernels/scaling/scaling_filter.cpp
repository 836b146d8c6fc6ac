#include "kernels/scaling/scaling_filter.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace livewarp {

namespace {

struct Family {
  double b, c;
};

Family family(ScalingFilter filter) {
  switch (filter) {
  case ScalingFilter::cubic: return {0, 0.75};
  case ScalingFilter::mitchell: return {1.0 / 3, 1.0 / 3};
  case ScalingFilter::b_spline: return {1, 0};
  default: return {0, 0.5};
  }
}

double natural_radius(ScalingFilter filter) {
  switch (filter) {
  case ScalingFilter::nearest: return 0.5;
  case ScalingFilter::bilinear:
  case ScalingFilter::trilinear: return 1;
  case ScalingFilter::lanczos3: return 3;
  default: return 2;
  }
}

double sinc(double t) {
  const double x = std::numbers::pi * t;
  return std::abs(x) < 1e-9 ? 1 : std::sin(x) / x;
}

double polynomial(const double* k, double t) { return k[0] + t * (k[1] + t * (k[2] + t * k[3])); }

/// Of texel t ... t + 1 the part under a pixel `width` texels wide, both around their centres.
double overlap(double t, double width) {
  return std::max(0.0, std::min(t + 0.5, width / 2) - std::max(t - 0.5, -width / 2));
}

}  // namespace

CubicFilter cubic_filter(ScalingFilter filter) {
  const auto [b, c] = family(filter);
  return {{(6 - 2 * b) / 6, 0, (-18 + 12 * b + 6 * c) / 6, (12 - 9 * b - 6 * c) / 6},
          {(8 * b + 24 * c) / 6, (-12 * b - 48 * c) / 6, (6 * b + 30 * c) / 6, (-b - 6 * c) / 6}};
}

StretchedFilter::StretchedFilter(ScalingFilter filter, double scale, bool antialias)
    : filter_(filter), cubic_(cubic_filter(filter)) {
  if (filter == ScalingFilter::area) {
    stretch_ = 1 / scale;
    radius_ = (stretch_ + 1) / 2;
    return;
  }
  if (antialias && weighs(filter)) stretch_ = std::max(1.0, 1 / scale);
  radius_ = natural_radius(filter) * stretch_;
}

// Texels strictly within the radius on both sides: of an interval of that length.
int StretchedFilter::taps() const { return std::max(1, int(std::ceil(2 * radius_))); }

double StretchedFilter::weight(double t) const {
  if (filter_ == ScalingFilter::area) return overlap(t, stretch_);
  t = std::abs(t) / stretch_;
  switch (filter_) {
  case ScalingFilter::bilinear: return std::max(0.0, 1 - t);
  case ScalingFilter::lanczos3: return t < 3 ? sinc(t) * sinc(t / 3) : 0;
  default: return t < 1 ? polynomial(cubic_.near, t) : t < 2 ? polynomial(cubic_.far, t) : 0;
  }
}

ScalingTaps taps_at(const StretchedFilter& filter, FixedPoint position) {
  const double at = texels_of(position);
  ScalingTaps taps;
  taps.first = std::int64_t(std::floor(at - filter.radius())) + 1;
  double sum = 0;
  for (int i = 0; i < filter.taps(); ++i) {
    taps.weights.push_back(filter.weight(double(taps.first + i) - at));
    sum += taps.weights.back();
  }
  for (double& weight : taps.weights) weight /= sum;
  return taps;
}

}  // namespace livewarp
