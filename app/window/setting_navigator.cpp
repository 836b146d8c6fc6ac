#include "app/window/setting_navigator.h"

namespace livewarp {

void SettingNavigator::change(const Choice& wanted, std::uint64_t gesture) {
  comparison_.abandon();
  session_.apply(wanted);
  history_.changed(setting(), gesture);
}

void SettingNavigator::follow() {
  comparison_.tick(session_);
  if (!comparison_.visiting()) history_.replaced(setting());
}

void SettingNavigator::go_to(const Setting& wanted) {
  comparison_.cancel(session_);
  Choice choice = wanted.choice;
  choice.paused = session_.choice().paused;
  session_.apply(choice);
  interop_fails_ = wanted.interop_fails;
}

void SettingNavigator::undo() {
  if (!history_.previous() || session_.job()) return;
  const Setting wanted = *history_.previous();
  go_to(wanted);
  if (setting() == wanted) history_.went_back();
}

void SettingNavigator::redo() {
  if (!history_.next() || session_.job()) return;
  const Setting wanted = *history_.next();
  go_to(wanted);
  if (setting() == wanted) history_.went_forward();
}

void SettingNavigator::flip() {
  if (session_.job()) return;
  comparison_.cancel(session_);
  if (const auto wanted = comparison_.flipped(session_))
    change(*wanted);
  else if (!comparison_.pinned())
    session_.notices().add(Severity::info, "X flips between A and this: no A is pinned",
                           "P pins the running setting as A.");
}

void SettingNavigator::fail_interop() {
  interop_fails_ = !interop_fails_;
  history_.changed(setting());
}

void SettingNavigator::describe(ui::Model& model) const {
  model.can_undo = history_.previous() != nullptr;
  model.can_redo = history_.next() != nullptr;
  model.interop_fails = interop_fails_;
}

}  // namespace livewarp
