#pragma once

#include "ui/frame.h"

/// Rows of the menu behind the program's name, and of the one that opens beside it.
namespace livewarp::ui {

inline constexpr double menu_width = 19;

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

/// True if the row was clicked; the menus stay open.
bool menu_row(const Look& look, const MenuItem& item);
/// A row that was chosen closes the menus, whichever of them it stands in.
bool choose_item(const Look& look, const MenuItem& item);
void menu_separator(const Look& look);

/// How the window looks: a row, and the list that opens beside it (panel_view_menu.cpp).
void view_row(Frame& frame);

}  // namespace livewarp::ui
