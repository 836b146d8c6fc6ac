// The matrix unit of a warpgroup, and what feeds it: copies of whole tiles by the tensor memory
// accelerator, and barriers in shared memory that both sides wait at. PTX ISA: wgmma, mbarrier,
// cp.async.bulk.tensor. All of it is machine code for compute capability 9.0 alone (sm_90a); in any
// other these functions do nothing, and on the host they throw.
#pragma once

#include "kernels/core/device/matrix_unit.cuh"

LIVEWARP_KERNELS_BEGIN

/// A matrix in global memory, and how tiles of it lie in shared memory: a CUtensorMap, which the
/// driver makes (see `encode_tensor_map`). A kernel takes it as `const __grid_constant__`.
struct alignas(64) TensorMap {
  unsigned long long words[16];
};

/// Where threads, and copies, tell that something is done. It counts phases: the parity of one is
/// waited for.
struct SharedBarrier {
  unsigned long long word;
};

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)

  #if defined(__CUDA_ARCH_FEAT_SM90_ALL)
    #define LIVEWARP_WARPGROUP_ASM(...) asm volatile(__VA_ARGS__)
  #else
    #define LIVEWARP_WARPGROUP_ASM(...)
  #endif
  #if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    #define LIVEWARP_CLUSTER(blocks) __cluster_dims__(blocks, 1, 1)
  #else
    #define LIVEWARP_CLUSTER(blocks)
  #endif

__device__ __forceinline__ unsigned shared_address(const void* shared) {
  return unsigned(__cvta_generic_to_shared(shared));
}

/// One thread makes it, of as many arrivals a phase, and then says that copies may use it.
__device__ __forceinline__ void barrier_init(SharedBarrier* barrier, unsigned arrivals) {
  LIVEWARP_WARPGROUP_ASM("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)),
                         "r"(arrivals));
}
/// What the calling thread wrote to shared memory is what copies and products see from now on.
__device__ __forceinline__ void shared_is_written() {
  LIVEWARP_WARPGROUP_ASM("fence.proxy.async.shared::cta;" ::: "memory");
}
__device__ __forceinline__ void barriers_are_made() {
  LIVEWARP_WARPGROUP_ASM("fence.mbarrier_init.release.cluster;" ::: "memory");
  shared_is_written();
}
__device__ __forceinline__ void barrier_arrive(SharedBarrier* barrier) {
  LIVEWARP_WARPGROUP_ASM("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(barrier))
                         : "memory");
}
/// An arrival, and so many bytes of copies that its phase waits for too.
__device__ __forceinline__ void barrier_arrive_expecting(SharedBarrier* barrier, unsigned bytes) {
  LIVEWARP_WARPGROUP_ASM(
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)),
      "r"(bytes)
      : "memory");
}
/// Until a phase of that parity is over. That of parity 1 before the first one is.
__device__ __forceinline__ void barrier_wait(SharedBarrier* barrier, unsigned parity) {
  unsigned over = 1;
  do {
    LIVEWARP_WARPGROUP_ASM("{.reg .pred over;"
                           " mbarrier.try_wait.parity.shared::cta.b64 over, [%1], %2;"
                           " selp.u32 %0, 1, 0, over;}"
                           : "=r"(over)
                           : "r"(shared_address(barrier)), "r"(parity)
                           : "memory");
  } while (over == 0);
}

/// Starts the copy of the tile whose first number is that of column x and row y: into shared memory
/// at a multiple of 1,024 bytes, with zeros for what the matrix has not. One thread asks for it;
/// the barrier is told of its bytes.
__device__ __forceinline__ void copy_tile(void* shared, const TensorMap& matrix, int x, int y,
                                          SharedBarrier* barrier) {
  LIVEWARP_WARPGROUP_ASM(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
      " [%0], [%1, {%2, %3}], [%4];" ::"r"(shared_address(shared)),
      "l"(&matrix), "r"(x), "r"(y), "r"(shared_address(barrier))
      : "memory");
}

