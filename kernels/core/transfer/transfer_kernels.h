#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cstddef>

  #include <cuda_runtime_api.h>

namespace livewarp {

/// Loads the kernel below. The runtime does so at its first launch, and may wait for the device,
/// which must not be held back then. Throws `Error`.
void load_copy_kernel();

/// A kernel copies bytes that it can reach, a multiple of `transfer_granule`. It takes a half of
/// the GPU at most, so that another may run beside it. Throws `Error`.
void copy_by_kernel(void* to, const void* from, std::size_t bytes, cudaStream_t stream);

}  // namespace livewarp

#endif
