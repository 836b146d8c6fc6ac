#pragma once

#include <stdexcept>

#include "app/command_line.h"
#include "app/window_command.h"

namespace livewarp::test {

/// The window that a command line asks for.
inline const WindowCommand& window(const Invocation& invocation) {
  return dynamic_cast<const WindowCommand&>(*invocation.command);
}

}  // namespace livewarp::test
