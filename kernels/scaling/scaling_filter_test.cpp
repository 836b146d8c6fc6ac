// Weights, positions and the fp64 reference against closed forms.
#include "kernels/scaling/scaling_filter.h"

#include <array>
#include <cmath>
#include <numeric>

#include "kernels/scaling/cpu/scaling_cpu_tables.h"
#include "kernels/scaling/cuda/scaling_variants_common.h"
#include "kernels/scaling/scaling_reference.h"
#include "kernels/scaling/scaling_test_support.h"

namespace livewarp {
namespace {

using enum ScalingFilter;

const std::vector<ScalingFilter> weighing{bilinear, catmull_rom, cubic, mitchell,
                                          b_spline, lanczos3,    area};

FixedPoint fixed(double texels) { return std::llround(std::ldexp(texels, fixed_bits)); }

double weight_of(const ScalingTaps& taps, std::int64_t texel) {
  const std::int64_t k = texel - taps.first;
  return k < 0 || k >= std::int64_t(taps.weights.size()) ? 0 : taps.weights[std::size_t(k)];
}

TEST(ScalingFilters, WeighAsTheirFormulasSay) {
  const auto natural = [](ScalingFilter filter) { return StretchedFilter(filter, 1, false); };
  EXPECT_DOUBLE_EQ(natural(bilinear).weight(0.25), 0.75);
  // Keys, with a = -1/2 and -3/4, half way between two texels.
  EXPECT_DOUBLE_EQ(natural(catmull_rom).weight(0.5), 9.0 / 16);
  EXPECT_DOUBLE_EQ(natural(catmull_rom).weight(-1.5), -1.0 / 16);
  EXPECT_DOUBLE_EQ(natural(cubic).weight(0.5), 19.0 / 32);
  EXPECT_DOUBLE_EQ(natural(cubic).weight(1.5), -3.0 / 32);
  // The cubic B-spline, and Mitchell's at a texel.
  EXPECT_DOUBLE_EQ(natural(b_spline).weight(0), 4.0 / 6);
  EXPECT_DOUBLE_EQ(natural(b_spline).weight(1), 1.0 / 6);
  EXPECT_DOUBLE_EQ(natural(mitchell).weight(0), 16.0 / 18);
  EXPECT_NEAR(natural(mitchell).weight(1), 1.0 / 18, 1e-14);
  const double pi = std::acos(-1);
  EXPECT_NEAR(natural(lanczos3).weight(0.5), (2 / pi) * (6 / pi) * 0.5, 1e-15);
  // A pixel of two and a half texels, from 9.0 to 11.5, covers two of them whole and half of one.
  const ScalingTaps taps = taps_at(StretchedFilter(area, 0.4, false), fixed(10.25));
  for (const auto& [texel, part] : {std::pair{9, 0.5}, {10, 1.0}, {11, 1.0}, {8, 0.0}, {12, 0.0}})
    EXPECT_NEAR(weight_of(taps, texel), part / 2.5, 1e-9) << texel;
}

TEST(ScalingFilters, CountEveryTexelWithinTheirRadiusAndSumToOne) {
  for (const ScalingFilter filter : weighing)
    for (const double scale : {0.05, 0.13, 0.5, 0.77, 1.0, 1.37, 7.9})
      for (const bool antialias : {false, true}) {
        const StretchedFilter stretched(filter, scale, antialias);
        EXPECT_LE(stretched.taps(), scaling_most_taps);
        for (double at = -3; at < 3; at += 0.0371) {
          const FixedPoint position = fixed(at);
          const ScalingTaps taps = taps_at(stretched, position);
          EXPECT_NEAR(std::accumulate(taps.weights.begin(), taps.weights.end(), 0.0), 1, 1e-12);
          const auto outside = [&](std::int64_t k) {
            return stretched.weight(double(k) - texels_of(position));
          };
          EXPECT_NEAR(outside(taps.first - 1), 0, 1e-9);
          EXPECT_NEAR(outside(taps.first + std::int64_t(taps.weights.size())), 0, 1e-9);
        }
      }
}

// What variants take from fp32 and from a table of the filter.
TEST(ScalingFilters, InFp32AndByACurveAreTheSameWeights) {
  for (const ScalingFilter filter : weighing)
    for (const double scale : {0.13, 0.5, 0.77, 1.0, 1.37}) {
      Scaling::Problem problem;
      problem.filter = filter;
      problem.scale = scale;
      problem.antialias = true;
      const ScalingCurve curve(problem);
      for (double at = -40; at < 9000; at += 17.123) {
        const ScalingTaps exact = taps_at(problem.stretched(), fixed(at));
        std::array<float, scaling_most_taps> plain, tabled;
        const std::int64_t first = scaling_weights_at(problem.stretched(), fixed(at), plain.data());
        const std::int64_t other = curve.weights_at(fixed(at), tabled.data());
        for (int k = 0; k < int(exact.weights.size()); ++k) {
          EXPECT_NEAR(plain[std::size_t(k)], weight_of(exact, first + k), 1e-6);
          EXPECT_NEAR(tabled[std::size_t(k)], weight_of(exact, other + k), 4e-6);
        }
      }
    }
}

TEST(ScalingTables, RepeatWithThePeriodOfTheScale) {
  const StretchedFilter filter(lanczos3, 1, false);
  for (const double step : {0.5, 2.0, 0.25, 1.0, 1 / 1.37, 3.0})
    for (const double start : {-0.25, 0.5, -7.3}) {
      const ScalingTable table = scaling_table(filter, fixed(start), fixed(step), 50);
      for (std::int64_t i = 0; i < 50; ++i) {
        const ScalingTaps exact = taps_at(filter, fixed(start) + i * fixed(step));
        EXPECT_EQ(table.first[std::size_t(i)], exact.first);
        for (int k = 0; k < table.taps; ++k)
          EXPECT_NEAR(table.weights_of(i)[k], exact.weights[std::size_t(k)], 1e-7);
      }
    }
}

/// One texel at a time, as one would walk along the source.
std::int64_t walked(std::int64_t i, std::int64_t n, Scaling::Address address) {
  if (i >= 0 && i < n) return i;
  switch (address) {
  case Scaling::Address::clamp: return i < 0 ? 0 : n - 1;
  case Scaling::Address::border: return -1;
  case Scaling::Address::wrap:
    for (; i < 0;) i += n;
    for (; i >= n;) i -= n;
    return i;
  case Scaling::Address::mirror: break;
  }
  std::int64_t at = 0, direction = 1;
  // From texel 0, reflected at the outer edges; the walk to the left is the mirror of that to the
  // right.
  for (std::int64_t steps = i < 0 ? -i - 1 : i; steps > 0; --steps) {
    if (at + direction < 0 || at + direction >= n)
      direction = -direction;
    else
      at += direction;
  }
  return at;
}

TEST(ScalingAddresses, FindWhatAWalkFinds) {
  using enum Scaling::Address;
  for (const Scaling::Address address : {clamp, wrap, mirror, border})
    for (std::int64_t n = 1; n <= 6; ++n)
      for (std::int64_t i = -200; i <= 200; ++i) {
        const std::int64_t wanted = walked(i, n, address);
        EXPECT_EQ(addressed(i, n, address), wanted) << i << " of " << n;
        EXPECT_EQ(scaling_address(int(i), int(n), int(address)), wanted) << i << " of " << n;
      }
}

class ScalingReferenceTest : public ScalingVariants {
 protected:
  Scaling::Problem problem(double scale, const std::string& filter) const {
    Choice choice = choice_of(*workload_.find("scalar"), 40, 30, scale, filter);
    choice.problem["pixels"] = std::string("grey8");
    return Scaling::Problem::from(choice.problem);
  }
};

// These four reproduce straight lines; where all taps lie inside the result lies on the same ramp.
TEST_F(ScalingReferenceTest, KeepsALinearRamp) {
  Texels ramp;
  for (int y = 0; y < 30; ++y)
    for (int x = 0; x < 40; ++x) ramp.push_back(std::uint8_t(7 + 3 * x + 4 * y));
  for (const char* const filter : {"bilinear", "catmull-rom", "mitchell", "b-spline"})
    for (const double scale : {0.13, 0.31, 0.5, 1.0, 1.37, 2.0, 7.9}) {
      const Scaling::Problem p = problem(scale, filter);
      const ScalingReference reference(p, ramp.data());
      std::int64_t seen = 0;
      for (std::int64_t y = 0; y < p.result_height; ++y)
        for (std::int64_t x = 0; x < p.result_width; ++x) {
          const double u = texels_of(p.map.u(x, y)), v = texels_of(p.map.v(x, y));
          if (u < 2 || v < 2 || u > 37 || v > 27) continue;
          double found;
          reference.pixel(x, y, &found);
          EXPECT_NEAR(found, 7 + 3 * u + 4 * v, 1e-9) << filter << " " << scale;
          ++seen;
        }
      EXPECT_GT(seen, 3) << scale;
    }
}

TEST_F(ScalingReferenceTest, MapsCornersOntoCornersOrFirstOntoFirst) {
  for (const double scale : {0.25, 0.5, 1.0, 2.0, 8.0}) {
    const Scaling::Problem p = problem(scale, "nearest");
    EXPECT_NEAR(texels_of(p.map.u(0, 0)) - 0.5 / scale, -0.5, 1e-6);
    EXPECT_NEAR(texels_of(p.map.u(p.result_width - 1, 0)) + 0.5 / scale, 39.5, 1e-6);
    Values values = choice_of(*workload_.find("scalar"), 40, 30, scale, "nearest").problem;
    values["origin"] = std::string("corner");
    const ScalingMap map = Scaling::Problem::from(values).map;
    EXPECT_NEAR(texels_of(map.u(0, 0)), 0, 1e-6);
    EXPECT_NEAR(texels_of(map.u(8, 0)), 8 / scale, 1e-6);
  }
}

TEST(ScalingMipmaps, HalveAndBlendAsDefined) {
  const Texels source{10, 20, 30, 50, 60, 71};  // 3 x 2
  const MipLevel half = half_of(source.data(), 3, 2, 1);
  EXPECT_EQ(half.width, 2);
  EXPECT_EQ(half.height, 1);
  EXPECT_EQ(half.texels, (std::vector<std::uint8_t>{35, 51}));  // 35 and 50.5
  EXPECT_EQ(mip_levels(1, 1), 1);
  EXPECT_EQ(mip_levels(5, 2), 4);  // 5, 3, 2, 1
  EXPECT_EQ(mip_share(2, 4).level, 0);
  EXPECT_EQ(mip_share(2, 4).share, 0);
  EXPECT_EQ(mip_share(0.5, 4).level, 1);
  EXPECT_NEAR(mip_share(std::exp2(-1.25), 4).share, 0.25, 1e-12);
}

}  // namespace
}  // namespace livewarp
