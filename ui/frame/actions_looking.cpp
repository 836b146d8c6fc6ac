// Actions on the picture and the window, and the ways out.
#include <imgui.h>
#include <imgui_internal.h>

#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/frame/frame.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr HelpGroup looking = HelpGroup::looking;

/// A kept setting of the window was changed.
template <class T>
void keep(T& setting, T value) {
  setting = value;
  ImGui::MarkIniSettingsDirty();
}

// clang-format off
template <Theme theme>
Action theme_action(const char* id, const char* label, const char* option, const char* help) {
  return {.id = id, .label = label, .menus = {{Menu::theme}}, .help = help, .option = option,
    // T leads to the one that is not there.
    .shown_key = [](const Frame& f) { return std::string(f.state.theme == theme ? "" : "T"); },
    .chosen = [](const Frame& frame) { return frame.state.theme == theme; },
    .run = [](Frame& frame, int) { keep(frame.state.theme, theme); }};
}

/// The next larger, the next smaller, or the usual size of text.
template <int direction>
double text_scale(const Frame& frame) {
  return direction == 0 ? 1 : next_text_scale(frame.state.text_scale, direction);
}

template <int direction>
Action text_action(const char* id, const char* label, const std::vector<Chord>& chords,
                   const HelpLine& line = {}) {
  return {.id = id, .label = label, .chords = chords, .line = line,
    .menus = {{Menu::text}},
    .help = "Size of all text, 0.75 \u2026 3 times the usual one. The panels follow it.",
    .option = "--text-size",
    .reason = [](const Frame& f) {
      return unless(text_scale<direction>(f) != f.state.text_scale, "That is the size now."); },
    .run = [](Frame& f, int) { keep(f.state.text_scale, text_scale<direction>(f)); },
    .reach = Reach::always, .repeats = true, .keeps_menu = true};
}
// clang-format on

template <Shown hidden>
void hide_panels(Frame& frame, int) {
  Shown& shown = frame.state.shown;
  if (!frame.state.presenting) shown = shown == hidden ? Shown::all : hidden;
}

/// The open tab alone, or the one that was open last.
void show_tab_alone(Frame& frame, int) {
  State& state = frame.state;
  if (state.presenting) state.switch_presenter = true;
  const bool was = state.shown == Shown::analysis && !state.presenting;
  state.shown = was ? Shown::all : Shown::analysis;
  if (!was) show_analysis(frame, true);
}

bool menus_are_hidden(const Frame& frame) {
  return frame.state.presenting || frame.state.shown != Shown::all || frame.state.popup_was_open;
}

void open_menu(Frame& frame, int) {
  if (!menus_are_hidden(frame)) frame.state.menu_asked = true;
}

void open_variant_menu(Frame& frame, int) {
  State& state = frame.state;
  if (menus_are_hidden(frame) || !frame.cursor_variant()) return;
  state.variant_menu = state.cursor;
  state.variant_menu_asked = state.variant_menu_by_key = state.scroll_to_cursor = true;
}

void quit_or_warn(Frame& frame, int) {
  if (frame.now < frame.state.quit_until)
    perform(frame, "quit");
  else
    frame.state.quit_until = show_toast(frame, "Press again to quit");
}

/// A notice that stays until it is closed.
const Notice* open_error(const Model& model) {
  for (const Notice& notice : model.notices)
    if (notice.severity == Severity::error) return &notice;
  return nullptr;
}

/// Undoes the topmost layer. Popups, text inputs and the ring of focus have ended by now: then it
/// was their key.
void back(Frame& frame, int) {
  State& state = frame.state;
  if (state.keyboard_was_taken) return;
  if (state.help_open)
    state.help_open = false;
  else if (frame.model.job)
    perform(frame, ids::cancel_job);
  else if (const Notice* error = open_error(frame.model))
    frame.result.dismissed.push_back(error->id);
  else if (frame.model.lecture && !frame.studied)
    show_toast(frame, "The lecture goes on: Ctrl Q quits, the menu ends it.");
  else if (state.shown == Shown::analysis && !state.presenting)
    state.shown = Shown::all;
  else if (analysis_is_shown(frame))
    show_analysis(frame, false);
  else if (state.drawer_open && frame.columns.arrangement == Arrangement::drawer)
    state.drawer_open = false;
  else if (state.presenting)
    state.switch_presenter = true;
  else if (frame.studied)
    end_study(frame);
  else
    quit_or_warn(frame, 0);
}

