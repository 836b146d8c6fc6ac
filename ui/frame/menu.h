#pragma once

#include <initializer_list>

#include "ui/frame/actions.h"
#include "ui/frame/frame.h"

/// How menus draw the actions of the table.
namespace livewarp::ui {

struct MenuLook {
  double width = 19;  ///< em
  bool ticks = true;  ///< there is room for them
};

/// True if the entry was clicked; the menus stay open.
bool menu_entry(const Look& look, const char* id, const Help& about, const MenuLook& menu = {},
                bool ticked = false);
/// The entries of these sections, a rule between them.
void menu_sections(Frame& frame, std::initializer_list<Menu> sections, const MenuLook& menu = {});
/// Rows that no table holds (panel_lecture_menu.cpp): the slides of the lecture that is given, else
/// the lectures that can be; the named choices of the running workload; and the exercises.
void lecture_rows(Frame& frame);
void preset_rows(Frame& frame);
void exercise_rows(Frame& frame);

}  // namespace livewarp::ui
