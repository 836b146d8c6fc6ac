#pragma once

#include <filesystem>
#include <string>

/// What the window needs of the operating system.
namespace livewarp {

/// Lets the calling thread yield to others, so that computing never takes the picture's core.
void lower_thread_priority();

/// Folder for settings by the XDG rules (`$XDG_CONFIG_HOME/livewarp`), not created.
std::filesystem::path settings_folder();

/// The program's own file; empty if unknown.
std::filesystem::path program_path();

/// Environment variable or empty.
std::string environment(const char* name);

}  // namespace livewarp
