#include "ui/lecture/panel_guess.h"

#include <imgui.h>

#include "ui/frame/actions.h"
#include "ui/lecture/lecture_words.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double height_of_row = 2.4, height_of_details = 1.5, gap_between = 1.2;

/// A button at x; returns where it ends.
float button_at(Frame& frame, const Box& row, float x, const char* action, const ButtonSpec& spec) {
  ImGui::SetCursorScreenPos({x, (row.y0 + row.y1 - frame.look.length(metrics.hit)) / 2});
  action_button(frame, action, spec);
  return x + button_width(frame.look, spec) + frame.look.length(metrics.spacing_x);
}

}  // namespace

float guess_height(const Frame& frame) {
  if (!frame.model.lecture || !frame.model.lecture->guess) return 0;
  const bool one = details_text(*frame.model.lecture->guess).empty();
  return frame.look.length(height_of_row + (one ? 0 : height_of_details));
}

void guess_row(Frame& frame, const Box& rows) {
  const Look& look = frame.look;
  const GuessView& guess = *frame.model.lecture->guess;
  Box row = rows;
  row.y1 = row.y0 + look.length(height_of_row);
  if (const std::string details = details_text(guess); !details.empty())
    put(look, Type::heading, look.tokens.muted, {rows.x0, row.y1, rows.x1, rows.y1}, details);
  const float gap = look.length(gap_between);
  Box box = row;
  const Color said = guess.made ? look.tokens.text : look.tokens.muted;
  box.x0 = put(look, Type::name, said, box, guess_text(guess)) + gap;
  if (!guess.shown) {
    const bool variants = !guess.candidates.empty();
    const Icon less = variants ? Icon::chevron_left : Icon::minus;
    const Icon more = variants ? Icon::chevron_right : Icon::plus;
    box.x0 = button_at(frame, row, box.x0, ids::guess_less, {.icon = less, .quiet = false});
    box.x0 = button_at(frame, row, box.x0, ids::guess_more, {.icon = more, .quiet = false});
    button_at(frame, row, box.x0, ids::show_guess, {.label = "Show", .quiet = false});
    return;
  }
  const Color color = !guess.answer                ? look.tokens.muted
                      : guess.made && !guess.right ? look.tokens.warn
                                                   : look.tokens.ok;
  box.x0 = put(look, Type::name, color, box, answer_text(guess)) + gap;
  if (guess.counted > 0)
    put(look, Type::heading, look.tokens.muted, box, score_text(guess), Align::right);
}

}  // namespace livewarp::ui
