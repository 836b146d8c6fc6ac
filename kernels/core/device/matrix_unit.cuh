// Products of small matrices by the matrix unit of a warp, and arithmetic with two binary16 at
// once, each with a form for the host.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// Two binary16, or two bfloat16, in a word, the first in the lower half.
using HalfPair = unsigned;

/// A real stored as bfloat16: binary32 without its lower 16 bits.
struct Brain16 {
  unsigned short bits;
};
__device__ __forceinline__ float widened(Brain16 value) {
  return __uint_as_float(unsigned(value.bits) << 16);
}
/// The nearest bfloat16, ties to even; NaN stays NaN.
__device__ __forceinline__ Brain16 brain_of(float value) {
  const unsigned bits = __float_as_uint(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return {(unsigned short)(bits >> 16 | 0x40u)};
  return {(unsigned short)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16)};
}

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)

/// D += A B with D 16 x 8, A 16 x 16, B 16 x 8, all binary16, spread over the lanes of a warp as
/// PTX's mma.m16n8k16 says. With g = lane / 4 and t = lane % 4 a lane holds, in pairs of
/// neighbours, of A: row g columns 2 t ..., row g + 8, and both with columns 2 t + 8 ...; of B:
/// column g rows 2 t ... and 2 t + 8 ...; of D: rows g and g + 8, columns 2 t ... Compute
/// capability 8.0; on older GPUs D is left as it is.
__device__ __forceinline__ void multiply_add(HalfPair (&d)[2], const uint4& a, HalfPair b0,
                                             HalfPair b1) {
  #if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
      : "+r"(d[0]), "+r"(d[1])
      : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b0), "r"(b1));
  #endif
}

  #if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    #define LIVEWARP_MMA_M16N8K16(type)                                                            \
      asm("mma.sync.aligned.m16n8k16.row.col.f32." type "." type ".f32 {%0,%1,%2,%3}, "            \
          "{%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"                                             \
          : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])                                         \
          : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1), "f"(c[0]), "f"(c[1]),    \
            "f"(c[2]), "f"(c[3]))
  #else
    #define LIVEWARP_MMA_M16N8K16(type)                                                            \
      for (int i = 0; i < 4; ++i) d[i] = c[i]
  #endif

/// D = A B + C with C and D in binary32, where the accumulator is rounded towards zero. A and B are
/// as the last argument is: binary16 or bfloat16.
__device__ __forceinline__ void multiply_add(float (&d)[4], const HalfPair (&a)[4], HalfPair b0,
                                             HalfPair b1, const float (&c)[4], Half16 = {}) {
  LIVEWARP_MMA_M16N8K16("f16");
}
__device__ __forceinline__ void multiply_add(float (&d)[4], const HalfPair (&a)[4], HalfPair b0,
                                             HalfPair b1, const float (&c)[4], Brain16) {
  LIVEWARP_MMA_M16N8K16("bf16");
}

/// The binary16 nearest to two numbers, and the numbers again.
__device__ __forceinline__ HalfPair halves_of(float first, float second) {
  HalfPair pair;
  #if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(second), "f"(first));
  #else
  asm("{.reg .f16 low, high; cvt.rn.f16.f32 low, %1; cvt.rn.f16.f32 high, %2;"
      " mov.b32 %0, {low, high};}"
      : "=r"(pair)
      : "f"(first), "f"(second));
  #endif
  return pair;
}

/// a b + c, rounded once; saturated: then clamped to 0 ... 1.
__device__ __forceinline__ HalfPair fma_pair(HalfPair a, HalfPair b, HalfPair c) {
  HalfPair d;
  asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}
