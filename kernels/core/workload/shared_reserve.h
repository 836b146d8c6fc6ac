#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/core/exec/occupancy.h"
#include "kernels/core/model/param.h"

/// Shared memory that the blocks of a launch are given and nothing uses: it lowers the occupancy of
/// any kernel and leaves its code as it is.
namespace livewarp {

struct VariantInfo;

/// KiB a block, every CUDA variant's.
inline constexpr const char* reserve_axis_id = "reserve_shared";

/// Greyed where the launches are a library's.
Param reserve_axis(const VariantInfo& variant);

/// Bytes that a launch reserves; 0 without the axis.
std::size_t reserved_shared(const Values& launch);

/// KiB that are worth trying, from 0 on: for every number of blocks that the shared memory of a
/// multiprocessor can be divided among, what leaves no more of them. What a kernel uses itself
/// comes off.
std::vector<std::int64_t> reserves_worth_trying(const SmLimits& limits);

}  // namespace livewarp
