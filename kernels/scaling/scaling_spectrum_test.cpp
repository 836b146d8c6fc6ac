// What every filter leaves of a wave, against the filter's frequency response.
#include <cmath>
#include <complex>
#include <map>
#include <numbers>
#include <string>

#include "kernels/scaling/scaling_test_support.h"

namespace livewarp {
namespace {

// To 0.29 times the size: 400 texels become 116 pixels, and a wave of k cycles in the source is one
// of k cycles in the result. Above 58, half a cycle a pixel, it comes back as one of |k - 116|. A
// filter also lets through images of a wave, whole cycles a texel away; at this size the first that
// falls on the same frequency is so far off (11.3 cycles a texel) that only nearest, whose response
// falls slowest, would leave something of it.
constexpr double scale = 0.29, amplitude = 100;
constexpr int texels = 400, pixels = 116, across = 20;
constexpr int coarse = 12, too_fine = 120;  ///< cycles

double sinc(double x) {
  return x == 0 ? 1 : std::sin(std::numbers::pi * x) / (std::numbers::pi * x);
}

/// Of Keys' cubic with a = -1/2 (Cubic Convolution Interpolation for Digital Image Processing, IEEE
/// Transactions on Acoustics, Speech, and Signal Processing 29, 1981).
double keys_response(double f) {
  const double w = std::numbers::pi * f;
  return 3 / (w * w) * (sinc(f) * sinc(f) - sinc(2 * f)) -
         1 / (w * w) * (3 * sinc(2 * f) * sinc(2 * f) - 2 * sinc(2 * f) - sinc(4 * f));
}

/// Of sinc(t) sinc(t / 3) for |t| < 3, which has no closed form: by Simpson's rule.
double lanczos_response(double f) {
  constexpr int steps = 600;
  double sum = 0;
  for (int i = 1; i < steps; ++i) {
    const double t = 6.0 * i / steps - 3;
    sum += (i % 2 ? 4 : 2) * sinc(t) * sinc(t / 3) * std::cos(2 * std::numbers::pi * f * t);
  }
  return sum * 6.0 / steps / 3;
}

/// What a filter leaves of a wave of f cycles a texel.
double response(const std::string& filter, bool antialias, double f) {
  const double at = antialias ? f / scale : f;
  if (filter == "area")
    return sinc(f) * sinc(f / scale);  // a texel, and a pixel, which is always as wide
  if (filter == "bilinear") return sinc(at) * sinc(at);
  return filter == "lanczos3" ? lanczos_response(at) : keys_response(at);
}

/// A wave from left to right, or from top to bottom.
Texels wave(int cycles, bool down, int channels) {
  const int width = down ? across : texels, height = down ? texels : across;
  Texels source;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const double phase = 2 * std::numbers::pi * cycles * (down ? y : x) / texels;
      source.insert(source.end(), std::size_t(channels),
                    std::uint8_t(std::lround(127.5 + amplitude * std::cos(phase))));
    }
  return source;
}

/// The amplitude of a wave in a line along the middle of the result, last channel, as part of the
/// source's.
double found_of(const Texels& result, int cycles, bool down, int channels) {
  constexpr int short_side = 6;  // 0.29 of 20
  EXPECT_EQ(result.size(), std::size_t(pixels * short_side * channels));
  std::complex<double> sum = 0;
  for (int i = 0; i < pixels; ++i) {
    const int x = down ? short_side / 2 : i, y = down ? i : short_side / 2;
    const int pixel = y * (down ? short_side : pixels) + x;
    const double phase = -2 * std::numbers::pi * cycles * i / pixels;
    sum += std::polar(double(result[std::size_t((pixel + 1) * channels - 1)]), phase);
  }
  return std::abs(sum) * 2 / pixels / amplitude;
}

class ScalingSpectrum : public ScalingVariants {
 protected:
  /// Compares what every variant leaves of waves in both directions with the filter's response;
  /// returns the variants that there were.
  std::map<std::string, int> compare(const std::string& filter, bool antialias) const {
    std::map<std::string, int> compared;
    for (const bool down : {false, true})
      for_variants(down ? across : texels, down ? texels : across, scale, filter,
                   {{"antialias", antialias}, {"address", std::string("wrap")}},
                   [&](const Choice& choice, const VariantInfo& variant, int channels) {
                     for (const int cycles : {coarse, too_fine}) {
                       const Texels result = scaled(choice, variant, wave(cycles, down, channels));
                       const double wanted =
                           std::abs(response(filter, antialias, double(cycles) / texels));
                       EXPECT_NEAR(found_of(result, cycles, down, channels), wanted, 0.01)
                           << text_of(choice) << ", " << cycles << " cycles";
                     }
                     ++compared[variant.name];
                   });
    return compared;
  }
};

// Below the limit nothing is lost; above it the natural filters keep most of a wave that then has
// another frequency, and those that see every texel keep a thirtieth at most.
TEST_F(ScalingSpectrum, WidenedFiltersAloneAreGoodLowPasses) {
  const VariantInfo* const variant = workload_.find("separable");
  const auto kept = [&](const char* filter, bool antialias, int cycles) {
    Choice choice = choice_of(*variant, texels, across, scale, filter);
    choice.problem["antialias"] = antialias;
    choice.problem["address"] = std::string("wrap");
    return found_of(scaled(choice, *variant, wave(cycles, false, 4)), cycles, false, 4);
  };
  for (const char* const filter : {"bilinear", "catmull-rom", "lanczos3"}) {
    EXPECT_GT(kept(filter, false, too_fine), 0.7) << filter;
    EXPECT_LT(kept(filter, true, too_fine), 0.03) << filter;
    for (const bool antialias : {false, true})
      EXPECT_GT(kept(filter, antialias, coarse), 0.95) << filter;
  }
  EXPECT_LT(kept("area", false, too_fine), 0.035);
  EXPECT_GT(kept("area", false, coarse), 0.95);
}

TEST_F(ScalingSpectrum, OfEveryVariantIsTheFiltersOwn) {
  for (const char* const filter : {"bilinear", "catmull-rom", "lanczos3", "area"})
    for (const bool antialias : {false, true}) {
      const std::map<std::string, int> compared = compare(filter, antialias);
      // Some that are widened so far need more texels than the matrix variant has room for.
      if (!antialias && filter != std::string("area")) {
        EXPECT_TRUE(compared.contains("matrix")) << filter;
      }
      for (const char* const variant : {"separable", "scalar", "threads"})
        EXPECT_TRUE(compared.contains(variant)) << variant << ", " << filter << antialias;
    }
}

}  // namespace
}  // namespace livewarp
