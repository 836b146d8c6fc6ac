#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cstdint>

  #include <cuda_runtime_api.h>

  #include "kernels/core/streams/intervals.h"

namespace livewarp {

struct SpinShape {
  unsigned blocks = 4;
  double block_ms = 2;  ///< each block, by the GPU's clock
};

/// How many of its blocks the current GPU holds at once. Loads the kernel too: the runtime does so
/// at its first launch, and may wait for the device. Throws `Error`.
unsigned spin_blocks_at_once();

/// Blocks of 1,024 threads that do nothing for a while. Each then leaves its word of a pattern
/// (transfer_pattern.h), and the first begin and the last end are written down. Throws `Error`.
void spin(const SpinShape& shape, std::uint64_t seed, GpuMoments* moments, std::uint64_t* words,
          cudaStream_t stream);

}  // namespace livewarp

#endif
