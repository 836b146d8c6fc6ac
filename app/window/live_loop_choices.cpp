// Commands about settings: A, what was before, and how one is written.
#include "app/base/platform.h"
#include "app/handover/profiler_commands.h"
#include "app/options/choice_options.h"
#include "app/window/live_loop.h"

namespace livewarp {

/// Only what is shared can fail.
void LiveLoop::fail_interop() {
  if (settings_.interop_fails() || display_.interop_fail_reason().empty()) settings_.fail_interop();
}

void LiveLoop::copy_command_line(const Choice& choice, ui::CopiedLine line) {
  const Workload& workload = *session_.registry().find(choice.workload);
  if (line == ui::CopiedLine::livewarp) {
    const std::string text = to_command_line(workload, choice);
    screen_.set_clipboard(text);
    session_.notices().add(Severity::info, "copied: " + text);
    return;
  }
  const bool ncu = line == ui::CopiedLine::ncu;
  std::string kernel;
  if (ncu && choice == session_.choice() && session_.main_launch())
    kernel = session_.main_launch()->kernel.name;
  else if (ncu)
    kernel = main_kernel(workload, choice);
  const std::string text =
      profiler_command(ncu ? Profiler::ncu : Profiler::nsys, workload, choice, kernel);
  screen_.set_clipboard(text);
  const std::string program = ncu ? "ncu" : "nsys";
  session_.notices().add(Severity::info, "copied: " + text,
                         has_program(program)
                             ? ""
                             : "There is no " + program +
                                   " on this machine's PATH: it comes with the CUDA toolkit.");
}

void LiveLoop::save_report() { exporter_.save_report(); }

void LiveLoop::save_kernel(LiveEdit::Item item) {
  edit_.save(session_, item);
  exporter_.note_wrote();
}

}  // namespace livewarp
