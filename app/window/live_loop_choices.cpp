// Commands about settings: A, what was before, and how one is written.
#include <algorithm>
#include <utility>

#include "app/base/platform.h"
#include "app/exercise/shipped_exercises.h"
#include "app/handover/profiler_commands.h"
#include "app/options/choice_options.h"
#include "app/window/live_loop.h"
#include "kernels/core/base/text.h"

namespace livewarp {

/// Only what is shared can fail.
void LiveLoop::fail_interop() {
  if (settings_.interop_fails() || display_.interop_fail_reason().empty()) settings_.fail_interop();
}

/// With what ran on the GPU when it was lost, in a window that is as this one was asked to be; what
/// the settings file keeps it finds there.
void LiveLoop::restart() {
  const std::optional<Choice>& lost = session_.lost();
  if (!lost) return;
  std::vector<std::string> with = to_arguments(*session_.registry().find(lost->workload), *lost);
  const auto add = [&](const char* option, const std::string& value) {
    with.insert(with.end(), {option, value});
  };
  if (options_.width > 0)
    add("--size", std::to_string(options_.width) + "x" + std::to_string(options_.height));
  if (session_.machine().gpus.size() > 1)
    add("--device", std::to_string(std::max(0, options_.device)));
  if (options_.theme) add("--theme", ui_.theme() == ui::Theme::light ? "light" : "dark");
  if (options_.text_size > 0) add("--text-size", shortest(ui_.text_scale()));
  if (options_.no_interop) with.emplace_back("--no-interop");
  if (!options_.vsync) with.emplace_back("--no-vsync");
  if (options_.restart) options_.restart(std::move(with));
  quit_ = true;
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

/// Its workload runs from then on, with its variant where that can run; but not while something is
/// measured, which an exercise does not need.
void LiveLoop::open_exercise(const std::string& asked) {
  or_notice(session_.notices(), "the exercise could not be opened", [&] {
    const Choice& of_exercise = edit_.open(find_exercise(asked));
    if (!session_.job() && !sweep_.running()) run_variant_of(of_exercise);
  });
}

/// The same for a fault, whose kernel then runs without it.
void LiveLoop::run_fault(const std::string& name) {
  or_notice(session_.notices(), "its variant cannot run", [&] {
    if (!session_.job() && !sweep_.running()) run_variant_of(faults_.choice_of(name));
  });
}

/// The problem is the one that its workload had here.
void LiveLoop::run_variant_of(const Choice& choice) {
  const Workload& workload = *session_.registry().find(choice.workload);
  Choice wanted = session_.choice_of(workload);
  if (session_.unavailable(*workload.find(choice.variant)).empty()) {
    Choice runs = choice;
    runs.problem = std::move(wanted.problem);
    runs.view = std::move(wanted.view);
    wanted = std::move(runs);
  }
  change(wanted);
}

}  // namespace livewarp
