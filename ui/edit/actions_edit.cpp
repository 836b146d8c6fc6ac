// Actions on a kernel that is rewritten: it is tried, compared, taken back, written.
#include <imgui.h>

#include "ui/edit/draft.h"
#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/frame/frame.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

std::string edit_option(const Frame& frame, const char* rest) {
  if (const ExerciseView* const exercise = open_exercise(frame))
    return "livewarp exercise " + exercise->name + " --with FILE";
  return "livewarp edit " + frame.model.choice.workload + " " + rest;
}

std::string starter_option(const Frame& frame) {
  const ExerciseView* const exercise = open_exercise(frame);
  return exercise ? "livewarp exercise " + exercise->name + " --start FILE"
                  : edit_option(frame, "--write FILE");
}

std::string not_open(const Frame& frame) {
  return unless(open_draft(frame), "No kernel is open: the tab Edit shows one.");
}

std::string not_edited(const Frame& frame) {
  if (!open_draft(frame)) return not_open(frame);
  return unless(open_draft(frame)->is_edited(), "The kernel is as the project has it.");
}

std::string not_reverted(const Frame& frame) {
  if (!frame.state.kernels.watch.empty())
    return "The text is that of the watched file: clear its path to type here.";
  return not_edited(frame);
}

/// An exercise begins with a gap that the project's kernel does not have.
std::string no_patch(const Frame& frame) {
  if (open_exercise(frame)) return "A solution is handed in as its result: it is no patch.";
  return not_edited(frame);
}

void check(Frame& frame, int) {
  show_tab(frame, ids::edit_tab);
  frame.result.commands.push_back(AppCommand::check_kernel);
}

void type_into_kernel(Frame& frame, int) {
  show_tab(frame, ids::edit_tab);
  frame.state.kernels.diff = false;
  if (Draft* const draft = open_draft(frame)) draft->editor.take_keyboard();
}

/// Its key is the editor's: elsewhere nothing is tried by a slip.
void check_by_key(Frame& frame, int) {
  if (editor_has_keyboard(frame))
    perform(frame, ids::check_kernel);
  else
    show_toast(frame, "Ctrl S checks a kernel while its editor has the keyboard");
}

void revert(Frame& frame, int) {
  Draft& draft = *open_draft(frame);
  draft.editor.replace_by(*draft.original);
}

}  // namespace

// clang-format off
std::vector<Action> edit_actions() {
  return {
    {.id = "check-by-key", .label = "Check the kernel in the editor",
     .chords = {{ImGuiMod_Ctrl | ImGuiKey_S, 1}}, .line = {HelpGroup::running},
     .run = check_by_key, .reach = Reach::no_open_list},
    {.id = "type-kernel", .label = "Type into the kernel",
     .chords = {{ImGuiMod_Ctrl | ImGuiKey_E}}, .line = {HelpGroup::running},
     .help = "Opens the tab Edit, where keys go into the kernel from then on; Esc leaves it.",
     .run = type_into_kernel},
    {.id = ids::check_kernel, .label = "Check the edited kernel",
     .help = "Compiles it, checks every access, compares its result with the reference, and counts "
             "what its warps do with memory beside the original. On a GPU it is verified there too, "
             "and only then timed.",
     .option = [](const Frame& frame) { return edit_option(frame, "--with FILE"); },
     .shown_key = "Ctrl S", .reason = check_hindrance, .run = check},
    {.id = ids::diff_kernel, .label = "What was changed in the kernel",
     .help = "The project's kernel and the edited one, line by line, in place of the editor.",
     .option = [](const Frame& frame) { return edit_option(frame, "--with FILE --diff"); },
     .reason = [](const Frame& frame) {
       return frame.state.kernels.diff ? "" : not_edited(frame); },
     .chosen = [](const Frame& frame) { return frame.state.kernels.diff; },
     .run = [](Frame& frame, int) { frame.state.kernels.diff = !frame.state.kernels.diff; }},
    {.id = ids::revert_kernel, .label = "Revert the edited kernel",
     .help = "The kernel as the project has it. Ctrl Z in the editor takes that back.",
     .option = [](const Frame& frame) { return edit_option(frame, "--write FILE"); },
     .reason = not_reverted, .run = revert},
    {.id = ids::save_kernel, .label = "Write the edited kernel",
     .help = [](const Frame& frame) {
       return "Writes the kernel as it stands in the editor into a .cuh file, for another editor or "
              "the command line." + saved_where(frame); },
     .option = [](const Frame& frame) { return edit_option(frame, "--write FILE"); },
     .reason = not_open, .command = AppCommand::save_kernel},
    {.id = ids::start_kernel, .label = "Write a starter kernel", .menus = {{Menu::handover, 3}},
     .help = [](const Frame& frame) {
       return "Writes what the kernel begins with into a .cuh file for an editor of your own, and "
              "watches it: each save is tried." + saved_where(frame); },
     .option = starter_option, .reason = not_open,
     .run = [](Frame& frame, int) { show_tab(frame, ids::edit_tab); },
     .command = AppCommand::start_kernel},
    {.id = ids::save_patch, .label = "Save the kernel's changes as a patch",
     .help = [](const Frame& frame) {
       return "Writes what was changed as a patch of the project's file, which git apply takes." +
              saved_where(frame); },
     .option = [](const Frame& frame) { return edit_option(frame, "--with FILE --diff"); },
     .reason = no_patch, .command = AppCommand::save_patch},
  };
}
// clang-format on

}  // namespace livewarp::ui
