// What a thread of the rolling window computes with: its columns as numbers, and back as bytes.
#pragma once

#include "kernels/pictures/half_pixels.cuh"

LIVEWARP_KERNELS_BEGIN

/// Of a filter of that radius: the weight of the middle, then of both taps at a distance.
template <class Number, int Radius>
struct RollingWeights {
  Number along[Radius + 1], down[Radius + 1];
};

/// Numbers in fp32.
struct RollingExact {
  using Number = float;
  static __device__ __forceinline__ float plus(float a, float b) { return a + b; }
  static __device__ __forceinline__ float times(float weight, float a) { return weight * a; }
  static __device__ __forceinline__ float plus(float sum, float weight, float a) {
    return fmaf(weight, a, sum);
  }
  /// The sum in the lowest byte.
  static __device__ __forceinline__ unsigned level(float sum, float weight, float a) {
    return rounded_byte(fmaf(weight, a, sum));
  }
};

// Lesson rolling-half: The walk of the rolling window with two channels in a register: an
// instruction on two binary16 does twice the work, and the ring takes half of the registers. A byte
// is a binary16 as it lies, 0x00bb is b / 2^24, so nothing is converted on the way in. Sums are
// rounded to 11 bits, which costs up to a quarter of a level: watch the difference. What remains of
// the instructions takes little longer than the memory.
//
// See `half_byte_pair`.
struct RollingPaired {
  using Number = HalfPair;
  static __device__ __forceinline__ HalfPair plus(HalfPair a, HalfPair b) { return add_pair(a, b); }
  static __device__ __forceinline__ HalfPair times(HalfPair weight, HalfPair a) {
    return fma_pair(weight, a, 0);
  }
  static __device__ __forceinline__ HalfPair plus(HalfPair sum, HalfPair weight, HalfPair a) {
    return fma_pair(weight, a, sum);
  }
  /// The sums in the lower byte of each half.
  static __device__ __forceinline__ unsigned level(HalfPair sum, HalfPair weight, HalfPair a) {
    return half_byte_pair(weight, a, sum);
  }
};

/// A thread's columns: `places` of `numbers` each, from `quads` of texels. `number(quads, place,
/// i)`: number i of a place, which are counted from the first texel of the first quad.
template <class Arithmetic, class Pixel>
struct RollingCells;

/// Four columns, two channels in a pair: red and blue, green and alpha.
template <>
struct RollingCells<RollingPaired, RgbaWord> : RollingPaired {
  static constexpr int columns = 4, quads = 1, numbers = 2, lanes = 1;
  static __device__ __forceinline__ HalfPair number(const PixelQuad<RgbaWord>* texels, int place,
                                                    int i) {
    const RgbaWord texel = texels[place / 4].get(place % 4);
    return i == 0 ? texel & 0x00ff00ffu : __byte_perm(texel, 0, 0x4341);
  }
  static __device__ __forceinline__ void join(const unsigned (&levels)[4][2],
                                              PixelQuad<RgbaWord> (&result)[1]) {
    LIVEWARP_UNROLL()
    for (int j = 0; j < 4; ++j) result[0].set(j, __byte_perm(levels[j][0], levels[j][1], 0x6240));
  }
};

/// Eight columns, a pair of those four apart: so a tap to the side is a place to the side.
template <>
struct RollingCells<RollingPaired, unsigned char> : RollingPaired {
  static constexpr int columns = 8, quads = 2, numbers = 1, lanes = 1;
  static __device__ __forceinline__ HalfPair number(const PixelQuad<unsigned char>* texels,
                                                    int place, int) {
    const unsigned four = __byte_perm(texels[place / 4].all, texels[place / 4 + 1].all,
                                      place % 4 < 2 ? 0x5410 : 0x7632);
    return place % 2 == 0 ? four & 0x00ff00ffu : __byte_perm(four, 0, 0x4341);
  }
  static __device__ __forceinline__ void join(const unsigned (&levels)[4][1],
                                              PixelQuad<unsigned char> (&result)[2]) {
    const unsigned front = __byte_perm(levels[0][0], levels[1][0], 0x6240);
    const unsigned back = __byte_perm(levels[2][0], levels[3][0], 0x6240);
    result[0].all = __byte_perm(front, back, 0x5410);
    result[1].all = __byte_perm(front, back, 0x7632);
  }
};

/// Four columns of one channel.
template <>
struct RollingCells<RollingExact, unsigned char> : RollingExact {
  static constexpr int columns = 4, quads = 1, numbers = 1, lanes = 1;
  static __device__ __forceinline__ float number(const PixelQuad<unsigned char>* texels, int place,
                                                 int) {
    return byte_as_number(texels[place / 4].all, place % 4);
  }
  static __device__ __forceinline__ void join(const unsigned (&levels)[4][1],
                                              PixelQuad<unsigned char> (&result)[1]) {
    result[0].all = joined_bytes(levels[0][0], levels[1][0], levels[2][0], levels[3][0]);
  }
};

/// Four columns of two channels: a neighbouring lane has the other two, or the registers would not
/// suffice.
template <>
struct RollingCells<RollingExact, RgbaWord> : RollingExact {
  static constexpr int columns = 4, quads = 1, numbers = 2, lanes = 2;
  static __device__ __forceinline__ bool upper() { return threadIdx.x % 2 != 0; }
  static __device__ __forceinline__ float number(const PixelQuad<RgbaWord>* texels, int place,
                                                 int i) {
    return byte_as_number(texels[place / 4].get(place % 4), (upper() ? 2 : 0) + i);
  }
  /// Each of the two lanes gets two of the four pixels, which are then its first.
  static __device__ __forceinline__ void join(const unsigned (&levels)[4][2],
                                              PixelQuad<RgbaWord> (&result)[1]) {
    unsigned two[2];  // channels of two pixels
    LIVEWARP_UNROLL()
    for (int j = 0; j < 2; ++j)
      two[j] = joined_bytes(levels[2 * j][0], levels[2 * j][1], levels[2 * j + 1][0],
                            levels[2 * j + 1][1]);
    const unsigned other = __shfl_xor_sync(0xffffffffu, upper() ? two[0] : two[1], 1);
    const unsigned low = upper() ? other : two[0], high = upper() ? two[1] : other;
    result[0].set(0, __byte_perm(low, high, 0x5410));
    result[0].set(1, __byte_perm(low, high, 0x7632));
  }
};

LIVEWARP_KERNELS_END
