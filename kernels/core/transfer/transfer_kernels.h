#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cstddef>

  #include <cuda_runtime_api.h>

namespace livewarp {

/// A kernel copies bytes that it can reach, a multiple of `transfer_granule`. It takes a half of
/// the GPU at most, so that another may run beside it. Throws `Error`.
void copy_by_kernel(void* to, const void* from, std::size_t bytes, cudaStream_t stream);

}  // namespace livewarp

#endif
