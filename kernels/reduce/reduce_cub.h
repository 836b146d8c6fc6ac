// CUB's reduction: a library of templates, compiled with the program where CUDA is.
#pragma once

#include <cstddef>
#include <string>

#include "kernels/reduce/reduce.h"

namespace livewarp {

/// Why this build has no CUB, and what to do; empty if it has.
std::string cub_reduce_missing();

/// A call of CUB, with all that it needs.
struct CubReduction {
  const void *x = nullptr, *y = nullptr;  ///< y of a dot product alone
  void* result = nullptr;
  void* scratch = nullptr;  ///< of `cub_reduce_scratch_bytes`
  Reduce::Problem problem;

  CubReduction() = default;
  explicit CubReduction(const Reduce::Step& step);
};

/// What CUB wants beside elements and result on the current device; 0 where it cannot be asked.
std::size_t cub_reduce_scratch_bytes(const Reduce::Problem& problem);
/// Puts the work on a `cudaStream_t` of the current device. Throws `Error`.
void cub_reduce(const CubReduction& task, void* stream);

}  // namespace livewarp
