#pragma once

#include <map>
#include <optional>

#include "ui/model/model.h"

namespace livewarp {

/// What the hall guesses of slides' times, and what is measured: how many times as fast, or as
/// slow, a slide's step is as that of the slide before. A guess is kept for its slide while the
/// lecture lasts.
class Guesses {
 public:
  /// Milliseconds of a time step, verified and measured while what `slide` chose ran.
  void heard(int slide, double ms) { times_[slide] = ms; }
  /// To the next larger (+1) or smaller (-1) factor that can be guessed; once the answer stands,
  /// nothing happens.
  void change(int slide, int by);
  /// The answer is shown from now on.
  void show(int slide) { guesses_[slide].shown = true; }
  bool is_open(int slide) const;

  /// `before`: the slide whose time it is held against.
  ui::GuessView view(int slide, int before, bool slower);

 private:
  struct Guess {
    double factor = 1;
    bool made = false;  ///< somebody has changed it
    bool shown = false;
    std::optional<double> answer;  ///< once it was shown and both times were known
  };
  std::map<int, Guess> guesses_;  ///< by slide
  std::map<int, double> times_;   ///< ms, by slide
};

/// No panel tells how long a step takes: until the hall has guessed.
void hide_times(ui::Model& model);

}  // namespace livewarp
