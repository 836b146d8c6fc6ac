// The inner loops of a blur with vector instructions. This file is compiled once for each
// instruction set (foreach_target.h includes it again and again), and the one to use is chosen when
// the program runs.
#include "kernels/convolution/convolution_cpu_hwy.h"

#include <algorithm>

#include "kernels/core/model/vector_isa.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/convolution/convolution_cpu_hwy.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace livewarp {
namespace HWY_NAMESPACE {

/// All sums are too small by half a unit for each product that they are made of, those along and
/// those down; and half a level rounds.
HWY_INLINE unsigned fixed_rounding(int radius) { return 128 + unsigned(radius) + 1; }

#if HWY_TARGET == HWY_SCALAR
// A processor without any of these instruction sets.
void Widen(const std::uint8_t* bytes, float* line, std::int64_t n) {
  convolution_plain_loops().widen(bytes, line, n);
}
void Along(const float* line, const float* weights, int radius, int channels, float* out,
           std::int64_t n) {
  convolution_plain_loops().along(line, weights, radius, channels, out, n);
}
void Down(const float* const* lines, const float* weights, int radius, std::uint8_t* out,
          std::int64_t n) {
  convolution_plain_loops().down(lines, weights, radius, out, n);
}
void WidenFixed(const std::uint8_t* bytes, std::uint16_t* line, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) line[i] = std::uint16_t(bytes[i] << 8);
}
std::uint16_t fixed_product(unsigned weight, unsigned one, unsigned other) {
  return std::uint16_t(weight * ((one + other + 1) / 2) >> 16);
}
void AlongFixed(const std::uint16_t* line, const std::uint16_t* weights, int radius, int channels,
                std::uint16_t* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    out[i] = fixed_product(weights[0], line[i], line[i]);
    for (int k = 1; k <= radius; ++k)
      out[i] += fixed_product(weights[k], line[i - k * channels], line[i + k * channels]);
  }
}
void DownFixed(const std::uint16_t* const* lines, const std::uint16_t* weights, int radius,
               std::uint8_t* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    unsigned sum = fixed_rounding(radius) + fixed_product(weights[0], lines[0][i], lines[0][i]);
    for (int k = 1; k <= radius; ++k) sum += fixed_product(weights[k], lines[-k][i], lines[k][i]);
    out[i] = std::uint8_t(sum >> 8);
  }
}
#else
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, convolution_lanes>;
using Floating = hn::Vec<Floats>;

/// Four vectors at a time: so many sums are under way that none waits for the one before.
struct Sums {
  Floating a, b, c, d;

  /// Taps at the same distance have the same weight.
  HWY_INLINE void add(const float* one, const float* other, float weight) {
    const Floats f;
    const auto lanes = hn::Lanes(f);
    const Floating w = hn::Set(f, weight);
    a = hn::MulAdd(w, hn::Add(hn::LoadU(f, one), hn::LoadU(f, other)), a);
    b = hn::MulAdd(w, hn::Add(hn::LoadU(f, one + lanes), hn::LoadU(f, other + lanes)), b);
    c = hn::MulAdd(w, hn::Add(hn::LoadU(f, one + 2 * lanes), hn::LoadU(f, other + 2 * lanes)), c);
    d = hn::MulAdd(w, hn::Add(hn::LoadU(f, one + 3 * lanes), hn::LoadU(f, other + 3 * lanes)), d);
  }
};

HWY_INLINE Sums weighted(const float* line, float weight) {
  const Floats f;
  const auto lanes = hn::Lanes(f);
  const Floating w = hn::Set(f, weight);
  return {hn::Mul(w, hn::LoadU(f, line)), hn::Mul(w, hn::LoadU(f, line + lanes)),
          hn::Mul(w, hn::LoadU(f, line + 2 * lanes)), hn::Mul(w, hn::LoadU(f, line + 3 * lanes))};
}

void Widen(const std::uint8_t* bytes, float* line, std::int64_t n) {
  const Floats f;
  const hn::RebindToSigned<Floats> integers;
  const hn::Rebind<std::uint8_t, Floats> few;
  const auto lanes = std::int64_t(hn::Lanes(f));
  std::int64_t i = 0;
  for (; i + lanes <= n; i += lanes)
    hn::StoreU(hn::ConvertTo(f, hn::PromoteTo(integers, hn::LoadU(few, bytes + i))), f, line + i);
  for (; i < n; ++i) line[i] = bytes[i];
}

