#pragma once

#include <cstddef>

#include "kernels/scan/scan_cub.h"

namespace livewarp {

/// Whether the toolkit that compiled this had CUB.
bool cub_scan_compiled();
/// Calls cub::DeviceScan on a `cudaStream_t`; without scratch it only says in `bytes` how much of
/// it is needed. Returns a `cudaError_t`.
int cub_scan_call(const CubScan& task, std::size_t& bytes, void* stream);

}  // namespace livewarp
