#include "ui/move/panel_clocks.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/frame/frame.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double label_column = 13, number_column = 5.2;  // em
constexpr double row_height = 2.4, least_row = 1.3, verdict_line = 1.4;
constexpr double alike = 8;  // up to this ratio of first run and warm their bars have one axis

struct ClockRow {
  const char *label, *help;
  const ClockValues StepClocks::*values;
};

constexpr std::array rows{
    ClockRow{"GPU events",
             "Two events that the GPU passes before and after the step: what it computes and "
             "copies, without the host. All other times here in Livewarp are of this kind. The "
             "first step is handed over while the GPU idles, so that its time holds the wait for "
             "the kernel.",
             &StepClocks::device},
    ClockRow{"Stopwatch, waiting",
             "The host's clock before the call, and after it has waited for the GPU: the step, and "
             "what it takes to hand it over and to hear of its end.",
             &StepClocks::finished},
    ClockRow{"Stopwatch, not waiting",
             "The host's clock around the call alone. A launch returns as soon as it is handed "
             "over: this is no time of the kernel.",
             &StepClocks::returned}};

/// What a bar consists of: of the whole time that the host waits, what the GPU computes.
std::vector<BarPart> parts_of(const ClockRow& row, double ms, double device_ms) {
  if (row.values == &StepClocks::returned) return {{Slot::ui, ms}};
  if (row.values == &StepClocks::device || device_ms <= 0) return {{Slot::kernel, ms}};
  return {{Slot::kernel, std::min(ms, device_ms)}, {Slot::wait, std::max(0.0, ms - device_ms)}};
}

/// A bar from 0 on an axis of its column, its time at the right end.
void put_time(const Frame& frame, const Box& box, const std::vector<BarPart>& parts, double ms,
              double axis, const std::string& hover) {
  const Look& look = frame.look;
  Box bar = box;
  bar.x1 -= look.length(number_column);
  const float middle = (box.y0 + box.y1) / 2, half = look.length(0.45);
  bar.y0 = middle - half, bar.y1 = middle + half;
  stacked_bar(look, bar, parts, axis, 0);
  put(look, Type::number, look.tokens.text, {bar.x1, box.y0, box.x1, box.y1}, time_text(ms),
      Align::right);
  hover_text(look, box, hover);
}

/// Why there is none stands in the bar's place.
void put_no_time(const Frame& frame, const Box& box, const std::string& reason) {
  const Look& look = frame.look;
  put(look, Type::caption, look.tokens.muted, box,
      elided(look, Type::caption, reason, box.width()));
  hover_text(look, box, reason);
}

struct Columns {
  Box label, first, warm;
};

Columns columns_of(const Look& look, const Box& row) {
  Columns columns{row, row, row};
  columns.label.x1 = row.x0 + look.length(label_column);
  const float gap = look.length(1.2), from = columns.label.x1;
  const float width = (row.x1 - from - gap) / 2;
  columns.first = {from, row.y0, from + width, row.y1};
  columns.warm = {from + width + gap, row.y0, row.x1, row.y1};
  return columns;
}

void put_row(const Frame& frame, const StepClocks& clocks, const ClockRow& row, const Box& box,
             double first_axis, double warm_axis) {
  const Look& look = frame.look;
  const Columns columns = columns_of(look, box);
  put(look, Type::body, look.tokens.text, columns.label,
      elided(look, Type::body, row.label, columns.label.width() - look.length(0.4)));
  hover_text(look, columns.label, row.help);
  const ClockValues& values = clocks.*row.values;
  if (!values.reason.empty()) {
    put_no_time(frame, {columns.first.x0, box.y0, box.x1, box.y1}, values.reason);
    return;
  }
  if (values.first)
    put_time(frame, columns.first, parts_of(row, *values.first, clocks.device.first.value_or(0)),
             *values.first, first_axis,
             fmt::format("The first step of a new simulation: {}. It allocates, touches memory for "
                         "the first time, and loads the kernel where nothing has run it yet.",
                         time_text(*values.first)));
  if (values.warm.count > 0)
    put_time(frame, columns.warm, parts_of(row, values.warm.median, clocks.device.warm.median),
             values.warm.median, warm_axis,
             fmt::format("median of {}, quartiles {} to {}, min {}", values.warm.count,
                         time_text(values.warm.p25), time_text(values.warm.p75),
                         time_text(values.warm.min)));
}

