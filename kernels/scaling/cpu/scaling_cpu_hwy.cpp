// The inner loops of separable scaling with vector instructions. This file is compiled once for
// each instruction set (foreach_target.h includes it again and again), and the one to use is chosen
// when the program runs.
#include "kernels/scaling/cpu/scaling_cpu_hwy.h"

#include "kernels/core/model/vector_isa.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/scaling/cpu/scaling_cpu_hwy.cpp"
#include <hwy/foreach_target.h>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "kernels/scaling/cpu/scaling_cpu_vectors.h"

HWY_BEFORE_NAMESPACE();
namespace livewarp {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
// A processor without any of these instruction sets.
void OfBytes(const std::uint8_t* const* rows, const float* weights, int count, float* line,
             std::int64_t n) {
  scaling_plain_loops().of_bytes(rows, weights, count, line, n);
}
void Along(const ScalingLanes& lanes, const float* line, std::int64_t origin, std::int64_t first,
           std::int64_t last, float* out) {
  scaling_plain_loops().along(lanes, line, origin, first, last, out);
}
void ToBytes(const float* const* lines, const float* weights, int count, std::uint8_t* out,
             std::int64_t n, bool streaming) {
  scaling_plain_loops().to_bytes(lines, weights, count, out, n, streaming);
}
void Halve(const std::uint8_t* upper, const std::uint8_t* lower, std::uint8_t* out,
           std::int64_t pixels, int channels, bool streaming) {
  scaling_plain_loops().halve(upper, lower, out, pixels, channels, streaming);
}
void Window(const std::uint8_t* texels, std::int64_t pitch, int channels, const float* columns,
            const float* rows, int taps, float* sums) {
  scaling_plain_loops().window(texels, pitch, channels, columns, rows, taps, sums);
}
#else
void OfBytes(const std::uint8_t* const* rows, const float* weights, int count, float* line,
             std::int64_t n) {
  const Floats d;
  const auto lanes = std::int64_t(hn::Lanes(d));
  std::int64_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    Floating a = hn::Zero(d), b = a, c = a, e = a;
    for (int k = 0; k < count; ++k) {
      const std::uint8_t* const row = rows[k] + i;
      const Floating weight = hn::Set(d, weights[k]);
      a = hn::MulAdd(weight, of_bytes(row), a);
      b = hn::MulAdd(weight, of_bytes(row + lanes), b);
      c = hn::MulAdd(weight, of_bytes(row + 2 * lanes), c);
      e = hn::MulAdd(weight, of_bytes(row + 3 * lanes), e);
    }
    hn::StoreU(a, d, line + i);
    hn::StoreU(b, d, line + i + lanes);
    hn::StoreU(c, d, line + i + 2 * lanes);
    hn::StoreU(e, d, line + i + 3 * lanes);
  }
  for (; i < n; ++i) {
    float sum = 0;
    for (int k = 0; k < count; ++k) sum += weights[k] * float(rows[k][i]);
    line[i] = sum;
  }
}

// A block of pixels each; `line` begins with the first texel of the block's first lane.

/// Neighbours share texels: all that a vector of pixels needs for a tap lies within one vector of
/// texels, from which it is picked by the same permutation for every tap.
template <int known>
HWY_INLINE void along_close(const ScalingLanes& lanes, const std::int32_t* start, const float* line,
                            const float* weights, float* out) {
  const int taps = known ? known : lanes.taps;
  const Floats d;
  const Ints di;
  constexpr int block = ScalingLanes::block;
  for (std::size_t l = 0; l < block; l += hn::Lanes(d)) {
    const auto places =
        hn::IndicesFromVec(d, hn::Sub(hn::LoadU(di, start + l), hn::Set(di, start[l])));
    const float* const from = line + (start[l] - start[0]);
    Floating sum = hn::Zero(d);
    for (int k = 0; k < taps; ++k) {
      const Floating texels = hn::LoadU(d, from + k * lanes.channels);
      sum = hn::MulAdd(hn::LoadU(d, weights + k * block + l), hn::TableLookupLanes(texels, places),
                       sum);
    }
    hn::StoreU(sum, d, out + l);
  }
}

/// Pixels of four channels that lie apart: each is a vector.
HWY_INLINE void along_pixels(const ScalingLanes& lanes, const std::int32_t* start,
                             const float* line, const float* weights, float* out) {
  const hn::CappedTag<float, 4> d;
  constexpr int block = ScalingLanes::block;
  const float *const second = line + (start[4] - start[0]),
                     *const third = line + (start[8] - start[0]),
                     *const fourth = line + (start[12] - start[0]);
  auto a = hn::Zero(d), b = a, c = a, e = a;
  for (int k = 0; k < lanes.taps; ++k) {
    const float* const w = weights + k * block;
    a = hn::MulAdd(hn::LoadU(d, w), hn::LoadU(d, line + k * 4), a);
    b = hn::MulAdd(hn::LoadU(d, w + 4), hn::LoadU(d, second + k * 4), b);
    c = hn::MulAdd(hn::LoadU(d, w + 8), hn::LoadU(d, third + k * 4), c);
    e = hn::MulAdd(hn::LoadU(d, w + 12), hn::LoadU(d, fourth + k * 4), e);
  }
  hn::StoreU(a, d, out);
  hn::StoreU(b, d, out + 4);
  hn::StoreU(c, d, out + 8);
  hn::StoreU(e, d, out + 12);
}

