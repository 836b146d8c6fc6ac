#include "kernels/scaling/cpu/scaling_cpu_tables.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace livewarp {

StretchedFilter scaling_weigher(const Scaling::Problem& problem) {
  if (problem.filter == ScalingFilter::trilinear) return {ScalingFilter::bilinear, 1, false};
  return problem.stretched();
}

std::int64_t scaling_weights_at(const StretchedFilter& filter, FixedPoint position,
                                float* weights) {
  const double at = texels_of(position);
  const auto first = std::int64_t(std::floor(at - filter.radius())) + 1;
  const int taps = filter.taps();
  std::array<double, scaling_most_taps> exact;
  double sum = 0;
  for (int i = 0; i < taps; ++i)
    sum += exact[std::size_t(i)] = filter.weight(double(first + i) - at);
  for (int i = 0; i < taps; ++i) weights[i] = float(exact[std::size_t(i)] / sum);
  return first;
}

namespace {

constexpr double values_a_unit = 1024;

}  // namespace

// All other filters bend at whole multiples of the stretch, where the table has a value.
ScalingCurve::ScalingCurve(const Scaling::Problem& problem)
    : filter_(scaling_weigher(problem)), taps_(filter_.taps()),
      radius_(std::llround(std::ldexp(filter_.radius(), fixed_bits))),
      steps_(float(values_a_unit / filter_.stretch())) {
  if (problem.filter == ScalingFilter::area) return;
  const double natural = filter_.radius() / filter_.stretch();
  for (int i = 0; i <= int(std::lround(natural * values_a_unit)); ++i)
    values_.push_back(float(filter_.weight(i / values_a_unit * filter_.stretch())));
  values_.insert(values_.end(), 2, 0.0f);
}

std::int64_t ScalingCurve::weights_at(FixedPoint position, float* weights) const {
  if (values_.empty()) return scaling_weights_at(filter_, position, weights);
  const std::int64_t first = ((position - radius_) >> fixed_bits) + 1;
  const int last = int(values_.size()) - 2;
  const float before = float(first * (FixedPoint{1} << fixed_bits) - position) * 0x1p-32f;
  float sum = 0;
  for (int i = 0; i < taps_; ++i) {
    const float place = std::abs(before + float(i)) * steps_;
    const int k = std::min(int(place), last);
    const float* const two = &values_[std::size_t(k)];
    sum += weights[i] = two[0] + (place - float(k)) * (two[1] - two[0]);
  }
  const float whole = 1 / sum;
  for (int i = 0; i < taps_; ++i) weights[i] *= whole;
  return first;
}

namespace {

/// After so many pixels positions lie at the same place between two texels again: 2 where the
/// result is twice as large, 1 where it is half as large, most often more than there are.
std::int64_t period_of(FixedPoint step) {
  const int zeros = step == 0 ? fixed_bits : std::countr_zero(std::uint64_t(step));
  return std::int64_t{1} << std::max(0, fixed_bits - zeros);
}

}  // namespace

ScalingTable scaling_table(const StretchedFilter& filter, FixedPoint start, FixedPoint step,
                           std::int64_t pixels) {
  ScalingTable table;
  table.taps = filter.taps();
  table.first.resize(std::size_t(pixels));
  table.weights.resize(std::size_t(pixels * table.taps));
  const std::int64_t period = period_of(step);
  for (std::int64_t i = 0; i < pixels; ++i) {
    float* const weights = &table.weights[std::size_t(i * table.taps)];
    std::int64_t& first = table.first[std::size_t(i)];
    if (i < period) {
      first = scaling_weights_at(filter, start + i * step, weights);
    } else {
      first = table.first[std::size_t(i - period)] + ((period * step) >> fixed_bits);
      std::copy_n(weights - period * table.taps, table.taps, weights);
    }
  }
  return table;
}

ScalingLanes scaling_lanes(const ScalingTable& columns, int channels) {
  constexpr int block = ScalingLanes::block;
  ScalingLanes all;
  const auto pixels = std::int64_t(columns.first.size());
  all.channels = channels;
  all.taps = columns.taps;
  all.lanes = pixels * channels;
  all.first_texel = columns.first.front();
  const std::int64_t blocks = (all.lanes + block - 1) / block;
  all.start.resize(std::size_t(blocks * block));
  all.weights.resize(std::size_t(blocks * block * all.taps));
  for (std::int64_t lane = 0; lane < blocks * block; ++lane) {
    const std::int64_t pixel = std::min(lane / channels, pixels - 1);
    const std::int64_t texel = columns.first[std::size_t(pixel)] - all.first_texel;
    all.start[std::size_t(lane)] = std::int32_t(texel * channels + lane % channels);
    float* const weights =
        &all.weights[std::size_t(lane / block * block * all.taps + lane % block)];
    if (lane < all.lanes)
      for (int k = 0; k < all.taps; ++k) weights[k * block] = columns.weights_of(pixel)[k];
  }
  all.close = true;
  for (std::size_t i = 1; i < columns.first.size(); ++i)
    all.close = all.close && columns.first[i] - columns.first[i - 1] <= 1;
  return all;
}

}  // namespace livewarp
