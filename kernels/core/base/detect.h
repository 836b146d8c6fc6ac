#pragma once

#include <cstddef>

#include "kernels/core/base/machine.h"

namespace livewarp {

/// The two halves of `detect_machine`. Neither throws.
CpuInfo detect_cpu();
/// Fills in GPUs, versions and the reason why there is no usable GPU.
void detect_gpus(Machine& machine);

/// Of the thread's present device: its index and what its memory can do. Throws `Error`.
GpuInfo present_gpu_memory();

/// Memory that this process may use, limits of control groups included.
std::size_t host_memory_bytes();

/// Last-level caches, for measurements that flush them. 0 where unknown.
std::size_t host_cache_bytes();
std::size_t gpu_cache_bytes();

/// How many pieces of memory have to be used in turn until nothing of the first is left in a cache when its
/// turn comes again: four times what it holds, 16 pieces at most.
int pieces_beyond(std::size_t cache_bytes, double piece_bytes);

}  // namespace livewarp
