#include "ui/lecture/panel_guess.h"

#include <imgui.h>

#include <fmt/format.h>

#include "ui/frame/actions.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/model/ladder.h"

namespace livewarp::ui {

namespace {

constexpr double height_of_row = 2.4, gap_between = 1.2;

const char* unit_of(const GuessView& guess) { return guess.slower ? " as long" : " as fast"; }

/// What stands beside the guess once it is shown.
std::string answer_text(const GuessView& guess) {
  if (guess.answer) return "Measured " + factor_text(*guess.answer) + unit_of(guess);
  if (guess.other_is_missing)
    return fmt::format("Slide {} was not measured: Page \u2191 goes there",
                       guess.compared_with + 1);
  return "Being measured\u2026";
}

std::string score_text(const GuessView& guess) {
  return fmt::format("{} of {} within {:.0f} %", guess.close, guess.counted,
                     100 * (close_guess - 1));
}

bool is_close(const GuessView& guess) {
  const double ratio = guess.answer ? guess.factor / *guess.answer : 0;
  return ratio <= close_guess && ratio >= 1 / close_guess;
}

/// A button at x; returns where it ends.
float button_at(Frame& frame, const Box& row, float x, const char* action, const ButtonSpec& spec) {
  ImGui::SetCursorScreenPos({x, (row.y0 + row.y1 - frame.look.length(metrics.hit)) / 2});
  action_button(frame, action, spec);
  return x + button_width(frame.look, spec) + frame.look.length(metrics.spacing_x);
}

}  // namespace

float guess_height(const Frame& frame) {
  const bool asked = frame.model.lecture && frame.model.lecture->guess;
  return asked ? frame.look.length(height_of_row) : 0;
}

void guess_row(Frame& frame, const Box& row) {
  const Look& look = frame.look;
  const GuessView& guess = *frame.model.lecture->guess;
  const float gap = look.length(gap_between);
  Box box = row;
  const std::string said = guess.made || !guess.shown
                               ? fmt::format("Guess {:g}\u00d7{}", guess.factor, unit_of(guess))
                               : std::string("No guess");
  box.x0 =
      put(look, Type::name, guess.made ? look.tokens.text : look.tokens.muted, box, said) + gap;
  if (!guess.shown) {
    box.x0 = button_at(frame, row, box.x0, ids::guess_less, {.icon = Icon::minus, .quiet = false});
    box.x0 = button_at(frame, row, box.x0, ids::guess_more, {.icon = Icon::plus, .quiet = false});
    button_at(frame, row, box.x0, ids::show_guess, {.label = "Show", .quiet = false});
    return;
  }
  const Color color = !guess.answer                    ? look.tokens.muted
                      : guess.made && !is_close(guess) ? look.tokens.warn
                                                       : look.tokens.ok;
  box.x0 = put(look, Type::name, color, box, answer_text(guess)) + gap;
  if (guess.counted > 0)
    put(look, Type::heading, look.tokens.muted, box, score_text(guess), Align::right);
}

}  // namespace livewarp::ui
