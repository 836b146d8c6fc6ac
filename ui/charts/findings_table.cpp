#include "ui/charts/findings_table.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace livewarp::ui {

namespace {

constexpr double column_gap = 1.4, least_text = 5;  // em

Type type_of(const FindingsTable::Column& column) {
  return column.number ? Type::number_caption : Type::caption;
}

float wanted_width(const Look& look, const FindingsTable& table, std::size_t column) {
  const FindingsTable::Column& about = table.columns[column];
  float width = text_width(look, Type::caption, about.heading);
  for (const std::vector<std::string>& row : table.rows)
    if (column < row.size()) width = std::max(width, text_width(look, type_of(about), row[column]));
  return width;
}

/// Columns of texts give way, the widest first, down to a least width.
std::vector<float> widths_of(const Look& look, const FindingsTable& table, float room) {
  std::vector<float> widths;
  float sum = 0;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    widths.push_back(wanted_width(look, table, i));
    sum += widths.back() + (i > 0 ? look.length(column_gap) : 0);
  }
  while (sum > room) {
    std::size_t widest = widths.size();
    for (std::size_t i = 0; i < widths.size(); ++i)
      if (!table.columns[i].number && widths[i] > look.length(least_text) &&
          (widest == widths.size() || widths[i] > widths[widest]))
        widest = i;
    if (widest == widths.size()) break;
    const float less = std::min(sum - room, widths[widest] - look.length(least_text));
    widths[widest] -= less;
    sum -= less;
  }
  return widths;
}

void put_row(const Look& look, const FindingsTable& table, const std::vector<float>& widths,
             const std::vector<std::string>& cells, Box box, bool heading) {
  for (std::size_t i = 0; i < widths.size() && i < cells.size(); ++i) {
    const FindingsTable::Column& column = table.columns[i];
    const Type type = heading ? Type::caption : type_of(column);
    const Box cell{box.x0, box.y0, std::min(box.x0 + widths[i] + 1, box.x1), box.y1};
    const std::string shown = elided(look, type, cells[i], cell.width());
    put(look, type, heading ? look.tokens.muted : look.tokens.text, cell, shown,
        column.number ? Align::right : Align::left);
    if (shown != cells[i]) hover_text(look, cell, cells[i]);
    box.x0 += widths[i] + look.length(column_gap);
  }
}

}  // namespace

float findings_table_width(const Look& look, const FindingsTable& table) {
  float width = look.length(metrics.scrollbar);
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    width += std::ceil(wanted_width(look, table, i)) + look.length(i > 0 ? column_gap : 0);
  return width;
}

void put_findings_table(const Look& look, const char* id, const FindingsTable& table,
                        const Box& box) {
  Box head = box;
  head.x1 -= look.length(metrics.scrollbar);
  head.y1 = head.y0 + look.length(metrics.table_row);
  const std::vector<float> widths = widths_of(look, table, head.width());
  std::vector<std::string> headings;
  for (const FindingsTable::Column& column : table.columns) headings.push_back(column.heading);
  put_row(look, table, widths, headings, head, true);
  put_rule(look, head);
  ImGui::SetCursorScreenPos({box.x0, head.y1});
  if (box.y1 - head.y1 < look.length(metrics.table_row)) return;
  ImGui::BeginChild(id, {box.width(), box.y1 - head.y1}, ImGuiChildFlags_None,
                    ImGuiWindowFlags_NoSavedSettings);
  for (const std::vector<std::string>& row : table.rows) {
    Box line = take(look, 0, metrics.table_row);
    line.x1 = head.x1;
    put_row(look, table, widths, row, line, false);
    gap(look, 0);
  }
  ImGui::EndChild();
}

}  // namespace livewarp::ui
