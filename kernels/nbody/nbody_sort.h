// Bodies in the order of 64-bit keys: on a GPU by CUB's radix sort, which is compiled in where CUDA
// is, on the host by the standard library's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace livewarp {

/// Keys with the numbers of their bodies, and where both go. Equal keys keep their order.
struct NbodySort {
  const std::uint64_t* keys = nullptr;
  std::uint64_t* sorted_keys = nullptr;
  const std::uint32_t* bodies = nullptr;
  std::uint32_t* order = nullptr;
  void* scratch = nullptr;  ///< of `nbody_sort_scratch_bytes`
  std::int64_t n = 0;
};

/// Bits of a key that count.
inline constexpr int nbody_sort_bits = 63;

/// Why this build has no CUB, and what to do; empty if it has.
std::string nbody_sort_missing();
/// What CUB wants beside both rows on the current device; 0 where it cannot be asked.
std::size_t nbody_sort_scratch_bytes(std::int64_t n);
/// Puts the work on a `cudaStream_t` of the current device. Throws `Error`.
void nbody_sort(const NbodySort& task, void* stream);

/// The same at once, in memory of the host.
void nbody_sort_on_host(const NbodySort& task);

}  // namespace livewarp