/// Pixels of one channel that lie apart are gathered.
HWY_INLINE void along_gathered(const ScalingLanes& lanes, const std::int32_t* start,
                               const float* line, const float* weights, float* out) {
  const Floats d;
  const Ints di;
  constexpr int block = ScalingLanes::block;
  for (std::size_t l = 0; l < block; l += hn::Lanes(d)) {
    const auto places = hn::Sub(hn::LoadU(di, start + l), hn::Set(di, start[0]));
    Floating sum = hn::Zero(d);
    for (int k = 0; k < lanes.taps; ++k)
      sum = hn::MulAdd(hn::LoadU(d, weights + k * block + l),
                       hn::GatherIndex(d, line + k * lanes.channels, places), sum);
    hn::StoreU(sum, d, out + l);
  }
}

template <class Block>
HWY_INLINE void blocks_along(const ScalingLanes& lanes, const float* line, std::int64_t origin,
                             std::int64_t first, std::int64_t last, float* out, const Block& make) {
  constexpr int block = ScalingLanes::block;
  const std::int32_t* start = lanes.start.data() + first * block;
  const float* weights = lanes.weights_of(first);
  for (std::int64_t b = first; b < last; ++b) {
    make(lanes, start, line + (start[0] - origin), weights, out);
    start += block;
    weights += block * lanes.taps;
    out += block;
  }
}

void Along(const ScalingLanes& lanes, const float* line, std::int64_t origin, std::int64_t first,
           std::int64_t last, float* out) {
  const auto blocks = [&](const auto& make)
                          HWY_ATTR { blocks_along(lanes, line, origin, first, last, out, make); };
  #define SCALING_BLOCK(make)                                                                      \
    [](const ScalingLanes& all, const std::int32_t* start, const float* from,                      \
       const float* weights, float* made) HWY_ATTR { make(all, start, from, weights, made); }
  if (lanes.close && lanes.taps == 2) return blocks(SCALING_BLOCK(along_close<2>));
  if (lanes.close && lanes.taps == 4) return blocks(SCALING_BLOCK(along_close<4>));
  if (lanes.close) return blocks(SCALING_BLOCK(along_close<0>));
  if (lanes.channels == 4) return blocks(SCALING_BLOCK(along_pixels));
  blocks(SCALING_BLOCK(along_gathered));
  #undef SCALING_BLOCK
}

/// `known` is the number of lines where it is usual, else 0.
template <int known>
HWY_INLINE void lines_to_bytes(const float* const* lines, const float* weights, int count,
                               std::uint8_t* out, std::int64_t n, bool streaming) {
  const Floats d;
  const auto lanes = std::int64_t(hn::Lanes(d));
  const int all = known ? known : count;
  const auto vector = [&](std::int64_t i) HWY_ATTR {
    Floating a = hn::Zero(d), b = a, c = a, e = a;
    for (int k = 0; k < all; ++k) {
      const float* const line = lines[k] + i;
      const Floating weight = hn::Set(d, weights[k]);
      a = hn::MulAdd(weight, hn::LoadU(d, line), a);
      b = hn::MulAdd(weight, hn::LoadU(d, line + lanes), b);
      c = hn::MulAdd(weight, hn::LoadU(d, line + 2 * lanes), c);
      e = hn::MulAdd(weight, hn::LoadU(d, line + 3 * lanes), e);
    }
    return to_bytes(a, b, c, e);
  };
  fill(out, n, streaming, vector, [&](std::int64_t i, std::int64_t end) {
    for (; i < end; ++i) {
      float sum = 0;
      for (int k = 0; k < all; ++k) sum += weights[k] * lines[k][i];
      out[i] = scaling_nearest_byte(sum);
    }
  });
}

void ToBytes(const float* const* lines, const float* weights, int count, std::uint8_t* out,
             std::int64_t n, bool streaming) {
  switch (count) {
  case 1: return lines_to_bytes<1>(lines, weights, count, out, n, streaming);
  case 2: return lines_to_bytes<2>(lines, weights, count, out, n, streaming);
  case 4: return lines_to_bytes<4>(lines, weights, count, out, n, streaming);
  default: return lines_to_bytes<0>(lines, weights, count, out, n, streaming);
  }
}

