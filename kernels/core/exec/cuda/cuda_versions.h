// Calls that CUDA 12 and 13 spell differently: nowhere else.
#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cstddef>

  #include <cuda_runtime_api.h>

namespace livewarp {

/// Asks for managed pages to be where the present device, or the host, is going to use them.
void prefetch_pages(const void* memory, std::size_t bytes, bool to_device, cudaStream_t stream);

/// Whether device memory is from a stream-ordered pool.
bool is_from_pool(const void* memory);

}  // namespace livewarp

#endif
