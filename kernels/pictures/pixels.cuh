// Pixels of four bytes or one, and their channels as numbers.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

// Bytes and numbers without a conversion instruction, of which a multiprocessor does 16 a clock, an
// eighth of the rate of an addition. From 2^23 on the numbers of binary32 are the whole ones: a
// byte below the exponent of 2^23 is 2^23 + b, and what is added to 2^23 is rounded to a byte.
constexpr float whole_numbers = 0x1p23f;

/// Byte i of a word.
__device__ __forceinline__ float byte_as_number(unsigned word, int i) {
  const unsigned byte = __byte_perm(word, __float_as_uint(whole_numbers), 0x7440u + unsigned(i));
  return __uint_as_float(byte) - whole_numbers;
}
/// A word whose lowest byte is a number times `scale`, 0 to 255, rounded.
__device__ __forceinline__ unsigned rounded_byte(float value, float scale = 1.0f) {
  return __float_as_uint(fmaf(value, scale, whole_numbers));
}
/// The lowest bytes of four words.
__device__ __forceinline__ unsigned joined_bytes(unsigned r, unsigned g, unsigned b, unsigned a) {
  return __byte_perm(__byte_perm(r, g, 0x0040), __byte_perm(b, a, 0x0040), 0x5410);
}

/// Four channels of a byte each in a word; red is the lowest.
using RgbaWord = unsigned;

/// The channels of a pixel, weighed and summed in fp32.
template <class Pixel>
struct PixelChannels;
template <>
struct PixelChannels<RgbaWord> {
  using Sum = float4;
  using Bytes = uchar4;
  static constexpr int count = 4;
  static __device__ __forceinline__ float4 zero() { return make_float4(0.0f, 0.0f, 0.0f, 0.0f); }
  static __device__ __forceinline__ float4 of(RgbaWord p) {
    return make_float4(byte_as_number(p, 0), byte_as_number(p, 1), byte_as_number(p, 2),
                       byte_as_number(p, 3));
  }
  static __device__ __forceinline__ float4 plus(float4 sum, float weight, float4 p) {
    return make_float4(fmaf(weight, p.x, sum.x), fmaf(weight, p.y, sum.y), fmaf(weight, p.z, sum.z),
                       fmaf(weight, p.w, sum.w));
  }
};
template <>
struct PixelChannels<uchar4> : PixelChannels<RgbaWord> {
  static __device__ __forceinline__ float4 of(uchar4 p) {
    return make_float4(byte_as_number(p.x, 0), byte_as_number(p.y, 0), byte_as_number(p.z, 0),
                       byte_as_number(p.w, 0));
  }
};
template <>
struct PixelChannels<unsigned char> {
  using Sum = float;
  using Bytes = unsigned char;
  static constexpr int count = 1;
  static __device__ __forceinline__ float zero() { return 0.0f; }
  static __device__ __forceinline__ float of(unsigned char p) { return byte_as_number(p, 0); }
  static __device__ __forceinline__ float plus(float sum, float weight, float p) {
    return fmaf(weight, p, sum);
  }
};
template <class Pixel>
using PixelSum = typename PixelChannels<Pixel>::Sum;

/// The nearest byte of a sum, which may lie a little outside.
__device__ __forceinline__ unsigned char nearest_byte(float value) {
  return (unsigned char)(rounded_byte(fminf(fmaxf(value, 0.0f), 255.0f)));
}
__device__ __forceinline__ RgbaWord nearest_word(float4 v) {
  const auto nearest = [](float c) { return rounded_byte(fminf(fmaxf(c, 0.0f), 255.0f)); };
  return joined_bytes(nearest(v.x), nearest(v.y), nearest(v.z), nearest(v.w));
}
__device__ __forceinline__ uchar4 nearest_pixel(float4 v) {
  return make_uchar4(nearest_byte(v.x), nearest_byte(v.y), nearest_byte(v.z), nearest_byte(v.w));
}
__device__ __forceinline__ unsigned char nearest_pixel(float v) { return nearest_byte(v); }

LIVEWARP_KERNELS_END
