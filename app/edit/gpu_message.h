#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/edit/compiler_message.h"

namespace livewarp {

/// What NVRTC has said of a unit (see edited_unit.h), as `read_compiler_messages` tells what g++
/// says: its own lines, "FILE(LINE): error: ...", and the assembler's, which have no place.
std::vector<CompilerMessage> read_gpu_messages(std::string_view output, const std::string& file);

}  // namespace livewarp
