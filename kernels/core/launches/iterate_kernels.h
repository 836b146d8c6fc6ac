#pragma once

namespace livewarp {

// Kernels of the iteration, for cudaLaunchKernel. What each is given stands behind it.

const void* step_kernel();        ///< const float* from, float* to, int n; a thread a cell
const void* all_steps_kernel();   ///< float* a, float* b, int n, int steps; cooperative
const void* nothing_kernel();     ///< nothing
const void* only_syncs_kernel();  ///< int steps; cooperative

}  // namespace livewarp
