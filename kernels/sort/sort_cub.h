// CUB's radix sort: a library of templates, compiled with the program where CUDA is.
#pragma once

#include <cstddef>
#include <string>

#include "kernels/sort/sort.h"

namespace livewarp {

/// Why this build has no CUB, and what to do; empty if it has.
std::string cub_sort_missing();

/// A call of CUB, with all that it needs.
struct CubSort {
  const void* keys = nullptr;
  void* sorted = nullptr;
  void* scratch = nullptr;  ///< of `cub_sort_scratch_bytes`
  std::int64_t n = 0;

  CubSort() = default;
  explicit CubSort(const Sort::Step& step);
};

/// What CUB wants beside both rows of keys on the current device; 0 where it cannot be asked.
std::size_t cub_sort_scratch_bytes(const Sort::Problem& problem);
/// Puts the work on a `cudaStream_t` of the current device. Throws `Error`.
void cub_sort(const CubSort& task, void* stream);

}  // namespace livewarp
