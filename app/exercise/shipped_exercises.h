#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/exercise/exercise.h"

namespace livewarp {

/// The exercises that the program holds, in teaching order.
std::vector<Exercise> shipped_exercises();

/// The exercise of that name, else the one in that file. Throws `Error`.
Exercise find_exercise(const std::string& name);

}  // namespace livewarp
