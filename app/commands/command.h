#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/measure/context.h"
#include "app/options/option_group.h"

namespace livewarp {

/// Whether a command is about a workload, which then stands as a bare argument; `first`: where none
/// is named it is the first of all.
enum class WorkloadArgument { none, optional, first, required };

struct CommandInfo {
  std::string brief;    ///< a few words for the list of commands
  std::string summary;  ///< a sentence or three for its help
  WorkloadArgument workload = WorkloadArgument::none;
  /// Names of its experiments, one of which may stand as a bare argument; the first one is that of
  /// whoever names none. Its options depend on it.
  std::vector<std::string> experiments = {};
  /// Started by the program itself: no list names it.
  bool internal = false;
};

/// What is known before a command declares its options: they depend on it.
struct CommandScope {
  const Machine* machine = nullptr;
  const Workload* workload = nullptr;        ///< null: none is named
  std::vector<const VariantInfo*> variants;  ///< of the workload, whose axes are options
  std::string experiment = {};  ///< of `CommandInfo::experiments`; empty: none is named
};

/// What the program does in one call. A sub-command "x" is a file commands_x.cpp with a class of
/// this kind and the function make_x_command; nothing else names it.
class Command {
 public:
  Command() = default;
  virtual ~Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  virtual CommandInfo info() const = 0;
  /// Declares its options, bound to members.
  virtual void declare(CLI::App& app, const CommandScope& scope) = 0;
  /// After parsing: what the options say together. Throws `Error`.
  virtual void finish() {}
  /// Does it: results go to the context's streams. Returns the exit code; throws `Error` before any
  /// work is done if something stands against it, and `Cancelled`.
  virtual int run(const Context& context) = 0;

  /// The CUDA device that it is to use; -1: the first.
  int device() const { return device_; }

 protected:
  int device_ = -1;
};

// One declaration for each file.
#define LIVEWARP_COMMAND(name) std::unique_ptr<Command> make_##name##_command();
#include "app/commands.inc"
#undef LIVEWARP_COMMAND

}  // namespace livewarp
