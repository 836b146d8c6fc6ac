// CUB's scan: a library of templates, compiled with the program where CUDA is.
#pragma once

#include <cstddef>
#include <string>

#include "kernels/scan/scan.h"

namespace livewarp {

/// Why this build has no CUB, and what to do; empty if it has.
std::string cub_scan_missing();

/// A call of CUB, with all that it needs.
struct CubScan {
  const float* x = nullptr;
  float* result = nullptr;
  void* scratch = nullptr;  ///< of `cub_scan_scratch_bytes`
  Scan::Problem problem;    ///< of sums

  CubScan() = default;
  explicit CubScan(const Scan::Step& step);
};

/// What CUB wants beside elements and result on the current device; 0 where it cannot be asked.
std::size_t cub_scan_scratch_bytes(const Scan::Problem& problem);
/// Puts the work on a `cudaStream_t` of the current device. Throws `Error`.
void cub_scan(const CubScan& task, void* stream);

}  // namespace livewarp
