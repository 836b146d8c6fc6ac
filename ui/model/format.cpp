#include "ui/model/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/core/base/text.h"

namespace livewarp::ui {

namespace {

constexpr std::string_view minus = "\u2212";

std::string signed_text(bool negative, const std::string& text) {
  return negative ? std::string(minus) + text : text;
}

/// Decimals that show `digits` significant digits of a value at least 1e-3, after rounding.
int decimals_for(double value, int digits) {
  if (value == 0) return digits - 1;
  const auto exponent = [](double v) { return int(std::floor(std::log10(v))); };
  int decimals = digits - 1 - exponent(value);
  const double scale = std::pow(10.0, decimals);
  const double shown = std::round(value * scale) / scale;
  if (shown > 0) decimals = digits - 1 - exponent(shown * (1 + 1e-12));
  return std::max(decimals, 0);
}

}  // namespace

std::string fixed(double value, int decimals) {
  if (!std::isfinite(value)) return missing;
  const std::string plain = fmt::format("{:.{}f}", std::abs(value), decimals);
  const std::size_t point = std::min(plain.find('.'), plain.size());
  std::string text = grouped(std::stoll(plain.substr(0, point))) + plain.substr(point);
  const bool zero = plain.find_first_not_of("0.") == std::string::npos;
  return signed_text(value < 0 && !zero, text);
}

std::string scientific(double value, int digits) {
  if (!std::isfinite(value)) return missing;
  if (value == 0) return "0";
  const std::string plain = fmt::format("{:.{}e}", std::abs(value), std::max(digits - 1, 0));
  const std::size_t e = plain.find('e');
  return signed_text(value < 0,
                     plain.substr(0, e) + "e" + std::to_string(std::stoi(plain.substr(e + 1))));
}

std::string with_minus(std::string number) {
  if (number.starts_with('-')) number.replace(0, 1, minus);
  return number;
}

std::string error_figure(double value) {
  const double size = std::abs(value);
  return size >= 0.01 && size < 1000 ? significant(value, 2) : scientific(value, 2);
}

std::string limit(double value) {
  if (std::abs(value) >= 0.01 && std::abs(value) < 1000) return trimmed(value, 2);
  std::string text = scientific(value, 2);
  if (const std::size_t point = text.find(".0e"); point != std::string::npos) text.erase(point, 2);
  return text;
}

std::string significant(double value, int digits) {
  if (!std::isfinite(value)) return missing;
  const double size = std::abs(value);
  if (size != 0 && (size < 1e-3 || size >= 1e15)) return scientific(value, digits);
  return fixed(value, decimals_for(size, digits));
}

std::string trimmed(double value, int digits) {
  std::string text = significant(value, digits);
  if (text.find('.') == std::string::npos || text.find('e') != std::string::npos) return text;
  const std::size_t last = text.find_last_not_of('0');
  return text.substr(0, text[last] == '.' ? last : last + 1);
}

TimeUnit time_unit(double ms) {
  // 0.9995 is where three digits round up to the next unit.
  if (ms >= 999.5 * 60e3) return {"h", 1 / 3600e3};
  if (ms >= 999.5e3) return {"min", 1 / 60e3};
  if (ms >= 999.5) return {"s", 1e-3};
  if (ms >= 0.9995 || ms <= 0 || !std::isfinite(ms)) return {"ms", 1};
  if (ms >= 0.9995e-3) return {"\u00b5s", 1e3};
  return {"ns", 1e6};
}

std::string time_in(double ms, TimeUnit unit) {
  const double value = ms * unit.per_ms;
  if (!std::isfinite(value)) return missing;
  // A part of a step may be far below the unit of the whole: then zeros, not more digits.
  if (value < 1) return fixed(value, 2);
  return fixed(value, decimals_for(value, 3));
}

std::string time_text(double ms) {
  const TimeUnit unit = time_unit(ms);
  return time_in(ms, unit) + " " + unit.name;
}

ColumnUnit column_unit(double largest_ms, std::size_t room) {
  if (largest_ms > 0 && largest_ms < 1) return {{"\u00b5s", 1e3}, 1};
  for (const TimeUnit unit : {TimeUnit{"ms", 1}, TimeUnit{"s", 1e-3}})
    for (int decimals = 3; decimals >= 0; --decimals)
      if (fixed(largest_ms * unit.per_ms, decimals).size() <= room) return {unit, decimals};
  return {{"s", 1e-3}, 0};
}

std::string cell(double ms, const ColumnUnit& column) {
  const double value = ms * column.unit.per_ms, least = std::pow(10.0, -column.decimals);
  if (value > 0 && value < 0.5 * least) return "<" + fixed(least, column.decimals);
  return fixed(value, column.decimals);
}

Quantity rate(double per_second, std::string_view unit) {
  struct Prefix {
    double from, factor;
    const char* name;
  };
  constexpr std::array prefixes{Prefix{1e9, 1e9, "G "}, Prefix{1e6, 1e6, "M "},
                                Prefix{1e3, 1e3, "k "}, Prefix{0, 1, ""}};
  for (const Prefix& prefix : prefixes)
    if (per_second >= prefix.from * 0.9995)
      return {significant(per_second / prefix.factor, per_second / prefix.factor >= 999.5 ? 4 : 3),
              prefix.name + std::string(unit)};
  return {missing, std::string(unit)};
}

Quantity flop_rate(double per_second) {
  if (per_second >= 0.9995e12) return {significant(per_second / 1e12, 3), "TFLOP/s"};
  if (per_second >= 0.9995e9) return {significant(per_second / 1e9, 3), "GFLOP/s"};
  return {significant(per_second / 1e6, 3), "MFLOP/s"};
}

std::string percent(double fraction, int digits) {
  const double value = fraction * 100;
  if (!std::isfinite(value)) return missing;
  if (std::abs(value) >= 10) return fixed(value, 0) + " %";
  return fixed(value, digits - 1) + " %";
}

std::string duration(double seconds) {
  const auto whole = std::int64_t(std::ceil(std::max(seconds, 0.0)));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

double nice_ceiling(double value) {
  if (!(value > 0) || !std::isfinite(value)) return 1;
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0})
    if (value <= step * power * (1 + 1e-9)) return step * power;
  return 10 * power;
}

double sticky_maximum(double previous, double value) {
  if (previous > 0 && value <= previous && value * 3 >= previous) return previous;
  return nice_ceiling(value * 1.15);
}

}  // namespace livewarp::ui
