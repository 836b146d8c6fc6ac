#pragma once

#include <string>

namespace livewarp {

/// "0.1.0 (1a2b3c4d5e)": version and commit of this build.
std::string version_text();

}  // namespace livewarp