void Along(const float* line, const float* weights, int radius, int channels, float* out,
           std::int64_t n) {
  const Floats f;
  const auto lanes = std::int64_t(hn::Lanes(f));
  for (std::int64_t i = 0; i < n; i += 4 * lanes) {
    Sums sums = weighted(line + i, weights[0]);
    for (int k = 1; k <= radius; ++k)
      sums.add(line + i - k * channels, line + i + k * channels, weights[k]);
    hn::StoreU(sums.a, f, out + i);
    hn::StoreU(sums.b, f, out + i + lanes);
    hn::StoreU(sums.c, f, out + i + 2 * lanes);
    hn::StoreU(sums.d, f, out + i + 3 * lanes);
  }
}

/// As bytes, rounded. At 1.5 * 2^23 a float counts in ones, so an addition rounds it, and its lower
/// 16 bits are the integer.
HWY_INLINE hn::Vec<hn::Repartition<std::uint8_t, Floats>> bytes_of(const Sums& sums) {
  const hn::Repartition<std::int16_t, Floats> shorts;
  const hn::Repartition<std::uint8_t, Floats> bytes;
  const hn::Half<decltype(bytes)> half;
  const Floating ones = hn::Set(Floats(), 12'582'912.0f);
  const auto both = [&](Floating low, Floating high) HWY_ATTR {
    return hn::DemoteTo(half, hn::ConcatEven(shorts, hn::BitCast(shorts, hn::Add(high, ones)),
                                             hn::BitCast(shorts, hn::Add(low, ones))));
  };
  return hn::Combine(bytes, both(sums.c, sums.d), both(sums.a, sums.b));
}

void Down(const float* const* lines, const float* weights, int radius, std::uint8_t* out,
          std::int64_t n) {
  const hn::Repartition<std::uint8_t, Floats> bytes;
  const auto count = std::int64_t(hn::Lanes(bytes));
  for (std::int64_t i = 0; i < n; i += count) {
    Sums sums = weighted(lines[0] + i, weights[0]);
    for (int k = 1; k <= radius; ++k) sums.add(lines[-k] + i, lines[k] + i, weights[k]);
    if (i + count <= n) {
      hn::StoreU(bytes_of(sums), bytes, out + i);
    } else {
      std::uint8_t last[4 * convolution_lanes];
      hn::StoreU(bytes_of(sums), bytes, last);
      std::copy_n(last, n - i, out + i);
    }
  }
}

// Levels in 256ths, 16 bits each: twice as many in a vector. A product keeps its upper 16 bits.
using Shorts = hn::CappedTag<std::uint16_t, 2 * convolution_lanes>;
using Fixed = hn::Vec<Shorts>;

struct FixedSums {
  Fixed a, b;

  /// The mean of both taps, rounded up at a half: their sum would need a bit more.
  HWY_INLINE void add(const std::uint16_t* one, const std::uint16_t* other, std::uint16_t weight) {
    const Shorts s;
    const auto lanes = hn::Lanes(s);
    const Fixed w = hn::Set(s, weight);
    a = hn::Add(a, hn::MulHigh(w, hn::AverageRound(hn::LoadU(s, one), hn::LoadU(s, other))));
    b = hn::Add(b, hn::MulHigh(w, hn::AverageRound(hn::LoadU(s, one + lanes),
                                                   hn::LoadU(s, other + lanes))));
  }
};

HWY_INLINE FixedSums fixed_weighted(const std::uint16_t* line, std::uint16_t weight) {
  const Shorts s;
  const Fixed w = hn::Set(s, weight);
  return {hn::MulHigh(w, hn::LoadU(s, line)), hn::MulHigh(w, hn::LoadU(s, line + hn::Lanes(s)))};
}

