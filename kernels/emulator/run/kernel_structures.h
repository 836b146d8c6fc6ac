#pragma once

#include <algorithm>
#include <cstddef>
#include <map>

#include "kernels/core/device/kernel_structures.h"

namespace livewarp::emulator {

/// The alignment of structures by their size; of two of one size the smaller.
using StructureAlignments = std::map<std::size_t, std::size_t>;

/// Of those that the parameters of a traced kernel point to. `call`: that of its `KernelRef`.
StructureAlignments structures_of(void (*call)(void* const*));

}  // namespace livewarp::emulator
