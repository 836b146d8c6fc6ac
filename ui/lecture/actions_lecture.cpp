// Actions of a lecture, what a clicker's keys do meanwhile, and named choices.
#include <imgui.h>

#include "ui/frame/actions.h"
#include "ui/frame/frame.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr HelpGroup of_lecture = HelpGroup::lecture;
constexpr const char* no_lecture = "No lecture is given: the menu has some.";

std::string is_given(const Frame& frame) {
  return unless(frame.model.lecture.has_value(), no_lecture);
}

std::string not_next(const Frame& frame) {
  if (!frame.model.lecture) return no_lecture;
  const LectureView& given = *frame.model.lecture;
  return unless(given.slide + 1 < int(given.slides.size()), "This is the last slide.");
}

std::string not_previous(const Frame& frame) {
  if (!frame.model.lecture) return no_lecture;
  return unless(frame.model.lecture->slide > 0 || frame.model.lecture->away,
                "This is the first slide.");
}

std::string not_away(const Frame& frame) {
  if (!frame.model.lecture) return no_lecture;
  return unless(frame.model.lecture->away, "All is as the slide has it.");
}

std::string not_guessed(const Frame& frame) {
  if (!frame.model.lecture || !frame.model.lecture->guess) return "Nothing is guessed here.";
  const GuessView& guess = *frame.model.lecture->guess;
  return unless(!guess.shown || (!guess.answer && guess.other_is_missing),
                "The answer stands already.");
}

/// Keys of a clicker that would do something else here: a hand that slips must do no harm.
enum ClickerKey { clicker_black = 1, clicker_start };

void say_of_clicker(Frame& frame, int key) {
  show_toast(frame, key == clicker_start ? "A clicker's start: the lecture runs. Page keys go on."
                                         : "A clicker's black screen: nothing here. Space pauses.");
}

/// The line "/" asks for a name.
void ask_for_name(Frame& frame, int) {
  frame.state.command_palette = {.open = true, .text = save_preset_words};
}

}  // namespace

// clang-format off
std::vector<Action> lecture_actions() {
  return {
    {.id = "next-slide", .label = "Next slide", .chords = {{ImGuiKey_PageDown}}, .line = {of_lecture},
     .menus = {{Menu::lecture}},
     .help = "Goes on to the next slide of the lecture, whatever was changed meanwhile.",
     .reason = not_next, .command = AppCommand::next_slide, .in_lecture = true},
    {.id = "previous-slide", .label = "Previous slide", .chords = {{ImGuiKey_PageUp}},
     .line = {of_lecture, "Previous; changed: this slide"}, .menus = {{Menu::lecture}},
     .help = "Goes back a slide. Where something was changed, it brings this slide back first.",
     .reason = not_previous, .command = AppCommand::previous_slide, .in_lecture = true},
    {.id = ids::back_to_slide, .label = "Back to the slide", .menus = {{Menu::lecture}},
     .help = "Sets everything as the slide has it, after something was changed. Page Up does the "
             "same.",
     .reason = not_away, .command = AppCommand::back_to_slide},
    {.id = ids::guess_more, .label = "Guess more", .chords = {{.character = '>'}},
     .line = {of_lecture, "The hall's guess: more"},
     .help = "What the hall says of the next time: a larger factor; of variants, the next one.", .reason = not_guessed,
     .command = AppCommand::guess_more, .repeats = true},
    {.id = ids::guess_less, .label = "Guess less", .chords = {{.character = '<'}},
     .line = {of_lecture, "The hall's guess: less"},
     .help = "What the hall says of the next time: a smaller factor; of variants, the one before.", .reason = not_guessed,
     .command = AppCommand::guess_less, .repeats = true},
    {.id = ids::show_guess, .label = "Show the answer", .chords = {{ImGuiMod_Ctrl | ImGuiKey_Enter}},
     .line = {of_lecture, "Guess and answer"}, .menus = {{Menu::lecture}},
     .help = "Puts what was measured beside the guess. Until then no time is shown; Page Down does "
             "the same.",
     .reason = not_guessed, .command = AppCommand::show_guess},
    {.id = "zoom-in-lecture", .label = "Zoom by keys",
     .chords = {{ImGuiMod_Ctrl | ImGuiKey_PageUp, +1}, {ImGuiMod_Ctrl | ImGuiKey_PageDown, -1}},
     .line = {of_lecture, "Zoom", "Ctrl Page"},
     .run = [](Frame& frame, int notches) { frame.state.hand.notches += notches; },
     .repeats = true},
    {.id = "clicker", .label = "Other keys of a clicker",
     .chords = {{.argument = clicker_black, .character = '.'}, {ImGuiKey_B, clicker_black}, {ImGuiKey_F5, clicker_start},
                {ImGuiMod_Shift | ImGuiKey_F5, clicker_start}},
     .line = {of_lecture, "A clicker's: nothing", ". B F5 Esc"}, .run = say_of_clicker,
     .in_lecture = true},
    {.id = "lecturer-notes", .label = "Lecturer's notes", .menus = {{Menu::lecture}},
     .help = "A second window for the lecturer: the slide's notes, the next slide, times and guess. It goes "
             "to a monitor that the picture is not on, where there is one; keys work in both.",
     .option = "--notes", .reason = is_given,
     .chosen = [](const Frame& frame) { return frame.model.lecture && frame.model.lecture->notes_shown; },
     .command = AppCommand::toggle_notes},
    {.id = "end-lecture", .label = "End the lecture", .menus = {{Menu::lecture}},
     .help = "Takes caption and slides away; what runs goes on, and all keys are as before.",
     .reason = is_given, .command = AppCommand::end_lecture},
    {.id = "add-slide", .label = "Add this as a slide", .chords = {{ImGuiKey_F6}},
     .menus = {{Menu::lecture, 1}},
     .help = "Writes what runs as the next slide of a lecture of your own: a text file in the "
             "present folder, to which notes are then added.",
     .command = AppCommand::add_slide},
    {.id = "record-slides", .label = "Record slides", .menus = {{Menu::lecture, 1}},
     .help = "Makes a slide of every setting that stands for five seconds or more, in a file in "
             "the present folder; chosen again, it ends.",
     .chosen = [](const Frame& frame) { return !frame.model.recording.empty(); },
     .command = AppCommand::record_slides},
    {.id = "find-lecture", .label = "Open a lecture\u2026", .menus = {{Menu::lecture, 2}},
     .help = "Opens a lecture from a file; one that is dropped on the window opens too.",
     .option = "--lecture FILE", .command = AppCommand::find_lecture},
    {.id = "save-preset", .label = "Save as preset\u2026", .menus = {{Menu::preset}},
     .help = "Keeps this choice under a name, in the folder of the settings.",
     .run = ask_for_name},
  };
}
// clang-format on

}  // namespace livewarp::ui
