// Every recurrence once more, in the host's own arithmetic: reals of few bits are computed in fp64,
// where a product and a sum of them are exact, and then rounded once.
#include "kernels/rates/rates_reference.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

constexpr std::uint32_t factor = 1664525u;  ///< of Numerical Recipes' generator

std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }

/// To `digits` binary digits, ties to even; what is below 2^lowest has fewer.
double rounded(double value, int digits, int lowest) {
  if (value == 0 || !std::isfinite(value)) return value;
  const int last = std::max(std::ilogb(value) - digits + 1, lowest);
  return std::ldexp(std::nearbyint(std::ldexp(value, -last)), last);
}

/// Of a type of 16 bits: how many digits a number has, and the exponent of the smallest.
struct Narrow {
  int digits, lowest, bias;

  double of(double value) const { return rounded(value, digits, lowest); }
  /// The bits of a number that is one of the type's, and smaller than the largest.
  std::uint32_t encoded(double value) const {
    const std::uint32_t sign = std::signbit(value) ? 0x8000u : 0u;
    const auto units = [&](double size, int last) {
      return std::uint32_t(std::ldexp(size, -last));
    };
    const double size = std::abs(value);
    if (size < std::ldexp(1.0, lowest + digits - 1)) return sign | units(size, lowest);
    const int exponent = std::ilogb(size);
    const std::uint32_t fraction = units(size, exponent - digits + 1) - (1u << (digits - 1));
    return sign | std::uint32_t(exponent + bias) << (digits - 1) | fraction;
  }
  std::uint32_t squares(double x, double c, std::int64_t steps) const {
    x = of(x);
    c = of(c);
    for (std::int64_t step = 0; step < steps; ++step) x = of(x * x + c);
    return encoded(x);
  }
};
constexpr Narrow binary16{11, -24, 15}, bfloat16{8, -133, 127};

std::uint64_t pair(const Narrow& type, const RatesStart& start, std::int64_t steps) {
  const double x = double(start.x), c = double(start.c);
  return type.squares(x, c, steps) | type.squares(x / 2, c, steps) << 16;
}

float squares_fp32(const RatesStart& start, std::int64_t steps) {
  float x = start.x;
  for (std::int64_t step = 0; step < steps; ++step) x = std::fma(x, x, start.c);
  return x;
}

float squares_unfused(const RatesStart& start, std::int64_t steps) {
  float x = start.x;
  for (std::int64_t step = 0; step < steps; ++step) {
    const volatile float square = x * x;  // no compiler may fuse it with the sum
    x = square + start.c;
  }
  return x;
}

/// a x + c so often is a^steps x + (1 + a + ... + a^(steps - 1)) c: by squaring.
std::uint32_t generated(std::uint32_t x, std::uint32_t c, std::int64_t steps) {
  std::uint32_t a = factor, all = 1, sum = 0, times = 1;  // times: 1 + a + ... of 2^k terms
  for (; steps > 0; steps >>= 1) {
    if (steps & 1) {
      sum = a * sum + times;
      all *= a;
    }
    times *= a + 1;
    a *= a;
  }
  return all * x + sum * c;
}

/// Sums of the first and of the third byte of each number that is generated.
std::uint64_t byte_sums(std::uint32_t x, std::uint32_t c, std::int64_t steps) {
  std::uint64_t low = 0, high = 0;
  for (std::int64_t step = 0; step < steps; ++step) {
    x = factor * x + c;
    low += std::uint8_t(x);
    high += std::uint8_t(x >> 16);
  }
  return low | high << 32;
}

/// `by_turn`: the factors one after another in each whole turn of 32 steps, of which the last ones
/// are whole; the first one alone before.
std::uint32_t by_factors(std::uint32_t x, std::uint32_t c, std::int64_t steps, bool by_turn) {
  const auto times = [&](std::uint32_t j) { return factor + j * (c + c); };
  const std::int64_t alone = 1 + (steps - 1) % 32;
  for (std::int64_t step = 0; step < steps; ++step) {
    const std::uint32_t next = step < alone ? 0 : std::uint32_t((step - alone) % 8);
    x = times(by_turn ? next : x >> 29) * x + c;
  }
  return x;
}

