#include "kernels/convolution/convolution.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/convolution/convolution_cosines.h"
#include "kernels/core/measure/verification.h"
#include "kernels/pictures/testing/picture_variants_test.h"

namespace livewarp {

std::unique_ptr<Workload> make_convolution();

namespace {

class ConvolutionVariants : public testing::Test {
 protected:
  Choice choice_of(const VariantInfo& variant, std::int64_t width, std::int64_t height,
                   std::int64_t radius, int channels) const {
    return variants_.choice_of(
        variant, width, height,
        {{"radius", radius}, {"pixels", std::string(channels == 1 ? "grey8" : "rgba8")}});
  }
  /// Calls f(choice, radius, channels) for every variant, with radii that it can take.
  template <class F>
  void for_variants(std::int64_t width, std::int64_t height, const F& f) const {
    for (const VariantInfo* variant : variants_.variants())
      for (const std::int64_t radius : {1, 4, 8, 16})
        for (const int channels : {1, 4}) {
          const Choice choice = choice_of(*variant, width, height, radius, channels);
          if (!refused(variants_.workload(), choice)) f(choice, int(radius), channels);
        }
  }
  double slack(const Choice& choice) const {
    return tolerance_of(variants_.workload(), choice).worst;
  }

  const PictureVariants variants_{make_convolution()};
};

TEST_F(ConvolutionVariants, CountTheirWork) {
  variants_.expect_work("L2.9", {{"running", "L2.14"}, {"fft", "L2.14"}});
}

// 10 strips of 5 times 32 rows: each of 3 times 16 rows of texels, for which 2 x 2 products are
// made along, and of 2 tiles, for which 2 x 2 are made down.
TEST_F(ConvolutionVariants, CountWhatTensorCoresMultiplyWithItsZeros) {
  Choice choice = choice_of(*variants_.workload().find("matrix"), 160, 160, 4, 1);
  choice.launch["rows"] = std::int64_t{32};
  const CostModel cost = variants_.workload().cost(choice);
  EXPECT_EQ(cost.tensor_flops, 10 * 5 * (3 * 4 + 2 * 4) * (2 * 16 * 8 * 16));
  EXPECT_EQ(cost.flops, cost.tensor_flops);
}

// Wide enough for several strips and pieces.
TEST_F(ConvolutionVariants, OfLargePicturesAgreeToo) {
  for (const char* const name : {"scalar", "vector", "fixed", "threads"})
    for (const auto& [width, channels] : {std::pair{1031, 4}, {2050, 1}}) {
      const Choice choice = choice_of(*variants_.workload().find(name), width, 301, 5, channels);
      const HostState in = variants_.workload().initial_state(choice.problem);
      for (const Discrepancy& found : variants_.workload().compare(
               choice.problem, in, variants_.stepped(choice, &in), {}, Job{}))
        EXPECT_TRUE(found.within(tolerance_of(variants_.workload(), choice))) << name;
    }
}

TEST_F(ConvolutionVariants, KeepAConstantPicture) {
  for_variants(37, 22, [&](const Choice& choice, int, int channels) {
    Bytes source;
    for (int i = 0; i < 37 * 22 * channels; ++i)
      source.push_back(std::uint8_t(45 + 70 * (i % channels)));
    EXPECT_EQ(variants_.made_of(choice, source), source) << text_of(choice, {"radius", "pixels"});
  });
}

// A single bright texel becomes the filter itself: 255 times the product of two Gaussians, each
// divided by its own sum.
TEST_F(ConvolutionVariants, SpreadATexelIntoAGaussian) {
  constexpr int n = 41, middle = 20;
  for_variants(n, n, [&](const Choice& choice, int radius, int channels) {
    Bytes source(std::size_t(n * n * channels));
    std::fill_n(source.begin() + (middle * n + middle) * channels, channels, std::uint8_t(255));
    const Bytes result = variants_.made_of(choice, source);
    const auto gaussian = [&](int t) {
      return std::abs(t) > radius ? 0 : std::exp(-2.0 * t * t / (radius * radius));
    };
    double sum = 0;
    for (int t = -radius; t <= radius; ++t) sum += gaussian(t);
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x)
        for (int c = 0; c < channels; ++c)
          ASSERT_NEAR(result[std::size_t((y * n + x) * channels + c)],
                      255 * gaussian(x - middle) * gaussian(y - middle) / (sum * sum),
                      slack(choice))
              << text_of(choice, {"radius", "pixels"}) << ", pixel " << x << " " << y;
  });
}

// Beyond the edge stands the edge's texel: what grows to the right stays at its ends between the
// first level and the mean, and columns do not know of one another where all rows are equal.
TEST_F(ConvolutionVariants, RepeatTheEdge) {
  for_variants(24, 13, [&](const Choice& choice, int radius, int channels) {
    Bytes source;
    for (int y = 0; y < 13; ++y)
      for (int x = 0; x < 24; ++x)
        source.insert(source.end(), std::size_t(channels), std::uint8_t(10 * x));
    const Bytes result = variants_.made_of(choice, source);
    const std::vector<double> weights = gaussian_weights(radius);
    for (int x = 0; x < 24; ++x) {
      double expected = 0;
      for (std::size_t k = 0; k < weights.size(); ++k)
        expected += weights[k] * 10 * std::clamp(x + int(k) - radius, 0, 23);
      for (int y = 0; y < 13; ++y)
        ASSERT_NEAR(result[std::size_t((y * 24 + x) * channels)], expected, slack(choice))
            << text_of(choice, {"radius", "pixels"}) << ", pixel " << x << " " << y;
    }
  });
}

TEST_F(ConvolutionVariants, DoNotKnowLeftFromRight) {
  for_variants(45, 21, [&](const Choice& choice, int, int channels) {
    const auto mirrored = [&](const Bytes& picture) {
      Bytes mirror(picture.size());
      for (int y = 0; y < 21; ++y)
        for (int x = 0; x < 45; ++x)
          std::copy_n(picture.begin() + (y * 45 + x) * channels, channels,
                      mirror.begin() + (y * 45 + 44 - x) * channels);
      return mirror;
    };
    const Bytes source = noise_bytes(std::size_t{45 * 21} * std::size_t(channels));
    const Bytes result = variants_.made_of(choice, source);
    const Bytes other = mirrored(variants_.made_of(choice, mirrored(source)));
    for (std::size_t i = 0; i < result.size(); ++i)
      ASSERT_LE(std::abs(int(result[i]) - int(other[i])), 1)
          << text_of(choice, {"radius", "pixels"});
  });
}

TEST(ConvolutionWeights, AreAGaussianOfSumOne) {
  for (int radius = 1; radius <= Convolution::most_radius; ++radius) {
    const std::vector<double> weights = gaussian_weights(radius);
    ASSERT_EQ(weights.size(), std::size_t(2 * radius + 1));
    EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-14);
    EXPECT_NEAR(weights.front() / weights[std::size_t(radius)], std::exp(-2), 1e-12);
    EXPECT_EQ(weights.front(), weights.back());
  }
}