void WidenFixed(const std::uint8_t* bytes, std::uint16_t* line, std::int64_t n) {
  const Shorts s;
  const hn::Rebind<std::uint8_t, Shorts> few;
  const auto lanes = std::int64_t(hn::Lanes(s));
  std::int64_t i = 0;
  for (; i + lanes <= n; i += lanes)
    hn::StoreU(hn::ShiftLeft<8>(hn::PromoteTo(s, hn::LoadU(few, bytes + i))), s, line + i);
  for (; i < n; ++i) line[i] = std::uint16_t(bytes[i] << 8);
}

void AlongFixed(const std::uint16_t* line, const std::uint16_t* weights, int radius, int channels,
                std::uint16_t* out, std::int64_t n) {
  const Shorts s;
  const auto lanes = std::int64_t(hn::Lanes(s));
  for (std::int64_t i = 0; i < n; i += 2 * lanes) {
    FixedSums sums = fixed_weighted(line + i, weights[0]);
    for (int k = 1; k <= radius; ++k)
      sums.add(line + i - k * channels, line + i + k * channels, weights[k]);
    hn::StoreU(sums.a, s, out + i);
    hn::StoreU(sums.b, s, out + i + lanes);
  }
}

void DownFixed(const std::uint16_t* const* lines, const std::uint16_t* weights, int radius,
               std::uint8_t* out, std::int64_t n) {
  const Shorts s;
  const hn::Repartition<std::uint8_t, Shorts> bytes;
  const auto count = std::int64_t(hn::Lanes(bytes));
  const Fixed rounding = hn::Set(s, std::uint16_t(fixed_rounding(radius)));
  for (std::int64_t i = 0; i < n; i += count) {
    FixedSums sums = fixed_weighted(lines[0] + i, weights[0]);
    for (int k = 1; k <= radius; ++k) sums.add(lines[-k] + i, lines[k] + i, weights[k]);
    const auto whole = hn::ConcatOdd(bytes, hn::BitCast(bytes, hn::Add(sums.b, rounding)),
                                     hn::BitCast(bytes, hn::Add(sums.a, rounding)));
    if (i + count <= n) {
      hn::StoreU(whole, bytes, out + i);
    } else {
      std::uint8_t last[4 * convolution_lanes];
      hn::StoreU(whole, bytes, last);
      std::copy_n(last, n - i, out + i);
    }
  }
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace livewarp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace livewarp {

namespace {

HWY_EXPORT(Widen);
HWY_EXPORT(Along);
HWY_EXPORT(Down);
HWY_EXPORT(WidenFixed);
HWY_EXPORT(AlongFixed);
HWY_EXPORT(DownFixed);

}  // namespace

// Lesson vector: One core, 4, 8 or 16 values at a time. The loops are turned inside out: for each
// tap, neighbouring values get their products, four vectors of them, so that no addition waits for
// the one before. Taps at equal distance share a weight. What limits it are the loads: one for each
// tap and vector, for a multiplication that takes no longer.
ConvolutionLoops<float> convolution_vector_loops(const std::string& isa) {
  const std::size_t target = vector_target(isa);
  return {convolution_float_weights, HWY_DISPATCH_TABLE(Widen)[target],
          HWY_DISPATCH_TABLE(Along)[target], HWY_DISPATCH_TABLE(Down)[target]};
}

// Lesson fixed: Levels as integers of 16 bits, in 256ths: a vector holds twice as many as of fp32,
// so half of the loads and of the products remain, and half of the caches suffices. A product keeps
// its upper 16 bits, which cuts off up to a 256th of a level each time; what that takes on average
// is added at the end. Watch the difference grow with the radius, up to an eighth of a level.
//
// Lesson threads: The fixed-point variant on all cores, which take rows in turn. A strip of the
// picture is so narrow that the rows which are blurred along and wait for those below stay in the
// L1 cache. Each piece blurs the rows above and below it anew: few long pieces do less twice, many
// short ones share the work more evenly.
ConvolutionLoops<std::uint16_t> convolution_fixed_loops(const std::string& isa) {
  const std::size_t target = vector_target(isa);
  return {convolution_fixed_weights, HWY_DISPATCH_TABLE(WidenFixed)[target],
          HWY_DISPATCH_TABLE(AlongFixed)[target], HWY_DISPATCH_TABLE(DownFixed)[target]};
}

}  // namespace livewarp
#endif
