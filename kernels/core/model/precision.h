#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/core/model/param.h"

namespace livewarp {

/// How a variant stores the real numbers of its state. `half` is IEEE binary16, computed with in
/// fp32.
enum class Precision { fp32, fp64, half };

std::string_view name_of(Precision);
Precision parse_precision(std::string_view);
std::size_t bytes_of(Precision);

/// The axis by which a variant offers several; its id is "precision".
Param precision_axis(const std::vector<Precision>& offered,
                     Precision default_precision = Precision::fp32);
/// The precision that a launch asks for: fp32 where the variant has no such axis.
Precision precision_of(const Values& launch);

/// A real stored as binary16.
struct Half {
  std::uint16_t bits = 0;
  bool operator==(const Half&) const = default;
};
float to_float(Half value);
/// The nearest binary16, ties to even; beyond 65,504 infinity.
Half to_half(float value);

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
