// Pixels as binary16: without a conversion, two by two, and four neighbours at once.
#pragma once

#include "kernels/core/device/matrix_unit.cuh"
#include "kernels/pictures/pixels.cuh"

LIVEWARP_KERNELS_BEGIN

/// Factors of the weights of the first and of the second direction. A byte is an fp16 as it lies,
/// 0x00bb is b / 2^24; the first sum leaves v / 2^14, the second v / 255 (64.25 / 2^14 is 1 / 255
/// but for 0.00002).
constexpr float half_first_scale = 1024.0f, half_second_scale = 64.25f;

/// a b + c, which is v / 255, as v + 1024, where fp16 has steps of 1: the addition rounds, and the
/// lower byte of each half is the value.
__device__ __forceinline__ HalfPair half_byte_pair(HalfPair a, HalfPair b, HalfPair c) {
  return fma_pair(fma_pair_saturated(a, b, c), pair_of(255.0f), pair_of(1024.0f));
}
__device__ __forceinline__ HalfPair half_byte_pair(HalfPair share) {
  return half_byte_pair(share, pair_of(1.0f), 0);
}

/// The channels of four neighbouring pixels as pairs of fp16: 0x00bb is b / 2^24, exact.
template <class Pixel>
struct PixelQuad;
template <>
struct PixelQuad<RgbaWord> {
  static constexpr int channels = 4;
  unsigned pixel[4];

  __device__ __forceinline__ void load(const RgbaWord* from) {
    const uint4 all = load_readonly(reinterpret_cast<const uint4*>(from));
    pixel[0] = all.x, pixel[1] = all.y, pixel[2] = all.z, pixel[3] = all.w;
  }
  __device__ __forceinline__ void set(int i, RgbaWord p) { pixel[i] = p; }
  /// Channel by channel the first two pixels, and the last two.
  __device__ __forceinline__ void pairs(HalfPair (&first)[4], HalfPair (&last)[4]) const {
    split(pixel[0], pixel[1], first);
    split(pixel[2], pixel[3], last);
  }
  static __device__ __forceinline__ void split(unsigned p, unsigned q, HalfPair (&pairs)[4]) {
    const unsigned low = __byte_perm(p, q, 0x5140), high = __byte_perm(p, q, 0x7362);
    pairs[0] = __byte_perm(low, 0, 0x4140);
    pairs[1] = __byte_perm(low, 0, 0x4342);
    pairs[2] = __byte_perm(high, 0, 0x4140);
    pairs[3] = __byte_perm(high, 0, 0x4342);
  }
  /// Pixels of four channels, two by two; the lower byte of each half is the value.
  __device__ __forceinline__ void join(const HalfPair (&first)[4], const HalfPair (&last)[4]) {
    merge(first, pixel[0], pixel[1]);
    merge(last, pixel[2], pixel[3]);
  }
  static __device__ __forceinline__ void merge(const HalfPair (&c)[4], unsigned& p, unsigned& q) {
    const unsigned rg = __byte_perm(c[0], c[1], 0x6240), ba = __byte_perm(c[2], c[3], 0x6240);
    p = __byte_perm(rg, ba, 0x5410);
    q = __byte_perm(rg, ba, 0x7632);
  }
  __device__ __forceinline__ void store(RgbaWord* to) const {
    *reinterpret_cast<uint4*>(to) = make_uint4(pixel[0], pixel[1], pixel[2], pixel[3]);
  }
  __device__ __forceinline__ RgbaWord get(int i) const { return pixel[i]; }
  /// All become the one.
  __device__ __forceinline__ void repeat(int i) {
    const RgbaWord one = pixel[i];
    pixel[0] = pixel[1] = pixel[2] = pixel[3] = one;
  }
};
template <>
struct PixelQuad<unsigned char> {
  static constexpr int channels = 1;
  unsigned all;  ///< a byte each

  __device__ __forceinline__ void load(const unsigned char* from) {
    all = load_readonly(reinterpret_cast<const unsigned*>(from));
  }
  __device__ __forceinline__ void set(int i, unsigned char p) {
    all = (i == 0 ? 0u : all) | unsigned(p) << (8 * i);
  }
  __device__ __forceinline__ void pairs(HalfPair (&first)[1], HalfPair (&last)[1]) const {
    first[0] = __byte_perm(all, 0, 0x4140);
    last[0] = __byte_perm(all, 0, 0x4342);
  }
  __device__ __forceinline__ void join(const HalfPair (&first)[1], const HalfPair (&last)[1]) {
    all = __byte_perm(first[0], last[0], 0x6420);
  }
  __device__ __forceinline__ void store(unsigned char* to) const {
    *reinterpret_cast<unsigned*>(to) = all;
  }
  __device__ __forceinline__ unsigned char get(int i) const {
    return (unsigned char)(all >> (8 * i));
  }
  __device__ __forceinline__ void repeat(int i) {
    all = __byte_perm(all, 0, 0x1111u * unsigned(i));
  }
};

LIVEWARP_KERNELS_END
