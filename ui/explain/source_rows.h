#pragma once

#include <string>

#include "ui/views/lens_view.h"
#include "ui/widgets/widgets.h"

/// Lines of a kernel's source as the tabs show them, a row each.
namespace livewarp::ui {

inline constexpr double number_column = 2.4;  ///< em
inline constexpr double blank_share = 0.5;    ///< of a row: the height of a blank line

/// Where a row has the number of its line.
inline Box number_of_line(const Look& look, const Box& row) {
  return row.with_width(look.length(number_column - 0.5));
}

/// A line's text. Where there is no room for all of it, its words come before its indentation.
inline std::string in_room(const Look& look, const std::string& text, double room) {
  constexpr std::size_t kept = 4;
  const std::size_t words = text.find_first_not_of(' ');
  if (words == std::string::npos || words <= kept) return text;
  if (text_width(look, Type::number_caption, text) <= room) return text;
  return text.substr(words - kept);
}

/// A blank line, or one of a comment without a word, parts what stands around it.
inline bool is_blank(const LensLine& line) {
  return line.number > 0 && line.accesses.empty() &&
         line.text.find_first_not_of(" /\t\r") == std::string::npos;
}

/// Its number, and its text in all of the row; dots where lines are left out.
inline void put_source_line(const Look& look, const LensLine& line, const Box& row, Color color) {
  Box text = row;
  text.x0 += look.length(number_column);
  if (line.number > 0)
    put(look, Type::number_caption, look.tokens.muted, number_of_line(look, row),
        std::to_string(line.number), Align::right);
  put(look, Type::number_caption, color, text, line.number > 0 ? line.text : "\u22ef");
}

}  // namespace livewarp::ui
