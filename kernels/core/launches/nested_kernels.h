#pragma once

namespace livewarp {

// Kernels that launch kernels, for cudaLaunchKernel: a library of their own, since their device
// code is relocatable and linked with CUDA's device runtime. What each is given stands behind it.
// A launch that the GPU refuses leaves its cudaError_t in *failed.

/// float* a, float* b, int n, int steps, int* failed; one thread.
const void* launch_steps_kernel();
/// float* a, float* b, int n, int steps, int* failed; a thread a cell.
const void* step_then_next_kernel();
/// int count, int* failed; one thread.
const void* launch_nothing_kernel();
/// int count, int* failed; one thread.
const void* chain_of_nothing_kernel();

inline constexpr int quicksort_threads = 256;
inline constexpr int quicksort_small = 2048;  ///< as many are sorted by one block
inline constexpr int quicksort_depth = 16;    ///< and so is what is left at this depth
/// unsigned* numbers, unsigned* spare, unsigned* sorted, int count, int depth, int* failed; one
/// block of `quicksort_threads`. `sorted` is one of the other two.
const void* quicksort_kernel();

}  // namespace livewarp
