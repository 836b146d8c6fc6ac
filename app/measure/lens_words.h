#pragma once

#include <string>

#include "kernels/emulator/lens/access_recorder.h"
#include "kernels/emulator/run/source_lines.h"

/// What the lens calls things.
namespace livewarp {

/// "load", "store", "atomic", "copy", "fetch".
const char* name_of(emulator::AccessKind kind);
/// "global", "shared", "constant", "texture".
const char* space_of(const emulator::AccessCount& count);
/// Counts that no hardware counter confirms: of shared memory atomics, asynchronous copies and
/// narrow accesses; textures, whose sectors are a model's, and constants.
bool at_source_level(const emulator::AccessCount& count);
/// The text of a line without its indentation; empty where this build does not hold it.
std::string source_line(const emulator::SourceLine& line);

}  // namespace livewarp
