#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ui/widgets/widgets.h"

namespace livewarp::ui {

/// A picture of a contact sheet, with what is written below it.
struct ContactTile {
  std::string title;    ///< "N-body"
  std::string made_by;  ///< "threads · 8,192 bodies"
  std::string time;     ///< of one step, "8.37 ms"; empty where nothing was verified
  std::string verdict;  ///< "verified"; else why there is none
  bool verified = false;
  std::uint64_t texture = 0;   ///< 0: there is no picture
  int width = 16, height = 9;  ///< of the picture
};

/// What the sheet is, and where it was made.
struct ContactHead {
  std::string title;
  std::vector<std::string> paragraphs;
};

/// How many pictures stand in each row. The head has the first cell of the first row, or, where a
/// picture would then stand alone in the last one, a row of its own above: what is left are whole
/// rows.
struct SheetPlan {
  int columns = 1;
  bool head_above = false;
  std::vector<int> pictures;
};
SheetPlan contact_sheet_plan(std::size_t tiles);

/// Sides in pixels of a sheet with the head and `tiles` pictures, which have those sides and are
/// shown about half as wide; and the lines of text that fill its height.
struct SheetSize {
  int width = 0, height = 0;
  double lines = 1;
};
SheetSize contact_sheet_size(std::size_t tiles, int picture_width, int picture_height);

/// Fills the sheet: the head, and after it the tiles, row by row.
void put_contact_sheet(const Look& look, const Box& sheet, const ContactHead& head,
                       const std::vector<ContactTile>& tiles);

}  // namespace livewarp::ui
