// How a grid of temperatures is shown: 0 ... 1 as 0 ... 100 degrees Celsius.
#pragma once

#include <string>
#include <vector>

#include "kernels/core/workload/workload.h"

namespace livewarp {

inline constexpr double degrees_per_unit = 100;

/// Parameters of the view: colours, and the temperatures at their ends.
std::vector<Param> temperature_params();
/// What they say, with the defaults of all of the view's parameters in place.
View temperature_view(PictureKind kind, const Values& view);

/// Throws `Error` where a diffusion number is above the limit of stability; `limit_of`: " for
/// radius 2", or empty.
void check_stable(double number, double limit, const std::string& limit_of);

}  // namespace livewarp
