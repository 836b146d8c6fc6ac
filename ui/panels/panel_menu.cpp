#include <imgui.h>
#include <imgui_internal.h>

#include <utility>

#include "ui/frame/menu.h"
#include "ui/model/ids.h"

/// The menu behind the program's name, and the one that opens beside it.
namespace livewarp::ui {

namespace {

void rule(const Look& look, const MenuLook& menu) { put_rule(look, take(look, menu.width, 0.3)); }

/// An entry, and the list that opens beside it. Ids are those of the menu, wherever the list hangs.
void list_entry(Frame& frame, const char* id, const Help& about,
                std::initializer_list<Menu> sections, void (*more)(Frame&) = nullptr) {
  const Look& look = frame.look;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Box row{at.x, at.y, at.x + look.length(MenuLook().width), at.y + look.length(metrics.hit)};
  ImGui::PushID(id);
  const ImGuiID list = ImGui::GetID("list");
  ImGui::PopID();
  if (menu_entry(look, id, about)) ImGui::OpenPopup(list);
  put_icon(look, Icon::chevron_right, look.tokens.muted, row.inset(look.length(0.4), 0),
           Align::right, 0.8);
  ImGui::SetNextWindowPos({row.x1 + look.length(0.4), row.y0}, ImGuiCond_Appearing);
  constexpr ImGuiWindowFlags popup = ImGuiWindowFlags_AlwaysAutoResize |
                                     ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoSavedSettings;
  if (!ImGui::BeginPopupEx(list, popup)) return;
  {
    const ids::Scope scope(ids::top);
    ImGui::PushID(ids::menu);
    menu_sections(frame, sections);
    if (more) {
      rule(look, {});
      more(frame);
    }
    ImGui::PopID();
  }
  ImGui::EndPopup();
}

}  // namespace

bool menu_entry(const Look& look, const char* id, const Help& about, const MenuLook& menu,
                bool ticked) {
  const bool enabled = about.reason.empty();
  ImGui::BeginDisabled(!enabled);
  const Press row = press(look, id, menu.width, metrics.hit);
  ImGui::EndDisabled();
  help(look, about);
  if (row.hovered && enabled) put_ground(look, look.tokens.hover, row.box);
  const Box inner = row.box.inset(look.length(metrics.frame_x), 0);
  Box text = inner;
  if (menu.ticks) text.x0 += look.length(1.4);
  if (ticked) put_icon(look, Icon::tick, look.tokens.accent, inner, Align::left, 0.8);
  put(look, Type::body, enabled ? look.tokens.text : look.tokens.muted, text, about.name);
  if (!about.key.empty())
    put(look, Type::number_caption, look.tokens.muted, inner, about.key, Align::right);
  return row.clicked && enabled;
}

void menu_sections(Frame& frame, std::initializer_list<Menu> sections, const MenuLook& menu) {
  for (const Menu section : sections) {
    if (section != *sections.begin()) rule(frame.look, menu);
    for (const Action* action : actions_in(frame.actions, section)) {
      // What has a button shows there that it is on.
      const bool ticked = action->bar.icon == Icon::none && action->chosen && action->chosen(frame);
      if (!menu_entry(frame.look, action->id, help_of(frame, *action), menu, ticked)) continue;
      // Whichever of the menus it stands in.
      if (!action->keeps_menu) ImGui::ClosePopupToLevel(0, true);
      perform(frame, *action);
    }
  }
}

void menu(Frame& frame) {
  const Look& look = frame.look;
  ButtonSpec spec{.label = "Livewarp", .height = metrics.bar_button};
  const float chevron = look.length(1.3);
  spec.width = double((button_width(look, spec) + chevron) / look.em);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool asked = std::exchange(frame.state.menu_asked, false);
  if (asked) ImGui::SetNavCursorVisible(true);
  if (button(look, ids::menu, spec) || asked) ImGui::OpenPopup("menu-list");
  help(look, help_of(frame, action(ids::menu)));
  const float right = at.x + look.length(spec.width), bottom = at.y + look.length(spec.height);
  put_icon(look, Icon::chevron_down, look.tokens.muted,
           {right - chevron, at.y, right - look.length(0.4), bottom}, Align::center, 0.8);
  ImGui::SetNextWindowPos({at.x, bottom + look.px});
  if (!ImGui::BeginPopup("menu-list")) return;
  {
    const ids::Scope scope(ids::top);
    ImGui::PushID(ids::menu);
    menu_sections(frame, {Menu::measuring, Menu::setting});
    rule(look, {});
    list_entry(frame, ids::menu_lecture,
               {.name = "Lecture",
                .text = "Slides that are gone through by key, and a lecture of your own.",
                .option = "--lecture"},
               {Menu::lecture}, lecture_rows);
    list_entry(frame, ids::menu_presets,
               {.name = "Presets", .text = "Named choices, yours among them.", .only_here = true},
               {Menu::preset}, preset_rows);
    list_entry(frame, ids::exercises,
               {.name = "Exercises",
                .text = "Kernels with a gap, to be filled in the tab Edit.",
                .option = "--exercise"},
               {Menu::exercise}, exercise_rows);
    list_entry(frame, "handover",
               {.name = "Hand over",
                .text = "To profilers, to what shows traces and reports, and to an editor.",
                .only_here = true},
               {Menu::handover});
    list_entry(
        frame, ids::menu_view,
        {.name = "View", .text = "Theme, text size, presenter and layout.", .only_here = true},
        {Menu::theme, Menu::text, Menu::screen, Menu::layout, Menu::failures});
    rule(look, {});
    menu_sections(frame, {Menu::end});
    ImGui::PopID();
  }
  ImGui::EndPopup();
}

}  // namespace livewarp::ui
