// Matrix products by tiles in shared memory, one thread an element.
#pragma once

#include "kernels/matmul/matmul_common.cuh"

LIVEWARP_KERNELS_BEGIN

// Lesson shared: A block computes a square of C, and walks along k in steps of its side: it puts a
// square of A and one of B into shared memory, once, and each number is then used by a whole row or
// column of threads. With side s global memory is asked s times less. Now shared memory is: two
// loads for each multiplication and addition, of which a multiprocessor can do 128 a clock, and
// loads only 32.
//
//        B tile              the barriers keep a tile whole: one before it is read, one before
// A tile  C tile             the next overwrites it
struct MatmulRowTile {
  static __device__ __forceinline__ int place(int row, int column, int side) {
    return row * side + column;
  }
};

// Lesson conflicts: The same tiles stored as As[tx][ty] in place of As[ty][tx], an exchange of two
// letters that compiles and computes the same. The lanes of a warp now store, and read B, a row of
// the tile apart: with side 32 all in one of the 32 banks, which serves them one after another.
// Global memory sees no difference; the lens does, in wavefronts per request.
struct MatmulColumnTile {
  static __device__ __forceinline__ int place(int row, int column, int side) {
    return column * side + row;
  }
};

template <class Tile>
__global__ void matmul_shared(const float* __restrict__ a, const float* __restrict__ b,
                              float* __restrict__ c, MatmulShape shape) {
  const int side = blockDim.x, tx = threadIdx.x, ty = threadIdx.y;
  float* const as = dynamic_shared<float>();
  float* const bs = as + side * side;
  const int i = blockIdx.y * side + ty, j = blockIdx.x * side + tx;
  float sum = 0;
  for (int p = 0; p < shape.k; p += side) {
    as[Tile::place(ty, tx, side)] = matmul_or_zero(a, i, p + tx, shape.m, shape.k);
    bs[Tile::place(ty, tx, side)] = matmul_or_zero(b, p + ty, j, shape.k, shape.n);
    __syncthreads();
    for (int q = 0; q < side; ++q)
      sum += as[Tile::place(ty, q, side)] * bs[Tile::place(q, tx, side)];
    __syncthreads();
  }
  if (i < shape.m && j < shape.n) c[i * shape.n + j] = sum;
}

constexpr int matmul_side = 32;

// Lesson unrolled: The side of the tile is known to the compiler, which writes the inner loop out:
// no counter, no comparison, addresses that are constants, and four numbers of A in one load of 16
// bytes, since they lie side by side. Shared memory is asked 1.25 times for a multiplication and
// addition rather than twice. For less than that a thread must use again what it has loaded.
__global__ void __launch_bounds__(matmul_side* matmul_side)
    matmul_unrolled(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                    MatmulShape shape) {
  __shared__ __align__(16) float as[matmul_side][matmul_side];
  __shared__ float bs[matmul_side][matmul_side];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int i = blockIdx.y * matmul_side + ty, j = blockIdx.x * matmul_side + tx;
  float sum = 0;
  for (int p = 0; p < shape.k; p += matmul_side) {
    as[ty][tx] = matmul_or_zero(a, i, p + tx, shape.m, shape.k);
    bs[ty][tx] = matmul_or_zero(b, p + ty, j, shape.k, shape.n);
    __syncthreads();
    LIVEWARP_UNROLL()
    for (int q = 0; q < matmul_side; q += 4) {
      const float4 four = *reinterpret_cast<const float4*>(&as[ty][q]);
      sum += four.x * bs[q][tx] + four.y * bs[q + 1][tx] + four.z * bs[q + 2][tx] +
             four.w * bs[q + 3][tx];
    }
    __syncthreads();
  }
  if (i < shape.m && j < shape.n) c[i * shape.n + j] = sum;
}

LIVEWARP_KERNELS_END
