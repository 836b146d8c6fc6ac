#pragma once

#include <cstddef>

#include "kernels/sort/sort_cub.h"

namespace livewarp {

/// Whether the toolkit that compiled this had CUB.
bool cub_sort_compiled();
/// Calls cub::DeviceRadixSort on a `cudaStream_t`; without scratch it only says in `bytes` how much
/// of it is needed. Returns a `cudaError_t`.
int cub_radix_sort(const CubSort& task, std::size_t& bytes, void* stream);

}  // namespace livewarp
