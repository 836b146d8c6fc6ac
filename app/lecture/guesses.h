#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ui/model/model.h"

namespace livewarp {

/// A variant that the hall may choose.
struct Candidate {
  std::string title;
  std::vector<double> samples;  ///< ms of a time step, verified; empty: none are known
  bool comes = false;           ///< it may have some later
};

/// What the hall guesses of slides' times, and what is measured: how many times as fast, or as
/// slow, a slide's step is as that of the slide before; or which variant is the fastest. A guess is
/// kept for its slide while the lecture lasts.
class Guesses {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// Milliseconds of a time step, verified and measured while what `slide` chose ran.
  void heard(int slide, std::vector<double> samples) { samples_[slide] = std::move(samples); }
  /// To the next larger (+1) or smaller (-1) factor that can be guessed; once the answer stands,
  /// nothing happens.
  void change(int slide, int by);
  /// To the next one of so many, or the one before; likewise.
  void pick(int slide, int by, int count);
  /// What the hall votes by browser, of so many who could: factors, or places of `candidates` that
  /// there are. As long as nobody at the desk has said anything, the guess is their median, or what
  /// most of them chose.
  void vote(int slide, const std::vector<double>& votes, int could_vote, int candidates);
  /// The answer is shown from now on.
  void show(int slide) { guesses_[slide].shown = true; }
  bool is_open(int slide) const;

  /// `before`: the slide whose time it is held against. The answer follows its samples four times a
  /// second, as often as numbers are written.
  ui::GuessView view(int slide, int before, bool slower, Time now);
  /// The fastest of these, once none has its time yet to come.
  ui::GuessView view(int slide, const std::vector<Candidate>& candidates, Time now);

 private:
  struct Guess {
    double factor = 1;
    bool made = false;   ///< somebody has said something
    bool voted = false;  ///< that was the hall alone, by browser
    std::vector<double> votes;
    int could_vote = 0;
    bool shown = false;
    std::optional<ui::GuessAnswer> answer;  ///< once it was shown and both times were known
    Time answered_at{};
    int picked = -1, fastest = -1;  ///< of variants
    bool right = false;
  };
  void count_right(ui::GuessView& view) const;
  static void count_votes(const Guess& guess, ui::GuessView& view);

  std::map<int, Guess> guesses_;                ///< by slide
  std::map<int, std::vector<double>> samples_;  ///< ms, by slide
};

/// `longer` over `shorter`, and how sure that is: the 95 % interval, or what lies between the
/// extremes where there are too few samples for one.
ui::GuessAnswer answer_of(const std::vector<double>& longer, const std::vector<double>& shorter);

/// No panel tells how long a step takes: until the hall has guessed.
void hide_times(ui::Model& model);

}  // namespace livewarp
