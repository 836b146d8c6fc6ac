#pragma once

#include <cstddef>

#include "kernels/core/base/machine.h"

namespace livewarp {

/// The two halves of `detect_machine`. Neither throws.
CpuInfo detect_cpu();
/// Fills in GPUs, versions and the reason why there is no usable GPU.
void detect_gpus(Machine& machine);

/// The compute capability for which the code was made that a GPU of `compute` runs, of a build for
/// these `architectures`, as CMake names them: "75-virtual,90-real". Machine code comes first, then
/// PTX, the later the better; 0 if nothing runs on it.
int code_for(const std::string& architectures, int compute);

/// Of the thread's present device: its index and what its memory can do. Throws `Error`.
GpuInfo present_gpu_memory();

/// Of the same: compute capability, and threads and shared memory that a block may have; zeros
/// without a device.
GpuInfo present_gpu_limits();

/// Memory that this process may use, limits of control groups included.
std::size_t host_memory_bytes();

/// Last-level caches, for measurements that flush them. 0 where unknown.
std::size_t host_cache_bytes();
std::size_t gpu_cache_bytes();

/// How many pieces of memory have to be used in turn until nothing of the first is left in a cache
/// when its turn comes again: four times what it holds, 16 pieces at most.
int pieces_beyond(std::size_t cache_bytes, double piece_bytes);

}  // namespace livewarp
