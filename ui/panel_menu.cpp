#include <imgui.h>
#include <imgui_internal.h>

#include <utility>

#include "ui/frame.h"
#include "ui/ids.h"

/// The menu behind the program's name, and the one for how the window looks that opens beside it.
namespace livewarp::ui {

namespace {

constexpr double list_width = 19;

struct MenuItem {
  const char* id;
  const char* label;
  const char* key;
  const char* text;  ///< its help
  const char* option = "";
  bool enabled = true;
  bool chosen = false;  ///< ticked
  const char* reason = "";
};

bool menu_row(const Look& look, const MenuItem& item) {
  ImGui::BeginDisabled(!item.enabled);
  const Press row = press(look, item.id, list_width, metrics.hit);
  ImGui::EndDisabled();
  help(look, {.name = item.label,
              .key = item.key,
              .text = item.text,
              .option = item.option,
              .reason = item.enabled ? "" : item.reason,
              .only_here = item.option[0] == '\0'});
  if (row.hovered) put_ground(look, look.tokens.hover, row.box);
  const Box inner = row.box.inset(look.length(metrics.frame_x), 0);
  Box text = inner;
  text.x0 += look.length(1.4);
  if (item.chosen) put_icon(look, Icon::tick, look.tokens.accent, inner, Align::left, 0.8);
  put(look, Type::body, item.enabled ? look.tokens.text : look.tokens.muted, text, item.label);
  const std::string_view key = item.key;
  if (!key.empty()) put(look, Type::number_caption, look.tokens.muted, inner, key, Align::right);
  return row.clicked && item.enabled;
}

void separator(const Look& look) { put_rule(look, take(look, list_width, 0.3)); }

/// A row that was chosen closes the menus, whichever of them it stands in.
bool choose(const Look& look, const MenuItem& item) {
  if (!menu_row(look, item)) return false;
  ImGui::ClosePopupToLevel(0, true);
  return true;
}

constexpr const char* while_measuring = "A measurement is running: Esc stops it.";

void session_rows(Frame& frame) {
  const Look& look = frame.look;
  const bool free = !frame.model.job;
  const Help measure = measure_all_help(frame);
  if (choose(look, {.id = ids::measure_all,
                    .label = "Measure all",
                    .key = "B",
                    .text = measure.text.c_str(),
                    .option = measure.option.c_str(),
                    .enabled = free,
                    .reason = while_measuring}))
    frame.command(Command::measure_all);
  const Help course = course_graph_help(frame);
  if (choose(look, {.id = ids::course_graph,
                    .label = "Course graph",
                    .key = "G",
                    .text = course.text.c_str(),
                    .option = course.option.c_str(),
                    .enabled = free,
                    .reason = while_measuring}))
    measure_course_graph(frame);
  if (choose(look, {.id = ids::menu_copy_command,
                    .label = "Copy command line",
                    .key = "",
                    .text = "Puts the command that brings back all of this into the clipboard."}))
    frame.command(Command::copy_command_line);
  if (choose(look, {.id = ids::menu_copy_row,
                    .label = "Copy row as Markdown",
                    .key = "",
                    .text = "Puts the row of the cursor into the clipboard as a table."}))
    if (const VariantRow* row = frame.cursor_row()) copy_row(frame, *row);
  if (choose(look, {.id = ids::menu_picture,
                    .label = "Save picture",
                    .key = "F12",
                    .text = "Writes the window as a PNG file into the current folder.",
                    .option = "livewarp shot"}))
    frame.command(Command::picture);
  if (frame.model.result_is_picture &&
      choose(look, {.id = ids::menu_result,
                    .label = "Save result\u2026",
                    .key = "",
                    .text = "Writes the result itself as a PNG file, all its pixels.",
                    .option = "livewarp shot --result",
                    .enabled = free,
                    .reason = while_measuring}))
    frame.command(Command::save_result);
}

/// What was before, and what is compared.
void setting_rows(Frame& frame) {
  const Model& model = frame.model;
  const bool free = !model.job || !model.job->picture_paused, pinned = model.pinned.has_value();
  const auto row = [&](const char* id, const char* label, const char* key, const char* text,
                       Command command, bool enabled, const char* reason) {
    if (choose(frame.look, {.id = id,
                            .label = label,
                            .key = key,
                            .text = text,
                            .enabled = enabled,
                            .reason = free ? reason : while_measuring}))
      frame.command(command);
  };
  row(ids::menu_undo, "Undo", "Ctrl Z", "Goes back to the choice before.", Command::undo,
      model.can_undo && free, "Nothing was changed yet.");
  row(ids::menu_redo, "Redo", "Ctrl Y", "Goes forward to what was undone.", Command::redo,
      model.can_redo && free, "Nothing was undone.");
  row(ids::pin, "Pin this as A", "P", "Holds the running setting, to compare others with it.",
      Command::pin, true, "");
  row(ids::menu_flip, "Flip between A and this", "X", "Runs A's setting, and then this one again.",
      Command::flip, pinned && free, "No A is pinned.");
  row(ids::menu_unpin, "Unpin A", "Shift P", "Nothing is compared any more.", Command::unpin,
      pinned, "No A is pinned.");
}

/// To see what happens where OpenGL and CUDA cannot share memory.
void interop_row(Frame& frame) {
  const Model& model = frame.model;
  if (choose(frame.look, {.id = ids::menu_fail_interop,
                          .label = "Fail interop now",
                          .key = "",
                          .text = "Shows what happens where OpenGL and CUDA cannot share memory: "
                                  "pictures take the copy path. Undo lets it work again.",
                          .enabled = model.interop_fails || model.interop_fail_reason.empty(),
                          .chosen = model.interop_fails,
                          .reason = model.interop_fail_reason.c_str()}))
    frame.command(Command::fail_interop);
}

void theme_rows(Frame& frame) {
  State& state = frame.state;
  const auto row = [&](const char* id, const char* label, const char* text, const char* option,
                       Theme theme) {
    if (!choose(frame.look, {.id = id,
                             .label = label,
                             .key = state.theme == theme ? "" : "T",
                             .text = text,
                             .option = option,
                             .chosen = state.theme == theme}))
      return;
    state.theme = theme;
    ImGui::MarkIniSettingsDirty();
  };
  row(ids::menu_dark, "Dark theme", "Light text on dark panels; the usual one.", "--theme dark",
      Theme::dark);
  row(ids::menu_light, "Light theme", "Dark text on light panels, for bright rooms.",
      "--theme light", Theme::light);
}

void text_rows(Frame& frame) {
  State& state = frame.state;
  const auto row = [&](const char* id, const char* label, const char* key, double scale) {
    // The menu stays open: it takes some steps until a size fits a room.
    if (!menu_row(frame.look, {.id = id,
                               .label = label,
                               .key = key,
                               .text = "Size of all text, 0.75 \u2026 3 times the usual one. The "
                                       "panels follow it.",
                               .option = "--text-size",
                               .enabled = scale != state.text_scale,
                               .reason = "That is the size now."}))
      return;
    state.text_scale = scale;
    ImGui::MarkIniSettingsDirty();
  };
  row(ids::menu_text_larger, "Larger text", "Ctrl +", next_text_scale(state.text_scale, +1));
  row(ids::menu_text_smaller, "Smaller text", "Ctrl \u2212", next_text_scale(state.text_scale, -1));
  row(ids::menu_text_normal, "Normal text", "Ctrl 0", 1);
}

void screen_rows(Frame& frame) {
  const Look& look = frame.look;
  State& state = frame.state;
  if (choose(look, {.id = ids::menu_presenter,
                    .label = "Presenter",
                    .key = "F9",
                    .text = "The picture and large figures alone, to be read from the back row. "
                            "Esc leaves it.",
                    .option = "--presenter"}))
    state.switch_presenter = true;
  if (choose(look, {.id = ids::menu_show_keys,
                    .label = "Show keys in presenter",
                    .key = "",
                    .text = "Shows each key that is pressed for a moment, so that an audience "
                            "can follow.",
                    .chosen = state.show_keys})) {
    state.show_keys = !state.show_keys;
    ImGui::MarkIniSettingsDirty();
  }
  if (choose(look, {.id = ids::menu_analysis,
                    .label = "Analysis",
                    .key = "",
                    .text = "The panel below the picture with graphs of what was measured.",
                    .chosen = state.analysis.open}))
    show_analysis(frame, !state.analysis.open);
  if (choose(look, {.id = ids::menu_hide_panels,
                    .label = "Hide panels",
                    .key = "Tab",
                    .text = "Leaves the picture with the readout; Tab brings the panels back."}))
    state.shown = Shown::readout;
  if (choose(look, {.id = ids::menu_full_screen,
                    .label = "Full screen",
                    .key = "F11",
                    .text = "The window takes the whole screen, or leaves it."}))
    frame.command(Command::toggle_fullscreen);
}

void layout_rows(Frame& frame) {
  const Look& look = frame.look;
  State& state = frame.state;
  if (choose(look, {.id = ids::menu_unlock,
                    .label = "Unlock layout",
                    .key = "",
                    .text = "Unlocked, panels have tabs by which they can be moved. Locked, "
                            "nothing comes loose on stage.",
                    .chosen = state.unlocked})) {
    state.unlocked = !state.unlocked;
    state.custom_layout = true;
    ImGui::MarkIniSettingsDirty();
  }
  if (choose(look, {.id = ids::menu_default_layout,
                    .label = "Default layout",
                    .key = "",
                    .text = "Puts the panels back as they were at first."})) {
    state.unlocked = state.custom_layout = false;
    state.sizes = {};
    state.rebuild_layout = true;
    ImGui::MarkIniSettingsDirty();
  }
}

/// The list that opens beside its row. Ids are those of the menu, wherever the list hangs.
void view_list(Frame& frame, const Box& row) {
  ImGui::SetNextWindowPos({row.x1 + frame.look.length(0.4), row.y0}, ImGuiCond_Appearing);
  if (!ImGui::BeginPopup("view-list")) return;
  {
    const ids::Scope scope(ids::top);
    ImGui::PushID(ids::menu);
    theme_rows(frame);
    separator(frame.look);
    text_rows(frame);
    separator(frame.look);
    screen_rows(frame);
    separator(frame.look);
    layout_rows(frame);
    separator(frame.look);
    interop_row(frame);
    ImGui::PopID();
  }
  ImGui::EndPopup();
}

void view_row(Frame& frame) {
  const Look& look = frame.look;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Box row{at.x, at.y, at.x + look.length(list_width), at.y + look.length(metrics.hit)};
  if (menu_row(look, {.id = ids::menu_view,
                      .label = "View",
                      .key = "",
                      .text = "Theme, text size, presenter and layout."}))
    ImGui::OpenPopup("view-list");
  put_icon(look, Icon::chevron_right, look.tokens.muted, row.inset(look.length(0.4), 0),
           Align::right, 0.8);
  view_list(frame, row);
}

}  // namespace

void menu(Frame& frame) {
  const Look& look = frame.look;
  ButtonSpec spec{.label = "Livewarp", .height = metrics.bar_button};
  const float chevron = look.length(1.3);
  spec.width = double((button_width(look, spec) + chevron) / look.em);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool asked = std::exchange(frame.state.menu_asked, false);
  if (button(look, ids::menu, spec) || asked) ImGui::OpenPopup("menu-list");
  help(look, {.name = "Menu",
              .key = "F10",
              .text = "Measuring, saving, how the window looks, the keys.",
              .only_here = true});
  const float right = at.x + look.length(spec.width), bottom = at.y + look.length(spec.height);
  put_icon(look, Icon::chevron_down, look.tokens.muted,
           {right - chevron, at.y, right - look.length(0.4), bottom}, Align::center, 0.8);
  ImGui::SetNextWindowPos({at.x, bottom + look.px});
  if (!ImGui::BeginPopup("menu-list")) return;
  {
    const ids::Scope scope(ids::top);
    ImGui::PushID(ids::menu);
    session_rows(frame);
    separator(look);
    setting_rows(frame);
    separator(look);
    view_row(frame);
    separator(look);
    if (choose(look, {.id = ids::menu_set_line,
                      .label = "Type a setting",
                      .key = "/",
                      .text = "Any control by its name, and its value: filter lanczos3."}))
      frame.state.set_line = {.open = true};
    if (choose(look, {.id = ids::menu_keys,
                      .label = "Keys",
                      .key = "F1",
                      .text = "What keys and mouse do."}))
      frame.state.help_open = true;
    if (choose(
            look,
            {.id = ids::menu_quit, .label = "Quit", .key = "Ctrl Q", .text = "Closes the window."}))
      frame.command(Command::quit);
    ImGui::PopID();
  }
  ImGui::EndPopup();
}

}  // namespace livewarp::ui
