// Whole pictures of which one knows what they must become, by every variant.
#include <algorithm>
#include <cmath>

#include "kernels/scaling/scaling_test_support.h"

namespace livewarp {
namespace {

Texels noise(std::size_t count) {
  Texels texels(count);
  std::uint32_t state = 12345;
  for (std::uint8_t& texel : texels) {
    state = state * 1'664'525u + 1'013'904'223u;
    texel = std::uint8_t(state >> 24);
  }
  return texels;
}

/// Levels that a variant may be off which says that it is not exact.
int slack(const VariantInfo& variant) { return variant.tolerance.worst > 0.51 ? 1 : 0; }

void expect_near(const Texels& found, const Texels& wanted, int slack, const std::string& what) {
  ASSERT_EQ(found.size(), wanted.size()) << what;
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_LE(std::abs(int(found[i]) - int(wanted[i])), slack) << what << ", byte " << i;
}

TEST_F(ScalingVariants, KeepAConstantPicture) {
  for (const std::string& filter : filters())
    for (const double scale : {0.13, 0.5, 1.0, 1.37})
      for (const bool antialias : {false, true})
        for (const double rotation : {0.0, 30.0})
          for_variants(29, 18, scale, filter, {{"antialias", antialias}, {"rotation", rotation}},
                       [&](const Choice& choice, const VariantInfo& variant, int channels) {
                         Texels source;
                         for (int i = 0; i < 29 * 18 * channels; ++i)
                           source.push_back(std::uint8_t(40 + 70 * (i % channels)));
                         const Texels found = scaled(choice, variant, source);
                         Texels wanted(found.size());
                         for (std::size_t i = 0; i < wanted.size(); ++i)
                           wanted[i] = std::uint8_t(40 + 70 * (i % std::size_t(channels)));
                         expect_near(found, wanted, slack(variant), text_of(choice));
                       });
}

TEST_F(ScalingVariants, OfInterpolatingFiltersKeepThePictureAtScale1) {
  for (const char* const filter :
       {"nearest", "bilinear", "catmull-rom", "cubic", "lanczos3", "area", "trilinear"})
    for (const bool antialias : {false, true})
      for_variants(35, 22, 1, filter, {{"antialias", antialias}},
                   [&](const Choice& choice, const VariantInfo& variant, int channels) {
                     const Texels source = noise(std::size_t(35 * 22 * channels));
                     expect_near(scaled(choice, variant, source), source, slack(variant),
                                 text_of(choice));
                   });
}

TEST_F(ScalingVariants, RepeatNearestTexels) {
  for (const int times : {2, 3, 5})
    for_variants(19, 13, times, "nearest", {},
                 [&](const Choice& choice, const VariantInfo& variant, int channels) {
                   const Texels source = noise(std::size_t(19 * 13 * channels));
                   Texels wanted;
                   for (int y = 0; y < 13 * times; ++y)
                     for (int x = 0; x < 19 * times; ++x)
                       for (int c = 0; c < channels; ++c)
                         wanted.push_back(
                             source[std::size_t((y / times * 19 + x / times) * channels + c)]);
                   expect_near(scaled(choice, variant, source), wanted, 0, text_of(choice));
                 });
}

// A quarter turn of a square is its columns read as rows; which ones come first tells the
// direction.
TEST_F(ScalingVariants, TurnASquareByTranspositionAndReversal) {
  constexpr int n = 21;
  for (const char* const filter : {"nearest", "bilinear", "lanczos3", "area"})
    for (const double rotation : {90.0, -90.0, 180.0})
      for_variants(n, n, 1, filter, {{"rotation", rotation}},
                   [&](const Choice& choice, const VariantInfo& variant, int channels) {
                     const Texels source = noise(std::size_t(n * n * channels));
                     Texels wanted;
                     for (int y = 0; y < n; ++y)
                       for (int x = 0; x < n; ++x) {
                         const int u = rotation == 180 ? n - 1 - x : rotation > 0 ? y : n - 1 - y;
                         const int v = rotation == 180 ? n - 1 - y : rotation > 0 ? n - 1 - x : x;
                         for (int c = 0; c < channels; ++c)
                           wanted.push_back(source[std::size_t((v * n + u) * channels + c)]);
                       }
                     expect_near(scaled(choice, variant, source), wanted, slack(variant),
                                 text_of(choice));
                   });
}

// Area, and bilinear too, at half the size: (a + b + c + d) / 4, a half either way.
TEST_F(ScalingVariants, MakeMeansOfHalfTheSize) {
  for (const char* const filter : {"area", "bilinear"})
    for_variants(138, 26, 0.5, filter, {},
                 [&](const Choice& choice, const VariantInfo& variant, int channels) {
                   const Texels source = noise(std::size_t(138 * 26 * channels));
                   const Texels found = scaled(choice, variant, source);
                   ASSERT_EQ(found.size(), std::size_t(69 * 13 * channels));
                   const auto at = [&](int x, int y, int c) {
                     return int(source[std::size_t((y * 138 + x) * channels + c)]);
                   };
                   for (int y = 0; y < 13; ++y)
                     for (int x = 0; x < 69; ++x)
                       for (int c = 0; c < channels; ++c) {
                         const int sum = at(2 * x, 2 * y, c) + at(2 * x + 1, 2 * y, c) +
                                         at(2 * x, 2 * y + 1, c) + at(2 * x + 1, 2 * y + 1, c);
                         const int value = found[std::size_t((y * 69 + x) * channels + c)];
                         ASSERT_LE(std::abs(4 * value - sum), 2 + 4 * slack(variant))
                             << text_of(choice);
                       }
                 });
}

/// How far from middle grey a zone plate is, as root mean square, where its rings are too fine for
/// a result of 0.3 times the size: an ideal low-pass filter would leave grey.
double left_over(const Texels& found, int n) {
  double squares = 0;
  int count = 0;
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      // In texels: half a cycle a pixel is 0.15 cycles a texel, at 0.15 of the side from the
      // middle.
      const double r = std::hypot(x - (n - 1) / 2.0, y - (n - 1) / 2.0) / n;
      if (r < 0.3 || r > 0.48) continue;
      const double away = found[std::size_t(y * n + x)] - 127.5;
      squares += away * away;
      ++count;
    }
  return std::sqrt(squares / count);
}

TEST_F(ScalingVariants, AliasWithoutAntialias) {
  for (const std::string filter : {"bilinear", "cubic", "lanczos3"}) {
    const VariantInfo& variant = *workload_.find("threads");
    Choice choice = choice_of(variant, 400, 400, 0.3, filter);
    choice.problem["pixels"] = std::string("grey8");
    choice.problem["chart"] = std::string("zone");
    const double without = left_over(texels_of_field(stepped(choice, variant), 1), 120);
    choice.problem["antialias"] = true;
    const double with = left_over(texels_of_field(stepped(choice, variant), 1), 120);
    EXPECT_GT(without, 40) << filter;
    EXPECT_LT(with, without / 5) << filter;
  }
}

}  // namespace
}  // namespace livewarp
