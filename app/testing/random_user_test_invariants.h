#pragma once

#include <string>
#include <vector>

#include "app/window/live_loop.h"

namespace livewarp {

/// What is wrong with what the last frame showed; must be nothing in any frame.
std::vector<std::string> faults_of_frame(const LiveLoop& loop);

/// What is wrong with session, history and layout; must be nothing once the random user has rested
/// for some frames.
std::vector<std::string> faults_at_rest(LiveLoop& loop);

}  // namespace livewarp
