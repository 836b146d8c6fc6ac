#include "ui/charts/traffic_chart.h"

#include <algorithm>
#include <vector>

#include "ui/model/format.h"
#include "ui/widgets/widgets_graph.h"

namespace livewarp::ui {

namespace {

constexpr double least_row = 1.2, most_row = 2.4, head_height = 1.3;  // em
constexpr double bar_share = 0.56, column_gap = 0.9, text_gap = 0.4;
constexpr double ratio_height = 1.05, bracket = 0.3, wide_enough = 46;

std::string tag_of(const TrafficView& view, const TrafficStage& stage) {
  if (stage.id == "counters") return {};  // its name says so
  if (stage.kind != StageKind::time) return name_of(stage.origin);
  return !stage.known() ? "" : view.live ? "live" : "bench";
}

std::string amount_of(const TrafficStage& stage) { return stage.value + " " + stage.unit; }

bool has_bytes(const TrafficStage& stage) {
  return stage.known() && (stage.kind == StageKind::bytes || stage.kind == StageKind::transfer);
}

std::string ratio_of(const TrafficStage& stage) { return "\u00d7" + significant(stage.to_next, 3); }

/// It binds, and takes enough of the time to explain it.
bool limits_time(const TrafficStage& stage) { return stage.binds && stage.share >= 0.5; }

/// "3.92 \u00b5s DRAM read", and of how much of the time that is where there is room.
std::string limit_of(const TrafficStage& stage, bool wide) {
  if (stage.kind == StageKind::time) return amount_of(stage);
  std::string text = time_text(stage.ms) + " " + stage.roof;
  if (wide && stage.share > 0)
    text += ", " + (stage.share < 0.001 ? std::string("<0.1 %") : percent(stage.share));
  if (wide && limits_time(stage)) text += ", binds";
  return text;
}

/// Where columns stand, and how much their longest bars are.
struct TrafficPlace {
  Box label, bytes, ratios, limits;
  double most_bytes = 0, most_ms = 0;
  float amounts = 0, limit_words = 0;  ///< px, of texts behind the bars
  bool wide = false;
};

float widest(const Look& look, Type type, float before, const std::string& text) {
  return std::max(before, text_width(look, type, text) + look.px);
}

TrafficPlace place_of(const Look& look, const TrafficView& view, const Box& box, bool limits) {
  TrafficPlace columns{box, box, box, box};
  columns.wide = box.width() >= look.length(wide_enough);
  float labels = 0, operations = 0, ratios = 0;
  for (const TrafficStage& stage : view.stages) {
    labels = std::max(labels, text_width(look, Type::body, stage.label) + look.length(text_gap) +
                                  text_width(look, Type::caption, tag_of(view, stage)) + look.px);
    if (has_bytes(stage)) {
      columns.most_bytes = std::max(columns.most_bytes, stage.amount);
      columns.amounts = widest(look, Type::number, columns.amounts, amount_of(stage));
    } else if (stage.known() && stage.kind == StageKind::operations) {
      operations = widest(look, Type::number, operations, amount_of(stage));
    }
    if (stage.to_next > 0) ratios = widest(look, Type::number_caption, ratios, ratio_of(stage));
    if (!(stage.ms > 0)) continue;
    columns.most_ms = std::max(columns.most_ms, stage.ms);
    columns.limit_words =
        widest(look, stage.kind == StageKind::time ? Type::number : Type::number_caption,
               columns.limit_words, limit_of(stage, columns.wide));
  }
  const float gap = look.length(column_gap);
  columns.label.x1 = box.x0 + labels;
  if (ratios > 0) ratios += look.length(bracket + 0.3);
  const float rest = box.x1 - columns.label.x1 - ratios - 3 * gap;
  // Bars of both columns are as long as each other.
  const bool both = limits || columns.limit_words > 0;
  const float bars = std::max(
      rest - columns.amounts - columns.limit_words - 2 * look.length(text_gap), look.length(4));
  columns.bytes.x0 = columns.label.x1 + gap;
  columns.bytes.x1 = std::max(columns.bytes.x0 + (both ? bars / 2 : bars) + look.length(text_gap) +
                                  columns.amounts,
                              columns.bytes.x0 + operations);
  columns.ratios.x0 = columns.bytes.x1 + look.length(text_gap);
  columns.ratios.x1 = columns.ratios.x0 + ratios;
  columns.limits.x0 = columns.ratios.x1 + gap;
  return columns;
}

/// Model dashed, counted half full, measured full; the time is the one bright mark.
void put_bar(const Look& look, const TrafficStage& stage, const Box& row, float length) {
  const Tokens& tokens = look.tokens;
  const float half = std::round(float(bar_share) * row.height() / 2);
  const float middle = std::round((row.y0 + row.y1) / 2);
  const Box bar{row.x0, middle - half, row.x0 + std::max(length, 2 * look.px), middle + half};
  const Color color = series_color(look, Slot::kernel);
  switch (stage.origin) {
  case StageOrigin::model:
    put_ground(look, faded(color, 0.12), bar, 0);
    return put_dashed_outline(look, color, bar);
  case StageOrigin::lens:
    put_ground(look, faded(color, 0.35), bar, 0);
    return put_outline(look, color, bar, 0);
  case StageOrigin::counters: return put_ground(look, color, bar, 0);
  case StageOrigin::clock: return put_ground(look, tokens.accent, bar, 0);
  }
}

void put_label(const Look& look, const TrafficView& view, const TrafficStage& stage, Box row) {
  const Tokens& tokens = look.tokens;
  const bool strong = stage.kind == StageKind::time || limits_time(stage);
  const float end = put(look, strong ? Type::heading : Type::body, tokens.text, row, stage.label);
  row.x0 = end + look.length(text_gap);
  put_on_baseline(look, Type::caption, tokens.muted, row, tag_of(view, stage), Type::body);
}

void put_bytes(const Look& look, const TrafficStage& stage, const TrafficPlace& columns, Box row) {
  row.x0 = columns.bytes.x0;
  row.x1 = columns.bytes.x1;
  if (stage.kind == StageKind::operations) {
    put_quantity(look, look.tokens.text, row, stage.value, stage.unit);
    return;
  }
  if (!has_bytes(stage)) return;
  const float room = row.width() - columns.amounts - look.length(text_gap);
  const float length = room * float(stage.amount / columns.most_bytes);
  put_bar(look, stage, row, length);
  row.x0 += std::max(length, 2 * look.px) + look.length(text_gap);
  put_quantity(look, look.tokens.text, row, stage.value, stage.unit);
}

void put_limit(const Look& look, const TrafficStage& stage, const TrafficPlace& columns, Box row) {
  if (!(stage.ms > 0)) return;
  row.x0 = columns.limits.x0;
  const float room = row.width() - columns.limit_words - look.length(text_gap);
  const float length = room * float(stage.ms / columns.most_ms);
  put_bar(look, stage, row, length);
  row.x0 += std::max(length, 2 * look.px) + look.length(text_gap);
  const bool strong = stage.kind == StageKind::time;
  put(look, strong ? Type::number : Type::number_caption,
      strong || limits_time(stage) ? look.tokens.text : look.tokens.muted, row,
      limit_of(stage, columns.wide));
}

/// Why it is not known, behind a bracket that passes the row.
void put_absent(const Look& look, const TrafficStage& stage, const TrafficPlace& columns, Box row,
                bool bracketed) {
  const Color color = look.tokens.muted;
  row.x0 = columns.bytes.x0;
  row.x0 = put(look, Type::caption, color, row, missing) + look.length(text_gap);
  if (bracketed) row.x0 = columns.limits.x0;
  put(look, Type::caption, color, row, elided(look, Type::caption, stage.absent, row.width()));
}

/// Between the rows whose middles these are, behind a bracket that joins them.
void put_ratio(const Look& look, const TrafficStage& stage, Box column, float from, float to) {
  const float half = look.length(ratio_height) / 2, middle = (from + to) / 2;
  const float tick = look.length(bracket), inset = look.length(0.15);
  const Color color = look.tokens.edge;
  const float x = column.x0 + tick;
  put_ground(look, color, {x, from + inset, x + look.px, to - inset + look.px}, 0);
  for (const float y : {from + inset, to - inset})
    put_ground(look, color, {column.x0, y, x, y + look.px}, 0);
  column.x0 = x + look.length(0.3);
  put(look, Type::number_caption, look.tokens.muted,
      {column.x0, middle - half, column.x1, middle + half}, ratio_of(stage));
}

/// What has room: without the heads of columns, then without what is not known.
struct Shown {
  std::vector<const TrafficStage*> stages;
  bool heads = true;
  float row = 0;
};

Shown shown_of(const Look& look, const TrafficView& view, float height) {
  Shown shown;
  for (const TrafficStage& stage : view.stages) shown.stages.push_back(&stage);
  const auto fits = [&] {
    const float rows = height - (shown.heads ? look.length(head_height) : 0);
    shown.row = std::min(rows / float(shown.stages.size()), look.length(most_row));
    return shown.row >= look.length(least_row);
  };
  if (fits()) return shown;
  shown.heads = false;
  if (fits()) return shown;
  std::erase_if(shown.stages, [](const TrafficStage* stage) {
    return !stage->known() && stage->kind != StageKind::time;
  });
  while (!fits() && shown.stages.size() > 1) shown.stages.erase(shown.stages.begin());
  return shown;
}

void put_heads(const Look& look, const TrafficView& view, const TrafficPlace& columns, Box row) {
  const auto head = [&](const Box& column, std::string_view text) {
    put(look, Type::caption, look.tokens.muted, {column.x0, row.y0, column.x1, row.y1},
        elided(look, Type::caption, text, column.width()));
  };
  head(columns.bytes, "bytes of a step");
  if (!view.device.empty()) head(columns.limits, "time, if nothing else limited");
}

}  // namespace

std::string about_stage(const TrafficView& view, const TrafficStage& stage) {
  std::string text = stage.label + " (" + tag_of(view, stage) + "): " + stage.about;
  if (stage.kind == StageKind::time && !stage.known()) text = "time: " + stage.about;
  if (!stage.known()) return text + "\n" + missing + middle_dot + stage.absent;
  text += "\n" + amount_of(stage);
  if (stage.kind == StageKind::time) return view.pace.empty() ? text : text + " = " + view.pace;
  if (stage.ms > 0)
    text += middle_dot + time_text(stage.ms) + " at the " + stage.roof + " roof of " + view.device;
  if (stage.share > 0) text += middle_dot + percent(stage.share) + " of the time";
  if (stage.binds) text += "\nOf all that certainly happens it takes the longest.";
  return text;
}

TrafficRoom put_traffic(const Look& look, const TrafficView& view, const Box& box, bool limits) {
  const Shown shown = shown_of(look, view, box.height());
  const TrafficPlace columns = place_of(look, view, box, limits);
  Box row = box;
  if (shown.heads) {
    row.y1 = row.y0 + look.length(head_height);
    put_heads(look, view, columns, row);
    row.y0 = row.y1;
  }
  const float first = row.y0;
  float before = 0;
  const TrafficStage* last = nullptr;
  for (const TrafficStage* const stage : shown.stages) {
    row.y1 = row.y0 + shown.row;
    put_label(look, view, *stage, {row.x0, row.y0, columns.label.x1, row.y1});
    if (stage->known()) {
      put_bytes(look, *stage, columns, row);
      put_limit(look, *stage, columns, row);
    } else {
      Box rest = row;
      if (view.device.empty() && limits) rest.x1 = columns.limits.x0 - look.length(text_gap);
      put_absent(look, *stage, columns, rest, last && last->to_next > 0);
    }
    hover_text(look, row, about_stage(view, *stage));
    const float middle = (row.y0 + row.y1) / 2;
    if (stage->known() && stage->kind == StageKind::bytes) {
      if (last && last->to_next > 0) put_ratio(look, *last, columns.ratios, before, middle);
      last = stage;
      before = middle;
    }
    row.y0 = row.y1;
  }
  if (!view.device.empty() || !limits) return {{}, row.y0};
  return {{columns.limits.x0, first, box.x1, row.y0 - shown.row}, row.y0};
}

}  // namespace livewarp::ui
