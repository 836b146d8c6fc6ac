#pragma once

#include <string>

namespace livewarp {

/// Whether what lies there, file or folder, may not be run as a program, nor loaded by one: some
/// mounts forbid that (noexec).
bool forbids_programs(const std::string& path);

}  // namespace livewarp
