// The tab Roofline: variants under the measured roofs of this machine.
#include "ui/explain/panel_roofline.h"

#include <imgui.h>

#include <array>

#include "ui/charts/roofline_chart.h"
#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double bytes_width = 13;  // em

ButtonSpec measure_button(const Frame& frame) {
  return {.icon = Icon::measure,
          .label = "Measure roofs and variants",
          .key = enter_key(frame),
          .quiet = false};
}

void bytes_switch(Frame& frame) {
  const std::array options{Option{"compulsory", "compulsory", {}},
                           Option{"requested", "requested", {}}};
  const Look& look = frame.look;
  const int now = frame.state.roofline_bytes == BytesOf::requested ? 1 : 0;
  const auto chosen = segmented(
      look, ids::roofline_bytes, options, now, look.length(bytes_width),
      {.name = "Bytes",
       .text = "What intensity divides by: each input and output once, or what threads ask for "
               "before any cache. The running variant shows all that is known.",
       .only_here = true});
  if (chosen) frame.state.roofline_bytes = *chosen == 1 ? BytesOf::requested : BytesOf::compulsory;
}

/// What the lens counts of the running variant comes to the plot too.
void ask_lens(Frame& frame, const Roofline& roofline) {
  const RoofPoint* const running = roofline.running();
  const bool cuda = frame.model.variant && frame.model.variant->backend == Backend::cuda;
  if (cuda && running && !running->by(BytesOf::counted)) frame.result.lens = running->choice;
}

void put_button_in_middle(Frame& frame, const Box& box, std::string_view text) {
  const Look& look = frame.look;
  const float end = put_middle(look, look.tokens.text, box, text, 2);
  ImGui::SetCursorScreenPos(
      {(box.x0 + box.x1 - button_width(look, measure_button(frame))) / 2, end + look.length(0.4)});
  action_button(frame, ids::measure_roofs, measure_button(frame));
}

void react(Frame& frame, const Roofline& roofline, const RoofPlot& plot, const RoofPress& press,
           const Box& box) {
  const Look& look = frame.look;
  if (press.mark) {
    // Marks are points whose bytes are known: found again by title and place.
    const RoofMark& mark = plot.marks[*press.mark];
    for (const RoofPoint& point : roofline.points) {
      if (point.title != mark.label || point.performance != mark.y) continue;
      const VariantEntry* const variant = frame.variant(point.variant);
      hover_text(look, box,
                 about_point(roofline, point) + (point.running ? "" : "\nA click runs it."));
      if (press.clicked && variant) choose_variant(frame, *variant);
    }
  } else if (press.line) {
    for (const Roof& roof : roofline.roofs)
      if (roof.value == plot.lines[*press.line].value)
        hover_text(look, box, about_roof(roofline, roof));
  }
}

}  // namespace

const char* proposed_roofs(const Frame& frame) {
  return frame.model.job ? nullptr : ids::measure_roofs;
}

void roofline_tab(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  frame.result.roofline = true;
  const Roofline* const roofline = frame.model.roofline;
  if (!roofline) {
    frame.result.animating = true;  // it comes with the next frame
    return;
  }
  if (!roofline->refusal.empty())
    return void(put_middle(look, look.tokens.muted, box, roofline->refusal));
  if (roofline->roofs.empty()) {
    if (frame.model.job)
      return void(put_middle(look, look.tokens.muted, box, "The roofs come in a moment."));
    return put_button_in_middle(frame, box,
                                "Enter measures the roofs of this machine, and every variant under "
                                "them.");
  }
  ask_lens(frame, *roofline);
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  bytes_switch(frame);
  same_line(look, 0.5);
  action_button(frame, ids::measure_roofs,
                {.icon = Icon::measure, .label = "Measure", .key = enter_key(frame)});
  Box rest = box;
  rest.y0 += look.length(metrics.hit + 0.2);
  const RoofPoint* const running = roofline->running();
  const std::string words =
      running ? working_words(*running)
              : std::string("The running variant has its place once it is verified and timed.");
  Box line = rest.with_width(rest.width());
  line.y1 = line.y0 + look.length(1.3);
  put(look, Type::caption, look.tokens.muted, line,
      elided(look, Type::caption, words, line.width()));
  hover_text(look, line, running ? about_point(*roofline, *running) : words);
  rest.y0 = line.y1 + look.length(0.1);
  const RoofPlot plot = roof_plot(*roofline, frame.state.roofline_bytes);
  react(frame, *roofline, plot, put_roof_plot(look, ids::roofline_plot, plot, rest), rest);
}

}  // namespace livewarp::ui
