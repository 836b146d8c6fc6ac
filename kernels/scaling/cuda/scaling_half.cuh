// Sums of texels in fp16.
#pragma once

#include "kernels/core/device/matrix_unit.cuh"
#include "kernels/scaling/cuda/scaling.cuh"

LIVEWARP_KERNELS_BEGIN

/// Factors of the weights along a row and down a column. A byte is an fp16 as it lies, 0x00bb is b
/// / 2^24; the first sum leaves v / 2^14, the second v / 255 (64.25 / 2^14 is 1 / 255 but for
/// 0.00002).
constexpr float scaling_column_scale = 1024.0f, scaling_row_scale = 64.25f;

/// a b + c, which is v / 255, as v + 1024, where fp16 has steps of 1: the addition rounds, and the
/// lower byte of each half is the value.
__device__ __forceinline__ HalfPair scaling_byte_pair(HalfPair a, HalfPair b, HalfPair c) {
  return fma_pair(fma_pair_saturated(a, b, c), pair_of(255.0f), pair_of(1024.0f));
}
__device__ __forceinline__ HalfPair scaling_byte_pair(HalfPair share) {
  return scaling_byte_pair(share, pair_of(1.0f), 0);
}

LIVEWARP_KERNELS_END
