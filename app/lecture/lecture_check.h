#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/lecture/lecture.h"
#include "app/measure/context.h"

namespace livewarp {

/// So long an audience waits for a slide without wondering, in seconds.
inline constexpr double longest_wait = 2;

/// What would go wrong in a lecture on this machine, a line each, in the order of the file: faults
/// of the file; slides without a planned time; choices that cannot run here, or not with the memory
/// that is free; slides whose first step, with all that is made before it, keeps the hall waiting.
/// Each slide is run for a step. `at` is told which slide is looked at. Throws `Cancelled`.
std::vector<std::string> lecture_problems(const Lecture& lecture, const Context& context,
                                          const std::function<void(int slide)>& at);

}  // namespace livewarp
