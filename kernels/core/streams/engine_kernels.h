#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cstddef>
  #include <cstdint>

  #include <cuda_runtime_api.h>

namespace livewarp {

/// Loads the kernels below: the runtime does so at the first launch of each, and may wait for the
/// device. Throws `Error`.
void load_engine_kernels();

/// How many numbers the kernel that computes leaves on the current GPU.
std::size_t computed_numbers();
/// Number i starts at i and goes through so many rounds of arithmetic (`MixRound`); memory is
/// written once, at the end. All throw `Error`.
void compute_numbers(std::uint32_t* numbers, unsigned rounds, cudaStream_t stream);

// What reaches into memory of the host; `bytes` is a multiple of 16.
/// Adds the words up, each times its number as odd numbers are counted (1, 3, 5, ...), to `sum`.
void read_words(const void* from, std::size_t bytes, std::uint64_t* sum, cudaStream_t stream);
/// Writes the words of a pattern (transfer_pattern.h).
void write_words(void* to, std::size_t bytes, std::uint64_t seed, cudaStream_t stream);

}  // namespace livewarp

#endif
