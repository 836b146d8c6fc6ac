#include "kernels/scaling/cpu/scaling_cpu_lines.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace livewarp {

namespace {

/// Results of so many bytes would only push other things out of the caches.
constexpr std::int64_t streamed_bytes = 4 << 20;

/// Pixel k is the mean of texels 2 k and 2 k + 1 from a first one on, all of them inside.
bool halves(const Scaling::Problem& problem) {
  constexpr FixedPoint one = FixedPoint{1} << fixed_bits, half = one / 2;
  const ScalingMap& map = problem.map;
  const bool means =
      problem.filter == ScalingFilter::area ||
      (problem.filter == ScalingFilter::bilinear && problem.stretched().stretch() == 1);
  const auto between = [&](FixedPoint start, FixedPoint step, std::int64_t pixels,
                           std::int64_t texels) {
    const std::int64_t first = start >> fixed_bits;
    return step == 2 * one && start - first * one == half && first >= 0 &&
           first + 2 * pixels <= texels;
  };
  return means && problem.scale == 0.5 && map.straight() &&
         between(map.u0, map.u_by_x, problem.result_width, problem.width) &&
         between(map.v0, map.v_by_y, problem.result_height, problem.height);
}

void plain_of_bytes(const std::uint8_t* const* rows, const float* weights, int count, float* line,
                    std::int64_t n) {
  std::fill_n(line, n, 0.0f);
  for (int k = 0; k < count; ++k)
    for (std::int64_t i = 0; i < n; ++i) line[i] += weights[k] * float(rows[k][i]);
}

void plain_along(const ScalingLanes& lanes, const float* line, std::int64_t origin,
                 std::int64_t first, std::int64_t last, float* out) {
  constexpr int block = ScalingLanes::block;
  for (std::int64_t b = first; b < last; ++b)
    for (int lane = 0; lane < block; ++lane) {
      const float* const from = line + (lanes.start[std::size_t(b * block + lane)] - origin);
      const float* const weights = lanes.weights_of(b) + lane;
      float sum = 0;
      for (int k = 0; k < lanes.taps; ++k) sum += weights[k * block] * from[k * lanes.channels];
      *out++ = sum;
    }
}

void plain_to_bytes(const float* const* lines, const float* weights, int count, std::uint8_t* out,
                    std::int64_t n, bool) {
  for (std::int64_t i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = 0; k < count; ++k) sum += weights[k] * lines[k][i];
    out[i] = scaling_nearest_byte(sum);
  }
}

void plain_halve(const std::uint8_t* upper, const std::uint8_t* lower, std::uint8_t* out,
                 std::int64_t pixels, int channels, bool) {
  for (std::int64_t x = 0; x < pixels; ++x)
    for (int c = 0; c < channels; ++c) {
      const std::int64_t left = 2 * x * channels + c, right = left + channels;
      *out++ = std::uint8_t((upper[left] + upper[right] + lower[left] + lower[right] + 2) / 4);
    }
}

void plain_window(const std::uint8_t* texels, std::int64_t pitch, int channels,
                  const float* columns, const float* rows, int taps, float* sums) {
  for (int j = 0; j < taps; ++j) {
    const std::uint8_t* texel = texels + j * pitch;
    for (int i = 0; i < taps; ++i, texel += channels)
      for (int c = 0; c < channels; ++c) sums[c] += rows[j] * columns[i] * float(texel[c]);
  }
}

}  // namespace

ScalingLoops scaling_plain_loops() {
  return {plain_of_bytes, plain_along, plain_to_bytes, plain_halve, plain_window};
}

struct ScalingSeparable::Strip {
  std::int64_t first_block, last_block;
  std::int64_t first_lane, lanes;    ///< of the result, those that count
  std::int64_t first_texel, texels;  ///< that its pixels need
  std::int64_t origin;               ///< where the first of them is, in lanes
  std::size_t padded(std::int64_t n) const { return std::size_t(n + 2 * ScalingLanes::block); }
};

ScalingSeparable::ScalingSeparable(const Scaling::Step& step, const ScalingLoops& loops)
    : problem_(*step.problem), step_(step), loops_(loops), halves_(halves(problem_)),
      streaming_(problem_.result_width * problem_.result_height * problem_.channels >=
                 streamed_bytes) {
  if (halves_) return;
  const ScalingMap& map = problem_.map;
  const StretchedFilter filter = problem_.stretched();
  across_ = scaling_table(filter, map.v0, map.v_by_y, problem_.result_height);
  lanes_ = scaling_lanes(scaling_table(filter, map.u0, map.u_by_x, problem_.result_width),
                         problem_.channels);
}

template <class F>
void ScalingSeparable::strips(F&& f) const {
  constexpr int block = ScalingLanes::block;
  constexpr double values = 2048;  // of a line: 8 KiB
  const int channels = problem_.channels;
  // Four blocks are a cache line of the result.
  const auto wide =
      4 * (1 + std::int64_t(values * std::min(1.0, problem_.scale)) / (4 * block + 1));
  for (std::int64_t b = 0; b < lanes_.blocks(); b += wide) {
    Strip strip{b, std::min(b + wide, lanes_.blocks()), b * block, 0, 0, 0, 0};
    strip.lanes = std::min(strip.last_block * block, lanes_.lanes) - strip.first_lane;
    const auto texel = [&](std::int64_t lane) {
      const std::int32_t start = lanes_.start[std::size_t(lane)];
      return start / channels;
    };
    const std::int64_t first = texel(strip.first_lane);
    const std::int64_t last = texel(strip.first_lane + strip.lanes - 1) + lanes_.taps;
    strip.first_texel = lanes_.first_texel + first;
    strip.texels = last - first;
    strip.origin = first * channels;
    f(strip);
  }
}

