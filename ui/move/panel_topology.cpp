// The tab Topology: what the driver tells, a sentence of all of it, tables beside one another, and
// what they mean.
#include "ui/move/panel_topology.h"

#include <imgui.h>

#include <algorithm>

#include "ui/charts/findings_table.h"

namespace livewarp::ui {

namespace {

constexpr double between_tables = 1.8, below_tables = 0.5;  // em

float height_of(const Look& look, const FindingsTable& table) {
  return look.length(metrics.table_row) * float(table.rows.size() + 2);  // title and headings
}

void put_titled(const Look& look, const FindingsTable& table, Box box) {
  Box title = box;
  title.y1 = title.y0 + look.length(metrics.table_row);
  put(look, Type::body, look.tokens.text, title,
      elided(look, Type::body, table.title, title.width()));
  box.y0 = title.y1;
  put_findings_table(look, ("##" + table.title).c_str(), table, box);
}

/// In rows as wide as the box. Returns where they end.
float put_tables(const Look& look, const std::vector<FindingsTable>& tables, const Box& box) {
  float x = box.x0, y = box.y0, lowest = box.y0;
  for (const FindingsTable& table : tables) {
    const float wanted =
        std::max(findings_table_width(look, table), text_width(look, Type::body, table.title) + 1);
    const float width = std::min(wanted, box.width());
    if (x > box.x0 && x + width > box.x1) {
      x = box.x0;
      y = lowest + look.length(below_tables);
    }
    const float end = y + height_of(look, table);
    put_titled(look, table, {x, y, x + width, end});
    x += width + look.length(between_tables);
    lowest = std::max(lowest, end);
  }
  return lowest;
}

float put_sentences(const Look& look, const std::vector<std::string>& sentences, Box box) {
  for (const std::string& sentence : sentences)
    for (const std::string& line : wrapped(look, Type::body, sentence, box.width(), 200)) {
      const Box row{box.x0, box.y0, box.x1, box.y0 + look.length(metrics.table_row)};
      put(look, Type::body, look.tokens.text, row, line);
      box.y0 = row.y1;
    }
  return box.y0;
}

}  // namespace

void topology_tab(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  frame.result.topology = true;
  const Findings* const findings = frame.model.topology;
  if (!findings) {
    frame.result.animating = true;  // it comes in a moment
    return void(put_middle(look, look.tokens.muted, box, "The driver is asked."));
  }
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  ImGui::BeginChild("##topology", {box.width(), box.height()}, ImGuiChildFlags_None,
                    ImGuiWindowFlags_NoSavedSettings);
  const ImVec2 begin = ImGui::GetCursorScreenPos();
  Box inside{begin.x, begin.y, begin.x + box.width() - look.length(metrics.scrollbar), box.y1};
  std::vector<std::string> sentences = findings->verdict;
  if (!sentences.empty()) {
    inside.y0 = put_sentences(look, {sentences.front()}, inside) + look.length(below_tables);
    sentences.erase(sentences.begin());
  }
  inside.y0 = put_tables(look, findings->tables, inside) + look.length(below_tables);
  inside.y0 = put_sentences(look, sentences, inside);
  inside.y0 = put_sentences(look, findings->left_out, inside);
  ImGui::SetCursorScreenPos(begin);
  ImGui::Dummy({inside.width(), inside.y0 - begin.y});
  ImGui::EndChild();
}

}  // namespace livewarp::ui
