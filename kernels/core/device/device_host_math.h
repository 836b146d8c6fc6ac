// Arithmetic and atomics that CUDA adds to the C library, for the host compiler.
#pragma once

#include <atomic>
#include <bit>
#include <cmath>
#include <concepts>
#include <type_traits>

#include "kernels/core/base/compilation.h"
#include "kernels/core/device/lane.h"

LIVEWARP_KERNELS_BEGIN

// -- arithmetic -----------------------------------------------------------------------------------
/// Relative error at most 2^-23 (two correctly rounded operations); CUDA's own: 2^-22.9.
inline float fast_rsqrt(float x) { return 1.0f / sqrtf(x); }
/// The upper half of the words alone, as the GPU has it: 20 bits behind the point.
inline double fast_rsqrt(double x) {
  const auto bits = std::bit_cast<unsigned long long>(1.0 / ::sqrt(x));
  return std::bit_cast<double>(bits & 0xffffffff00000000ull);
}
inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
inline double rsqrt(double x) { return 1.0 / ::sqrt(x); }

// Correctly rounded in CUDA, so plain operations here (the project is built without -ffast-math).
inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
inline double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline float __frcp_rn(float a) { return 1.0f / a; }
inline float __fsqrt_rn(float a) { return sqrtf(a); }
/// Two roundings against at most 2 ulp in CUDA.
inline float __fdividef(float a, float b) { return a / b; }
/// sin(pi x), exact where x is a multiple of 1/2.
inline float sinpif(float x) {
  const double turn = std::remainder(double(x), 2.0);  // -1 ... 1
  const double near = turn > 0.5 ? 1 - turn : turn < -0.5 ? -1 - turn : turn;
  return float(std::sin(3.14159265358979323846 * near));
}
/// Into [0, 1]; NaN becomes 0.
inline float __saturatef(float a) { return a > 0.0f ? (a < 1.0f ? a : 1.0f) : 0.0f; }

/// CUDA has these for every pair of one arithmetic type.
template <class T>
requires std::is_arithmetic_v<T>
constexpr T min(T a, T b) { return b < a ? b : a; }
template <class T>
requires std::is_arithmetic_v<T>
constexpr T max(T a, T b) { return a < b ? b : a; }

// -- bits -----------------------------------------------------------------------------------------
inline int __float_as_int(float a) { return std::bit_cast<int>(a); }
inline unsigned __float_as_uint(float a) { return std::bit_cast<unsigned>(a); }
inline float __int_as_float(int a) { return std::bit_cast<float>(a); }
inline float __uint_as_float(unsigned a) { return std::bit_cast<float>(a); }
/// Four bytes of the eight of a and b, lowest first; each digit of the selector, from the lowest,
/// is a place 0 ... 7.
inline unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
  const unsigned long long all = a | static_cast<unsigned long long>(b) << 32;
  unsigned bytes = 0;
  for (int i = 0; i < 4; ++i)
    bytes |= static_cast<unsigned>(all >> (8 * (selector >> (4 * i) & 7)) & 0xff) << (8 * i);
  return bytes;
}
inline int __popc(unsigned a) { return std::popcount(a); }
inline int __clz(int a) { return std::countl_zero(static_cast<unsigned>(a)); }
/// Position of the lowest set bit counted from 1; 0 if none is set.
inline int __ffs(int a) { return a == 0 ? 0 : std::countr_zero(static_cast<unsigned>(a)) + 1; }
/// To the nearest integer, ties to even.
inline int __float2int_rn(float a) { return static_cast<int>(lrintf(a)); }

// -- atomics --------------------------------------------------------------------------------------
// Relaxed and device-wide as in CUDA: blocks on several cores may meet in them. Each returns the
// value that stood there before.
template <class T>
concept AtomicInteger =
    std::same_as<T, int> || std::same_as<T, unsigned> || std::same_as<T, unsigned long long>;
template <class T>
concept AtomicNumber = AtomicInteger<T> || std::same_as<T, float> || std::same_as<T, double>;

template <AtomicNumber T>
LIVEWARP_UNTRACED T atomicAdd(T* address, std::type_identity_t<T> value) {
  LIVEWARP_NOTE(address, sizeof(T), atomic);
  return std::atomic_ref<T>(*address).fetch_add(value, std::memory_order_relaxed);
}
template <class T>
requires(std::same_as<T, int> || std::same_as<T, unsigned>) LIVEWARP_UNTRACED T
    atomicSub(T* address, std::type_identity_t<T> value) {
  LIVEWARP_NOTE(address, sizeof(T), atomic);
  return std::atomic_ref<T>(*address).fetch_sub(value, std::memory_order_relaxed);
}
template <AtomicInteger T>
LIVEWARP_UNTRACED T atomicAnd(T* address, std::type_identity_t<T> value) {
  LIVEWARP_NOTE(address, sizeof(T), atomic);
  return std::atomic_ref<T>(*address).fetch_and(value, std::memory_order_relaxed);
}
template <AtomicInteger T>
LIVEWARP_UNTRACED T atomicOr(T* address, std::type_identity_t<T> value) {
  LIVEWARP_NOTE(address, sizeof(T), atomic);
  return std::atomic_ref<T>(*address).fetch_or(value, std::memory_order_relaxed);
}
template <AtomicInteger T>
LIVEWARP_UNTRACED T atomicXor(T* address, std::type_identity_t<T> value) {
  LIVEWARP_NOTE(address, sizeof(T), atomic);
  return std::atomic_ref<T>(*address).fetch_xor(value, std::memory_order_relaxed);
}
template <class T>
requires(AtomicInteger<T> || std::same_as<T, float>) LIVEWARP_UNTRACED T
    atomicExch(T* address, std::type_identity_t<T> value) {
  LIVEWARP_NOTE(address, sizeof(T), atomic);
  return std::atomic_ref<T>(*address).exchange(value, std::memory_order_relaxed);
}
template <AtomicInteger T>
LIVEWARP_UNTRACED T atomicCAS(T* address, std::type_identity_t<T> compare,
                              std::type_identity_t<T> value) {
  LIVEWARP_NOTE(address, sizeof(T), atomic);
  std::atomic_ref<T>(*address).compare_exchange_strong(compare, value, std::memory_order_relaxed);
  return compare;
}
template <AtomicInteger T>
LIVEWARP_UNTRACED T atomicMax(T* address, std::type_identity_t<T> value) {
  LIVEWARP_NOTE(address, sizeof(T), atomic);
  std::atomic_ref<T> place(*address);
  T old = place.load(std::memory_order_relaxed);
  while (old < value && !place.compare_exchange_weak(old, value, std::memory_order_relaxed)) {
  }
  return old;
}
template <AtomicInteger T>
LIVEWARP_UNTRACED T atomicMin(T* address, std::type_identity_t<T> value) {
  LIVEWARP_NOTE(address, sizeof(T), atomic);
  std::atomic_ref<T> place(*address);
  T old = place.load(std::memory_order_relaxed);
  while (value < old && !place.compare_exchange_weak(old, value, std::memory_order_relaxed)) {
  }
  return old;
}

LIVEWARP_KERNELS_END
