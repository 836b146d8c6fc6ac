#pragma once

namespace livewarp {

inline constexpr int plate_side = 32, plate_rows_a_block = 8;
inline constexpr int small_bodies = 32;  ///< a warp
inline constexpr float body_dt = 0.01f, body_softening = 0.01f;

// For cudaLaunchKernel: const float* from, float* to, int first, int steps; a block a problem.
const void* plate_kernel();   ///< blocks of plate_side x plate_rows_a_block
const void* bodies_kernel();  ///< blocks of small_bodies

}  // namespace livewarp
