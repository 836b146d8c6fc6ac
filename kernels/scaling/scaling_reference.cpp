#include "kernels/scaling/scaling_reference.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace livewarp {

std::int64_t addressed(std::int64_t i, std::int64_t n, Scaling::Address address) {
  if (i >= 0 && i < n) return i;
  switch (address) {
  case Scaling::Address::clamp: return i < 0 ? 0 : n - 1;
  case Scaling::Address::wrap: return (i % n + n) % n;
  case Scaling::Address::mirror: {
    const std::int64_t inside = (i % (2 * n) + 2 * n) % (2 * n);
    return inside < n ? inside : 2 * n - 1 - inside;
  }
  case Scaling::Address::border: break;
  }
  return -1;
}

MipLevel half_of(const std::uint8_t* texels, std::int64_t width, std::int64_t height,
                 int channels) {
  MipLevel half{(width + 1) / 2, (height + 1) / 2, {}};
  half.texels.resize(std::size_t(half.width * half.height * channels));
  const auto at = [&](std::int64_t x, std::int64_t y, int c) {
    return int(texels[(std::min(y, height - 1) * width + std::min(x, width - 1)) * channels + c]);
  };
  std::uint8_t* out = half.texels.data();
  for (std::int64_t y = 0; y < half.height; ++y)
    for (std::int64_t x = 0; x < half.width; ++x)
      for (int c = 0; c < channels; ++c)
        *out++ = std::uint8_t((at(2 * x, 2 * y, c) + at(2 * x + 1, 2 * y, c) +
                               at(2 * x, 2 * y + 1, c) + at(2 * x + 1, 2 * y + 1, c) + 2) /
                              4);
  return half;
}

int mip_levels(std::int64_t width, std::int64_t height) {
  return 1 + int(std::bit_width(std::uint64_t(std::max(width, height) - 1)));
}

MipShare mip_share(double scale, int levels) {
  const double down = std::clamp(std::log2(1 / scale), 0.0, double(levels - 1));
  const int level = std::min(int(down), std::max(0, levels - 2));
  return {level, down - level};
}

struct ScalingReference::Pyramid {
  std::vector<MipLevel> levels;  ///< the first is the source, without a copy
  MipShare share;
};

ScalingReference::ScalingReference(const Scaling::Problem& problem, const std::uint8_t* source)
    : problem_(problem), source_(source), filter_(problem.stretched()) {
  if (problem.filter == ScalingFilter::trilinear) {
    pyramid_ = std::make_unique<Pyramid>();
    const int levels = mip_levels(problem.width, problem.height);
    pyramid_->share = mip_share(problem.scale, levels);
    pyramid_->levels.push_back({problem.width, problem.height, {}});
    const std::uint8_t* below = source;
    for (int i = 0; i <= pyramid_->share.level && i + 1 < levels; ++i) {
      const MipLevel& last = pyramid_->levels.back();
      pyramid_->levels.push_back(half_of(below, last.width, last.height, problem.channels));
      below = pyramid_->levels.back().texels.data();
    }
  } else if (weighs(problem.filter) && problem.map.straight()) {
    columns_.reserve(std::size_t(problem.result_width));
    for (std::int64_t x = 0; x < problem.result_width; ++x)
      columns_.push_back(taps_at(filter_, problem.map.u(x, 0)));
  }
}

ScalingReference::~ScalingReference() = default;

double ScalingReference::texel(const std::uint8_t* level, std::int64_t width, std::int64_t height,
                               std::int64_t x, std::int64_t y, int channel) const {
  const std::int64_t i = addressed(x, width, problem_.address);
  const std::int64_t j = addressed(y, height, problem_.address);
  return i < 0 || j < 0 ? 0 : level[(j * width + i) * problem_.channels + channel];
}

/// The texel whose square holds the position; one on an edge belongs to the texel after it.
void ScalingReference::nearest(std::int64_t x, std::int64_t y, double* out) const {
  constexpr FixedPoint half = FixedPoint{1} << (fixed_bits - 1);
  const FixedPoint u = problem_.map.u(x, y) + half, v = problem_.map.v(x, y) + half;
  for (int c = 0; c < problem_.channels; ++c)
    out[c] = texel(source_, problem_.width, problem_.height, u >> fixed_bits, v >> fixed_bits, c);
}

