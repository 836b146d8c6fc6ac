// Commands about settings: A, what was before, and how one is written.
#include "app/choice_options.h"
#include "app/live_loop.h"

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

/// Commands about A, and about what was before; false for others.
bool LiveLoop::obey_comparison(ui::Command command) {
  switch (command) {
  case ui::Command::undo: undo(); return true;
  case ui::Command::redo: redo(); return true;
  case ui::Command::pin: comparison_.pin(session_); return true;
  case ui::Command::unpin: comparison_.unpin(); return true;
  case ui::Command::flip: flip(); return true;
  case ui::Command::measure_a_here: comparison_.measure_here(session_); return true;
  case ui::Command::fail_interop: fail_interop(); return true;
  default: return false;
  }
}

}  // namespace livewarp
