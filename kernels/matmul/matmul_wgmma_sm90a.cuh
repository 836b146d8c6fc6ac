// The product by Hopper's own matrix instruction. For compute capability 9.0 alone.
#pragma once

#include "kernels/core/device/warpgroup.cuh"
#include "kernels/matmul/matmul_common.cuh"

LIVEWARP_KERNELS_BEGIN

/// A block computes 128 x 256 elements of C in steps of 64 along k: a warpgroup copies, two others
/// multiply, each 64 x 256. A stage holds 128 rows of 64 numbers of A, and of B four tiles of 64
/// rows of 64: a row is 128 bytes, which is what the copies swizzle.
struct MatmulWgmmaTile {
  static constexpr int rows = 128, columns = 256, depth = 64, stages = 4, threads = 384;
  static constexpr int side = 64;  ///< of what lies together
  static constexpr int row_bytes = 2 * side, square_bytes = side * row_bytes;
  static constexpr int a_bytes = rows * row_bytes, b_bytes = columns / side * square_bytes;
  static constexpr int stage_bytes = a_bytes + b_bytes, alignment = 1024;
  static constexpr int shared_bytes = stages * stage_bytes + alignment;
};

/// The place of a thread in the ring of stages, and how often it has come round.
struct MatmulRing {
  int slot = 0;
  unsigned parity = 0;
  __device__ __forceinline__ void next() {
    if (++slot < MatmulWgmmaTile::stages) return;
    slot = 0;
    parity ^= 1;
  }
};

/// Of each stage a barrier that says that it has come, and one that says that it is free again.
struct MatmulStages {
  using Tile = MatmulWgmmaTile;
  unsigned char* bytes;
  SharedBarrier *come, *freed;

  /// The copying thread: puts the tiles of a step on their way once their stage is free.
  __device__ __forceinline__ void copy(const MatmulRing& ring, const TensorMap& a,
                                       const TensorMap& b, int row, int column, int p) const {
    unsigned char* const stage = bytes + ring.slot * Tile::stage_bytes;
    barrier_wait(freed + ring.slot, ring.parity ^ 1);
    barrier_arrive_expecting(come + ring.slot, Tile::stage_bytes);
    copy_tile(stage, a, p, row, come + ring.slot);
    LIVEWARP_UNROLL()
    for (int j = 0; j < Tile::columns / Tile::side; ++j)
      copy_tile(stage + Tile::a_bytes + j * Tile::square_bytes, b, column + j * Tile::side, p,
                come + ring.slot);
  }
  /// A multiplying warpgroup: adds the products of a step once its tiles have come. They are under
  /// way when it returns.
  template <class Operand>
  __device__ __forceinline__ void multiply(const MatmulRing& ring, int row,
                                           float (&sum)[128]) const {
    constexpr int of_k = 16;  // an instruction
    const unsigned char* const stage = bytes + ring.slot * Tile::stage_bytes;
    barrier_wait(come + ring.slot, ring.parity);
    warpgroup_begin();
    LIVEWARP_UNROLL()
    for (int q = 0; q < Tile::depth; q += of_k)
      warpgroup_multiply_add<Operand>(sum,
                                      matrix_descriptor(stage + row * Tile::row_bytes + 2 * q,
                                                        8 * Tile::row_bytes, Tile::square_bytes),
                                      matrix_descriptor(stage + Tile::a_bytes + q * Tile::row_bytes,
                                                        8 * Tile::row_bytes, Tile::square_bytes));
    warpgroup_commit();
  }
  __device__ __forceinline__ void release(int slot) const {
    if (threadIdx.x % 128 == 0) barrier_arrive(freed + slot);
  }
};

/// A warpgroup's sums, as `warpgroup_multiply_add` spreads them.
__device__ __forceinline__ void matmul_store_warpgroup(const float (&sum)[128], float* c, int row,
                                                       int column, const MatmulShape& shape) {
  const int thread = int(threadIdx.x) % 128, t = thread % 4;
  const int y = row + thread / 32 * 16 + thread % 32 / 4, x = column + 2 * t;
  LIVEWARP_UNROLL()
  for (int i = 0; i < 64; ++i)
    matmul_store_pair(c, sum[2 * i], sum[2 * i + 1], y + i % 2 * 8, x + i / 2 * 8, shape);
}

// Lesson wgmma: Hopper multiplies 64 x 16 by 16 x 256 numbers in one instruction of four warps, a
// warpgroup, which goes on while that is done. Operands are not loaded: the tensor cores read them
// from shared memory, where the tensor memory accelerator has put whole tiles, one command each,
// swizzled so that no banks meet. One warpgroup does nothing but give these commands, two others
// multiply, and for each of four stages two barriers tell one side what the other has done.
//
//    copies     | 0 1 2 3 | wait until 0 is free | 0 | ...     a block stays and computes tile
//    after multiplies   wait    | 0 | 1 | 2 | 3 | 0 | ...            tile: copies for the next are
//    on stores                                                    their way while it stores the
//    last
template <class Operand>
__global__ void __launch_bounds__(MatmulWgmmaTile::threads, 1)
    matmul_wgmma(float* __restrict__ c, const __grid_constant__ TensorMap a,
                 const __grid_constant__ TensorMap b, MatmulShape shape) {
  using Tile = MatmulWgmmaTile;
  __shared__ SharedBarrier come[Tile::stages], freed[Tile::stages];
  unsigned char* const dynamic = dynamic_shared<unsigned char>();
  const int unaligned = int(shared_address(dynamic) % Tile::alignment);
  const MatmulStages stages{dynamic + (Tile::alignment - unaligned) % Tile::alignment, come, freed};
  if (threadIdx.x == 0) {
    for (int s = 0; s < Tile::stages; ++s) barrier_init(come + s, 1), barrier_init(freed + s, 2);
    barriers_are_made();
  }
  __syncthreads();
  const int rows = (shape.m + Tile::rows - 1) / Tile::rows;
  const int columns = (shape.n + Tile::columns - 1) / Tile::columns;
  const int steps = (shape.k + Tile::depth - 1) / Tile::depth, group = int(threadIdx.x) / 128;
  MatmulRing ring;
  if (group == 0) {
    if (threadIdx.x != 0) return;
    for (int tile = blockIdx.x; tile < rows * columns; tile += gridDim.x) {
      const MatmulTilePlace place(rows, columns, tile);
      for (int step = 0; step < steps; ++step, ring.next())
        stages.copy(ring, a, b, place.row * Tile::rows, place.column * Tile::columns,
                    step * Tile::depth);
    }
    return;
  }
  const int row = 64 * (group - 1);
  for (int tile = blockIdx.x; tile < rows * columns; tile += gridDim.x) {
    const MatmulTilePlace place(rows, columns, tile);
    float sum[128];
    LIVEWARP_UNROLL()
    for (int i = 0; i < 128; ++i) sum[i] = 0;
    int last = ring.slot;
    for (int step = 0; step < steps; ++step, ring.next()) {
      stages.multiply<Operand>(ring, row, sum);
      // While these go on those of the step before are done, and its stage is free.
      warpgroup_wait<1>();
      if (step > 0) stages.release(last);
      last = ring.slot;
    }
    warpgroup_wait<0>();
    warpgroup_settle(sum);
    stages.release(last);
    matmul_store_warpgroup(sum, c, place.row * Tile::rows + row, place.column * Tile::columns,
                           shape);
  }
}

LIVEWARP_KERNELS_END
