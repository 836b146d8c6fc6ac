#pragma once

#include <stdexcept>

#include "app/commands/live/window_command.h"
#include "app/program/command_line.h"

namespace livewarp::test {

/// The window that a command line asks for.
inline const WindowCommand& window(const Invocation& invocation) {
  return dynamic_cast<const WindowCommand&>(*invocation.command);
}

}  // namespace livewarp::test
