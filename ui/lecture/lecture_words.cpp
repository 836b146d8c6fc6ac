#include "ui/lecture/lecture_words.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "ui/model/format.h"
#include "ui/model/ladder.h"

namespace livewarp::ui {

namespace {

constexpr std::size_t many_samples = 20;
constexpr double narrow = 1.1;  // an interval's ends, one over the other

const char* unit_of(const GuessView& guess) { return guess.slower ? " as long" : " as fast"; }

std::string fastest_text(const GuessView& guess) {
  if (guess.answer) return "Fastest: " + guess.candidates[std::size_t(guess.fastest)];
  return fmt::format("{} of {} measured{}", guess.timed, guess.candidates.size(),
                     guess.other_is_missing ? ": Ctrl Enter goes on" : "\u2026");
}

}  // namespace

std::string minutes_text(double seconds) {
  const auto whole = std::int64_t(std::floor(std::max(0.0, seconds)));
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string time_of_plan(double seconds, double planned) {
  return planned > 0 ? minutes_text(seconds) + " of " + minutes_text(planned)
                     : minutes_text(seconds);
}

std::string guess_text(const GuessView& guess) {
  if (!guess.made && guess.shown) return "No guess";
  if (!guess.candidates.empty())
    return guess.picked < 0 ? "Which is the fastest?"
                            : "Guess " + guess.candidates[std::size_t(guess.picked)];
  return fmt::format("Guess {:g}\u00d7{}", guess.factor, unit_of(guess));
}

std::string answer_text(const GuessView& guess) {
  if (!guess.candidates.empty()) return fastest_text(guess);
  if (guess.answer) return "Measured " + factor_text(guess.answer->ratio.value) + unit_of(guess);
  if (guess.other_is_missing)
    return fmt::format("Slide {} was not measured: Page \u2191 goes there",
                       guess.compared_with + 1);
  return "Being measured\u2026";
}

std::string details_text(const GuessView& guess) {
  if (guess.candidates.empty()) return sureness_text(guess);
  if (guess.answer)
    return factor_text(guess.answer->ratio.value) + " as fast as the next one" +
           (guess.answer->ratio.noise() ? ": within noise" : "");
  std::string all;
  for (std::size_t i = 0; i < guess.candidates.size(); ++i) {
    all += (all.empty() ? "" : middle_dot) + guess.candidates[i];
    if (guess.voted > 0 && i < guess.votes.size()) all += " " + std::to_string(guess.votes[i]);
  }
  return all + (guess.could_vote > 0 ? middle_dot + votes_text(guess) : "");
}

std::string votes_text(const GuessView& guess) {
  return fmt::format("{} of {} {} voted", guess.voted, guess.could_vote,
                     guess.could_vote == 1 ? "viewer has" : "viewers have");
}

std::string sureness_text(const GuessView& guess) {
  if (!guess.answer) return guess.could_vote > 0 ? votes_text(guess) : std::string();
  const auto& [ratio, samples] = *guess.answer;
  if (samples >= many_samples && ratio.high <= narrow * ratio.low) return {};
  return fmt::format("{} to {}, from {} {}{}", factor_text(ratio.low), factor_text(ratio.high),
                     samples, samples == 1 ? "sample" : "samples",
                     guess.answer->undecided() ? ": too noisy to score" : "");
}

std::string score_text(const GuessView& guess) {
  if (!guess.candidates.empty()) return fmt::format("{} of {} right", guess.close, guess.counted);
  return fmt::format("{} of {} within {:.0f} %", guess.close, guess.counted,
                     100 * (close_guess - 1));
}

}  // namespace livewarp::ui
