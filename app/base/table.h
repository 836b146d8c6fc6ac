#pragma once

#include <string>
#include <vector>

namespace livewarp {

/// Columns that UTF-8 text takes on a terminal (every code point counts one).
std::size_t display_width(const std::string& text);

/// `text` broken into lines of at most `width` columns, each after the first indented.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent);

enum class ColumnAlign { left, right };

/// A table of texts; columns are as wide as their widest cell and two blanks apart.
class TextTable {
 public:
  struct Column {
    std::string heading;
    ColumnAlign align = ColumnAlign::left;
  };
  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}
  /// Fewer cells than columns leave the rest blank.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }
  /// Columns without any content are left out; lines have no blanks at their end.
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// A number with `digits` significant digits and grouped thousands, never in exponent form:
/// "2,052", "8.36", "0.298". The dash for what is not finite.
std::string plain_number(double number, int digits);

/// The prefix that keeps `largest` below 1000 or at G: 1e9 "G", 1e6 "M", 1e3 "k", 1 "".
struct Prefix {
  double factor = 1;
  std::string name;
};
Prefix prefix_for(double largest);

/// "3.1e-07", "0"; an error as tables show it.
std::string error_text(double error);

/// What stands for a missing number.
inline constexpr const char* missing = "\u2014";

}  // namespace livewarp