__device__ __forceinline__ HalfPair fma_pair_saturated(HalfPair a, HalfPair b, HalfPair c) {
  HalfPair d;
  asm("fma.rn.sat.f16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}

__device__ __forceinline__ HalfPair add_pair(HalfPair a, HalfPair b) {
  HalfPair d;
  asm("add.rn.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
  return d;
}

#else

/// What the lanes of a warp bring to a product, widened once: [lane][register][half of it]. They
/// are fibres of one thread.
struct MatrixLanes {
  float a[32][4][2], b[32][2][2];

  template <class Operand>
  static void widen(float (&to)[2], HalfPair pair) {
    for (int i = 0; i < 2; ++i)
      to[i] = widened(Operand{static_cast<unsigned short>(pair >> (16 * i))});
  }
  template <class Operand>
  void give(int lane, const uint4& mine, HalfPair b0, HalfPair b1) {
    const HalfPair registers[4] = {mine.x, mine.y, mine.z, mine.w};
    for (int i = 0; i < 4; ++i) widen<Operand>(a[lane][i], registers[i]);
    widen<Operand>(b[lane][0], b0);
    widen<Operand>(b[lane][1], b1);
  }
};

/// Of the calling thread's warp.
inline MatrixLanes& matrix_lanes(unsigned warp) {
  static thread_local MatrixLanes warps[32];
  return warps[warp];
}

/// Gathers both factors of the calling lane's warp, and hands `product(row, column)`, a sum of this
/// lane's rows g + 8 row and columns 2 t + column, to `take`.
template <class Operand = Half16, class Take>
void with_product(const uint4& a, HalfPair b0, HalfPair b1, const Take& take) {
  LIVEWARP_UNHEARD();
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  MatrixLanes& all = matrix_lanes(thread / 32);
  const int lane = int(thread % 32), g = lane / 4, t = lane % 4;
  all.give<Operand>(lane, a, b0, b1);
  __syncwarp();
  take([&](int row, int column) {
    double sum = 0;
    for (int half = 0; half < 2; ++half)
      for (int from = 0; from < 4; ++from) {
        const float(&left)[2] = all.a[4 * g + from][row + 2 * half];
        const float(&right)[2] = all.b[4 * (2 * t + column) + from][half];
        for (int i = 0; i < 2; ++i) sum += double(left[i]) * double(right[i]);
      }
    return sum;
  });
  __syncwarp();
}

inline void multiply_add(HalfPair (&d)[2], const uint4& a, HalfPair b0, HalfPair b1) {
  HalfPair sums[2] = {};
  with_product(a, b0, b1, [&](const auto& product) {
    for (int row = 0; row < 2; ++row)
      for (int column = 0; column < 2; ++column) {
        const auto was = static_cast<unsigned short>(d[row] >> (16 * column));
        const double sum = double(widened(Half16{was})) + product(row, column);
        sums[row] |= HalfPair(narrowed(float(sum)).bits) << (16 * column);
      }
  });
  d[0] = sums[0];
  d[1] = sums[1];
}

template <class Operand = Half16>
void multiply_add(float (&d)[4], const HalfPair (&a)[4], HalfPair b0, HalfPair b1,
                  const float (&c)[4], Operand = {}) {
  with_product<Operand>({a[0], a[1], a[2], a[3]}, b0, b1, [&](const auto& product) {
    for (int i = 0; i < 4; ++i) d[i] = float(double(c[i]) + product(i / 2, i % 2));
  });
}

inline HalfPair halves_of(float first, float second) {
  return HalfPair(narrowed(first).bits) | HalfPair(narrowed(second).bits) << 16;
}

/// A number in binary32 such that a second rounding, to half as many bits or fewer, makes of it
/// what it makes of the number itself: cut off, with the last bit set unless it is exact (round to
/// odd: Boldo, Melquiond 2008).
inline float to_odd(double value) {
  const float near = float(value);
  if (double(near) == value || value != value) return near;
  const bool farther = (near < 0 ? -double(near) : double(near)) > (value < 0 ? -value : value);
  return __uint_as_float((__float_as_uint(near) - unsigned(farther)) | 1u);
}

template <class Round>
HalfPair fma_halves(HalfPair a, HalfPair b, HalfPair c, const Round& round) {
  const auto one = [&](int i) {
    const auto half = [i](HalfPair pair) {
      return double(widened(Half16{static_cast<unsigned short>(pair >> (16 * i))}));
    };
    return HalfPair(narrowed(to_odd(round(half(a) * half(b) + half(c)))).bits) << (16 * i);
  };
  return one(0) | one(1);
}
inline HalfPair fma_pair(HalfPair a, HalfPair b, HalfPair c) {
  return fma_halves(a, b, c, [](double v) { return v; });
}
inline HalfPair fma_pair_saturated(HalfPair a, HalfPair b, HalfPair c) {
  return fma_halves(a, b, c, [](double v) { return v > 0 ? (v < 1 ? v : 1) : 0; });
}
inline HalfPair add_pair(HalfPair a, HalfPair b) { return fma_pair(a, 0x3c003c00u, b); }

#endif

/// The pair of a number with itself.
__device__ __forceinline__ HalfPair pair_of(float value) {
  const HalfPair half = narrowed(value).bits;
  return half | half << 16;
}

LIVEWARP_KERNELS_END
