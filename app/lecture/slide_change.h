#pragma once

#include <string>
#include <vector>

#include "app/lecture/lecture.h"
#include "kernels/registry.h"

namespace livewarp {

/// What a slide sets otherwise than what ran before it, thing by thing: "Variant: Shared-memory
/// tile", "Block: 128", "Opens Lens". Without a choice of its own what runs goes on.
std::vector<std::string> changes_of(const Registry& registry, const Choice* before,
                                    const SlideSide& slide);

}  // namespace livewarp
