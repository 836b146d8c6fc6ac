#pragma once

#include <string>
#include <vector>

#include "app/requests.h"

namespace livewarp {

struct Invocation {
  int device = -1;  ///< CUDA device asked for; -1: none
  Request request;
};

/// Understands the arguments after the program's name. Which options exist depends on sub-command,
/// workload and variants, so these are looked for first. Throws `Error` (exit code 2) on anything
/// that is unknown, out of range or not offered, before any work is done.
Invocation parse_command_line(const std::vector<const Workload*>& workloads, const Machine& machine,
                              const std::vector<std::string>& args);

/// Names of the sub-commands, as typed.
const std::vector<std::string>& command_names();

/// Ids of all options that belong to commands, not to workloads: no parameter may have one of them.
std::vector<std::string> reserved_options();

}  // namespace livewarp
