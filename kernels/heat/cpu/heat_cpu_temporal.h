#pragma once

#include <string>

#include "kernels/heat/cpu/heat_cpu_hwy.h"

namespace livewarp {

/// How a plate is cut for several time steps in a row: pieces of strip x chunk cells, `depth` steps
/// each.
struct HeatBlocking {
  std::int64_t strip, chunk;
  int depth;
};

/// A cut whose rows of all levels stay in a core's own cache and that has work for all threads.
HeatBlocking heat_blocking(const Heat::Step& step, int depth, int threads);

/// `blocking.depth` time steps with radius 1 in one pass over the memory.
void heat_temporal_step(const Heat::Step& step, const HeatBlocking& blocking,
                        const std::string& isa, int threads, Exec& exec);

}  // namespace livewarp