void ScalingReference::weighed(const ScalingTaps& columns, const ScalingTaps& rows,
                               double* out) const {
  for (int c = 0; c < problem_.channels; ++c) {
    double sum = 0;
    for (std::size_t j = 0; j < rows.weights.size(); ++j) {
      double line = 0;
      for (std::size_t i = 0; i < columns.weights.size(); ++i)
        line += columns.weights[i] * texel(source_, problem_.width, problem_.height,
                                           columns.first + std::int64_t(i),
                                           rows.first + std::int64_t(j), c);
      sum += rows.weights[j] * line;
    }
    out[c] = std::clamp(sum, 0.0, 255.0);
  }
}

/// Bilinear in both levels, then between them. The centre of a texel of the smaller one lies
/// between two of the larger: at 2 k + 1/2.
void ScalingReference::trilinear(std::int64_t x, std::int64_t y, double* out) const {
  const StretchedFilter linear(ScalingFilter::bilinear, 1, false);
  const auto [level, share] = pyramid_->share;
  for (int c = 0; c < problem_.channels; ++c) out[c] = 0;
  for (int i = level; i <= level + 1 && i < int(pyramid_->levels.size()); ++i) {
    const double weight = i == level ? 1 - share : share;
    if (weight == 0) continue;
    const MipLevel& mip = pyramid_->levels[std::size_t(i)];
    const std::uint8_t* const texels = i == 0 ? source_ : mip.texels.data();
    const auto within = [&](FixedPoint position) {
      return FixedPoint(std::llround(std::ldexp(double(position) + 0x1p31, -i) - 0x1p31));
    };
    const ScalingTaps columns = taps_at(linear, within(problem_.map.u(x, y)));
    const ScalingTaps rows = taps_at(linear, within(problem_.map.v(x, y)));
    for (int c = 0; c < problem_.channels; ++c)
      for (std::size_t b = 0; b < rows.weights.size(); ++b)
        for (std::size_t a = 0; a < columns.weights.size(); ++a)
          out[c] += weight * rows.weights[b] * columns.weights[a] *
                    texel(texels, mip.width, mip.height, columns.first + std::int64_t(a),
                          rows.first + std::int64_t(b), c);
  }
}

void ScalingReference::pixel(std::int64_t x, std::int64_t y, double* out) const {
  switch (problem_.filter) {
  case ScalingFilter::nearest: return nearest(x, y, out);
  case ScalingFilter::trilinear: return trilinear(x, y, out);
  default: break;
  }
  const ScalingTaps rows = taps_at(filter_, problem_.map.v(x, y));
  if (columns_.empty())
    weighed(taps_at(filter_, problem_.map.u(x, y)), rows, out);
  else
    weighed(columns_[std::size_t(x)], rows, out);
}

// Lesson reference-fp64: Every weight and every sum in fp64, rounded once at the end: what all
// other variants are compared with. Where rows stay rows, the weights of a column are computed once
// and a row of texels is summed before the pixels are.
void ScalingReference::straight_row(std::int64_t y, double* out) const {
  const ScalingTaps rows = taps_at(filter_, problem_.map.v(0, y));
  const std::int64_t first = columns_.front().first;
  const std::int64_t last = columns_.back().first + filter_.taps();
  const int channels = problem_.channels;
  std::vector<double> line(std::size_t((last - first) * channels));
  for (std::size_t j = 0; j < rows.weights.size(); ++j) {
    const std::int64_t from =
        addressed(rows.first + std::int64_t(j), problem_.height, problem_.address);
    if (from < 0) continue;
    const std::uint8_t* const texels = source_ + from * problem_.width * channels;
    for (std::int64_t x = first; x < last; ++x) {
      const std::int64_t at = addressed(x, problem_.width, problem_.address);
      if (at < 0) continue;
      for (int c = 0; c < channels; ++c)
        line[std::size_t((x - first) * channels + c)] +=
            rows.weights[j] * texels[at * channels + c];
    }
  }
  for (const ScalingTaps& taps : columns_) {
    double sums[4] = {};
    const double* from = &line[std::size_t((taps.first - first) * channels)];
    for (const double weight : taps.weights)
      for (int c = 0; c < channels; ++c) sums[c] += weight * *from++;
    for (int c = 0; c < channels; ++c) *out++ = std::clamp(sums[c], 0.0, 255.0);
  }
}

void ScalingReference::row(std::int64_t y, double* out) const {
  if (!columns_.empty()) return straight_row(y, out);
  for (std::int64_t x = 0; x < problem_.result_width; ++x) pixel(x, y, out + x * problem_.channels);
}

}  // namespace livewarp
