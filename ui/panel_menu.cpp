#include "ui/menu.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <utility>

#include "ui/ids.h"

/// The menu behind the program's name: measuring, saving, what was before, and how rows are drawn.
namespace livewarp::ui {

namespace {

constexpr const char* while_measuring = "A measurement is running: Esc stops it.";

void session_rows(Frame& frame) {
  const Look& look = frame.look;
  const bool free = !frame.model.job;
  const Help measure = measure_all_help(frame);
  if (choose_item(look, {.id = ids::measure_all,
                         .label = "Measure all",
                         .key = "B",
                         .text = measure.text.c_str(),
                         .option = measure.option.c_str(),
                         .enabled = free,
                         .reason = while_measuring}))
    frame.command(Command::measure_all);
  const Help course = course_graph_help(frame);
  if (choose_item(look, {.id = ids::course_graph,
                         .label = "Course graph",
                         .key = "G",
                         .text = course.text.c_str(),
                         .option = course.option.c_str(),
                         .enabled = free,
                         .reason = while_measuring}))
    measure_course_graph(frame);
  if (choose_item(look,
                  {.id = ids::menu_copy_command,
                   .label = "Copy command line",
                   .key = "",
                   .text = "Puts the command that brings back all of this into the clipboard."}))
    frame.command(Command::copy_command_line);
  if (choose_item(look, {.id = ids::menu_copy_row,
                         .label = "Copy row as Markdown",
                         .key = "",
                         .text = "Puts the row of the cursor into the clipboard as a table."}))
    if (const VariantRow* row = frame.cursor_row()) copy_row(frame, *row);
  if (choose_item(look, {.id = ids::menu_picture,
                         .label = "Save picture",
                         .key = "F12",
                         .text = "Writes the window as a PNG file into the current folder.",
                         .option = "--screenshot FILE"}))
    frame.command(Command::picture);
  const std::string result = "livewarp shot " + frame.model.choice.workload + " FILE --result";
  if (frame.model.result_is_picture &&
      choose_item(look, {.id = ids::menu_result,
                         .label = "Save result\u2026",
                         .key = "",
                         .text = "Writes the result itself as a PNG file, all its pixels.",
                         .option = result.c_str(),
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
    if (choose_item(frame.look, {.id = id,
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

}  // namespace

bool menu_row(const Look& look, const MenuItem& item) {
  ImGui::BeginDisabled(!item.enabled);
  const Press row = press(look, item.id, menu_width, metrics.hit);
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

bool choose_item(const Look& look, const MenuItem& item) {
  if (!menu_row(look, item)) return false;
  ImGui::ClosePopupToLevel(0, true);
  return true;
}

void menu_separator(const Look& look) { put_rule(look, take(look, menu_width, 0.3)); }

void menu(Frame& frame) {
  const Look& look = frame.look;
  ButtonSpec spec{.label = "Livewarp", .height = metrics.bar_button};
  const float chevron = look.length(1.3);
  spec.width = double((button_width(look, spec) + chevron) / look.em);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool asked = std::exchange(frame.state.menu_asked, false);
  if (asked) ImGui::SetNavCursorVisible(true);
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
    menu_separator(look);
    setting_rows(frame);
    menu_separator(look);
    view_row(frame);
    menu_separator(look);
    if (choose_item(look, {.id = ids::menu_set_line,
                           .label = "Type a setting",
                           .key = "/",
                           .text = "Any control by its name, and its value: filter lanczos3."}))
      frame.state.set_line = {.open = true};
    if (choose_item(look, {.id = ids::menu_keys,
                           .label = "Keys",
                           .key = "F1",
                           .text = "What keys and mouse do."}))
      frame.state.help_open = true;
    if (choose_item(
            look,
            {.id = ids::menu_quit, .label = "Quit", .key = "Ctrl Q", .text = "Closes the window."}))
      frame.command(Command::quit);
    ImGui::PopID();
  }
  ImGui::EndPopup();
}

}  // namespace livewarp::ui
