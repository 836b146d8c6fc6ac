#pragma once

#include <string>

#include "ui/views/lecture_view.h"

/// A lecture in words: on the picture and for the lecturer alike.
namespace livewarp::ui {

std::string minutes_text(double seconds);  ///< "1:05"
/// "1:05 of 3:00"; without a plan the time alone.
std::string time_of_plan(double seconds, double planned);

/// "Guess 2.5x as fast", "Guess Shared-memory tile".
std::string guess_text(const GuessView& guess);
/// What stands beside the guess once it is shown.
std::string answer_text(const GuessView& guess);
/// "12 of 20 viewers have voted".
std::string votes_text(const GuessView& guess);
/// How sure the answer is; before there is one, who has voted; empty where neither need be said.
std::string sureness_text(const GuessView& guess);
/// That, or of variants all that can be chosen, then how much faster the fastest is.
std::string details_text(const GuessView& guess);
/// "2 of 3 within 25 %".
std::string score_text(const GuessView& guess);

}  // namespace livewarp::ui
