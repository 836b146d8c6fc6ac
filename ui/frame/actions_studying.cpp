// Actions on a variant that is studied because it cannot run here.
#include <imgui.h>

#include "ui/frame/actions.h"
#include "ui/frame/frame.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

/// The variant of the cursor, or of the row whose menu is open, if it is one that cannot run.
const VariantEntry* greyed(const Frame& frame) {
  const VariantEntry* const variant = frame.cursor_variant();
  return variant && !variant->running && !variant->reason.empty() ? variant : nullptr;
}

std::string not_emulated(const Frame& frame) {
  const VariantEntry* const variant = greyed(frame);
  if (!variant) return "A variant that runs is verified as it is: choose a greyed one.";
  if (variant->info->backend != Backend::cuda)
    return "Only CUDA variants are executed by the emulator.";
  if (frame.model.job) return busy_text(frame.model);
  const StudyView* const study = frame.subject ? nullptr : study_of(frame);
  return study ? study->emulator_reason : "";
}

std::string emulating_command(const Frame& frame) {
  const VariantEntry* const variant = greyed(frame);
  if (!variant) return {};
  return "livewarp verify " + frame.model.choice.workload + " --variant " + variant->info->name +
         " --sanitize";
}

}  // namespace

// clang-format off
std::vector<Action> studying_actions() {
  return {
    {.id = ids::emulate, .label = "Verify by the emulator", .chords = {{ImGuiKey_V}},
     .line = {HelpGroup::running, "Verify a greyed variant"},
     .menus = {{Menu::measuring}, {Menu::variant, 3}},
     .help = "Executes the studied variant's own source on the host at the check sizes and checks "
             "every access: bounds, races, barriers, unwritten shared memory. Nothing is timed.",
     .option = emulating_command, .reason = not_emulated,
     .run = [](Frame& frame, int) { choose_variant(frame, *greyed(frame)); },
     .command = AppCommand::emulate},
    {.id = ids::end_study, .label = "End the study",
     .help = "The controls are those of the running variant again.", .shown_key = "Esc",
     .reason = [](const Frame& frame) {
       return unless(frame.studied.has_value(), "No greyed variant is chosen."); },
     .run = [](Frame& frame, int) { end_study(frame); }},
  };
}
// clang-format on

}  // namespace livewarp::ui