// Lesson tables: One core, columns and rows apart. The weights of a column are the same in every
// row, so they stand in a table; and n + n texels per pixel do instead of n times n. A larger
// result keeps the filtered rows in a ring, so that each row of texels is filtered once; a smaller
// one sums rows first, since then there are fewer left.
void ScalingSeparable::rows(Range rows) const {
  if (halves_) return halve(rows);
  strips([&](const Strip& strip) {
    if (problem_.scale < 1)
      reduce(rows, strip);
    else
      enlarge(rows, strip);
  });
}

std::uint8_t* ScalingSeparable::out(std::int64_t y, const Strip& strip) const {
  return step_.result + y * lanes_.lanes + strip.first_lane;
}

/// A line of the texels that a strip needs: the weighted sum of rows first_row, first_row + 1, ...
/// Inside all texels at once; those outside one by one, where the address mode finds them.
void ScalingSeparable::texels(const Strip& strip, std::int64_t first_row, const float* weights,
                              int count, float* line) const {
  const int channels = problem_.channels;
  std::array<const std::uint8_t*, scaling_most_taps> rows;
  std::array<float, scaling_most_taps> shares;
  int found = 0;
  for (int k = 0; k < count; ++k) {
    const std::int64_t row = addressed(first_row + k, problem_.height, problem_.address);
    if (row < 0) continue;
    shares[std::size_t(found)] = weights[k];
    rows[std::size_t(found++)] = step_.source + row * problem_.width * channels;
  }
  const std::int64_t begin = strip.first_texel, end = begin + strip.texels;
  const std::int64_t left = std::clamp<std::int64_t>(0, begin, end);
  const std::int64_t right = std::clamp(problem_.width, left, end);
  const auto outside = [&](std::int64_t from, std::int64_t to) {
    for (std::int64_t x = from; x < to; ++x) {
      const std::int64_t at = addressed(x, problem_.width, problem_.address);
      for (int c = 0; c < channels; ++c) {
        float sum = 0;
        for (int k = 0; at >= 0 && k < found; ++k)
          sum += shares[std::size_t(k)] * float(rows[std::size_t(k)][at * channels + c]);
        line[(x - begin) * channels + c] = sum;
      }
    }
  };
  outside(begin, left);
  outside(right, end);
  if (left == right) return;
  for (int k = 0; k < found; ++k) rows[std::size_t(k)] += left * channels;
  loops_.of_bytes(rows.data(), shares.data(), found, line + (left - begin) * channels,
                  (right - left) * channels);
}

/// A larger result: each row of texels is filtered once, and kept as long as rows of pixels need
/// it.
void ScalingSeparable::enlarge(Range rows, const Strip& strip) const {
  const float one = 1;
  const auto taps = std::int64_t(across_.taps);
  const std::int64_t blocks = strip.last_block - strip.first_block;
  const std::size_t pitch = strip.padded(blocks * ScalingLanes::block);
  ScalingLine line(strip.padded(strip.texels * problem_.channels));
  ScalingLine ring(pitch * std::size_t(taps));
  std::array<const float*, scaling_most_taps> lines;
  // Rows are counted from the first that is needed: rows outside have negative numbers.
  const std::int64_t base = across_.first[std::size_t(rows.first)];
  const auto place = [&](std::int64_t row) {
    return ring.data() + std::size_t((row - base) % taps) * pitch;
  };
  std::int64_t filtered = base;
  for (std::int64_t y = rows.first; y < rows.last; ++y) {
    const std::int64_t first = across_.first[std::size_t(y)];
    for (filtered = std::max(filtered, first); filtered < first + taps; ++filtered) {
      texels(strip, filtered, &one, 1, line.data());
      loops_.along(lanes_, line.data(), strip.origin, strip.first_block, strip.last_block,
                   place(filtered));
    }
    for (std::int64_t k = 0; k < taps; ++k) lines[std::size_t(k)] = place(first + k);
    loops_.to_bytes(lines.data(), across_.weights_of(y), int(taps), out(y, strip), strip.lanes,
                    streaming_);
  }
}

/// A smaller result: rows are summed first, since there are fewer of them then.
void ScalingSeparable::reduce(Range rows, const Strip& strip) const {
  const float one = 1;
  const std::int64_t blocks = strip.last_block - strip.first_block;
  ScalingLine line(strip.padded(strip.texels * problem_.channels));
  ScalingLine pixels(strip.padded(blocks * ScalingLanes::block));
  const float* const made = pixels.data();
  for (std::int64_t y = rows.first; y < rows.last; ++y) {
    texels(strip, across_.first[std::size_t(y)], across_.weights_of(y), across_.taps, line.data());
    loops_.along(lanes_, line.data(), strip.origin, strip.first_block, strip.last_block,
                 pixels.data());
    loops_.to_bytes(&made, &one, 1, out(y, strip), strip.lanes, streaming_);
  }
}

void ScalingSeparable::halve(Range rows) const {
  const std::int64_t pitch = problem_.width * problem_.channels;
  const std::int64_t made = problem_.result_width * problem_.channels;
  const std::uint8_t* const first = step_.source + (problem_.map.v0 >> fixed_bits) * pitch +
                                    (problem_.map.u0 >> fixed_bits) * problem_.channels;
  for (std::int64_t y = rows.first; y < rows.last; ++y)
    loops_.halve(first + 2 * y * pitch, first + (2 * y + 1) * pitch, step_.result + y * made,
                 problem_.result_width, problem_.channels, streaming_);
}

}  // namespace livewarp
