#include "kernels/scaling/cpu/scaling_cpu_pixel.h"

#include <algorithm>
#include <array>

namespace livewarp {

namespace {

/// In a mipmap level the centre of texel k lies at 2^down (k + 1/2) - 1/2 of the source.
FixedPoint in_level(FixedPoint position, int down) {
  constexpr FixedPoint half = FixedPoint{1} << (fixed_bits - 1);
  return ((position + half) >> down) - half;
}

/// Of a side that is odd the last texel counts twice.
void halve_level(const std::uint8_t* below, std::int64_t width, std::int64_t height, int channels,
                 const ScalingLoops& loops, Range rows, MipLevel& made) {
  const std::int64_t pairs = width / 2;
  for (std::int64_t y = rows.first; y < rows.last; ++y) {
    const std::uint8_t* const upper = below + 2 * y * width * channels;
    const std::uint8_t* const lower = 2 * y + 1 < height ? upper + width * channels : upper;
    std::uint8_t* const out = made.texels.data() + y * made.width * channels;
    loops.halve(upper, lower, out, pairs, channels, false);
    for (int c = 0; width % 2 == 1 && c < channels; ++c) {
      const std::int64_t last = (width - 1) * channels + c;
      out[pairs * channels + c] = std::uint8_t((2 * upper[last] + 2 * lower[last] + 2) / 4);
    }
  }
}

}  // namespace

ScalingByPixel::ScalingByPixel(const Scaling::Step& step, const ScalingLoops& loops,
                               const ScalingCurve* curve, int threads, Exec& exec)
    : problem_(*step.problem), step_(step), loops_(loops), curve_(curve),
      filter_(scaling_weigher(problem_)), taps_(filter_.taps()) {
  levels_ = {{step.source, problem_.width, problem_.height, 0, 1.0f}};
  if (problem_.filter == ScalingFilter::trilinear) make_levels(threads, exec);
}

void ScalingByPixel::make_levels(int threads, Exec& exec) {
  const int all = mip_levels(problem_.width, problem_.height);
  const MipShare share = mip_share(problem_.scale, all);
  const int last = std::min(all - 1, share.share > 0 ? share.level + 1 : share.level);
  for (int i = 1; i <= last; ++i) {
    const Level below = levels_.back();
    const std::int64_t width = (below.width + 1) / 2, height = (below.height + 1) / 2;
    const auto bytes = std::size_t(width * height * problem_.channels);
    made_.push_back({width, height, std::vector<std::uint8_t>(bytes)});
    exec.for_range(height, std::max<std::int64_t>(1, 65'536 / width), threads, [&](Range rows) {
      halve_level(below.texels, below.width, below.height, problem_.channels, loops_, rows,
                  made_.back());
    });
    levels_.push_back({made_.back().texels.data(), width, height, i, 0.0f});
  }
  levels_.erase(levels_.begin(), levels_.begin() + share.level);
  levels_.front().share = float(1 - share.share);
  if (levels_.size() > 1) levels_.back().share = float(share.share);
}

std::int64_t ScalingByPixel::weights_at(FixedPoint position, float* weights) const {
  return curve_ ? curve_->weights_at(position, weights)
                : scaling_weights_at(filter_, position, weights);
}

void ScalingByPixel::nearest(FixedPoint u, FixedPoint v, std::uint8_t* out) const {
  constexpr FixedPoint half = FixedPoint{1} << (fixed_bits - 1);
  const std::int64_t i = addressed((u + half) >> fixed_bits, problem_.width, problem_.address);
  const std::int64_t j = addressed((v + half) >> fixed_bits, problem_.height, problem_.address);
  const int channels = problem_.channels;
  if (i < 0 || j < 0)
    std::fill_n(out, channels, std::uint8_t{0});
  else
    std::copy_n(step_.source + (j * problem_.width + i) * channels, channels, out);
}

/// Adds the level's part. A window of texels that lies inside is read as it is, without asking for
/// each texel where it is found.
void ScalingByPixel::weighed(const Level& level, FixedPoint u, FixedPoint v, float* sums) const {
  std::array<float, scaling_most_taps> across, down;
  const std::int64_t left = weights_at(u, across.data()), top = weights_at(v, down.data());
  const int taps = taps_, channels = problem_.channels;
  const std::int64_t pitch = level.width * channels;
  if (level.share != 1)
    for (int j = 0; j < taps; ++j) down[std::size_t(j)] *= level.share;
  if (left >= 0 && top >= 0 && left + taps <= level.width && top + taps <= level.height)
    return loops_.window(level.texels + top * pitch + left * channels, pitch, channels,
                         across.data(), down.data(), taps, sums);
  for (int j = 0; j < taps; ++j) {
    const std::int64_t row = addressed(top + j, level.height, problem_.address);
    for (int i = 0; row >= 0 && i < taps; ++i) {
      const std::int64_t at = addressed(left + i, level.width, problem_.address);
      if (at < 0) continue;
      const float weight = across[std::size_t(i)] * down[std::size_t(j)];
      for (int c = 0; c < channels; ++c)
        sums[c] += weight * float(level.texels[row * pitch + at * channels + c]);
    }
  }
}

// Lesson scalar: One core and a plain loop over the pixels: where does this one lie, what are the
// weights of the texels around it, what is their sum? Every weight is computed anew for every
// pixel, though a whole column shares it, and that takes longer than the sums. It can do
// everything: any filter, any rotation.
void ScalingByPixel::rows(Range rows) const {
  const int channels = problem_.channels;
  for (std::int64_t y = rows.first; y < rows.last; ++y) {
    std::uint8_t* out = step_.result + y * problem_.result_width * channels;
    for (std::int64_t x = 0; x < problem_.result_width; ++x, out += channels) {
      const FixedPoint u = problem_.map.u(x, y), v = problem_.map.v(x, y);
      if (problem_.filter == ScalingFilter::nearest) {
        nearest(u, v, out);
        continue;
      }
      float sums[4] = {};
      for (const Level& level : levels_)
        weighed(level, in_level(u, level.down), in_level(v, level.down), sums);
      for (int c = 0; c < channels; ++c) out[c] = scaling_nearest_byte(sums[c]);
    }
  }
}

}  // namespace livewarp
