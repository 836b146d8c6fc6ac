// CUB's histogram: a library of templates, compiled with the program where CUDA is.
#pragma once

#include <cstddef>
#include <string>

#include "kernels/histogram/histogram.h"

namespace livewarp {

/// Why this build has no CUB, and what to do; empty if it has.
std::string cub_missing();

/// A call of CUB, with all that it needs.
struct CubCounting {
  const std::uint8_t* source = nullptr;
  std::uint32_t* counts = nullptr;
  void* scratch = nullptr;  ///< of `cub_scratch_bytes`
  PixelGrid grid;

  CubCounting() = default;
  explicit CubCounting(const Histogram::Step& step);
};

/// What CUB wants beside source and counts on the current device; 0 where it cannot be asked.
std::size_t cub_scratch_bytes(const PixelGrid& grid);
/// Puts the work on a `cudaStream_t` of the current device. Throws `Error`.
void cub_count(const CubCounting& task, void* stream);

}  // namespace livewarp