/// Strokes of the arrows across the picture; with Shift by the other mouse button.
enum Stroke { leftwards = 1, rightwards, upwards, downwards, with_shift };

std::vector<Chord> strokes() {
  std::vector<Chord> chords;
  for (int i = 0; i < 4; ++i)
    for (const int shift : {0, int(ImGuiMod_Shift)})
      chords.push_back({(ImGuiKey_LeftArrow + i) | ImGuiMod_Ctrl | shift,
                        leftwards + i + (shift ? with_shift : 0)});
  return chords;
}

void move_picture(Frame& frame, int stroke) {
  State::Hand& hand = frame.state.hand;
  hand.second = stroke > with_shift;
  const int way = hand.second ? stroke - with_shift : stroke;
  hand.x += int(way == rightwards) - int(way == leftwards);
  hand.y += int(way == downwards) - int(way == upwards);
}

}  // namespace

// clang-format off
std::vector<Action> looking_actions() {
  return {
    {.id = "zoom", .label = "Wheel", .chords = {{ImGuiKey_PageUp, +1}, {ImGuiKey_PageDown, -1}},
     .line = {looking, "", "Page \u2191 \u2193"},
     .run = [](Frame& frame, int notches) { frame.state.hand.notches += notches; },
     .repeats = true},
    {.id = "move-picture", .label = "Drag; with Shift: right drag", .chords = strokes(),
     .line = {looking, "", "Ctrl arrows"}, .run = move_picture, .repeats = true},
    {.id = "fit-picture", .label = "Fit the picture", .chords = {{ImGuiKey_Home}},
     .line = {looking}, .help = "Shows all of it, as a double click does.",
     .run = [](Frame& frame, int) { frame.state.hand.fits = true; }},
    {.id = "hide-panels", .label = "Hide panels", .chords = {{ImGuiKey_Tab}}, .line = {looking},
     .menus = {{Menu::screen, 1}},
     .help = "Leaves the picture with the readout; Tab brings the panels back.",
     .run = hide_panels<Shown::readout>},
    {.id = "hide-readout", .label = "Hide the readout too",
     .chords = {{ImGuiMod_Shift | ImGuiKey_Tab}}, .line = {looking},
     .help = "Leaves the picture alone; Shift Tab brings the panels back.",
     .run = hide_panels<Shown::nothing>},
    {.id = ids::tab_alone, .label = "The open tab alone", .chords = {{ImGuiKey_F8}},
     .line = {looking}, .menus = {{Menu::screen}},
     .help = "The open tab alone, in place of everything else, to be read from the back row; Esc "
             "brings the panels back.",
     .chosen = [](const Frame& frame) { return frame.state.shown == Shown::analysis; },
     .run = show_tab_alone, .leads_away = true},
    {.id = "next-panel", .label = "To the controls; Esc: back",
     .chords = {{ImGuiMod_Ctrl | ImGuiKey_Tab, +1},
                {ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Tab, -1}},
     .line = {looking}, .run = [](Frame&, int direction) { next_panel(direction); },
     .reach = Reach::no_open_list, .repeats = true},
    {.id = "keys", .label = "Keys", .chords = {{ImGuiKey_F1}}, .line = {looking, "These keys"},
     .menus = {{Menu::end}}, .help = "What keys and mouse do.",
     .run = [](Frame& frame, int) { frame.state.help_open = !frame.state.help_open; },
     .reach = Reach::always, .leads_away = true},
    {.id = ids::drawer, .label = "Panels", .chords = {{ImGuiKey_F2}},
     .line = {looking, "Panels of a small window"}, .bar = {Icon::more, "Controls"},
     .help = "Opens controls, variants and timing over the picture, which leaves no room for them "
             "beside it.",
     .reason = [](const Frame& frame) {
       return unless(frame.columns.arrangement == Arrangement::drawer,
                     "Only in a small window panels lie over the picture."); },
     .chosen = [](const Frame& frame) { return frame.state.drawer_open; },
     .run = [](Frame& frame, int) { frame.state.drawer_open = !frame.state.drawer_open; },
     .reach = Reach::always, .leads_away = true},
    {.id = "presenter", .label = "Presenter", .chords = {{ImGuiKey_F9}}, .line = {looking},
     .menus = {{Menu::screen}},
     .help = "The picture and large figures alone, to be read from the back row. Esc leaves it.",
     .option = "--presenter", .run = [](Frame& frame, int) { frame.state.switch_presenter = true; },
     .reach = Reach::always, .leads_away = true},
    {.id = "show-keys", .label = "Show keys in presenter", .menus = {{Menu::screen}},
     .help = "Shows each key that is pressed for a moment, so that an audience can follow.",
     .chosen = [](const Frame& frame) { return frame.state.show_keys; },
     .run = [](Frame& frame, int) { keep(frame.state.show_keys, !frame.state.show_keys); }},
    {.id = "analysis", .label = "Analysis", .menus = {{Menu::screen}},
     .help = "The panel below the picture: what is best, and why it takes as long as it does.",
     .chosen = [](const Frame& frame) { return frame.state.analysis.open; },
     .run = [](Frame& frame, int) { show_analysis(frame, !frame.state.analysis.open); }},
    theme_action<Theme::dark>("dark-theme", "Dark theme", "--theme dark",
                              "Light text on dark panels; the usual one."),
    theme_action<Theme::light>("light-theme", "Light theme", "--theme light",
                               "Dark text on light panels, for bright rooms."),
    {.id = "other-theme", .label = "Light theme, dark theme", .chords = {{ImGuiKey_T}},
     .line = {looking}, .help = "Changes between the two.", .option = "--theme light",
     .run = [](Frame& frame, int) {
       keep(frame.state.theme, frame.state.theme == Theme::dark ? Theme::light : Theme::dark); }},
    {.id = ids::menu, .label = "Menu", .chords = {{ImGuiKey_F10}},
     .line = {looking, "Menu; with Shift: variant's"},
     .help = "Measuring, saving, how the window looks, the keys.", .run = open_menu,
     .reach = Reach::always, .leads_away = true},
    {.id = "menu-of-variant", .label = "Menu of the variant",
     .chords = {{ImGuiMod_Shift | ImGuiKey_F10}},
     .help = "What can be done with the variant of the cursor.", .run = open_variant_menu,
     .reach = Reach::always, .leads_away = true},
    {.id = "full-screen", .label = "Full screen", .chords = {{ImGuiKey_F11}}, .line = {looking},
     .menus = {{Menu::screen, 1}}, .help = "The window takes the whole screen, or leaves it.",
     .command = AppCommand::toggle_fullscreen, .reach = Reach::always},
    {.id = "save-picture", .label = "Save picture", .chords = {{ImGuiKey_F12}}, .line = {looking},
     .menus = {{Menu::measuring}},
     .help = "Writes the window as a PNG file into the current folder.",
     .option = "--screenshot FILE", .command = AppCommand::picture, .reach = Reach::always},
    {.id = "record", .label = "Record the window", .chords = {{ImGuiMod_Shift | ImGuiKey_F12}},
     .line = {looking}, .menus = {{Menu::measuring}},
     .help = "Records the window as a video, thirty pictures a second, into the current folder; the "
             "same key ends it.",
     .option = "--record FILE", .reason = [](const Frame& frame) {
       return frame.model.filmed ? std::string() : frame.model.no_video; },
     .chosen = [](const Frame& frame) { return frame.model.filmed.has_value(); },
     .command = AppCommand::record, .reach = Reach::always},
    {.id = ids::save_result, .label = "Save result\u2026", .menus = {{Menu::measuring}},
     .help = [](const Frame& frame) {
       return "Writes the result itself as a PNG file: all its pixels, alpha kept, grey as grey; "
              "not the picture of it, which F12 saves." + saved_where(frame); },
     .option = [](const Frame& frame) {
       return "livewarp shot " + frame.model.choice.workload + " FILE --result"; },
     .reason = [](const Frame& frame) {
       return frame.model.result_is_picture ? busy_text(frame.model)
                                            : "The result of this workload is no picture."; },
     .command = AppCommand::save_result},
    text_action<+1>("text-larger", "Larger text",
                    {{ImGuiMod_Ctrl | ImGuiKey_Equal}, {ImGuiMod_Ctrl | ImGuiKey_KeypadAdd}},
                    {looking, "Text size", "Ctrl + \u2212 0"}),
    text_action<-1>("text-smaller", "Smaller text",
                    {{ImGuiMod_Ctrl | ImGuiKey_Minus}, {ImGuiMod_Ctrl | ImGuiKey_KeypadSubtract}}),
    text_action<0>("text-normal", "Normal text",
                   {{ImGuiMod_Ctrl | ImGuiKey_0}, {ImGuiMod_Ctrl | ImGuiKey_Keypad0}}),
    {.id = "unlock-layout", .label = "Unlock layout", .menus = {{Menu::layout}},
     .help = "Unlocked, panels have tabs by which they can be moved. Locked, nothing comes loose "
             "on stage.",
     .chosen = [](const Frame& frame) { return frame.state.unlocked; },
     .run = [](Frame& frame, int) {
       keep(frame.state.unlocked, !frame.state.unlocked);
       frame.state.custom_layout = true; }},
    {.id = "default-layout", .label = "Default layout", .menus = {{Menu::layout}},
     .help = "Puts the panels back as they were at first.",
     .run = [](Frame& frame, int) {
       keep(frame.state.unlocked, false);
       frame.state.custom_layout = false;
       frame.state.sizes = {};
       frame.state.rebuild_layout = true; }},
    {.id = "fail-interop", .label = "Fail interop now", .menus = {{Menu::failures}},
     .help = "Shows what happens where OpenGL and CUDA cannot share memory: pictures take the copy "
             "path. Undo lets it work again.",
     .reason = [](const Frame& frame) {
       return frame.model.interop_fails ? "" : frame.model.interop_fail_reason; },
     .chosen = [](const Frame& frame) { return frame.model.interop_fails; },
     .command = AppCommand::fail_interop, .changes_run = true},
    {.id = "back", .label = "Back; twice to quit", .chords = {{ImGuiKey_Escape}},
     .line = {HelpGroup::leaving},
     .help = "Closes the topmost layer, ends what is measured, and then quits.", .run = back},
    {.id = "quit-twice", .label = "Quit, pressed twice", .chords = {{ImGuiKey_Q}},
     .line = {HelpGroup::leaving}, .help = "Closes the window, if it is pressed again at once.",
     .run = quit_or_warn},
    {.id = ids::restart, .label = "Restart with the GPU", .menus = {{Menu::end}},
     .help = "Closes the window and starts the program again with what ran on the GPU when that "
             "failed: only a new process can use it. What is measured here is gone.",
     .reason = [](const Frame& frame) {
       return unless(!frame.model.gpu_error.empty(), "No GPU was lost: there is no need to."); },
     .command = AppCommand::restart},
    {.id = "quit", .label = "Quit", .chords = {{ImGuiMod_Ctrl | ImGuiKey_Q}},
     .line = {HelpGroup::leaving, "Quit at once"}, .menus = {{Menu::end}},
     .help = "Closes the window.", .command = AppCommand::quit, .reach = Reach::always},
  };
}
// clang-format on

}  // namespace livewarp::ui
