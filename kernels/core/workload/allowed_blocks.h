#pragma once

#include <string>
#include <vector>

#include "kernels/core/base/machine.h"
#include "kernels/core/model/choice.h"

namespace livewarp {

class Workload;

/// Which shapes a search looks at beside the presets: blocks of so many threads, both ends
/// included.
struct BlockRange {
  unsigned from = 32, to = 1024;
};

/// The shapes that the block of a choice may have, all else as it is, in the order of their
/// threads: the presets, whatever the range, and within it
/// - where blocks are rows, every multiple of 32 threads;
/// - where they have two or three dimensions, every product of powers of two, at most 8 deep.
/// Left out are shapes that the variant's rule, the variant at this problem or `gpu` (null: any
/// GPU) refuses. Empty for a variant without blocks.
std::vector<std::string> allowed_blocks(const Workload& workload, const Choice& choice,
                                        const GpuInfo* gpu, const BlockRange& range = {});

/// Why the chosen variant cannot have a block of this shape at this problem on `gpu` (null: any
/// GPU); empty if it can.
std::string block_refusal(const Workload& workload, const Choice& choice, const Dim3& shape,
                          const GpuInfo* gpu);

}  // namespace livewarp
