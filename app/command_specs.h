#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/option_list.h"
#include "kernels/core/workload.h"

namespace livewarp {

enum class Command { window, list, info, bench, sweep, verify, ceilings, lens, shot, tour };

/// What a command is about: nothing of the registry, one picture's choice, or rows to run.
enum class Subject { none, listing, choice, rows };

/// One sub-command as the command line knows it.
struct CommandInfo {
  Command command = Command::window;
  std::string name;     ///< as typed; empty: the window, which has no sub-command
  std::string summary;  ///< a sentence for its help
  std::string brief;    ///< a few words for the list of commands
  Subject subject = Subject::none;
  bool needs_workload = false;
  std::vector<PositionalSpec> positionals;  ///< besides the workload
  std::vector<OptionSpec> options;          ///< besides those of workload and rows
};

/// All commands, the window first.
const std::vector<CommandInfo>& commands();

/// Null if there is no such sub-command.
const CommandInfo* find_command(const std::string& name);

/// Everything that `info` understands for `workload` (may be null) and those of its rows.
CommandSpec command_spec(const CommandInfo& info, const std::vector<const Workload*>& workloads,
                         const Workload* workload, const std::vector<const VariantInfo*>& rows);

}  // namespace livewarp
