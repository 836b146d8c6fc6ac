// Kernels of a matrix product by one thread an element, from global memory.
#pragma once

#include "kernels/matmul/matmul_common.cuh"

LIVEWARP_KERNELS_BEGIN

/// An element of C, the sum of k products, added one after another.
template <class Sum, class Operand>
__device__ __forceinline__ Sum matmul_dot(const Operand* a, const Operand* b, int i, int j,
                                          int a_pitch, int b_pitch, int k) {
  Sum sum = 0;
  for (int p = 0; p < k; ++p) sum += Sum(a[i * a_pitch + p]) * Sum(b[p * b_pitch + j]);
  return sum;
}

// Lesson transposed: One thread per element of C, and the one mistake that costs most: threadIdx.x
// counts rows. The 32 lanes of a warp read B at one address, and A and C a whole row apart, a
// sector of 32 bytes for each 4 that are wanted. Nothing is wrong but the order of two indices:
// look at sectors per request in the lens, then at the next variant.
__global__ void matmul_transposed(const float* __restrict__ a, const float* __restrict__ b,
                                  float* __restrict__ c, MatmulShape shape) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < shape.m && j < shape.n)
    c[i * shape.n + j] = matmul_dot<float>(a, b, i, j, shape.k, shape.n, shape.k);
}

// Lesson naive: The same loop with threadIdx.x along a row: B and C are coalesced, and A is one
// address for the whole warp. Still each multiplication and addition asks for two numbers, 8 bytes
// for 2 operations. The caches serve most of it, since neighbours read the same rows and columns;
// their bandwidth is now the limit, not the arithmetic. Numbers in fp64 show what rounding did, and
// what twice the bytes cost; int8 are a quarter of them, and their sums, in whole numbers, exact.
//
// A product of int8 counts `unit`; of reals 1.
template <class Operand, class Sum>
__global__ void matmul_naive(const Operand* __restrict__ a, const Operand* __restrict__ b,
                             float* __restrict__ c, MatmulShape shape, int a_pitch, int b_pitch,
                             float unit) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < shape.m && j < shape.n)
    c[i * shape.n + j] = float(matmul_dot<Sum>(a, b, i, j, a_pitch, b_pitch, shape.k)) * unit;
}

LIVEWARP_KERNELS_END
