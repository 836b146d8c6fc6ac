#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cstddef>
  #include <cstdint>

  #include <cuda_runtime_api.h>

namespace livewarp {

/// Words of managed memory, and the pattern in them.
struct PagedWords {
  std::uint64_t* words = nullptr;
  std::size_t count = 0;
  std::uint64_t seed = 0;
};
// An element a thread, each of these. They throw `Error`.
/// Counts those that are not the pattern's word with `added` to it.
void compare_words(const PagedWords& of, std::uint64_t added, unsigned* wrong, cudaStream_t stream);
void add_to_words(const PagedWords& to, cudaStream_t stream);
void write_words(const PagedWords& to, cudaStream_t stream);
/// A warp writes so many bytes that follow one another.
void write_words_by_warps(const PagedWords& to, std::size_t bytes_of_a_warp, cudaStream_t stream);
/// Makes the driver load all of them: it does so at the first launch, which else would be timed.
void load_paging_kernels();

}  // namespace livewarp

#endif
