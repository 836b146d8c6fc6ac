// The product by Hopper's own matrix instruction. For compute capability 9.0 alone.
#pragma once

#include "kernels/core/device/warpgroup.cuh"
#include "kernels/matmul/matmul_common.cuh"

LIVEWARP_KERNELS_BEGIN

/// A block computes 128 x 256 elements of C in steps of 64 along k: a warpgroup copies, two others
/// multiply, each 64 x 256. A stage holds 128 rows of 64 numbers of A, and of B four tiles of 64
/// rows of 64: a row is 128 bytes, which is what the copies swizzle. The blocks of a cluster stand
/// one below another, and need the same of B.
template <int Cluster>
struct MatmulWgmmaTile {
  static constexpr int rows = 128, columns = 256, depth = 64, stages = 4, threads = 384;
  static constexpr int side = 64;  ///< of what lies together
  static constexpr int row_bytes = 2 * side, square_bytes = side * row_bytes;
  static constexpr int a_bytes = rows * row_bytes, b_bytes = columns / side * square_bytes;
  static constexpr int stage_bytes = a_bytes + b_bytes, alignment = 1024;
  static constexpr int shared_bytes = stages * stage_bytes + alignment;
  static constexpr int squares = columns / side / Cluster;  ///< of B that a block copies
};

/// The place of a thread in the ring of stages, and how often it has come round.
template <int Stages>
struct MatmulRing {
  int slot = 0;
  unsigned parity = 0;
  __device__ __forceinline__ void next() {
    if (++slot < Stages) return;
    slot = 0;
    parity ^= 1;
  }
};

/// Of each stage a barrier that says that it has come, and one that says that it is free again.
template <int Cluster>
struct MatmulStages {
  using Tile = MatmulWgmmaTile<Cluster>;
  using Ring = MatmulRing<Tile::stages>;
  unsigned char* bytes;
  SharedBarrier *come, *freed;
  int rank;  ///< of the block in its cluster

  /// The copying thread: puts the tiles of a step on their way once their stage is free, of B its
  /// block's part, to all blocks.
  __device__ __forceinline__ void copy(const Ring& ring, const TensorMap& a, const TensorMap& b,
                                       int row, int column, int p) const {
    unsigned char* const stage = bytes + ring.slot * Tile::stage_bytes;
    barrier_wait(freed + ring.slot, ring.parity ^ 1);
    barrier_arrive_expecting(come + ring.slot, Tile::stage_bytes);
    copy_tile(stage, a, p, row, come + ring.slot);
    LIVEWARP_UNROLL()
    for (int i = 0; i < Tile::squares; ++i) {
      const int j = rank * Tile::squares + i;
      unsigned char* const to = stage + Tile::a_bytes + j * Tile::square_bytes;
      if constexpr (Cluster == 1)
        copy_tile(to, b, column + j * Tile::side, p, come + ring.slot);
      else
        copy_tile_to_all(to, b, column + j * Tile::side, p, come + ring.slot, (1 << Cluster) - 1);
    }
  }
  /// A multiplying warpgroup: adds the products of a step once its tiles have come. They are under
  /// way when it returns.
  template <class Operand>
  __device__ __forceinline__ void multiply(const Ring& ring, int row, float (&sum)[128]) const {
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
  /// Tells all blocks that copy to this one.
  __device__ __forceinline__ void release(int slot) const {
    if constexpr (Cluster == 1) {
      if (threadIdx.x % 128 == 0) barrier_arrive(freed + slot);
    } else {
      if (threadIdx.x % 128 < Cluster) barrier_arrive_at(freed + slot, threadIdx.x % 128);
    }
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
// multiply, and for each of four stages two barriers tell one side what the other has done. Blocks
// of a cluster copy a part of B each, to all: so the second-level cache is asked for it once.
//
//    copies       0 1 2 3 | wait until 0 is free | 0 | 1 | ...
//    multiplies   wait | 0 | 1 | 2 | 3 | 0 | ... | store, then the next tile
//
// A block stays, and computes tile after tile: while it stores one, copies for the next are under
// way.
template <class Operand, int Cluster>
__global__ void LIVEWARP_CLUSTER(Cluster) __launch_bounds__(MatmulWgmmaTile<Cluster>::threads, 1)
    matmul_wgmma(float* __restrict__ c, const __grid_constant__ TensorMap a,
                 const __grid_constant__ TensorMap b, MatmulShape shape) {
  using Tile = MatmulWgmmaTile<Cluster>;
  __shared__ SharedBarrier come[Tile::stages], freed[Tile::stages];
  unsigned char* const dynamic = dynamic_shared<unsigned char>();
  const int unaligned = int(shared_address(dynamic) % Tile::alignment);
  const int rank = Cluster == 1 ? 0 : int(cluster_rank());
  const MatmulStages<Cluster> stages{dynamic + (Tile::alignment - unaligned) % Tile::alignment,
                                     come, freed, rank};
  if (threadIdx.x == 0) {
    for (int s = 0; s < Tile::stages; ++s) {
      barrier_init(come + s, 1);
      barrier_init(freed + s, 2 * Cluster);
    }
    barriers_are_made();
  }
  __syncthreads();
  if (Cluster > 1) cluster_barrier();
  // Tiles are counted by clusters.
  const int rows = (shape.m + Cluster * Tile::rows - 1) / (Cluster * Tile::rows);
  const int columns = (shape.n + Tile::columns - 1) / Tile::columns;
  const int steps = (shape.k + Tile::depth - 1) / Tile::depth, group = int(threadIdx.x) / 128;
  const int first = int(blockIdx.x) / Cluster, clusters = int(gridDim.x) / Cluster;
  typename MatmulStages<Cluster>::Ring ring;
  if (group == 0) {
    if (threadIdx.x != 0) return;
    for (int tile = first; tile < rows * columns; tile += clusters) {
      const MatmulTilePlace place(rows, columns, tile);
      const int row = (place.row * Cluster + rank) * Tile::rows;
      for (int step = 0; step < steps; ++step, ring.next())
        stages.copy(ring, a, b, row, place.column * Tile::columns, step * Tile::depth);
    }
    return;
  }
  for (int tile = first; tile < rows * columns; tile += clusters) {
    const MatmulTilePlace place(rows, columns, tile);
    float sum[128];
    LIVEWARP_UNROLL()
    for (int i = 0; i < 128; ++i) sum[i] = 0;
    int last = ring.slot;
    for (int step = 0; step < steps; ++step, ring.next()) {
      stages.template multiply<Operand>(ring, 64 * (group - 1), sum);
      // While these go on those of the step before are done, and its stage is free.
      warpgroup_wait<1>();
      if (step > 0) stages.release(last);
      last = ring.slot;
    }
    warpgroup_wait<0>();
    warpgroup_settle(sum);
    stages.release(last);
    const int row = (place.row * Cluster + rank) * Tile::rows + 64 * (group - 1);
    matmul_store_warpgroup(sum, c, row, place.column * Tile::columns, shape);
  }
  // Shared memory stays until nobody copies to it, or arrives there, any more.
  if (Cluster > 1) cluster_barrier();
}

LIVEWARP_KERNELS_END
