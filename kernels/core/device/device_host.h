// CUDA's words for the host compiler: qualifiers, built-ins, barriers, shuffles and votes. Included
// by device.cuh alone.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <type_traits>

#include "kernels/core/base/compilation.h"
#include "kernels/core/device/device_host_math.h"
#include "kernels/core/device/device_host_texture.h"
#include "kernels/core/device/device_host_types.h"
#include "kernels/core/device/lane.h"
#include "kernels/core/model/precision.h"

// -- qualifiers (`__restrict__` is the compiler's own) -------------------------------------------
#define __global__ inline
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __grid_constant__
#define __align__(n) __attribute__((aligned(n)))
/// One instance a process, as CUDA has one a device.
#define __constant__ inline
/// A block runs on one thread of the operating system, and that thread runs one block at a time: a
/// thread-local object is the block's. The executor poisons it before each block. As on a GPU,
/// where the first one lies in bank 0, it begins at a multiple of 128 bytes.
#define __shared__ alignas(128) constinit static thread_local
#define LIVEWARP_UNROLL(...)

LIVEWARP_KERNELS_BEGIN

using emulator::blockDim;
using emulator::blockIdx;
using emulator::gridDim;
using emulator::threadIdx;
inline constexpr int warpSize = 32;

template <class T>
T* dynamic_shared() {
  static_assert(alignof(T) <= 16);
  return static_cast<T*>(emulator::dynamic_shared_memory());
}

template <class T>
T load_readonly(const T* source) {
  return *source;
}
template <class T>
T __ldg(const T* source) {
  return *source;
}

template <class T>
T load_ordinary(const T* source) {
  return *source;
}

template <class T>
void store_streaming(T* target, T value) {
  *target = value;
}

inline void prefetch_second_level(const void* address) {
  (void)*static_cast<const volatile char*>(address);
}

template <int Bytes>
LIVEWARP_UNTRACED void copy_async(void* shared, const void* source) {
  static_assert(Bytes == 4 || Bytes == 8 || Bytes == 16);
  LIVEWARP_NOTE_COPY(source, shared, Bytes);
  std::memcpy(shared, source, Bytes);
}
LIVEWARP_UNTRACED inline void copy_async_or_zero(void* shared, const void* source, bool zeros) {
  LIVEWARP_NOTE_COPY(zeros ? nullptr : source, shared, 16);
  if (zeros)
    std::memset(shared, 0, 16);
  else
    std::memcpy(shared, source, 16);
}
inline void copy_async_commit() {}
template <int N>
void copy_async_wait() {}

/// Variants that need it refuse the host, where blocks run one after another.
inline void grid_barrier(unsigned*, unsigned) {
  throw std::logic_error("blocks that wait for one another need a GPU");
}

/// A real stored as IEEE binary16; kernels compute with it in fp32.
struct Half16 {
  unsigned short bits;
};
inline float widened(Half16 value) { return to_float(Half{value.bits}); }
inline Half16 narrowed(float value) { return {to_half(value).bits}; }

// -- block ----------------------------------------------------------------------------------------
inline void __syncthreads() { emulator::block_barrier(emulator::BarrierKind::sync, 0); }
inline int __syncthreads_count(int predicate) {
  return emulator::block_barrier(emulator::BarrierKind::count, predicate);
}
inline int __syncthreads_and(int predicate) {
  return emulator::block_barrier(emulator::BarrierKind::all, predicate);
}
inline int __syncthreads_or(int predicate) {
  return emulator::block_barrier(emulator::BarrierKind::any, predicate);
}
inline void __threadfence() { std::atomic_thread_fence(std::memory_order_seq_cst); }
inline void __threadfence_block() { std::atomic_signal_fence(std::memory_order_seq_cst); }

// -- warp -----------------------------------------------------------------------------------------
inline void __syncwarp(unsigned mask = 0xffffffffu) {
  emulator::warp_exchange(emulator::WarpOperation::sync, mask, 0, 0);
}
inline unsigned __ballot_sync(unsigned mask, int predicate) {
  return static_cast<unsigned>(
      emulator::warp_exchange(emulator::WarpOperation::vote, mask, predicate != 0, 0));
}
inline int __any_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate) != 0; }
inline int __all_sync(unsigned mask, int predicate) { return __ballot_sync(mask, !predicate) == 0; }

template <class T>
concept Shuffled = std::is_arithmetic_v<T> &&(sizeof(T) == 4 || sizeof(T) == 8);

/// The mask of the lanes that give the same bits (PTX ISA, match.any.sync).
template <Shuffled T>
unsigned __match_any_sync(unsigned mask, T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return static_cast<unsigned>(
      emulator::warp_exchange(emulator::WarpOperation::match, mask, bits, 0));
}

/// The value that lane `source` of the warp gives in the same call.
template <Shuffled T>
T shuffle_from(unsigned mask, T value, int source) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  bits = emulator::warp_exchange(emulator::WarpOperation::shuffle, mask, bits, source);
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

// `width` (a power of two, at most 32) cuts the warp into segments. Whoever would read beyond the
// end of his segment gets his own value (PTX ISA, shfl.sync).
template <Shuffled T>
T __shfl_sync(unsigned mask, T value, int source, int width = warpSize) {
  const int first = emulator::lane_index() & ~(width - 1);
  return shuffle_from(mask, value, first | (source & (width - 1)));
}
template <Shuffled T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = warpSize) {
  const int lane = emulator::lane_index(), first = lane & ~(width - 1);
  const int source = lane - static_cast<int>(delta & 31u);
  return shuffle_from(mask, value, source >= first ? source : lane);
}
template <Shuffled T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = warpSize) {
  const int lane = emulator::lane_index(), last = lane | (width - 1);
  const int source = lane + static_cast<int>(delta & 31u);
  return shuffle_from(mask, value, source <= last ? source : lane);
}
template <Shuffled T>
T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = warpSize) {
  const int lane = emulator::lane_index(), last = lane | (width - 1);
  const int source = lane ^ (lane_mask & 31);
  return shuffle_from(mask, value, source <= last ? source : lane);
}

LIVEWARP_KERNELS_END
