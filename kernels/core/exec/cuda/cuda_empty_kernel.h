#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cuda_runtime_api.h>

namespace livewarp {

/// A kernel that does nothing. An event after it is written by the engine that runs kernels; after
/// a copy it would be written by the copy engine, which goes on while OpenGL has the other one.
/// Throws `Error`.
void run_empty_kernel(cudaStream_t stream);

}  // namespace livewarp

#endif
