#include "kernels/convolution/convolution_cpu_lines.h"

#include <algorithm>
#include <cmath>

namespace livewarp {

namespace {

constexpr std::int64_t padding = 4 * convolution_lanes;

/// Sums are cut off to bytes.
constexpr float to_the_nearest = 0.5f;

/// Weights sum to 1, so a sum leaves 0 ... 255 by its roundings alone.
std::uint8_t rounded_byte(float sum) { return std::uint8_t(int(sum + to_the_nearest)); }

// Lesson scalar: One core, along rows and then down columns, each value summed by itself. A sum in
// fp32 has to be made in its order, so the compiler may not cut the innermost loop, over the taps,
// into SIMD; and each addition waits for the one before.
void plain_along(const float* line, const float* weights, int radius, int channels, float* out,
                 std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = -radius; k <= radius; ++k) sum += weights[k] * line[i + k * channels];
    out[i] = sum;
  }
}

void plain_down(const float* const* lines, const float* weights, int radius, std::uint8_t* out,
                std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = -radius; k <= radius; ++k) sum += weights[k] * lines[k][i];
    out[i] = rounded_byte(sum);
  }
}

void plain_widen(const std::uint8_t* bytes, float* line, std::int64_t n) {
  std::copy_n(bytes, n, line);
}

/// So many that what waits in the ring stays in an L1 cache of 32 KiB, if they are not too few.
template <class Number>
std::int64_t values_of_strip(const Convolution::Problem& problem) {
  constexpr std::int64_t most = 24 * 1024 / sizeof(Number);
  return std::clamp<std::int64_t>(most / problem.taps(), 256, 2048) / padding * padding;
}

std::int64_t padded(std::int64_t n) { return ceil_div(n, padding) * padding; }

}  // namespace

std::vector<float> convolution_float_weights(int radius) {
  const std::vector<double> weights = gaussian_weights(radius);
  return {weights.begin(), weights.end()};
}

std::vector<std::uint16_t> convolution_fixed_weights(int radius) {
  const std::vector<double> weights = gaussian_weights(radius);
  std::vector<std::uint16_t> fixed(weights.size());
  long left = 65'536;
  for (std::size_t k = weights.size(); --k > std::size_t(radius);) {
    fixed[k] = std::uint16_t(std::lround(2 * 65'536 * weights[k]));
    left -= fixed[k];
  }
  fixed[std::size_t(radius)] = std::uint16_t(left);
  return fixed;
}

ConvolutionLoops<float> convolution_plain_loops() {
  return {convolution_float_weights, plain_widen, plain_along, plain_down};
}

template <class Number>
struct ConvolutionBlur<Number>::Strip {
  std::int64_t first, last;    ///< columns
  std::int64_t values;         ///< of a row of them
  std::int64_t room;           ///< of a line
  std::vector<Number> texels;  ///< a row of them, with the radius on each side
  std::vector<Number> ring;    ///< sums along the last 2 radius + 1 rows
  std::vector<const Number*> lines;

  Strip(const Convolution::Problem& problem, std::int64_t left, std::int64_t right)
      : first(left), last(right), values((right - left) * problem.channels), room(padded(values)),
        texels(std::size_t(room + 2 * problem.radius * problem.channels)),
        ring(std::size_t(room * problem.taps())), lines(std::size_t(problem.taps())) {}
  Number* line_of(std::int64_t y) {
    const auto count = std::int64_t(lines.size());
    return ring.data() + (y % count + count) % count * room;
  }
};

template <class Number>
ConvolutionBlur<Number>::ConvolutionBlur(const Convolution::Step& step,
                                         const ConvolutionLoops<Number>& loops)
    : step_(step), problem_(*step.problem), loops_(loops),
      weights_(loops.weights(problem_.radius)) {}

template <class Number>
void ConvolutionBlur<Number>::rows(Range rows) const {
  const std::int64_t columns = values_of_strip<Number>(problem_) / problem_.channels;
  for (std::int64_t left = 0; left < problem_.width; left += columns) {
    Strip strip(problem_, left, std::min(left + columns, problem_.width));
    blur(rows, strip);
  }
}

template <class Number>
void ConvolutionBlur<Number>::blur(Range rows, Strip& strip) const {
  const int radius = problem_.radius;
  for (std::int64_t y = rows.first - radius; y < rows.first + radius; ++y) sum_along(y, strip);
  for (std::int64_t y = rows.first; y < rows.last; ++y) {
    sum_along(y + radius, strip);
    for (std::size_t k = 0; k < strip.lines.size(); ++k)
      strip.lines[k] = strip.line_of(y - radius + std::int64_t(k));
    loops_.down(strip.lines.data() + radius, weights_.data() + radius, radius,
                step_.result + y * problem_.values_a_row() + strip.first * problem_.channels,
                strip.values);
  }
}

/// Row y of texels, the nearest where there is none, summed along into its place in the ring.
template <class Number>
void ConvolutionBlur<Number>::sum_along(std::int64_t y, Strip& strip) const {
  const int radius = problem_.radius, channels = problem_.channels;
  const std::uint8_t* const row =
      step_.source + std::clamp<std::int64_t>(y, 0, problem_.height - 1) * problem_.values_a_row();
  Number* to = strip.texels.data();
  const auto take = [&](std::int64_t first, std::int64_t last) {
    const std::int64_t n = (last - first) * channels;
    loops_.widen(row + first * channels, to, n);
    to += n;
  };
  for (std::int64_t x = strip.first - radius; x < std::min<std::int64_t>(0, strip.last + radius);
       ++x)
    take(0, 1);
  take(std::max<std::int64_t>(strip.first - radius, 0),
       std::min(strip.last + radius, problem_.width));
  for (std::int64_t x = problem_.width; x < strip.last + radius; ++x)
    take(problem_.width - 1, problem_.width);
  loops_.along(strip.texels.data() + radius * channels, weights_.data() + radius, radius, channels,
               strip.line_of(y), strip.values);
}

template class ConvolutionBlur<float>;
template class ConvolutionBlur<std::uint16_t>;

}  // namespace livewarp
