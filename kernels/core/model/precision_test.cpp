#include "kernels/core/model/precision.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

TEST(Half, EveryValueComesBack) {
  for (std::uint32_t bits = 0; bits < 0x10000u; ++bits) {
    const Half half{std::uint16_t(bits)};
    const float value = to_float(half);
    if (std::isnan(value))
      EXPECT_TRUE(std::isnan(to_float(to_half(value))));
    else
      EXPECT_EQ(to_half(value), half) << bits;
  }
}

TEST(Half, KnownValues) {
  EXPECT_EQ(to_half(1.0f).bits, 0x3C00);
  EXPECT_EQ(to_half(-2.0f).bits, 0xC000);
  EXPECT_EQ(to_half(65504.0f).bits, 0x7BFF);
  EXPECT_EQ(to_half(65519.0f).bits, 0x7BFF);
  EXPECT_EQ(to_half(65520.0f).bits, 0x7C00) << "halfway to the next goes to the even, infinity";
  EXPECT_EQ(to_half(0.1f).bits, 0x2E66);
  EXPECT_EQ(to_half(std::ldexp(1.0f, -24)).bits, 1);
  EXPECT_EQ(to_half(std::ldexp(1.0f, -25)).bits, 0) << "a tie goes to the even, zero";
  EXPECT_EQ(to_half(-std::numeric_limits<float>::infinity()).bits, 0xFC00);
}

TEST(Half, RoundsToTheNearest) {
  for (int i = 0; i < 20'000; ++i) {
    const float value = std::ldexp(1.0f + float(i) / 20'000, i % 39 - 24);
    const Half half = to_half(value);
    const double error = std::abs(double(to_float(half)) - value);
    for (const int step : {-1, 1}) {
      const Half next{std::uint16_t(half.bits + step)};
      EXPECT_LE(error, std::abs(double(to_float(next)) - value)) << value;
    }
  }
}

TEST(Precision, ConversionsKeepTheNumbers) {
  const std::vector<double> numbers{0, 1, -0.5, 1000, 0.25};
  const auto* bytes = reinterpret_cast<const std::byte*>(numbers.data());
  const std::vector<std::byte> fp64(bytes, bytes + sizeof(double) * numbers.size());
  for (const Precision through : {Precision::fp32, Precision::half, Precision::fp64})
    EXPECT_EQ(converted(converted(fp64, Precision::fp64, through), through, Precision::fp64), fp64);
  EXPECT_EQ(converted(fp64, Precision::fp64, Precision::half).size(), 10u);
}

TEST(Precision, IsAnAxis) {
  EXPECT_EQ(precision_of({}), Precision::fp32);
  EXPECT_EQ(precision_of({{"precision", std::string("fp16")}}), Precision::half);
  EXPECT_EQ(precision_axis({Precision::fp32, Precision::fp64}).options.size(), 2u);
  EXPECT_THROW(parse_precision("bf16"), Error);
}

}  // namespace
}  // namespace livewarp
