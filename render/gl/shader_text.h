#pragma once

#include <string_view>

namespace livewarp {

/// Text of the file of that name in assets/shaders, as it was when the program was built: a program
/// that is copied elsewhere still draws. Throws `Error` for other names.
std::string_view shader_text(std::string_view file);

}  // namespace livewarp
