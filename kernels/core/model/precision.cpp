#include "kernels/core/model/precision.h"

#include <bit>
#include <string>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

template <class T>
T from_double(double value) {
  if constexpr (std::is_same_v<T, Half>)
    return to_half(float(value));
  else
    return T(value);
}

template <class T>
std::vector<std::byte> stored_as(const RealView& reals, std::size_t count) {
  std::vector<std::byte> bytes(count * sizeof(T));
  auto* out = reinterpret_cast<T*>(bytes.data());
  for (std::size_t i = 0; i < count; ++i) out[i] = from_double<T>(reals[std::int64_t(i)]);
  return bytes;
}

}  // namespace

std::string_view name_of(Precision precision) {
  switch (precision) {
  case Precision::fp32: return "fp32";
  case Precision::fp64: return "fp64";
  case Precision::half: break;
  }
  return "fp16";
}

Precision parse_precision(std::string_view text) {
  for (const Precision precision : {Precision::fp32, Precision::fp64, Precision::half})
    if (text == name_of(precision)) return precision;
  throw Error("precision " + std::string(text) + ": known are fp32, fp64, fp16");
}

std::size_t bytes_of(Precision precision) {
  switch (precision) {
  case Precision::fp32: return 4;
  case Precision::fp64: return 8;
  case Precision::half: break;
  }
  return 2;
}

Param precision_axis(const std::vector<Precision>& offered, Precision default_precision) {
  std::vector<Option> options;
  options.reserve(offered.size());
  for (const Precision precision : offered)
    options.push_back({std::string(name_of(precision)), std::string(name_of(precision)), {}});
  Param param = choice_param(
      "precision", "Precision", std::move(options), std::string(name_of(default_precision)),
      "How the state is stored. fp16 is a storage format: it is computed with in fp32.");
  param.group = ParamGroup::launch;
  return param;
}

Precision precision_of(const Values& launch) {
  const auto found = launch.find("precision");
  return found == launch.end() ? Precision::fp32 : parse_precision(get_text(launch, "precision"));
}

float to_float(Half value) {
  const std::uint32_t sign = std::uint32_t(value.bits >> 15) << 31;
  const std::uint32_t exponent = (value.bits >> 10) & 31u, fraction = value.bits & 1023u;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7F800000u | fraction << 13);
  if (exponent == 0) {  // zero or subnormal: fraction / 2^24
    const float magnitude = float(fraction) * 0x1p-24f;
    return sign ? -magnitude : magnitude;
  }
  return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}

Half to_half(float value) {
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

std::vector<std::byte> converted(const std::vector<std::byte>& reals, Precision from,
                                 Precision to) {
  if (from == to) return reals;
  const RealView view(reals.data(), from);
  const std::size_t count = reals.size() / bytes_of(from);
  switch (to) {
  case Precision::fp32: return stored_as<float>(view, count);
  case Precision::fp64: return stored_as<double>(view, count);
  case Precision::half: break;
  }
  return stored_as<Half>(view, count);
}

}  // namespace livewarp
