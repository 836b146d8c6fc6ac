#include "ui/analysis/panel_tuner.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/core/base/text.h"
#include "ui/analysis/tuner_words.h"
#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/widgets/widgets_graph.h"
#include "ui/widgets/widgets_heat.h"

namespace livewarp::ui {

namespace {

constexpr double words_width = 22, least_words = 13;  // em, beside the picture
constexpr double words_share = 0.4;                   // of the box, where it is narrow
constexpr double least_picture = 18;                  // em, so that words stand beside it
constexpr double lowest_with_both = 16;               // em: what to vary, and what was found
constexpr double keys_fit = 44;                       // em: from this width on, in the one line
struct Budget {
  double seconds;
  const char *id, *label;
};
constexpr std::array budgets{Budget{20, "20", "20 s"}, Budget{60, "60", "1 min"},
                             Budget{0, "all", "All"}};

std::string count_text(std::size_t count) { return grouped(std::int64_t(count)); }

/// Buttons that stay pressed: the things to vary, with the values that each has. They go on in the
/// next line where one does not hold them. Returns where they end.
float dimension_buttons(Frame& frame, const Box& box, TunerRequest& request) {
  const Look& look = frame.look;
  const TunerView& view = frame.model.tuner;
  Box row{box.x0, box.y0, box.x1, box.y0 + look.length(metrics.hit)};
  float x = put(look, Type::body, look.tokens.muted, row, "Vary") + look.length(0.6);
  const float left = x;
  float y = row.y0;
  ImGui::PushID(ids::tune_vary);
  for (const TunerDimension& dimension : view.dimensions) {
    const std::string label =
        dimension.label.substr(0, dimension.label.find(',')) + " " + count_text(dimension.values);
    const ButtonSpec spec{.icon = dimension.varied ? Icon::tick : Icon::none,
                          .label = label,
                          .enabled = !view.searching,
                          .active = dimension.varied,
                          .quiet = false};
    const float width = button_width(look, spec);
    if (x > left && x + width > box.x1) {
      x = left;
      y += look.length(metrics.hit + 0.15);
    }
    ImGui::SetCursorScreenPos({x, y});
    if (button(look, dimension.id.c_str(), spec)) request.toggle = dimension.id;
    help(look, {.name = dimension.label,
                .text = dimension.varied ? "Is varied by the search; a click fixes it at what runs."
                                         : "Stays as it runs; a click varies it.",
                .option = "--over " + dimension.id});
    x += width + look.length(0.2);
  }
  ImGui::PopID();
  return y + look.length(metrics.hit);
}

/// "1,240 settings, about 8 min for all: from coarse to fine in 20 s".
std::string plan_text(const TunerView& view) {
  if (!view.reason.empty()) return view.reason;
  std::string text =
      count_text(view.settings) + " settings, about " + duration(view.seconds_for_all) + " for all";
  if (view.seconds > 0 && view.seconds_for_all > view.seconds)
    text += ": from coarse to fine in " + duration(view.seconds);
  return text;
}

/// How long, the button that begins, and what it will do. Returns where the line ends.
float begin_line(Frame& frame, const Box& box, TunerRequest& request) {
  const Look& look = frame.look;
  const TunerView& view = frame.model.tuner;
  const ButtonSpec search{.icon = Icon::measure,
                          .label = view.any() ? "Search again" : "Search",
                          .key = enter_key(frame),
                          .quiet = false};
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  action_button(frame, search_action, search);
  std::vector<Option> options;
  int current = 0;
  for (const Budget& budget : budgets) {
    if (budget.seconds == view.seconds) current = int(options.size());
    options.push_back({budget.id, budget.label, {}});
  }
  const float width = segments_width(look, options) + look.length(0.4 * double(options.size()));
  const float x = box.x0 + button_width(look, search) + look.length(0.6);
  ImGui::SetCursorScreenPos({x, box.y0});
  if (const auto chosen =
          segmented(look, ids::tune_seconds, options, current, width,
                    {.name = "Time",
                     .text = "How long a search may take; All measures every setting.",
                     .option = "--time"}))
    request.seconds = budgets[std::size_t(*chosen)].seconds;
  Box rest{x + width + look.length(0.8), box.y0, box.x1, box.y0 + look.length(metrics.hit)};
  const std::string text = plan_text(view);
  put(look, Type::body, view.reason.empty() ? look.tokens.text : look.tokens.muted, rest,
      elided(look, Type::body, text, rest.width()));
  hover_text(look, rest, text);
  return rest.y1;
}

/// Which of the varied things are the picture's axes.
void axis_lists(Frame& frame, const Box& row, TunerRequest& request) {
  const Look& look = frame.look;
  const TunerView& view = frame.model.tuner;
  std::vector<Option> options;
  for (const TunerDimension& axis : view.axes)
    options.push_back({axis.id, axis.label.substr(0, axis.label.find(',')), {}});
  float width = 0;
  for (const Option& option : options)
    width = std::max(width, text_width(look, Type::body, option.label));
  // Both lists in the row, whatever their words.
  const float names = text_width(look, Type::caption, "Across") +
                      text_width(look, Type::caption, "Up") + look.length(2.4);
  width = std::min({width + look.length(2.4), look.length(14.4), (row.width() - names) / 2});
  const auto place = [&](const std::string& id) {
    return int(std::ranges::find(view.axes, id, &TunerDimension::id) - view.axes.begin());
  };
  const auto list = [&](float x, const char* name, const char* id, const std::string& now) {
    const float end =
        put(look, Type::caption, look.tokens.muted, {x, row.y0, row.x1, row.y1}, name) +
        look.length(0.35);
    ImGui::SetCursorScreenPos({end, row.y0});
    const auto chosen = dropdown(look, id, options, place(now), width,
                                 {.name = name,
                                  .text = "What this axis of the picture shows; all else that was "
                                          "varied is at its best.",
                                  .only_here = true});
    return std::pair(end + width + look.length(0.8),
                     chosen ? std::optional(view.axes[std::size_t(*chosen)].id) : std::nullopt);
  };
  const auto [end, x] = list(row.x0, "Across", ids::tune_x, view.x);
  const auto [last, y] = list(end, "Up", ids::tune_y, view.y);
  request.x = x;
  request.y = y;
}

void words(Frame& frame, const Box& box, TunerRequest& request) {
  const Look& look = frame.look;
  const TunerView& view = frame.model.tuner;
  const bool can_run = view.best_place && !view.searching && !view.best_runs;
  Box text = box;
  if (can_run) text.y1 -= look.length(metrics.hit + 0.3);
  const float end = put_words(look, view, text);
  if (!can_run) return;
  ImGui::SetCursorScreenPos({box.x0, std::min(end, text.y1) + look.length(0.3)});
  const ButtonSpec run{.icon = Icon::play, .label = "Run the best", .quiet = false};
  if (button(look, ids::tune_run, run)) request.run = view.best_place;
  help(look, {.name = "Run the best",
              .text = "The run goes on with the best setting that was found.",
              .only_here = true});
}

/// `lists`: of the axes, above it; else they stand elsewhere.
void picture_of(Frame& frame, Box box, TunerRequest& request, bool lists) {
  const Look& look = frame.look;
  const TunerView& view = frame.model.tuner;
  if (view.y.empty()) {
    if (view.line.empty()) return;
    put_graph(look, "##tuned-line", view.line, frame.state.analysis.tuner_view, box);
    return;
  }
  if (lists) {
    const Box row{box.x0, box.y0, box.x1, box.y0 + look.length(metrics.hit)};
    axis_lists(frame, row, request);
    box.y0 = row.y1 + look.length(0.2);
  }
  if (const auto clicked = put_heat_map(look, ids::tune_map, view.map, box, false);
      clicked && !frame.model.job)
    request.run = clicked;
}

void found(Frame& frame, const Box& box, TunerRequest& request, bool lists) {
  const Look& look = frame.look;
  const float words_px = std::clamp(float(words_share) * box.width(), look.length(least_words),
                                    look.length(words_width));
  const bool beside = box.width() > words_px + look.length(least_picture);
  Box picture = box, text = box;
  if (beside) {
    text.x0 = text.x1 - words_px;
    picture.x1 = text.x0 - look.length(1.2);
    picture_of(frame, picture, request, lists);
  } else {
    text.y1 = std::min(box.y1, text.y0 + look.length(5));
    picture.y0 = text.y1 + look.length(0.3);
    if (picture.height() > look.length(7))
      picture_of(frame, picture, request, lists);
    else
      text.y1 = box.y1;
  }
  words(frame, text, request);
}

/// In a low panel what was found and what to vary stand in turn: the button that changes over.
float setup_button(Frame& frame, ImVec2 at) {
  const Look& look = frame.look;
  bool& setup = frame.state.analysis.tuner_setup;
  const ButtonSpec spec{.label = setup ? "Result" : "Vary\u2026", .quiet = false};
  ImGui::SetCursorScreenPos(at);
  if (button(look, ids::tune_setup, spec)) setup = !setup;
  help(look, {.name = setup ? "Result" : "Vary",
              .text = setup ? "Shows what was found again."
                            : "Shows what is varied and how long a search may take; here is room "
                              "for that or for the result.",
              .only_here = true});
  return at.x + button_width(look, spec);
}

/// The one line above what was found, where more have no room. Returns where it ends.
float low_line(Frame& frame, const Box& box, TunerRequest& request) {
  const Look& look = frame.look;
  const ButtonSpec search{.icon = Icon::measure,
                          .label = "Search again",
                          .key = box.width() < look.length(keys_fit) ? "" : enter_key(frame),
                          .quiet = false};
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  action_button(frame, search_action, search);
  const float x = box.x0 + button_width(look, search) + look.length(0.2);
  const float end = setup_button(frame, {x, box.y0});
  const Box row{end + look.length(0.8), box.y0, box.x1, box.y0 + look.length(metrics.hit)};
  if (!frame.model.tuner.y.empty()) axis_lists(frame, row, request);
  return row.y1;
}

}  // namespace

const char* proposed_search(const Frame& frame) {
  return frame.model.job || !frame.model.tuner.reason.empty() ? nullptr : search_action;
}

void tuner_tab(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  const TunerView& view = frame.model.tuner;
  TunerRequest request;
  Box rest = box;
  const bool low = view.any() && box.height() < look.length(lowest_with_both);
  bool& setup = frame.state.analysis.tuner_setup;
  if (view.searching) setup = false;
  if (low && !setup) {
    rest.y0 = low_line(frame, rest, request) + look.length(0.3);
    found(frame, rest, request, false);
  } else {
    rest.y0 = dimension_buttons(frame, box, request) + look.length(0.3);
    rest.y0 = begin_line(frame, rest, request) + look.length(0.4);
    if (low)
      setup_button(frame, {rest.x0, rest.y0});
    else if (view.any())
      found(frame, rest, request, true);
    else if (rest.height() > look.length(3))
      put_middle(look, look.tokens.muted, rest,
                 "Each setting is verified before it is timed. The best is then measured in turn "
                 "with the next one, until the difference is decided.");
  }
  frame.result.tuner = std::move(request);
}

}  // namespace livewarp::ui
