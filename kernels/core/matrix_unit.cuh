// Products of small matrices by the matrix unit of a warp, and arithmetic with two binary16 at once, each with a
// form for the host.
#pragma once

#include "kernels/core/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// Two binary16 in a word, the first in the lower half.
using HalfPair = unsigned;

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)

/// D += A B with D 16 x 8, A 16 x 16, B 16 x 8, all binary16, spread over the lanes of a warp as PTX's
/// mma.m16n8k16 says. With g = lane / 4 and t = lane % 4 a lane holds, in pairs of neighbours,
/// of A: row g columns 2 t ..., row g + 8, and both with columns 2 t + 8 ...; of B: column g rows 2 t ...
/// and 2 t + 8 ...; of D: rows g and g + 8, columns 2 t ...
/// Compute capability 8.0; on older GPUs D is left as it is.
__device__ __forceinline__ void multiply_add(HalfPair (&d)[2], const uint4& a, HalfPair b0,
                                             HalfPair b1) {
  #if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
      : "+r"(d[0]), "+r"(d[1])
      : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b0), "r"(b1));
  #endif
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

#else

/// What the lanes of a block's warps bring to a product: they are fibres of one thread.
struct MatrixLanes {
  uint4 a[32];
  HalfPair b[32][2];
};

inline void multiply_add(HalfPair (&d)[2], const uint4& a, HalfPair b0, HalfPair b1) {
  static thread_local MatrixLanes warps[32];
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  MatrixLanes& all = warps[thread / 32];
  const int lane = int(thread % 32), g = lane / 4, t = lane % 4;
  all.a[lane] = a;
  all.b[lane][0] = b0;
  all.b[lane][1] = b1;
  __syncwarp();
  const auto half = [](HalfPair pair, int i) {
    return double(widened({static_cast<unsigned short>(pair >> (16 * i))}));
  };
  HalfPair sums[2] = {};
  for (int row = 0; row < 2; ++row)
    for (int column = 0; column < 2; ++column) {
      double sum = half(d[row], column);
      for (int k = 0; k < 16; ++k) {
        const int from = k % 8 / 2;
        const uint4& of = all.a[4 * g + from];
        const HalfPair left = row == 0 ? (k < 8 ? of.x : of.z) : (k < 8 ? of.y : of.w);
        const HalfPair right = all.b[4 * (2 * t + column) + from][k / 8];
        sum += half(left, k % 2) * half(right, k % 2);
      }
      sums[row] |= HalfPair(narrowed(float(sum)).bits) << (16 * column);
    }
  __syncwarp();
  d[0] = sums[0];
  d[1] = sums[1];
}

template <class Round>
HalfPair fma_halves(HalfPair a, HalfPair b, HalfPair c, const Round& round) {
  const auto one = [&](int i) {
    const auto half = [i](HalfPair pair) {
      return double(widened({static_cast<unsigned short>(pair >> (16 * i))}));
    };
    return HalfPair(narrowed(float(round(half(a) * half(b) + half(c)))).bits) << (16 * i);
  };
  return one(0) | one(1);
}
inline HalfPair fma_pair(HalfPair a, HalfPair b, HalfPair c) {
  return fma_halves(a, b, c, [](double v) { return v; });
}
inline HalfPair fma_pair_saturated(HalfPair a, HalfPair b, HalfPair c) {
  return fma_halves(a, b, c, [](double v) { return v > 0 ? (v < 1 ? v : 1) : 0; });
}

#endif

/// The pair of a number with itself.
__device__ __forceinline__ HalfPair pair_of(float value) {
  const HalfPair half = narrowed(value).bits;
  return half | half << 16;
}

LIVEWARP_KERNELS_END
