#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cstddef>
  #include <cstdint>

  #include <cuda_runtime_api.h>

namespace livewarp {

/// Loads the kernels below on the current device: the runtime does so at the first launch of each,
/// and may wait for the device. Throws `Error`.
void load_peer_kernels();

// Each runs on the current device, to which `stream` belongs. All throw `Error`.
/// Reads a peer's memory into its own; `bytes` is a multiple of `peer_granule`.
void read_peer_memory(void* own, const void* peers, std::size_t bytes, cudaStream_t stream);
/// Writes its own memory into a peer's.
void write_peer_memory(void* peers, const void* own, std::size_t bytes, cudaStream_t stream);

/// A ring of places, a line of memory apart, each of which holds the number of the next.
inline constexpr unsigned ring_places = 4096, ring_line = 32 /* numbers of 4 bytes */,
                          ring_step = 1365;
inline constexpr std::size_t ring_bytes = std::size_t{ring_places} * ring_line * 4;
/// One thread goes from place to place in a peer's memory, and notes where it ends.
void follow_peer_ring(const std::uint32_t* peers, int steps, std::uint32_t* end,
                      cudaStream_t stream);
/// One thread stores the words of a pattern (transfer_pattern.h) into a peer's memory, each once
/// the one before is seen by the whole system.
void store_in_turn(std::uint64_t* peers, int words, std::uint64_t seed, cudaStream_t stream);

}  // namespace livewarp

#endif
