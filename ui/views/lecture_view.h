#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/core/measure/statistics.h"
#include "kernels/core/model/choice.h"

/// What panels read of a lecture that is given, and of named choices.
namespace livewarp::ui {

/// A named choice.
struct PresetEntry {
  std::string name;
  Choice choice;
  std::string reason;  ///< why it cannot be chosen here; empty if it can
  bool own = false;    ///< saved by the user
};

/// A lecture that ships with the program.
struct LectureOffer {
  std::string name, title;  ///< `name` as it stands behind --lecture
};

/// A guess within this factor of the answer is close.
inline constexpr double close_guess = 1.25;

/// What was measured of it.
struct GuessAnswer {
  Ratio ratio;  ///< between the samples' extremes where they are too few for an interval
  std::size_t samples = 0;  ///< of the time that has fewer
  /// So noisy that guesses which are not close to one another could both be right: it is not
  /// scored.
  bool undecided() const { return ratio.high > close_guess * close_guess * ratio.low; }
  bool operator==(const GuessAnswer&) const = default;
};

/// How many times as fast, or as slow, a step is as that of a slide before, or which of several
/// variants is the fastest: what the hall says, and what was measured.
struct GuessView {
  double factor = 1;
  bool slower = false;                ///< times as long; else times as fast
  bool made = false;                  ///< somebody has said a number
  bool shown = false;                 ///< no longer to be changed
  std::optional<GuessAnswer> answer;  ///< both times are verified and measured; else they come yet
  int compared_with = 0;              ///< the slide before, from 0
  bool other_is_missing = false;      ///< it was never measured in this lecture, and none comes
  int close = 0, counted = 0;  ///< guesses of the lecture so far that were close; of how many
  bool right = false;          ///< the hall was close, or chose the fastest
  // Of variants; their answer is how many times as fast as the next one the fastest is.
  std::vector<std::string> candidates;  ///< their titles; empty: a factor is guessed
  int picked = -1, fastest = -1;        ///< among them; -1: none yet
  int timed = 0;                        ///< of them have a time so far
  // By browser.
  int could_vote = 0, voted = 0;  ///< of those who look on
  std::vector<int> votes;         ///< for each candidate
  bool operator==(const GuessView&) const = default;
};

/// The lecture at its present slide.
struct LectureView {
  std::string title;
  std::vector<std::string> slides;  ///< their titles; never empty
  int slide = 0;
  int arrivals = 0;                ///< another number: a slide has just been reached
  std::string hall;                ///< its note for the hall; may be empty
  std::string question;            ///< asked of the hall; may be empty
  std::optional<GuessView> guess;  ///< empty: nothing is guessed here
  std::string highlight;  ///< what is pointed at: a place of `highlight_places`, or a control's id
  std::string tab;        ///< of the panel below the picture; empty: that is closed
  std::string looked_at;  ///< the CUDA variant that its tab is about; empty: as it comes
  bool away = false;      ///< something else was chosen since: free play
  double seconds = 0, planned = 0;              ///< since the lecture began; of all slides
  double slide_seconds = 0, slide_planned = 0;  ///< 0: nothing is planned
  bool notes_shown = false;                     ///< the lecturer has a window of their own
  bool operator==(const LectureView&) const = default;
};

}  // namespace livewarp::ui
