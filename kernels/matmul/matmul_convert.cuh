// Kernels that make other numbers of A and B before they are multiplied, and C of other sums.
#pragma once

#include "kernels/core/device/matrix_unit.cuh"
#include "kernels/matmul/matmul_common.cuh"

LIVEWARP_KERNELS_BEGIN

/// A matrix in other numbers, in rows of `pitch` that are filled up with zeros: fp64, fp16, bf16 or
/// int8, as `bytes` and `brain` say. Of int8 `scale` steps are 1; what is beyond them is cut off.
__global__ void matmul_operand(const float* __restrict__ from, void* __restrict__ to, int columns,
                               int pitch, int bytes, bool brain, float scale) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  if (column >= pitch) return;
  const float value = column < columns ? from[row * columns + column] : 0.0f;
  const int at = row * pitch + column;
  if (bytes == 8)
    static_cast<double*>(to)[at] = double(value);
  else if (bytes == 1)
    static_cast<signed char*>(to)[at] =
        (signed char)(__float2int_rn(fminf(fmaxf(value * scale, -127.0f), 127.0f)));
  else
    static_cast<unsigned short*>(to)[at] = brain ? brain_of(value).bits : narrowed(value).bits;
}

/// C of sums in fp64, or of whole numbers that count `unit` each.
__global__ void matmul_result(const void* __restrict__ from, float* __restrict__ c, int count,
                              bool whole, float unit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  c[i] = whole ? float(static_cast<const int*>(from)[i]) * unit
               : float(static_cast<const double*>(from)[i]);
}

LIVEWARP_KERNELS_END
