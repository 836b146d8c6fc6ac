#include "app/base/table.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "kernels/core/base/text.h"

namespace livewarp {

std::size_t display_width(const std::string& text) {
  return std::size_t(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  std::string result, line;
  const auto flush = [&] {
    if (!result.empty()) result += "\n" + std::string(indent, ' ');
    result += std::exchange(line, {});
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width) flush();
    line += (line.empty() ? "" : " ") + word;
    at = end + 1;
  }
  flush();
  return result;
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size() && i < widths.size(); ++i)
      widths[i] = std::max(widths[i], display_width(row[i]));
  for (std::size_t i = 0; i < widths.size(); ++i)
    if (widths[i] > 0) widths[i] = std::max(widths[i], display_width(columns_[i].heading));

  std::string result;
  const auto add_line = [&](const auto& cell_of) {
    std::string line;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (widths[i] == 0) continue;
      const std::string cell = cell_of(i);
      const std::string pad(widths[i] - display_width(cell), ' ');
      line += columns_[i].align == ColumnAlign::right ? pad + cell : cell + pad;
      line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
  };
  add_line([&](std::size_t i) { return columns_[i].heading; });
  for (const auto& row : rows_)
    add_line([&](std::size_t i) { return i < row.size() ? row[i] : std::string(); });
  return result;
}

std::string plain_number(double number, int digits) {
  if (!std::isfinite(number)) return missing;
  if (number == 0) return "0";
  const int magnitude = int(std::floor(std::log10(std::abs(number))));
  const int decimals = std::max(0, digits - 1 - magnitude);
  std::string text = fmt::format("{:.{}f}", std::abs(number), decimals);
  const std::size_t point = std::min(text.find('.'), text.size());
  std::int64_t whole = 0;
  if (!read_integer(std::string_view(text).substr(0, point), whole)) return text;
  return (number < 0 ? "\u2212" : "") + grouped(whole) + text.substr(point);
}

Prefix prefix_for(double largest) {
  for (const Prefix& prefix : {Prefix{1e9, "G"}, Prefix{1e6, "M"}, Prefix{1e3, "k"}})
    if (largest >= prefix.factor) return prefix;
  return {};
}

std::string error_text(double error) {
  if (!std::isfinite(error)) return std::isnan(error) ? "NaN" : "infinite";
  return error == 0 ? "0" : fmt::format("{:.1e}", error);
}

}  // namespace livewarp
