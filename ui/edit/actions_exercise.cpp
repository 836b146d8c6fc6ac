// Actions on the exercise that is open.
#include "ui/edit/draft.h"
#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/frame/frame.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr const char* none_open = "No exercise is open: the menu and the line \"/\" have them.";

std::string no_exercise(const Frame& frame) { return unless(open_exercise(frame), none_open); }

std::string no_hint(const Frame& frame) {
  const ExerciseView* const exercise = open_exercise(frame);
  if (!exercise) return none_open;
  return unless(int(exercise->hints.size()) < exercise->all_hints, "There are no more hints.");
}

std::string no_result(const Frame& frame) {
  const ExerciseView* const exercise = open_exercise(frame);
  if (!exercise) return none_open;
  if (!exercise->judged) return "The solution was not checked yet: Ctrl S in the editor does.";
  const Draft* const draft = open_draft(frame);
  return unless(!draft || *draft->text() == *exercise->judged,
                "The text has changed since it was checked: Ctrl S in the editor checks it.");
}

std::string exercise_option(const Frame& frame, const char* rest) {
  const ExerciseView* const exercise = open_exercise(frame);
  return "livewarp exercise " + (exercise ? exercise->name : "NAME") + rest;
}

}  // namespace

// clang-format off
std::vector<Action> exercise_actions() {
  return {
    {.id = ids::next_hint, .label = "Hint for the exercise", .menus = {{Menu::exercise}},
     .help = "One more each time. How many you were given is remembered until it is solved.",
     .option = [](const Frame& frame) { return exercise_option(frame, " --hint"); }, .reason = no_hint,
     .run = [](Frame& frame, int) { show_tab(frame, ids::edit_tab); },
     .command = AppCommand::next_hint},
    {.id = ids::save_exercise, .label = "Write the exercise's result",
     .menus = {{Menu::exercise}},
     .help = [](const Frame& frame) {
       return "Writes the solution with what was found of it, to be handed in (JSON)." +
              saved_where(frame); },
     .option = [](const Frame& frame) { return exercise_option(frame, " --with FILE --result FILE"); },
     .reason = no_result, .command = AppCommand::save_exercise},
    {.id = "close-exercise", .label = "Leave the exercise", .menus = {{Menu::exercise}},
     .help = "The tab Edit shows variants' kernels again. What was typed stays for the next time.",
     .reason = no_exercise, .command = AppCommand::close_exercise},
  };
}
// clang-format on

}  // namespace livewarp::ui