// All errors of the weights together are less than a fiftieth of a level.
TEST(ConvolutionWeights, AreNearlyABoxAndTwoCosines) {
  for (int radius = 1; radius <= Convolution::most_radius; ++radius) {
    const ConvolutionCosines cosines = convolution_cosines(radius);
    const std::vector<double> weights = gaussian_weights(radius);
    double error = 0, sum = 0;
    for (int k = -radius; k <= radius; ++k) {
      error += std::abs(cosines.at(k) - weights[std::size_t(k + radius)]);
      sum += cosines.at(k);
    }
    EXPECT_LT(255 * error, 0.02) << radius;
    EXPECT_NEAR(sum, 1, 1e-12) << radius;
  }
}

TEST_F(ConvolutionVariants, AreShownBesideTheSource) {
  const Workload& workload = variants_.workload();
  Choice on_host = choice_of(*workload.find("vector"), 40, 30, 4, 1);
  Choice on_device = choice_of(*workload.find("shared"), 40, 30, 4, 1);
  const Bytes source = field_of(workload.initial_state(on_host.problem), 0);
  const Bytes result = field_of(variants_.stepped(on_host), 1);
  for (const std::string show : {"split", "source", "result"}) {
    on_host.view["show"] = on_device.view["show"] = show;
    const Bytes picture = variants_.picture_of(on_host);
    EXPECT_EQ(picture, variants_.picture_of(on_device));
    for (std::size_t i = 0; i < result.size(); ++i) {
      const bool before = show == "source" || (show == "split" && i % 40 < 20);
      ASSERT_EQ(picture[4 * i], before ? source[i] : result[i]) << show << " " << i;
    }
  }
}

double deviation(const PictureVariants& variants, Choice choice, std::int64_t radius) {
  choice.problem["radius"] = radius;
  const auto readouts =
      variants.workload().diagnose(choice.problem, variants.stepped(choice), Job{});
  return readouts.at(1).value;
}

// Of independent levels a weighted mean deviates by the root of the sum of the squared weights.
TEST_F(ConvolutionVariants, TakeContrastAway) {
  const Choice choice = choice_of(*variants_.workload().find("threads"), 400, 300, 1, 1);
  for (const std::int64_t radius : {1, 2, 5}) {
    double squares = 0;
    for (const double weight : gaussian_weights(int(radius))) squares += weight * weight;
    const double uniform = 256 / std::sqrt(12.0);
    EXPECT_NEAR(deviation(variants_, choice, radius), uniform * squares, 0.06 * uniform * squares);
  }
}

}  // namespace
}  // namespace livewarp
