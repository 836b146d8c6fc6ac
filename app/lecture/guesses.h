#pragma once

#include <chrono>
#include <map>
#include <vector>

#include "ui/model/model.h"

namespace livewarp {

/// What the hall guesses of slides' times, and what is measured: how many times as fast, or as
/// slow, a slide's step is as that of the slide before. A guess is kept for its slide while the
/// lecture lasts.
class Guesses {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// Milliseconds of a time step, verified and measured while what `slide` chose ran.
  void heard(int slide, std::vector<double> samples) { samples_[slide] = std::move(samples); }
  /// To the next larger (+1) or smaller (-1) factor that can be guessed; once the answer stands,
  /// nothing happens.
  void change(int slide, int by);
  /// The answer is shown from now on.
  void show(int slide) { guesses_[slide].shown = true; }
  bool is_open(int slide) const;

  /// `before`: the slide whose time it is held against. The answer follows its samples four times a
  /// second, as often as numbers are written.
  ui::GuessView view(int slide, int before, bool slower, Time now);

 private:
  struct Guess {
    double factor = 1;
    bool made = false;  ///< somebody has changed it
    bool shown = false;
    std::optional<ui::GuessAnswer> answer;  ///< once it was shown and both times were known
    Time answered_at{};
  };
  std::map<int, Guess> guesses_;                ///< by slide
  std::map<int, std::vector<double>> samples_;  ///< ms, by slide
};

/// `longer` over `shorter`, and how sure that is: the 95 % interval, or what lies between the
/// extremes where there are too few samples for one.
ui::GuessAnswer answer_of(const std::vector<double>& longer, const std::vector<double>& shorter);

/// No panel tells how long a step takes: until the hall has guessed.
void hide_times(ui::Model& model);

}  // namespace livewarp
