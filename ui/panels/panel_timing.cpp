#include <imgui.h>

#include <algorithm>
#include <array>

#include "kernels/core/base/text.h"
#include "ui/frame/dock.h"
#include "ui/frame/frame.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/widgets/widgets_draw.h"

namespace livewarp::ui {

namespace {

constexpr double number_column = 4.4, count_column = 2.6;  // em

const char* clock_text(Clock clock) {
  switch (clock) {
  case Clock::events: return "timed by CUDA events";
  case Clock::gl_query: return "timed by an OpenGL timer query";
  case Clock::steady: return "timed by the host's steady clock";
  }
  return "";
}

/// What an interval does that its name alone does not say.
const char* about(Slot slot) {
  return slot == Slot::publish ? "copies what is shown, bodies, cells or pixels, into the memory "
                                 "that OpenGL draws from"
                               : "";
}

/// "60 frames/s · 119 steps/s" at the right end, each number in a field of its own.
void put_rates(const Frame& frame, Box box) {
  const Look& look = frame.look;
  const auto field = [&](double per_second, std::string_view unit) {
    const std::string number =
        per_second > 0 ? fixed(per_second, per_second < 10 ? 1 : 0) : missing;
    const float unit_width = text_width(look, Type::caption, unit) + 1;
    put(look, Type::caption, look.tokens.muted, box.right_part(unit_width), unit);
    box.x1 -= unit_width + look.length(0.3);
    put(look, Type::number_caption, look.tokens.text, box, number, Align::right);
    const float field_width = text_width(look, Type::number_caption, "0,000");
    box.x1 -=
        std::max(field_width, text_width(look, Type::number_caption, number)) + look.length(0.6);
  };
  field(frame.numbers.steps_per_second, "steps/s");
  field(frame.numbers.frames_per_second, "frames/s");
}

void title_line(const Frame& frame) {
  const Box box = take(frame.look, 0, 1.2);
  if (!has_tab()) put(frame.look, Type::heading, frame.look.tokens.text, box, "Timing");
  put_rates(frame, box);
  gap(frame.look, 0.35);
}

/// One line of what the frame bar shows.
std::string part_text(const FramePart& part) {
  const std::string ms = " " + time_text(part.ms);
  switch (part.slot) {
  case Slot::kernel: return "kernel" + ms + ": per frame, of all steps in it";
  case Slot::copy: return "copies" + ms + ": per frame, of all steps in it";
  case Slot::publish:
    return "publish" + ms + ": " + about(part.slot) + "; per frame, of pictures published";
  case Slot::map: return "map and unmap" + ms + ": per frame, of pictures published";
  case Slot::upload: return "upload" + ms + ": per frame, of pictures published";
  case Slot::draw: return "draw" + ms + ": per frame, of pictures drawn";
  case Slot::ui: return "UI" + ms;
  case Slot::wait: return "waiting" + ms;
  }
  return {};
}

std::string frame_bar_text(const Frame& frame, double period) {
  std::string text = "Frame time breakdown";
  if (frame.numbers.frame_ms > 0) text += ", " + time_text(frame.numbers.frame_ms);
  for (const FramePart& part : frame.numbers.frame_parts)
    if (part.ms > 0) text += "\n" + part_text(part);
  if (period > 0) text += "\ntick: refresh period of the screen, " + time_text(period);
  return text;
}

void frame_bar(const Frame& frame) {
  const Look& look = frame.look;
  const double period = frame.model.refresh_hz > 0 ? 1000 / frame.model.refresh_hz : 0;
  std::vector<BarPart> parts;
  double sum = 0;
  for (const FramePart& part : frame.numbers.frame_parts) {
    parts.push_back({part.slot, part.ms});
    sum += part.ms;
  }
  double& axis = frame.state.frame_axis;
  axis = sticky_maximum(axis, std::max({sum, period, frame.numbers.frame_ms}));
  const Box bar = take(look, 0, 1);
  stacked_bar(look, bar, parts, axis, period);
  if (!parts.empty()) hover_text(look, bar, frame_bar_text(frame, period));
  gap(look, 0.2);
  const Box ends = take(look, 0, 1.1);
  put(look, Type::number_caption, look.tokens.muted, ends, "0");
  put(look, Type::caption, look.tokens.muted, ends, trimmed(axis, 4) + " ms", Align::right);
  const float tick = ends.x0 + float(period / axis) * ends.width();
  const std::string word = "one frame at " + fixed(frame.model.refresh_hz, 0) + " Hz";
  const float half = text_width(look, Type::caption, word) / 2;
  const float right = ends.x1 - look.length(4);
  const float x0 = std::clamp(tick - half, ends.x0 + look.length(1),
                              std::max(right - 2 * half, ends.x0 + look.length(1)));
  put(look, Type::caption, look.tokens.muted, {x0, ends.y0, x0 + 2 * half + 1, ends.y1}, word);
  gap(look, 0.2);
}

struct Table {
  Box row;
  ColumnUnit unit;
  bool minimum, count;
};

/// Right-aligned columns from the right edge inwards.
void put_columns(const Look& look, Type type, Color color, const Table& table,
                 const std::array<std::string, 4>& texts) {
  Box at = table.row;
  const auto column = [&](const std::string& text, double width) {
    put(look, type, color, at.right_part(look.length(width)), text, Align::right);
    at.x1 -= look.length(width);
  };
  if (table.count) column(texts[3], count_column);
  column(texts[2], number_column);
  if (table.minimum) column(texts[1], number_column);
  column(texts[0], number_column);
}

void interval_row(const Frame& frame, Table table, const IntervalRow& row) {
  const Look& look = frame.look;
  table.row = take(look, 0, metrics.table_row);
  put_swatch(look, row.slot, table.row.with_width(look.em));
  Box name = table.row;
  name.x0 += look.length(1.4);
  put(look, Type::body, row.times.count > 0 ? look.tokens.text : look.tokens.muted, name,
      row.label);
  std::string what = row.label + ": ";
  if (*about(row.slot)) what += about(row.slot) + std::string(middle_dot);
  if (row.times.count == 0) {
    put_columns(look, Type::number, look.tokens.muted, table, {missing, missing, missing, missing});
    hover_text(look, table.row, what + (row.reason.empty() ? "no samples yet" : row.reason));
    return;
  }
  put_columns(look, Type::number, look.tokens.text, table,
              {cell(row.times.median, table.unit), cell(row.times.min, table.unit),
               cell(row.times.p95, table.unit), std::to_string(row.times.count)});
  hover_text(look, table.row,
             what + clock_text(row.clock) + middle_dot + "median " + time_text(row.times.median));
}

void interval_table(const Frame& frame) {
  const Look& look = frame.look;
  double largest = 0;
  for (const IntervalRow& row : frame.numbers.intervals) largest = std::max(largest, row.times.p95);
  Table table{take(look, 0, 1.2), column_unit(largest), frame.columns.minimum, frame.columns.count};
  put_columns(look, Type::caption, look.tokens.muted, table,
              {std::string("median ") + table.unit.unit.name, "min", "p95", "n"});
  gap(look, 0);
  for (const IntervalRow& row : frame.numbers.intervals) {
    interval_row(frame, table, row);
    gap(look, 0);
  }
}

/// The same where the plot below needs the room: side by side, in small type.
void more_readouts_in_a_line(const Frame& frame) {
  const Look& look = frame.look;
  if (frame.numbers.readouts.size() <= 3) return;
  Box at = take(look, 0, metrics.table_row);
  for (std::size_t i = 3; i < frame.numbers.readouts.size(); ++i) {
    const Readout& each = frame.numbers.readouts[i];
    const std::string name = lowered(each.label) + " ";
    const std::string value = significant(each.value, each.digits) +
                              (each.unit.empty() ? "" : " " + each.unit) + origin_tag(each.origin);
    const float width =
        text_width(look, Type::caption, name) + text_width(look, Type::caption, value);
    if (i > 3 && at.x0 + width > at.x1) break;
    const float start = at.x0;
    at.x0 = put(look, Type::caption, look.tokens.muted, at, name);
    at.x0 = put(look, Type::caption, look.tokens.text, at, value);
    hover_text(look, {start, at.y0, at.x0, at.y1}, each.help);
    at.x0 += look.length(1.2);
  }
  gap(look, 0);
}

/// What did not fit into the readout.
void more_readouts(const Frame& frame) {
  const Look& look = frame.look;
  if (frame.columns.plot && !frame.columns.open_folds) return more_readouts_in_a_line(frame);
  for (std::size_t i = 3; i < frame.numbers.readouts.size(); ++i) {
    const Readout& each = frame.numbers.readouts[i];
    const Box box = take(look, 0, metrics.table_row);
    put(look, Type::body, look.tokens.text, box, each.label);
    std::string unit = each.unit + origin_tag(each.origin);
    if (unit.starts_with(" ")) unit.erase(0, 1);
    put_quantity(look, look.tokens.text, box, significant(each.value, each.digits), unit,
                 Align::right);
    hover_text(look, box, each.help);
    gap(look, 0);
  }
}

}  // namespace

void timing_panel(Frame& frame) {
  if (ImGui::Begin(ids::timing, nullptr,
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoFocusOnAppearing)) {
    const ids::Scope scope(ids::timing);
    title_line(frame);
    frame_bar(frame);
    interval_table(frame);
    more_readouts(frame);
    if (frame.columns.plot) plots(frame);
  }
  highlight_window(frame.look, "timing");
  ImGui::End();
}

}  // namespace livewarp::ui
