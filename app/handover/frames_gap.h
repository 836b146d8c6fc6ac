#pragma once

#include <string>
#include <vector>

#include "app/handover/frames_timeline.h"

namespace livewarp {

/// The longest time in which nothing computes: between what, and what the host does meanwhile. A
/// sentence.
std::string longest_gap_text(const std::vector<NotedSpan>& noted, const FramesShown& shown);

}  // namespace livewarp