/// The place of a block in its cluster: blocks that a kernel's `LIVEWARP_CLUSTER` puts side by
/// side, into whose shared memory any of them may write.
__device__ __forceinline__ unsigned cluster_rank() {
  unsigned rank = 0;
  LIVEWARP_WARPGROUP_ASM("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
/// All threads of the cluster that have not ended wait for one another.
__device__ __forceinline__ void cluster_barrier() {
  LIVEWARP_WARPGROUP_ASM("barrier.cluster.arrive.release.aligned;" ::: "memory");
  LIVEWARP_WARPGROUP_ASM("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
/// An arrival at the barrier that stands there in the shared memory of another block.
__device__ __forceinline__ void barrier_arrive_at(SharedBarrier* barrier, unsigned rank) {
  LIVEWARP_WARPGROUP_ASM(
      "{.reg .b32 there; mapa.shared::cluster.u32 there, %0, %1;"
      " mbarrier.arrive.shared::cluster.b64 _, [there];}" ::"r"(shared_address(barrier)),
      "r"(rank)
      : "memory");
}
/// The copy of a tile to the same place of all blocks that `ranks` has a bit of, each of whose
/// barriers is told.
__device__ __forceinline__ void copy_tile_to_all(void* shared, const TensorMap& matrix, int x,
                                                 int y, SharedBarrier* barrier,
                                                 unsigned short ranks) {
  LIVEWARP_WARPGROUP_ASM(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
      ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(shared_address(shared)),
      "l"(&matrix), "r"(x), "r"(y), "r"(shared_address(barrier)), "h"(ranks)
      : "memory");
}

/// What wgmma is told of an operand in shared memory, whose rows of 128 bytes are swizzled as the
/// tensor memory accelerator does it. `eight_rows`: from the first of its rows to the ninth.
/// `next_columns`: from 64 numbers of a row to the next 64, where it has more than those, which
/// only B may, whose rows run along k. In bytes.
__device__ __forceinline__ unsigned long long
matrix_descriptor(const void* shared, unsigned eight_rows, unsigned next_columns) {
  constexpr unsigned long long swizzle_128 = 1ull << 62;
  return (unsigned long long)((shared_address(shared) & 0x3ffff) >> 4) |
         (unsigned long long)(next_columns >> 4) << 16 |
         (unsigned long long)(eight_rows >> 4) << 32 | swizzle_128;
}

/// Sums are ready to be added to: before the first product, and after they were changed.
__device__ __forceinline__ void warpgroup_begin() {
  LIVEWARP_WARPGROUP_ASM("wgmma.fence.sync.aligned;" ::: "memory");
}
/// The products so far are a group; `warpgroup_wait<N>` waits until at most the last N groups are
/// under way.
__device__ __forceinline__ void warpgroup_commit() {
  LIVEWARP_WARPGROUP_ASM("wgmma.commit_group.sync.aligned;" ::: "memory");
}
template <int N>
__device__ __forceinline__ void warpgroup_wait() {
  LIVEWARP_WARPGROUP_ASM("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory");
}

  #define LIVEWARP_SUMS_8(i)                                                                       \
    "+f"(sum[i]), "+f"(sum[i + 1]), "+f"(sum[i + 2]), "+f"(sum[i + 3]), "+f"(sum[i + 4]),          \
        "+f"(sum[i + 5]), "+f"(sum[i + 6]), "+f"(sum[i + 7])
  #define LIVEWARP_SUMS_32(i)                                                                      \
    LIVEWARP_SUMS_8(i), LIVEWARP_SUMS_8(i + 8), LIVEWARP_SUMS_8(i + 16), LIVEWARP_SUMS_8(i + 24)
  #define LIVEWARP_WGMMA_M64N256K16(type)                                                          \
    LIVEWARP_WARPGROUP_ASM("wgmma.mma_async.sync.aligned.m64n256k16.f32." type "." type " {"       \
                           "%0, %1, %2, %3, %4, %5, %6, %7, "                                      \
                           "%8, %9, %10, %11, %12, %13, %14, %15, "                                \
                           "%16, %17, %18, %19, %20, %21, %22, %23, "                              \
                           "%24, %25, %26, %27, %28, %29, %30, %31, "                              \
                           "%32, %33, %34, %35, %36, %37, %38, %39, "                              \
                           "%40, %41, %42, %43, %44, %45, %46, %47, "                              \
                           "%48, %49, %50, %51, %52, %53, %54, %55, "                              \
                           "%56, %57, %58, %59, %60, %61, %62, %63, "                              \
                           "%64, %65, %66, %67, %68, %69, %70, %71, "                              \
                           "%72, %73, %74, %75, %76, %77, %78, %79, "                              \
                           "%80, %81, %82, %83, %84, %85, %86, %87, "                              \
                           "%88, %89, %90, %91, %92, %93, %94, %95, "                              \
                           "%96, %97, %98, %99, %100, %101, %102, %103, "                          \
                           "%104, %105, %106, %107, %108, %109, %110, %111, "                      \
                           "%112, %113, %114, %115, %116, %117, %118, %119, "                      \
                           "%120, %121, %122, %123, %124, %125, %126, %127}, "                     \
                           "%128, %129, 1, 1, 1, 0, 1;"                                            \
                           : LIVEWARP_SUMS_32(0), LIVEWARP_SUMS_32(32), LIVEWARP_SUMS_32(64),      \
                             LIVEWARP_SUMS_32(96)                                                  \
                           : "l"(a), "l"(b))

/// The sums of the compiler are those of the products before: none is kept in another register.
__device__ __forceinline__ void warpgroup_settle(float (&sum)[128]) {
  LIVEWARP_UNROLL()
  for (int i = 0; i < 128; ++i) LIVEWARP_WARPGROUP_ASM("" : "+f"(sum[i])::"memory");
}

/// Starts sum += A B of 64 x 16 and 16 x 256 numbers in shared memory: A's rows run along k, B's
/// along n. With g = lane / 4 and t = lane % 4 warp w of the warpgroup holds in sum[4 j + 2 h + s]
/// that of row 16 w + g + 8 h and column 8 j + 2 t + s. Added with fewer bits than binary32 has
/// where terms are small, and rounded towards zero.
template <class Operand>
__device__ __forceinline__ void warpgroup_multiply_add(float (&sum)[128], unsigned long long a,
                                                       unsigned long long b);
template <>
__device__ __forceinline__ void
warpgroup_multiply_add<Half16>(float (&sum)[128], unsigned long long a, unsigned long long b) {
  LIVEWARP_WGMMA_M64N256K16("f16");
}
template <>
__device__ __forceinline__ void
warpgroup_multiply_add<Brain16>(float (&sum)[128], unsigned long long a, unsigned long long b) {
  LIVEWARP_WGMMA_M64N256K16("bf16");
}

#else

  #define LIVEWARP_CLUSTER(blocks)

[[noreturn]] inline void warpgroups_need_a_gpu() {
  throw std::logic_error("warpgroups need a GPU");
}
inline unsigned shared_address(const void*) { warpgroups_need_a_gpu(); }
inline void barrier_init(SharedBarrier*, unsigned) { warpgroups_need_a_gpu(); }
inline void shared_is_written() { warpgroups_need_a_gpu(); }
inline void barriers_are_made() { warpgroups_need_a_gpu(); }
inline void barrier_arrive(SharedBarrier*) { warpgroups_need_a_gpu(); }
inline void barrier_arrive_expecting(SharedBarrier*, unsigned) { warpgroups_need_a_gpu(); }
inline void barrier_wait(SharedBarrier*, unsigned) { warpgroups_need_a_gpu(); }
inline void copy_tile(void*, const TensorMap&, int, int, SharedBarrier*) {
  warpgroups_need_a_gpu();
}
inline unsigned cluster_rank() { warpgroups_need_a_gpu(); }
inline void cluster_barrier() { warpgroups_need_a_gpu(); }
inline void barrier_arrive_at(SharedBarrier*, unsigned) { warpgroups_need_a_gpu(); }
inline void copy_tile_to_all(void*, const TensorMap&, int, int, SharedBarrier*, unsigned short) {
  warpgroups_need_a_gpu();
}
inline unsigned long long matrix_descriptor(const void*, unsigned, unsigned) {
  warpgroups_need_a_gpu();
}
inline void warpgroup_begin() { warpgroups_need_a_gpu(); }
inline void warpgroup_commit() { warpgroups_need_a_gpu(); }
template <int N>
void warpgroup_wait() {
  warpgroups_need_a_gpu();
}
inline void warpgroup_settle(float (&)[128]) { warpgroups_need_a_gpu(); }
template <class Operand>
void warpgroup_multiply_add(float (&)[128], unsigned long long, unsigned long long) {
  warpgroups_need_a_gpu();
}

#endif

LIVEWARP_KERNELS_END
