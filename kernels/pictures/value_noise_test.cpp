#include "kernels/pictures/value_noise.h"

#include <gtest/gtest.h>

namespace livewarp {
namespace {

template <class Real>
class ValueNoiseTest : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(ValueNoiseTest, Reals);

TYPED_TEST(ValueNoiseTest, MeetsTheLatticeAndIsItsMeanBetweenFourCorners) {
  const ValueNoise<TypeParam> noise(3);
  const double slack = sizeof(TypeParam) == 4 ? 1e-6 : 1e-14;
  for (const int i : {-3, 0, 5})
    for (const int j : {-2, 0, 7}) {
      EXPECT_EQ(noise.at(TypeParam(i), TypeParam(j), 4), noise.lattice(i, j, 4));
      double mean = 0;
      for (const int right : {0, 1})
        for (const int down : {0, 1}) mean += double(noise.lattice(i + right, j + down, 4)) / 4;
      EXPECT_NEAR(double(noise.at(TypeParam(i + 0.5), TypeParam(j + 0.5), 4)), mean, slack);
      // A quarter of the way the cubic has come 5 / 32 of it.
      const double from = double(noise.lattice(i, j, 4)), to = double(noise.lattice(i + 1, j, 4));
      EXPECT_NEAR(double(noise.at(TypeParam(i + 0.25), TypeParam(j), 4)),
                  from + (to - from) * 5 / 32, slack);
    }
}

TYPED_TEST(ValueNoiseTest, OctavesHalveInWidthAndStrength) {
  const ValueNoise<TypeParam> noise(3);
  const TypeParam x = TypeParam(1.375), y = TypeParam(2.625);
  const double sum = 0.5 * double(noise.at(x, y, 9)) + 0.25 * double(noise.at(2 * x, 2 * y, 10)) +
                     0.125 * double(noise.at(4 * x, 4 * y, 11));
  EXPECT_NEAR(double(noise.fractal(x, y, 9, 3)), sum, 1e-6);
  EXPECT_NE(noise.at(x, y, 9), noise.at(x, y, 10)) << "layers differ";
  EXPECT_NE(noise.at(x, y, 9), ValueNoise<TypeParam>(4).at(x, y, 9)) << "seeds too";
}

}  // namespace
}  // namespace livewarp
