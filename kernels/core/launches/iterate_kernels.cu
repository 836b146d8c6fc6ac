#include <cooperative_groups.h>

#include "kernels/core/launches/iterate_cell.cuh"
#include "kernels/core/launches/iterate_kernels.h"

namespace livewarp {

namespace {

namespace cg = cooperative_groups;

/// A launch a step. Blocks of one grid cannot wait for one another, so that the end of a kernel is
/// what separates a step from the next: all of its cells are written before any of them is read.
/// Each launch costs the host some microseconds; a GPU that needs less for the step waits for it.
/// A CUDA graph launches the very same kernels: the host has described all of them before.
__global__ void step(const float* from, float* to, int n) {
  const int cell = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (cell < n * n) step_cell(from, to, n, cell);
}

/// All steps in one launch. grid.sync() is a barrier for all blocks, which must be resident at once
/// for that: a block that waits for room would never arrive. So the grid has as many blocks as the
/// GPU holds, and a thread goes through more than one cell. What a launch costs is paid once;
/// instead each step pays for the slowest block, and for a round through the L2 cache.
__global__ void all_steps(float* a, float* b, int n, int steps) {
  const cg::grid_group grid = cg::this_grid();
  for (int i = 0; i < steps; ++i) {
    for (auto cell = grid.thread_rank(); cell < n * n; cell += grid.size())
      step_cell(i % 2 ? b : a, i % 2 ? a : b, n, int(cell));
    grid.sync();
  }
}

__global__ void nothing() {}

/// The barrier alone: what a step of the kernel above costs at least.
__global__ void only_syncs(int steps) {
  const cg::grid_group grid = cg::this_grid();
  for (int i = 0; i < steps; ++i) grid.sync();
}

}  // namespace

const void* step_kernel() { return reinterpret_cast<const void*>(step); }
const void* all_steps_kernel() { return reinterpret_cast<const void*>(all_steps); }
const void* nothing_kernel() { return reinterpret_cast<const void*>(nothing); }
const void* only_syncs_kernel() { return reinterpret_cast<const void*>(only_syncs); }

}  // namespace livewarp
