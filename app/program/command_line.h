#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/commands/command.h"

namespace livewarp {

/// What the arguments ask for.
struct Invocation {
  std::unique_ptr<Command>
      command;       ///< its options are read; null: print the text, and that is all
  std::string text;  ///< of --help and --version
};

/// Understands the arguments after the program's name. Which options exist depends on sub-command,
/// workload and variants, so these are looked for first. Throws `Error` (exit code 2) on anything
/// that is unknown, out of range or not offered, before any work is done.
Invocation parse_command_line(const std::vector<const Workload*>& workloads, const Machine& machine,
                              const std::vector<std::string>& args);

/// Names of the sub-commands, as typed.
std::vector<std::string> command_names();

}  // namespace livewarp
