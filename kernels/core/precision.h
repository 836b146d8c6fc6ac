#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/core/param.h"

namespace livewarp {

/// How a row stores the real numbers of its state. `half` is IEEE binary16, computed with in fp32.
enum class Precision { fp32, fp64, half };

std::string_view name_of(Precision);
Precision parse_precision(std::string_view);
std::size_t bytes_of(Precision);

/// The axis by which a row offers several; its id is "precision".
Param precision_axis(const std::vector<Precision>& offered,
                     Precision default_precision = Precision::fp32);
/// The precision that a launch asks for: fp32 where the row has no such axis.
Precision precision_of(const Values& launch);

/// A real stored as binary16.
struct Half {
  std::uint16_t bits = 0;
  bool operator==(const Half&) const = default;
};
inline float to_float(Half value) {
  const std::uint32_t sign = std::uint32_t(value.bits >> 15) << 31;
  const std::uint32_t exponent = (value.bits >> 10) & 31u, fraction = value.bits & 1023u;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7F800000u | fraction << 13);
  if (exponent == 0) {  // zero or subnormal: fraction / 2^24
    const float magnitude = float(fraction) * 0x1p-24f;
    return sign ? -magnitude : magnitude;
  }
  return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}
/// The nearest binary16, ties to even; beyond 65,504 infinity.
inline Half to_half(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = std::uint16_t(bits >> 16 & 0x8000u);
  const std::uint32_t magnitude = bits & 0x7FFFFFFFu;
  if (magnitude > 0x7F800000u) return {std::uint16_t(sign | 0x7E00u)};   // not a number
  if (magnitude >= 0x477FF000u) return {std::uint16_t(sign | 0x7C00u)};  // rounds beyond 65,504
  if (magnitude < 0x38800000u) {                                         // below 2^-14: subnormal
    // Beside 2^23 a float has no room for a fraction: the addition rounds.
    const float rounded = std::bit_cast<float>(magnitude) * 0x1p24f + 0x1p23f;
    return {std::uint16_t(sign | (std::bit_cast<std::uint32_t>(rounded) & 0x7FFu))};
  }
  const std::uint32_t rounded = magnitude + 0xFFFu + (magnitude >> 13 & 1u);  // ties to even
  return {std::uint16_t(sign | ((rounded >> 13) - (112u << 10)))};
}

/// Reals of any precision, read as fp64.
class RealView {
 public:
  RealView(const void* data, Precision precision) : data_(data), precision_(precision) {}
  double operator[](std::int64_t i) const {
    switch (precision_) {
    case Precision::fp32: return static_cast<const float*>(data_)[i];
    case Precision::fp64: return static_cast<const double*>(data_)[i];
    case Precision::half: break;
    }
    return double(to_float(static_cast<const Half*>(data_)[i]));
  }

 private:
  const void* data_;
  Precision precision_;
};

/// The same numbers in another precision, rounded to nearest.
std::vector<std::byte> converted(const std::vector<std::byte>& reals, Precision from, Precision to);

}  // namespace livewarp