/// The verdict in lines, or in one where the rows would not have room above them.
std::vector<std::string> verdict_lines(const Look& look, const std::string& verdict,
                                       const Box& box) {
  std::vector<std::string> lines = wrapped(look, Type::body, verdict, box.width(), 200);
  const float rows_need = look.length(least_row * double(rows.size()));
  if (box.height() - look.length(verdict_line * double(lines.size())) >= rows_need) return lines;
  return {elided(look, Type::body, verdict, box.width())};
}

void table(Frame& frame, const StepClocks& clocks, Box box) {
  const Look& look = frame.look;
  double first_axis = 0, warm_axis = 0;
  for (const ClockRow& row : rows) {
    const ClockValues& values = clocks.*row.values;
    first_axis = std::max(first_axis, values.first.value_or(0));
    warm_axis = std::max(warm_axis, values.warm.median);
  }
  // Bars side by side are compared: where one axis cannot hold both, that is said.
  std::string warm_head = "warm, median";
  if (warm_axis > 0 && first_axis > alike * warm_axis)
    warm_head += fmt::format(", bars {}\u00d7 as long", trimmed(first_axis / warm_axis, 2));
  else
    first_axis = warm_axis = std::max(first_axis, warm_axis);
  Box line = box;
  line.y1 = line.y0 + look.length(1.4);
  const Columns heads = columns_of(look, line);
  put(look, Type::caption, look.tokens.muted, heads.first, "first run");
  put(look, Type::caption, look.tokens.muted, heads.warm, warm_head);
  const std::string verdict = clocks_verdict(clocks);
  const std::vector<std::string> lines =
      verdict_lines(look, verdict, {box.x0, line.y1, box.x1, box.y1});
  const float below = look.length(0.1 + verdict_line * double(lines.size()));
  const float room = (box.y1 - line.y1 - below) / float(rows.size());
  const float height = std::min(look.length(row_height), room);
  for (const ClockRow& row : rows) {
    line.y0 = line.y1;
    line.y1 = line.y0 + height;
    put_row(frame, clocks, row, line, first_axis, warm_axis);
  }
  const float top = line.y1;
  line.y1 += look.length(0.1);
  for (const std::string& text : lines) {
    line.y0 = line.y1;
    line.y1 = line.y0 + look.length(verdict_line);
    put(look, Type::body, look.tokens.text, line, text);
  }
  hover_text(look, {line.x0, top, line.x1, line.y1}, verdict);
}

}  // namespace

std::string clocks_verdict(const StepClocks& clocks) {
  const double finished = clocks.finished.warm.median;
  if (clocks.finished.warm.count == 0 || finished <= 0) return {};
  std::string first = clocks.finished.first
                          ? fmt::format("The first run takes {} times as long as a warm one.",
                                        trimmed(*clocks.finished.first / finished, 2))
                          : "";
  if (clocks.returned.warm.count == 0 || clocks.device.warm.count == 0) return first;
  const double returned = clocks.returned.warm.median, device = clocks.device.warm.median;
  return fmt::format(
      "Not waiting, a stopwatch says {}, {} % of the step's {}; waiting, it adds {}. {}",
      time_text(returned), trimmed(100 * returned / device, 2), time_text(device),
      time_text(std::max(0.0, finished - device)), first);
}

std::string clocks_hindrance(const Frame& frame) { return frame.model.clocks_reason; }

const char* proposed_clocks(const Frame& frame) {
  return frame.model.job ? nullptr : ids::measure_clocks;
}

void clocks_tab(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  const ButtonSpec measure{.icon = Icon::measure,
                           .label = "Measure the clocks",
                           .key = enter_key(frame),
                           .quiet = false};
  if (frame.model.clocks) {
    ImGui::SetCursorScreenPos({box.x0, box.y0});
    action_button(frame, ids::measure_clocks, measure);
    table(frame, *frame.model.clocks,
          {box.x0, box.y0 + look.length(metrics.hit + 0.3), box.x1, box.y1});
    return;
  }
  if (frame.model.job)
    return void(put_middle(look, look.tokens.muted, box, "The times come in a moment."));
  const float end = put_middle(look, look.tokens.text, box,
                               "One step of the running variant, by the clocks of GPU and host: "
                               "its first run, and warm ones.",
                               2);
  const float width = button_width(look, measure);
  ImGui::SetCursorScreenPos({(box.x0 + box.x1 - width) / 2, end + look.length(0.4)});
  action_button(frame, ids::measure_clocks, measure);
}

}  // namespace livewarp::ui
