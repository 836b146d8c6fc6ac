// Commands about settings: A, what was before, and how one is written.
#include "app/options/choice_options.h"
#include "app/window/live_loop.h"

namespace livewarp {

/// Only what is shared can fail.
void LiveLoop::fail_interop() {
  if (settings_.interop_fails() || display_.interop_fail_reason().empty()) settings_.fail_interop();
}

void LiveLoop::copy_command_line(const Choice& choice) {
  const Workload* workload = session_.registry().find(choice.workload);
  const std::string line = to_command_line(*workload, choice);
  screen_.set_clipboard(line);
  session_.notices().add(Severity::info, "copied: " + line);
}

}  // namespace livewarp
