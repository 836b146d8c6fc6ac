// How a warp loads what its matrix unit multiplies, with a form for the host. Beside
// matrix_unit.cuh, since few kernels ask for it.
#pragma once

#include "kernels/core/device/matrix_unit.cuh"

LIVEWARP_KERNELS_BEGIN

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)

/// Four matrices of 8 x 8 binary16 from shared memory, for a whole warp: lane l names row l % 8 of
/// matrix l / 8, 16 bytes at a multiple of 16. With g = lane / 4 and t = lane % 4 a lane gets of
/// matrix i, in to[i], columns 2 t and 2 t + 1 of row g (PTX ISA, ldmatrix; compute capability
/// 7.5).
__device__ __forceinline__ void load_matrices(HalfPair (&to)[4], const void* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(unsigned(__cvta_generic_to_shared(row)))
               : "memory");
}
/// The same of each matrix transposed: rows 2 t and 2 t + 1 of column g.
__device__ __forceinline__ void load_matrices_transposed(HalfPair (&to)[4], const void* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(unsigned(__cvta_generic_to_shared(row)))
               : "memory");
}

#else

/// A row that a lane names.
struct MatrixRow {
  unsigned short half[8];
};
/// Of the calling thread's warp, by lanes.
inline MatrixRow* matrix_rows(unsigned warp) {
  static thread_local MatrixRow warps[32][32];
  return warps[warp];
}

/// Gathers the rows that the lanes of the warp name, and hands `take(row, lane)` a function of
/// matrix and row.
template <class Take>
void with_matrices(const void* named, const Take& take) {
  const uint4 mine = *static_cast<const uint4*>(named);  // a load of 16 bytes, and heard as one
  LIVEWARP_UNHEARD();
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  MatrixRow* const rows = matrix_rows(thread / 32);
  __builtin_memcpy(&rows[thread % 32], &mine, sizeof(MatrixRow));
  __syncwarp();
  take([&](int matrix, int row) -> const MatrixRow& { return rows[8 * matrix + row]; },
       int(thread % 32));
  __syncwarp();
}

inline void load_matrices(HalfPair (&to)[4], const void* row) {
  with_matrices(row, [&](const auto& row_of, int lane) {
    for (int i = 0; i < 4; ++i) {
      const MatrixRow& from = row_of(i, lane / 4);
      to[i] = from.half[lane % 4 * 2] | HalfPair(from.half[lane % 4 * 2 + 1]) << 16;
    }
  });
}
inline void load_matrices_transposed(HalfPair (&to)[4], const void* row) {
  with_matrices(row, [&](const auto& row_of, int lane) {
    for (int i = 0; i < 4; ++i) {
      const int g = lane / 4, first = lane % 4 * 2;
      to[i] = row_of(i, first).half[g] | HalfPair(row_of(i, first + 1).half[g]) << 16;
    }
  });
}

#endif

LIVEWARP_KERNELS_END
