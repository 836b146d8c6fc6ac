#include "app/lecture/guesses.h"

#include <algorithm>
#include <array>

namespace livewarp {

namespace {

/// Steps of a slider for the hall: fine where guesses are close, coarse where they are not.
constexpr std::array factors{0.1, 0.2, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0,  1.1,  1.2,  1.3,
                             1.5, 1.7, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0,  7.0,  8.0,  10.0,
                             12., 15., 20., 25., 30., 40., 50., 75., 100., 200., 500., 1000.};

}  // namespace

void Guesses::change(int slide, int by) {
  Guess& guess = guesses_[slide];
  if (guess.shown) return;
  const auto at = std::ranges::find(factors, guess.factor) - factors.begin();
  guess.factor =
      factors[std::size_t(std::clamp<std::ptrdiff_t>(at + by, 0, std::ssize(factors) - 1))];
  guess.made = true;
}

bool Guesses::is_open(int slide) const {
  const auto found = guesses_.find(slide);
  return found == guesses_.end() || !found->second.shown;
}

ui::GuessView Guesses::view(int slide, int before, bool slower) {
  Guess& guess = guesses_[slide];
  const auto now = times_.find(slide), then = times_.find(before);
  if (guess.shown && now != times_.end() && then != times_.end())
    guess.answer = slower ? now->second / then->second : then->second / now->second;
  ui::GuessView view{.factor = guess.factor,
                     .slower = slower,
                     .made = guess.made,
                     .shown = guess.shown,
                     .answer = guess.answer,
                     .compared_with = before,
                     .other_is_missing = then == times_.end()};
  for (const auto& [at, each] : guesses_) {
    if (!each.made || !each.answer) continue;
    ++view.counted;
    const double ratio = each.factor / *each.answer;
    view.close += ratio <= ui::close_guess && ratio >= 1 / ui::close_guess ? 1 : 0;
  }
  return view;
}

void hide_times(ui::Model& model) {
  const char* const reason = "hidden until the guess is answered";
  model.step = {};
  model.kernel_ms = model.copies_ms = model.steps_per_second = model.predicted_ms = 0;
  model.recent_steps.clear();
  model.frame_parts.clear();
  model.block_times.clear();
  for (ui::IntervalRow& row : model.intervals) {
    row.times = {};
    row.reason = reason;
  }
  if (model.pinned) {
    model.pinned->ratio.reset();
    model.pinned->elsewhere = reason;
  }
}

}  // namespace livewarp
