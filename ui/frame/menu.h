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

}  // namespace livewarp::ui
