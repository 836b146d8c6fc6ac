#pragma once

#include <cstddef>

#include "kernels/histogram/histogram_cub.h"

namespace livewarp {

/// Whether the toolkit that compiled this had CUB.
bool cub_compiled();
/// Calls cub::DeviceHistogram on a `cudaStream_t`; without scratch it only says in `bytes` how much
/// of it is needed. Returns a `cudaError_t`.
int cub_histogram(const CubCounting& task, std::size_t& bytes, void* stream);

}  // namespace livewarp
