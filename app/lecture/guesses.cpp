#include "app/lecture/guesses.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "app/session/comparison.h"

namespace livewarp {

namespace {

/// Steps of a slider for the hall: fine where guesses are close, coarse where they are not.
constexpr std::array factors{0.1, 0.2, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0,  1.1,  1.2,  1.3,
                             1.5, 1.7, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0,  7.0,  8.0,  10.0,
                             12., 15., 20., 25., 30., 40., 50., 75., 100., 200., 500., 1000.};

/// Whether an answer is to be found, or found anew: as often as numbers are written.
bool is_due(const std::optional<ui::GuessAnswer>& answer, Guesses::Time since, Guesses::Time now) {
  return !answer || now - since >= std::chrono::milliseconds(250);
}

double median_of(const std::vector<double>& samples) { return summarize(samples).median; }

/// On the scale by which factors are told apart.
double nearest_factor(double wanted) {
  return *std::ranges::min_element(
      factors, {}, [&](double factor) { return std::abs(std::log(factor / wanted)); });
}

std::vector<int> counts_of(const std::vector<double>& votes, int candidates) {
  std::vector<int> counts(std::size_t(std::max(0, candidates)));
  for (const double vote : votes) ++counts[std::size_t(vote)];
  return counts;
}

int most_chosen(const std::vector<double>& votes, int candidates) {
  const std::vector<int> counts = counts_of(votes, candidates);
  return int(std::ranges::max_element(counts) - counts.begin());
}

/// A row of the table, with what other machines measured.
void hide_times(ui::VariantEntry& variant, const char* reason) {
  variant.bench.reset();
  variant.bench_state.clear();
  variant.disturbed.clear();
  variant.partial = false;
  variant.times_a.reset();
  variant.recorded.reset();
  for (ui::OtherTime& other : variant.others) other = {.reason = reason};
}

}  // namespace

void Guesses::change(int slide, int by) {
  Guess& guess = guesses_[slide];
  if (guess.shown) return;
  const auto at = std::ranges::find(factors, guess.factor) - factors.begin();
  guess.factor =
      factors[std::size_t(std::clamp<std::ptrdiff_t>(at + by, 0, std::ssize(factors) - 1))];
  guess.made = true;
  guess.voted = false;
}

void Guesses::pick(int slide, int by, int count) {
  Guess& guess = guesses_[slide];
  if (guess.shown || count <= 0) return;
  guess.picked = guess.picked < 0 ? (by > 0 ? 0 : count - 1) : (guess.picked + by + count) % count;
  guess.made = true;
  guess.voted = false;
}

void Guesses::vote(int slide, const std::vector<double>& votes, int could_vote, int candidates) {
  Guess& guess = guesses_[slide];
  if (guess.shown) return;
  guess.could_vote = could_vote;
  guess.votes.clear();
  std::ranges::copy_if(votes, std::back_inserter(guess.votes), [&](double vote) {
    return candidates > 0 ? vote >= 0 && vote < candidates && vote == std::floor(vote)
                          : vote >= factors.front() && vote <= factors.back();
  });
  if (guess.votes.empty() || (guess.made && !guess.voted)) return;
  guess.made = guess.voted = true;
  if (candidates > 0)
    guess.picked = most_chosen(guess.votes, candidates);
  else
    guess.factor = nearest_factor(median_of(guess.votes));
}

bool Guesses::is_open(int slide) const {
  const auto found = guesses_.find(slide);
  return found == guesses_.end() || !found->second.shown;
}

ui::GuessAnswer answer_of(const std::vector<double>& longer, const std::vector<double>& shorter) {
  ui::GuessAnswer answer{ratio_of(longer, shorter), std::min(longer.size(), shorter.size())};
  if (answer.ratio.high > 0) return answer;
  const Summary above = summarize(longer), below = summarize(shorter);
  answer.ratio.low = above.min / below.max;
  answer.ratio.high = above.max / below.min;
  return answer;
}

ui::GuessView Guesses::view(int slide, int before, bool slower, Time now) {
  Guess& guess = guesses_[slide];
  const auto here = samples_.find(slide), there = samples_.find(before);
  const bool known = here != samples_.end() && there != samples_.end();
  if (guess.shown && known && is_due(guess.answer, guess.answered_at, now)) {
    guess.answer =
        slower ? answer_of(here->second, there->second) : answer_of(there->second, here->second);
    guess.answered_at = now;
    const double ratio = guess.factor / guess.answer->ratio.value;
    guess.right = ratio <= ui::close_guess && ratio >= 1 / ui::close_guess;
  }
  ui::GuessView view{.factor = guess.factor,
                     .slower = slower,
                     .made = guess.made,
                     .shown = guess.shown,
                     .answer = guess.answer,
                     .compared_with = before,
                     .other_is_missing = there == samples_.end(),
                     .right = guess.right};
  count_right(view);
  count_votes(guess, view);
  return view;
}

ui::GuessView Guesses::view(int slide, const std::vector<Candidate>& candidates, Time now) {
  Guess& guess = guesses_[slide];
  ui::GuessView view{.made = guess.made, .shown = guess.shown, .picked = guess.picked};
  std::vector<std::size_t> timed;  // fastest first
  bool complete = true;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    view.candidates.push_back(candidates[i].title);
    if (!candidates[i].samples.empty()) timed.push_back(i);
    complete = complete && (!candidates[i].samples.empty() || !candidates[i].comes);
  }
  std::ranges::sort(timed, {}, [&](std::size_t i) { return median_of(candidates[i].samples); });
  view.timed = int(timed.size());
  if (guess.shown && complete && timed.size() > 1 && is_due(guess.answer, guess.answered_at, now)) {
    const std::vector<double>& best = candidates[timed[0]].samples;
    guess.answer = answer_of(candidates[timed[1]].samples, best);
    guess.answered_at = now;
    guess.fastest = int(timed[0]);
    const auto picked = std::size_t(std::max(guess.picked, 0));
    const bool has_time = guess.picked >= 0 && !candidates[picked].samples.empty();
    guess.right = has_time && (guess.picked == guess.fastest ||
                               answer_of(candidates[picked].samples, best).ratio.noise());
  }
  view.other_is_missing = complete && timed.size() < 2;
  view.answer = guess.answer;
  view.fastest = guess.fastest;
  view.right = guess.right;
  count_right(view);
  count_votes(guess, view);
  return view;
}