/// Row by column of a tile of 16 x 8 elements, as often as there are steps, and what it begins
/// with.
float tile_sum(const RatesProblem& problem, const RatesStart* start, std::int64_t i) {
  const std::int64_t tile = i - i % 128, row = i % 128 / 8, column = i % 8;
  const auto word = [&](std::int64_t place, float RatesStart::*of) {
    return tile + place < problem.n ? bits(start[tile + place].*of) : 0u;
  };
  const auto small = [](std::uint32_t from, int shift) {
    return std::int64_t(from >> shift & 3) - 1;
  };
  std::int64_t product = 0;
  for (std::int64_t k = 0; k < 16; ++k)
    product += small(word(8 * row + k % 8, &RatesStart::x), k < 8 ? 4 : 6) *
               small(word(8 * k + column, &RatesStart::c), 4);
  const std::int64_t begun = word(i % 128, &RatesStart::x) >> 8 & 255;
  return float(begun + product * problem.steps);
}

std::uint64_t mixed(std::uint32_t x, std::uint32_t c) {
  return std::uint64_t(x ^ c) << 32 | std::uint32_t(x + c);
}

std::uint32_t squared_bytes(std::uint32_t x, std::uint32_t c, std::int64_t steps) {
  for (std::int64_t step = 0; step < steps; ++step) {
    std::uint32_t sum = c;
    for (int i = 0; i < 4; ++i) {
      const auto byte = std::int32_t(std::int8_t(x >> (8 * i) & 0xff));
      sum += std::uint32_t(byte * byte);
    }
    x = sum;
  }
  return x;
}

/// A step of the chain y = k x, which knows no k.
double decayed(RatesKind kind, double y) {
  switch (kind) {
  case RatesKind::sine: return std::sin(y);
  case RatesKind::exponential: return -std::expm1(-y);
  default: throw Error("rates: kind " + std::to_string(int(kind)) + " is exact");
  }
}

}  // namespace

// The first has a closed form: 1/x^2 grows by k in every step.
double rates_real(RatesKind kind, const RatesProblem& problem, const RatesStart& start) {
  const double k = 3 + double(start.c), y = 1 + double(start.x) / 4, x = y / k;
  const auto steps = double(problem.steps);
  if (kind == RatesKind::rsqrt) return 1 / std::sqrt(1 / (x * x) + k * steps);
  double now = y;
  for (std::int64_t step = 0; step < problem.steps; ++step) now = decayed(kind, now);
  return now / k;
}

double rates_squares(double x, double c, std::int64_t steps) {
  for (std::int64_t step = 0; step < steps; ++step) x = std::fma(x, x, c);
  return x;
}

std::uint64_t rates_bits(RatesKind kind, const RatesProblem& problem, const RatesStart* start,
                         std::int64_t i) {
  const RatesStart& mine = start[i];
  const std::int64_t steps = problem.steps;
  switch (kind) {
  case RatesKind::fp32: return bits(squares_fp32(mine, steps));
  case RatesKind::unfused: return bits(squares_unfused(mine, steps));
  case RatesKind::fp64:
    return std::bit_cast<std::uint64_t>(rates_squares(double(mine.x), double(mine.c), steps));
  case RatesKind::half: return pair(binary16, mine, steps);
  case RatesKind::brain: return pair(bfloat16, mine, steps);
  case RatesKind::integer: return generated(bits(mine.x), bits(mine.c), steps);
  case RatesKind::bytes: return squared_bytes(bits(mine.x), bits(mine.c), steps);
  case RatesKind::sums: return byte_sums(bits(mine.x), bits(mine.c), steps);
  case RatesKind::by_value: return by_factors(bits(mine.x), bits(mine.c), steps, false);
  case RatesKind::by_turn: return by_factors(bits(mine.x), bits(mine.c), steps, true);
  case RatesKind::tensor: return bits(tile_sum(problem, start, i));
  case RatesKind::loads: return mixed(bits(mine.x), bits(mine.c));
  default: throw Error("rates: there are no exact results of kind " + std::to_string(int(kind)));
  }
}

}  // namespace livewarp
