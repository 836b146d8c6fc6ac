// How the window comes from one choice to another: by what a person chose, by going back, by flipping.
#include "app/choice_options.h"
#include "app/live_loop.h"

namespace livewarp {

/// `gesture`: see `History::changed`.
void LiveLoop::change(const Choice& wanted, std::uint64_t gesture) {
  comparison_.abandon();
  session_.apply(wanted);
  history_.changed(setting(), gesture);
}

/// After the session has collected: a change may have come to nothing there, or A was measured.
void LiveLoop::follow_choice() {
  comparison_.tick(session_);
  if (!comparison_.visiting()) history_.replaced(setting());
}

void LiveLoop::go_to(const Setting& wanted) {
  comparison_.cancel(session_);
  Choice choice = wanted.choice;
  choice.paused = session_.choice().paused;
  session_.apply(choice);
  interop_fails_ = wanted.interop_fails;
}

void LiveLoop::undo() {
  if (!history_.previous() || session_.job()) return;
  const Setting wanted = *history_.previous();
  go_to(wanted);
  if (setting() == wanted) history_.went_back();
}

void LiveLoop::redo() {
  if (!history_.next() || session_.job()) return;
  const Setting wanted = *history_.next();
  go_to(wanted);
  if (setting() == wanted) history_.went_forward();
}

void LiveLoop::flip() {
  if (session_.job()) return;
  comparison_.cancel(session_);
  if (const auto wanted = comparison_.flipped(session_)) change(*wanted);
}

/// Only what is shared can fail.
std::string LiveLoop::interop_fail_reason() const {
  if (shares_memory(display_.status().path)) return {};
  if (session_.executor() != Executor::cuda)
    return "CPU rows upload their pictures: nothing is shared with CUDA";
  return interop_fails_ ? "" : "pictures are copied already: nothing is shared with CUDA";
}

void LiveLoop::fail_interop() {
  if (!interop_fails_ && !interop_fail_reason().empty()) return;
  interop_fails_ = !interop_fails_;
  history_.changed(setting());
}

void LiveLoop::copy_command_line(const Choice& choice) {
  const Workload* workload = session_.registry().find(choice.workload);
  const std::string line = to_command_line(*workload, choice);
  screen_.set_clipboard(line);
  session_.notices().add(ui::Severity::info, "copied: " + line);
}

}  // namespace livewarp