/// Of the whole lecture so far.
void Guesses::count_right(ui::GuessView& view) const {
  for (const auto& [at, each] : guesses_) {
    if (!each.made || !each.answer) continue;
    if (each.fastest < 0 && each.answer->undecided()) continue;
    ++view.counted;
    view.close += each.right ? 1 : 0;
  }
}

void Guesses::count_votes(const Guess& guess, ui::GuessView& view) {
  view.could_vote = guess.could_vote;
  view.voted = int(guess.votes.size());
  if (!view.candidates.empty()) view.votes = counts_of(guess.votes, int(view.candidates.size()));
}

void hide_times(ui::Model& model) {
  const char* const reason = "hidden until the guess is answered";
  model.step = {};
  model.kernel_ms = model.copies_ms = model.steps_per_second = model.predicted_ms = 0;
  model.recent_steps.clear();
  model.frame_parts.clear();
  model.block_times.clear();
  model.reserve_times.clear();
  for (ui::IntervalRow& row : model.intervals) {
    row.times = {};
    row.reason = reason;
  }
  for (ui::VariantEntry& variant : model.variants) hide_times(variant, reason);
  if (model.pinned) {
    model.pinned->live = {};
    model.pinned->ratio.reset();
    model.pinned->elsewhere = reason;
  }
  model.graphs.clear();
  model.graph_reason = reason;
  model.ab = {.reason = reason};
  model.tuner = {.reason = reason};
  model.clocks.reset();
  model.clocks_reason = reason;
  model.roofline = nullptr;
  model.traffic = nullptr;
  model.last_frames = nullptr;
}

}  // namespace livewarp
