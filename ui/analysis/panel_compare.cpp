#include "ui/analysis/panel_compare.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "kernels/core/base/text.h"
#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/widgets/widgets_ratio.h"

namespace livewarp::ui {

namespace {

using Verdict = PairedTest::Verdict;

constexpr double verdict_height = 2.7, axis_height = 3.9, line_height = 1.2;  // em
// Where there is more room: for the back row.
constexpr double tall_from = 14, tall_verdict = 4.4, tall_axis = 5.2;  // em
constexpr double beside_fits = 50;  // em: from this width on the settings stand beside the verdict
constexpr double settings_share = 0.42;
constexpr double label_column = 7.2;  // em

/// What was found of other settings than those of now is no news.
Color color_of(const Tokens& tokens, const AbResult& result) {
  if (!result.of_present) return tokens.muted;
  switch (result.verdict) {
  case Verdict::faster: return tokens.ok;
  case Verdict::slower: return tokens.warn;
  case Verdict::same: return tokens.text;
  case Verdict::undecided: break;
  }
  return tokens.muted;
}

/// The one button; it is what Enter does.
ButtonSpec button_of(const Frame& frame) {
  const AbView& ab = frame.model.ab;
  ButtonSpec spec{
      .icon = Icon::measure, .label = "Compare", .key = enter_key(frame), .quiet = false};
  if (ab.remedy == AbRemedy::pin) spec.icon = Icon::pin, spec.label = "Pin this as A";
  if (ab.remedy == AbRemedy::measure_a_here) spec.label = "Measure A here";
  return spec;
}

/// One sentence and the button, where there is nothing else to be seen.
void say(Frame& frame, const Box& box, Color color, const std::string& text) {
  const Look& look = frame.look;
  const char* const next = compare_next(frame);
  const float end = put_middle(look, color, box, text, next ? 2 : 0);
  if (!next) return;
  const ButtonSpec spec = button_of(frame);
  ImGui::SetCursorScreenPos(
      {std::round((box.x0 + box.x1 - button_width(look, spec)) / 2), end + look.length(0.4)});
  action_button(frame, next, spec);
}

void nothing_yet(Frame& frame, const Box& box) {
  const AbView& ab = frame.model.ab;
  if (!ab.reason.empty()) return say(frame, box, frame.look.tokens.text, ab.reason);
  say(frame, box, frame.look.tokens.text,
      "A and B are measured in turn, in random order, until the difference is decided, for " +
          std::to_string(std::lround(ab.longest_seconds)) +
          "\u00a0s at most. Simulation and picture rest.");
}

/// The verdict for the back row; at its right what can be done next, or how far it is.
void put_verdict_line(Frame& frame, const Box& box, const AbResult& result, Type type) {
  const Look& look = frame.look;
  Box right = box;
  right.y1 = right.y0 + look.length(metrics.hit);
  const float end = put(look, type, color_of(look.tokens, result), box, result.verdict_text);
  right.x0 = end + look.length(0.8);
  const char* const next = compare_next(frame);
  ButtonSpec spec = button_of(frame);
  if (next && button_width(look, spec) > right.width()) spec.key = "";
  if (next && button_width(look, spec) <= right.width()) {
    ImGui::SetCursorScreenPos({box.x1 - button_width(look, spec), right.y0});
    action_button(frame, next, spec);
    right.y0 = right.y1;
    right.y1 += look.length(metrics.hit);
  }
  std::string word;
  if (result.measuring)
    word = fixed(result.seconds, 1) + " s of at most " + duration(frame.model.ab.longest_seconds);
  else if (result.partial)
    word = "partial";
  if (!result.measuring && !result.of_present)
    word += (word.empty() ? "" : middle_dot) + std::string("of the settings before");
  if (text_width(look, Type::caption, word) < right.width())
    put(look, Type::caption, result.partial ? look.tokens.warn : look.tokens.muted, right, word,
        Align::right);
}

/// Lines of a text from the box's top on; returns where they end.
float put_lines(const Look& look, Color color, Box box, const std::string& text) {
  for (const std::string& line : wrapped(look, Type::body, text, box.width(), 100)) {
    const Box row{box.x0, box.y0, box.x1, box.y0 + look.length(line_height)};
    if (row.y1 > box.y1 + look.px) break;
    put(look, Type::body, color, row, line);
    box.y0 = row.y1;
  }
  return box.y0;
}

/// What A and B have otherwise, in two columns, and their shares of a ceiling.
void put_settings(const Look& look, Box box, const AbResult& result) {
  float label = text_width(look, Type::caption, "Ceiling");
  for (const AbDifference& difference : result.differ)
    label = std::max(label, text_width(look, Type::caption, difference.label));
  const float most = std::min(look.length(label_column), box.width() * 0.3f) - look.length(0.4);
  const float problem = text_width(look, Type::caption, result.problem) + look.px;
  const bool in_head = problem <= most;  // else in a line of its own
  label = std::min(std::max(label + look.px, in_head ? problem : 0), most) + look.length(0.4);
  const float column = (box.width() - label) / 2;
  const auto row = [&](Type type, Color color, const AbDifference& cells) {
    const Box line{box.x0, box.y0, box.x1, box.y0 + look.length(line_height)};
    if (line.y1 > box.y1 + look.px) return false;
    const Box first = line.with_width(label - look.length(0.4));
    const Box a{line.x0 + label, line.y0, line.x0 + label + column - look.length(0.4), line.y1};
    const Box b{line.x0 + label + column, line.y0, line.x1, line.y1};
    put(look, Type::caption, look.tokens.muted, first,
        elided(look, Type::caption, cells.label, first.width()));
    for (const auto& [at, text] : {std::pair{a, &cells.a}, std::pair{b, &cells.b}}) {
      put(look, type, color, at, elided(look, type, *text, at.width()));
      hover_text(look, at, *text);
    }
    box.y0 = line.y1;
    return true;
  };
  if (!row(Type::heading, look.tokens.text,
           {in_head ? result.problem : "", "A: " + result.title_a, "B: " + result.title_b}))
    return;
  for (const AbDifference& difference : result.differ)
    if (!row(Type::body, look.tokens.text, difference)) return;
  if (!result.share_a.empty() || !result.share_b.empty())
    row(Type::body, look.tokens.text,
        {"Ceiling", result.share_a.empty() ? missing : result.share_a,
         result.share_b.empty() ? missing : result.share_b});
  box.y1 = std::min(box.y1, box.y0 + look.length(line_height));
  if (in_head || box.height() < look.length(line_height) - look.px) return;
  put(look, Type::caption, look.tokens.muted, box,
      elided(look, Type::caption, "both: " + result.problem, box.width()));
  hover_text(look, box, result.problem);
}

std::string axis_help(const AbResult& result) {
  return "B's time over A's: the tick is what was found, the bar its interval, which holds the "
         "true ratio in 99 of 100 comparisons. What lies within the band around 1.00, " +
         trimmed(100 * result.equivalence, 2) + " % to both sides, counts as the same.";
}

void put_result(Frame& frame, const Box& box, const AbResult& result) {
  const Look& look = frame.look;
  Box left = box, right = box;
  const bool beside = box.width() >= look.length(beside_fits);
  if (beside) {
    right.x0 = box.x1 - float(settings_share) * box.width();
    left.x1 = right.x0 - look.length(1.5);
  }
  const bool tall = box.height() >= look.length(tall_from);
  float y = box.y0 + look.length(tall ? tall_verdict : verdict_height);
  put_verdict_line(frame, {left.x0, box.y0, left.x1, y}, result, tall ? Type::huge : Type::big);
  const float axis = look.length(tall ? tall_axis : axis_height);
  if (result.pairs > 0 && y + axis <= box.y1) {
    put_ratio_axis(look, {left.x0, y, left.x1, y + axis}, result.ratio, result.equivalence,
                   color_of(look.tokens, result));
    hover_text(look, {left.x0, y, left.x1, y + axis}, axis_help(result));
    y += axis + look.length(tall ? 0.4 : 0);
  }
  Box text{left.x0, y, left.x1, box.y1};
  std::string said;
  for (const std::string& part : {result.ratio_text, result.rate_text, result.undecided})
    if (!part.empty()) said += (said.empty() ? "" : middle_dot) + part;
  text.y0 = put_lines(look, look.tokens.text, text, said);
  text.y0 = put_lines(look, look.tokens.warn, text, result.disturbed);
  // Why what runs now is not compared.
  if (!result.measuring && !compare_next(frame) && !frame.model.job)
    text.y0 = put_lines(look, look.tokens.muted, text, frame.model.ab.reason);
  if (!beside) right.y0 = text.y0 + look.length(0.2);
  put_settings(look, right, result);
}

}  // namespace

const char* compare_next(const Frame& frame) {
  const AbView& ab = frame.model.ab;
  if (frame.model.job) return nullptr;
  switch (ab.remedy) {
  case AbRemedy::pin: return ids::pin;
  case AbRemedy::measure_a_here: return ids::measure_a_here;
  case AbRemedy::none: break;
  }
  return ab.reason.empty() ? ids::compare : nullptr;
}

void compare_tab(Frame& frame, const Box& box) {
  const auto& result = frame.model.ab.result;
  const bool trouble = result && !result->trouble.empty();
  if (!result || (trouble && !result->of_present)) return nothing_yet(frame, box);
  if (trouble) return say(frame, box, frame.look.tokens.error, result->trouble);
  if (result->measuring && result->pairs == 0)
    return say(frame, box, frame.look.tokens.muted,
               "Both are verified and warmed up. The first pairs come in a moment.");
  put_result(frame, box, *result);
}

}  // namespace livewarp::ui
