#include "app/session/study.h"

#include <exception>

#include "kernels/core/base/error.h"
#include "kernels/emulator/check/memory_checker.h"

namespace livewarp {

namespace {

std::string studied_name(const Choice& choice) { return choice.workload + "/" + choice.variant; }

/// Check sizes are the same whatever problem runs; where the state lies is nothing to a source.
std::string studied_setting(const Choice& choice) {
  std::string text = studied_name(choice);
  for (const auto& [id, value] : choice.launch) text += " " + id + " " + to_text(value);
  return text;
}

/// "could not be checked" is said of a machine; what ends the emulator is found in the kernel.
CheckResult as_found(CheckResult result) {
  if (result.verdict == Verdict::unchecked) result.verdict = Verdict::failed;
  return result;
}

std::string why_not_emulated(const Workload& workload, const Choice& choice) {
  const VariantInfo* const info = workload.find(choice.variant);
  if (!info) return "There is no such variant.";
  if (std::string reason = unavailable_reason(*info, Executor::emulator, Machine());
      !reason.empty())
    return reason;
  if (!workload.compiled_for(Executor::emulator))
    return "This program was built without the kernels that the emulator executes.";
  if (!check_choices(workload, choice, Executor::emulator).empty()) return {};
  const std::string refusal = workload.refusal(choice, Executor::emulator);
  return refusal.empty() ? "The emulator cannot compute it at any check size." : refusal;
}

}  // namespace

Study::Study()
    : worker_([](Executor, std::stop_token stop) -> std::unique_ptr<Exec> {
        return make_checked_exec(1, std::move(stop));
      }) {}

void Study::want(const Session& session, const std::optional<Choice>& wanted) {
  if (!wanted || wanted->workload != session.workload().info().name) {
    choice_.reset();
    return;
  }
  const VariantInfo* const info = session.workload().find(wanted->variant);
  if (!info || session.unavailable(*info).empty()) {
    choice_.reset();
    return;
  }
  const Choice before = choice_of(session, *info);
  choice_ = before;
  if (wanted->launch == before.launch && wanted->memory == before.memory) return;
  Choice tried = before;
  tried.launch = wanted->launch;
  tried.memory = wanted->memory;
  try {
    tried = checked_choice(session.workload(), std::move(tried), &before);
  } catch (const Error&) {
    return;  // the control that asked for it says why not
  }
  chosen_[studied_name(tried)] = {tried.launch, tried.memory};
  choice_ = choice_of(session, *info);
}

Choice Study::choice_of(const Session& session, const VariantInfo& info) const {
  return as_chosen(session.variant_choice(info));
}

Choice Study::as_chosen(Choice choice) const {
  const auto chosen = chosen_.find(studied_name(choice));
  if (chosen == chosen_.end()) return choice;
  choice.launch = chosen->second.launch;
  choice.memory = chosen->second.memory;
  return choice;
}

const std::string& Study::emulator_reason(const Workload& workload, const Choice& choice) {
  if (asked_ != choice) {
    asked_ = choice;
    reason_ = why_not_emulated(workload, choice);
  }
  return reason_;
}

void Study::verify(const Session& session) {
  if (!choice_) return;
  const Workload& workload = session.workload();
  if (!emulator_reason(workload, *choice_).empty()) return;
  found_.erase(studied_setting(*choice_));
  verified_ = choice_;
  title_ = workload.find(choice_->variant)->title;
  worker_.check(workload, *choice_, Executor::emulator, false);
}

void Study::cancel() {
  worker_.cancel();
  verified_.reset();
}

void Study::poll() {
  const std::optional<CheckResult> result = worker_.take_result();
  if (!result || !verified_) return;
  found_[studied_setting(*verified_)] = as_found(*result);
  cancel();  // a state of the run, from which it would go on, is none of this variant's
}

std::optional<CheckResult> Study::found(const Choice& choice) const {
  const auto known = found_.find(studied_setting(choice));
  return known == found_.end() ? std::nullopt : std::optional(known->second);
}

ui::JobStrip Study::strip() const {
  return ui::JobStrip{.name = "The emulator verifies " + title_, .fraction = worker_.progress()};
}

}  // namespace livewarp