/// (a + b + c + d + 2) / 4 in bytes alone: the mean of two means, each rounded up, is one too large
/// where both roundings did something and the last one does too.
template <class V>
HWY_INLINE V mean_of_four(V a, V b, V c, V d) {
  const Bytes bytes;
  const V ab = hn::AverageRound(a, b), cd = hn::AverageRound(c, d);
  const V rounded = hn::And(hn::Or(hn::Xor(a, b), hn::Xor(c, d)), hn::Xor(ab, cd));
  return hn::Sub(hn::AverageRound(ab, cd), hn::And(rounded, hn::Set(bytes, 1)));
}

template <class Pixel>
void halve_pixels(const std::uint8_t* upper, const std::uint8_t* lower, std::uint8_t* out,
                  std::int64_t pixels, bool streaming) {
  const Bytes d;
  const hn::Repartition<Pixel, Bytes> whole;
  const auto size = std::int64_t(hn::Lanes(d));
  constexpr auto channels = std::int64_t(sizeof(Pixel));
  const auto vector = [&](std::int64_t i) HWY_ATTR {
    const auto load = [&](const std::uint8_t* p)
                          HWY_ATTR { return hn::BitCast(whole, hn::LoadU(d, p)); };
    const auto u0 = load(upper + 2 * i), u1 = load(upper + 2 * i + size);
    const auto l0 = load(lower + 2 * i), l1 = load(lower + 2 * i + size);
    return mean_of_four(hn::BitCast(d, hn::ConcatEven(whole, u1, u0)),
                        hn::BitCast(d, hn::ConcatOdd(whole, u1, u0)),
                        hn::BitCast(d, hn::ConcatEven(whole, l1, l0)),
                        hn::BitCast(d, hn::ConcatOdd(whole, l1, l0)));
  };
  fill(out, pixels * channels, streaming, vector, [&](std::int64_t i, std::int64_t end) {
    for (; i < end; ++i) {
      const std::int64_t left = 2 * (i / channels) * channels + i % channels;
      const std::int64_t right = left + channels;
      out[i] = std::uint8_t((upper[left] + upper[right] + lower[left] + lower[right] + 2) / 4);
    }
  });
}

void Halve(const std::uint8_t* upper, const std::uint8_t* lower, std::uint8_t* out,
           std::int64_t pixels, int channels, bool streaming) {
  if (channels == 4)
    halve_pixels<std::uint32_t>(upper, lower, out, pixels, streaming);
  else
    halve_pixels<std::uint8_t>(upper, lower, out, pixels, streaming);
}

/// A texel of four channels is a vector.
void Window(const std::uint8_t* texels, std::int64_t pitch, int channels, const float* columns,
            const float* rows, int taps, float* sums) {
  if (channels == 1) {
    for (int j = 0; j < taps; ++j) {
      float line = 0;
      for (int i = 0; i < taps; ++i) line += columns[i] * float(texels[j * pitch + i]);
      *sums += rows[j] * line;
    }
    return;
  }
  const hn::CappedTag<float, 4> d;
  const hn::RebindToSigned<decltype(d)> di;
  const hn::Rebind<std::uint8_t, decltype(d)> bytes;
  auto sum = hn::LoadU(d, sums);
  for (int j = 0; j < taps; ++j) {
    const std::uint8_t* const row = texels + j * pitch;
    auto line = hn::Zero(d);
    for (int i = 0; i < taps; ++i)
      line = hn::MulAdd(hn::Set(d, columns[i]),
                        hn::ConvertTo(d, hn::PromoteTo(di, hn::LoadU(bytes, row + 4 * i))), line);
    sum = hn::MulAdd(hn::Set(d, rows[j]), line, sum);
  }
  hn::StoreU(sum, d, sums);
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace livewarp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace livewarp {

namespace {

HWY_EXPORT(OfBytes);
HWY_EXPORT(Along);
HWY_EXPORT(ToBytes);
HWY_EXPORT(Halve);
HWY_EXPORT(Window);

}  // namespace

// Lesson vector: One core, 4, 8 or 16 channels at a time. Rows are easy, all texels of a row having
// the same weight; along a row neighbours lie at uneven distances, and a permutation puts what one
// vector of texels holds where its pixels are. Half the instructions convert bytes to floats and
// back.
//
// Lesson threads: The vectorized variant on all cores, in chunks of rows and in strips so narrow
// that what is filtered stays in the L1 cache. Large results are stored past the caches
// (non-temporal stores), where nobody would find them again. A rotated result and mipmaps have no
// lines to filter: they go pixel by pixel, with weights from a table of the filter.
ScalingLoops scaling_vector_loops(const std::string& isa) {
  const std::size_t target = vector_target(isa);
  return {HWY_DISPATCH_TABLE(OfBytes)[target], HWY_DISPATCH_TABLE(Along)[target],
          HWY_DISPATCH_TABLE(ToBytes)[target], HWY_DISPATCH_TABLE(Halve)[target],
          HWY_DISPATCH_TABLE(Window)[target]};
}

void scaling_finish_streaming() { hwy::FlushStream(); }

}  // namespace livewarp
#endif
