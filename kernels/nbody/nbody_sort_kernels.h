#pragma once

#include <cstddef>

#include "kernels/nbody/nbody_sort.h"

namespace livewarp {

/// Whether the toolkit that compiled this had CUB.
bool nbody_sort_compiled();
/// Calls cub::DeviceRadixSort on a `cudaStream_t`; without scratch it only says in `bytes` how much
/// of it is needed. Returns a `cudaError_t`.
int nbody_radix_sort(const NbodySort& task, std::size_t& bytes, void* stream);

}  // namespace livewarp
