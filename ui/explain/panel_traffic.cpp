// The tab Traffic: what the running step moves, by everybody who counts it, beside its time.
#include "ui/explain/panel_traffic.h"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ui/charts/traffic_chart.h"
#include "ui/explain/panel_roofline.h"
#include "ui/frame/actions.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double sentence_line = 1.35, room_above = 0.3;  // em
constexpr std::size_t longest_line = 110, most_lines = 3;

std::vector<std::string> sentence_of(const Look& look, const TrafficView& view, float width) {
  std::vector<std::string> lines = wrapped(look, Type::heading, view.sentence, width, longest_line);
  if (lines.size() > most_lines) lines.resize(most_lines);
  return lines;
}

void put_sentence(const Look& look, const TrafficView& view, const std::vector<std::string>& lines,
                  const Box& box) {
  Box line = box;
  for (const std::string& each : lines) {
    line.y1 = line.y0 + look.length(sentence_line);
    put(look, Type::heading, look.tokens.text, line, each);
    line.y0 = line.y1;
  }
  hover_text(look, {box.x0, box.y0, box.x1, line.y0}, view.sentence);
}

/// Without what does not change what is counted: how the picture is looked at.
Choice counted_choice(const Choice& asked) {
  Choice choice;
  choice.workload = asked.workload;
  choice.variant = asked.variant;
  choice.launch = asked.launch;
  choice.problem = asked.problem;
  return choice;
}

/// Where the times would stand, of what runs here.
void offer_limits(Frame& frame, const Box& room) {
  const Look& look = frame.look;
  if (!(room.width() > 0)) return;
  if (frame.model.job)
    return void(put_middle(look, look.tokens.muted, room, "The limits come in a moment."));
  const ButtonSpec measure{
      .icon = Icon::measure, .label = "Measure limits", .key = "Enter", .quiet = false};
  const float end = put_middle(look, look.tokens.text, room,
                               "How long each would take by itself is not known yet.", 2);
  ImGui::SetCursorScreenPos(
      {(room.x0 + room.x1 - button_width(look, measure)) / 2, end + look.length(0.4)});
  action_button(frame, ids::measure_roofs, measure);
}

}  // namespace

const char* proposed_limits(const Frame& frame) {
  return frame.studied ? nullptr : proposed_roofs(frame);
}

void traffic_tab(Frame& frame, const Box& box) {
  const Choice asked = frame.setting();
  frame.result.traffic = asked;
  const TrafficView* const view = frame.model.traffic;
  if (!view || !same_setting(view->choice, asked)) {
    frame.result.animating = true;  // it comes with the next frame
    return;
  }
  if (view->counting) frame.result.lens = counted_choice(asked);
  const Look& look = frame.look;
  const std::vector<std::string> lines = sentence_of(look, *view, box.width());
  const float gap = look.length(room_above);
  Box above = box;
  above.y1 -= float(lines.size()) * look.length(sentence_line) + gap;
  const TrafficRoom room = put_traffic(look, *view, above, !frame.studied);
  offer_limits(frame, room.limits);
  put_sentence(look, *view, lines, {box.x0, room.end + gap, box.x1, box.y1});
}

}  // namespace livewarp::ui
