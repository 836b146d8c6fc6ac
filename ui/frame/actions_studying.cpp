// Actions on a variant that is studied because it cannot run here, and on what tabs show.
#include <imgui.h>

#include <string>
#include <string_view>

#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
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

bool timeline_is_shown(const Frame& frame) {
  return analysis_is_shown(frame) &&
         chosen_tab(frame.state).id == std::string_view(ids::timeline_tab);
}

std::string not_in_transfer(const Frame& frame) {
  return unless(transfer_is_shown(frame), "The tab Transfer is not open: M opens its group.");
}

template <LensShows shows>
Action lens_action(const char* id, const char* label, const char* help, const char* option) {
  return {.id = id,
          .label = label,
          .help = help,
          .option = option,
          .reason =
              [](const Frame& frame) {
                return shows == LensShows::sass ? frame.model.sass_reason : std::string();
              },
          .chosen =
              [](const Frame& frame) {
                return analysis_is_shown(frame) && frame.state.lens.shows == shows &&
                       chosen_tab(frame.state).id == std::string_view(ids::lens_tab);
              },
          .run =
              [](Frame& frame, int) {
                frame.state.lens.shows = shows;
                show_tab(frame, ids::lens_tab);
              }};
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
    {.id = ids::hold_timeline, .label = "Hold the timeline", .chords = {{ImGuiKey_H}},
     .line = {HelpGroup::running},
     .help = "The frames that the tab Timeline shows stay, until this is chosen again; the run goes "
             "on. The mouse over the chart holds them too.",
     .reason = [](const Frame& frame) {
       return unless(timeline_is_shown(frame), "The tab Timeline is not open: M opens it."); },
     .chosen = [](const Frame& frame) { return frame.state.frames.held; },
     .run = [](Frame& frame, int) { frame.state.frames.held = !frame.state.frames.held; }},
    {.id = "next-experiment", .label = "Next experiment",
     .chords = {{ImGuiKey_E, +1}, {ImGuiKey_E | ImGuiMod_Shift, -1}},
     .line = {HelpGroup::running, "Transfer: next experiment, with Shift the one before"},
     .help = "The tab Transfer shows the next experiment of its list.",
     .reason = not_in_transfer, .run = step_experiment},
    {.id = "next-finding", .label = "Next graph, timeline or table",
     .chords = {{ImGuiKey_N, +1}, {ImGuiKey_N | ImGuiMod_Shift, -1}},
     .line = {HelpGroup::running, "Transfer: next graph, timeline or table"},
     .help = "The tab Transfer shows the next thing that its experiment has found.",
     .reason = not_in_transfer, .run = step_finding},
    lens_action<LensShows::counts>("lens-counts", "Lens: counts",
      "What the lines of the kernel do with memory.", "livewarp lens WORKLOAD --variant NAME"),
    lens_action<LensShows::ptx>("lens-ptx", "Lens: PTX",
      "The instructions of the virtual machine that the compiler makes of each line.",
      "livewarp lens WORKLOAD --variant NAME --ptx"),
    lens_action<LensShows::sass>("lens-sass", "Lens: SASS",
      "The machine code of a GPU, beside the line that it was made of.",
      "livewarp lens WORKLOAD --variant NAME --sass"),
  };
}
// clang-format on

}  // namespace livewarp::ui
