#pragma once

#include <cstddef>

#include "kernels/reduce/reduce_cub.h"

namespace livewarp {

/// Whether the toolkit that compiled this had CUB.
bool cub_reduce_compiled();
/// Calls cub::DeviceReduce on a `cudaStream_t`; without scratch it only says in `bytes` how much of
/// it is needed. Returns a `cudaError_t`.
int cub_reduction(const CubReduction& task, std::size_t& bytes, void* stream);

}  // namespace livewarp
