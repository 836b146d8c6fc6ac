#include <imgui.h>
#include <imgui_internal.h>

#include "ui/ids.h"
#include "ui/menu.h"

/// The menu for how the window looks: theme, text size, presenter, panels and layout.
namespace livewarp::ui {

namespace {

/// To see what happens where OpenGL and CUDA cannot share memory.
void interop_row(Frame& frame) {
  const Model& model = frame.model;
  if (choose_item(frame.look,
                  {.id = ids::menu_fail_interop,
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
    if (!choose_item(frame.look, {.id = id,
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
  if (choose_item(look,
                  {.id = ids::menu_presenter,
                   .label = "Presenter",
                   .key = "F9",
                   .text = "The picture and large figures alone, to be read from the back row. "
                           "Esc leaves it.",
                   .option = "--presenter"}))
    state.switch_presenter = true;
  if (choose_item(look, {.id = ids::menu_show_keys,
                         .label = "Show keys in presenter",
                         .key = "",
                         .text = "Shows each key that is pressed for a moment, so that an audience "
                                 "can follow.",
                         .chosen = state.show_keys})) {
    state.show_keys = !state.show_keys;
    ImGui::MarkIniSettingsDirty();
  }
  if (choose_item(look, {.id = ids::menu_analysis,
                         .label = "Analysis",
                         .key = "",
                         .text = "The panel below the picture, for graphs of what was measured and "
                                 "for what warps do.",
                         .chosen = state.analysis.open}))
    show_analysis(frame, !state.analysis.open);
  const std::string command = "livewarp lens " + frame.model.choice.workload;
  if (choose_item(look,
                  {.id = ids::menu_lens,
                   .label = "Lens",
                   .key = "W",
                   .text = "What the warps of a CUDA row do with memory, line by line, with a "
                           "picture of their lanes. Counted on the host; no GPU is needed.",
                   .option = command.c_str(),
                   .chosen = lens_is_shown(frame)}))
    show_lens(frame);
  if (choose_item(look,
                  {.id = ids::menu_hide_panels,
                   .label = "Hide panels",
                   .key = "Tab",
                   .text = "Leaves the picture with the readout; Tab brings the panels back."}))
    state.shown = Shown::readout;
  if (choose_item(look, {.id = ids::menu_full_screen,
                         .label = "Full screen",
                         .key = "F11",
                         .text = "The window takes the whole screen, or leaves it."}))
    frame.command(Command::toggle_fullscreen);
}

void layout_rows(Frame& frame) {
  const Look& look = frame.look;
  State& state = frame.state;
  if (choose_item(look, {.id = ids::menu_unlock,
                         .label = "Unlock layout",
                         .key = "",
                         .text = "Unlocked, panels have tabs by which they can be moved. Locked, "
                                 "nothing comes loose on stage.",
                         .chosen = state.unlocked})) {
    state.unlocked = !state.unlocked;
    state.custom_layout = true;
    ImGui::MarkIniSettingsDirty();
  }
  if (choose_item(look, {.id = ids::menu_default_layout,
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
    menu_separator(frame.look);
    text_rows(frame);
    menu_separator(frame.look);
    screen_rows(frame);
    menu_separator(frame.look);
    layout_rows(frame);
    menu_separator(frame.look);
    interop_row(frame);
    ImGui::PopID();
  }
  ImGui::EndPopup();
}

}  // namespace

void view_row(Frame& frame) {
  const Look& look = frame.look;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Box row{at.x, at.y, at.x + look.length(menu_width), at.y + look.length(metrics.hit)};
  if (menu_row(look, {.id = ids::menu_view,
                      .label = "View",
                      .key = "",
                      .text = "Theme, text size, presenter and layout."}))
    ImGui::OpenPopup("view-list");
  put_icon(look, Icon::chevron_right, look.tokens.muted, row.inset(look.length(0.4), 0),
           Align::right, 0.8);
  view_list(frame, row);
}

}  // namespace livewarp::ui
