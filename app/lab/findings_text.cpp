// Findings as text, as comma-separated values, and as JSON.
#include "app/base/table.h"
#include "app/lab/experiment.h"

namespace livewarp {

namespace {

std::string table_text(const FindingsTable& table) {
  std::vector<TextTable::Column> columns;
  for (const FindingsTable::Column& column : table.columns)
    columns.push_back({column.heading, column.number ? ColumnAlign::right : ColumnAlign::left});
  TextTable text(columns);
  for (const std::vector<std::string>& row : table.rows) text.add(row);
  return (table.title.empty() ? "" : table.title + "\n") + text.text();
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i)
    line += (i == 0 ? "" : ",") + (cells[i] == missing ? "" : csv_cell(Json(cells[i])));
  return line + "\r\n";
}

constexpr const char* id_of(SpanKind kind) {
  switch (kind) {
  case SpanKind::copy_in: return "copy-in";
  case SpanKind::kernel: return "kernel";
  case SpanKind::copy_out: return "copy-out";
  case SpanKind::publish: return "publish";
  case SpanKind::draw: return "draw";
  case SpanKind::panels: return "panels";
  case SpanKind::host: return "host";
  case SpanKind::wait: break;
  }
  return "wait";
}

}  // namespace

std::string findings_text(const Findings& findings) {
  std::string text;
  for (const FindingsTable& table : findings.tables)
    if (!table.rows.empty()) text += table_text(table) + "\n";
  for (const std::string& sentence : findings.verdict) text += sentence + "\n";
  for (const std::string& reason : findings.left_out) text += reason + "\n";
  return text.empty() ? "Nothing was measured\n" : text;
}

std::string findings_csv(const Findings& findings) {
  std::string text;
  for (const FindingsTable& table : findings.tables) {
    if (!text.empty()) text += "\r\n";
    std::vector<std::string> headings;
    for (const FindingsTable::Column& column : table.columns) headings.push_back(column.heading);
    text += csv_line(headings);
    for (const std::vector<std::string>& row : table.rows) text += csv_line(row);
  }
  return text;
}

Json to_json(const Timeline& timeline) {
  Json json{{"title", timeline.title}, {"lanes", timeline.lanes}, {"spans", Json::array()}};
  for (const TimelineSpan& span : timeline.spans)
    json["spans"].push_back({{"lane", span.lane},
                             {"name", span.name},
                             {"kind", id_of(span.kind)},
                             {"begin_ms", span.begin_ms},
                             {"end_ms", span.end_ms}});
  return json;
}

}  // namespace livewarp
