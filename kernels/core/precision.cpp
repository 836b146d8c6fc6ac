#include "kernels/core/precision.h"

#include <string>

#include "kernels/core/error.h"

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
  return "half";
}

Precision parse_precision(std::string_view text) {
  for (const Precision precision : {Precision::fp32, Precision::fp64, Precision::half})
    if (text == name_of(precision)) return precision;
  throw Error("precision " + std::string(text) + ": known are fp32, fp64, half");
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
  Param param = choice_param("precision", "Precision", std::move(options),
                             std::string(name_of(default_precision)),
                             "How the state is stored. Half is computed with in fp32.");
  param.group = ParamGroup::launch;
  return param;
}

Precision precision_of(const Values& launch) {
  const auto found = launch.find("precision");
  return found == launch.end() ? Precision::fp32 : parse_precision(get_text(launch, "precision"));
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
