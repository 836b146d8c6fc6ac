#pragma once

#include <exception>
#include <string>

namespace livewarp {

/// Why something failed, in words for a user.
std::string reason_of(const std::exception& problem);

}  // namespace livewarp
