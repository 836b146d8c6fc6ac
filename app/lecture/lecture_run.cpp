#include "app/lecture/lecture_run.h"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "app/lecture/slide_change.h"

namespace livewarp {

namespace {

using SteadyClock = std::chrono::steady_clock;

double seconds_since(SteadyClock::time_point begin) {
  return std::chrono::duration<double>(SteadyClock::now() - begin).count();
}

/// Pausing is no other choice.
bool same_choice(Choice a, const Choice& b) {
  a.paused = b.paused;
  return a == b;
}

/// Enough samples for a ratio that is told; of long steps a few, for which the hall has waited.
bool is_known(const ui::Model& model) {
  constexpr std::size_t few = 3;
  constexpr double long_enough = 2000;  // ms
  const std::size_t count = model.step.count;
  return model.check.ok() && model.time_steps > 0 &&
         (int(count) >= model.wanted_samples ||
          (count >= few && double(count) * model.step.median >= long_enough));
}

}  // namespace

const SlideSide& LectureRun::side(int slide) const {
  return lecture_->slides[std::size_t(slide)].on(session_.machine().has_gpu());
}

/// The slide that chose what runs at that one: it, or the nearest before that chose something.
int LectureRun::chosen_by(int slide) const {
  while (slide > 0 && !side(slide).choice) --slide;
  return slide;
}

void LectureRun::give(Lecture lecture) {
  lecture_ = std::move(lecture);
  guesses_ = {};
  began_ = SteadyClock::now();
  for (const LectureFault& fault : lecture_->faults)
    if (fault.slide < 0)
      session_.notices().add(Severity::warning, lecture_->said(fault), fault.advice);
  go_to(0);
}

void LectureRun::go_to(int slide) {
  if (!lecture_ || slide < 0 || slide >= int(lecture_->slides.size())) return;
  slide_ = slide;
  slide_began_ = SteadyClock::now();
  ++arrivals_;
  due_ = true;
  asked_ = false;
  without_time_.clear();
  log_slide();
}

void LectureRun::next() {
  if (guesses() && guesses_.is_open(slide_) && !away()) return show_guess();
  go_to(slide_ + 1);
}

void LectureRun::guess(int by) {
  if (!guesses()) return;
  if (side().guess == "variant") return guesses_.pick(slide_, by, int(side().candidates.size()));
  guesses_.change(slide_, by);
}

void LectureRun::show_guess() {
  if (!guesses()) return;
  guesses_.show(slide_);
  asked_ = false;
}

void LectureRun::log_slide() const {
  if (!log_) return;
  const Slide& slide = lecture_->slides[std::size_t(slide_)];
  *log_ << fmt::format("{}/{}  {}\n", slide_ + 1, lecture_->slides.size(), slide.title);
  for (const std::string& note : side().notes) *log_ << "     " << note << "\n";
  log_->flush();
}

/// What is wrong with a slide is one notice, however much it is.
void LectureRun::say_faults() {
  const LectureFault* first = nullptr;
  int count = 0;
  for (const LectureFault& fault : lecture_->faults) {
    if (fault.slide != slide_) continue;
    if (!first) first = &fault;
    ++count;
  }
  if (!first) return;
  std::string advice = first->advice;
  if (count > 1)
    advice += (advice.empty() ? "" : "; ") +
              fmt::format("{} more: livewarp lecture check tells all", count - 1);
  session_.notices().add(Severity::warning, lecture_->said(*first), advice);
}

void LectureRun::follow(const Change& change) {
  if (!waits()) return measure_candidates();
  due_ = false;
  say_faults();
  if (const auto& choice = side().choice) change(*choice);
  reached_ = session_.choice();
}

bool LectureRun::away() const {
  return lecture_ && !due_ && reached_ && !same_choice(*reached_, session_.choice());
}

/// Once the answer is asked for; what was measured before need not be measured again.
void LectureRun::measure_candidates() {
  if (!guesses() || guesses_.is_open(slide_) || asked_ || without_time_.empty() || away()) return;
  session_.measure(without_time_);
  asked_ = session_.job() != nullptr;
}

bool LectureRun::has_news() const {
  return lecture_ && (due_ || std::int64_t(seconds_since(began_)) != shown_second_);
}

/// As the table of variants has them, each in the setting in which it is measured.
ui::GuessView LectureRun::guess_of_variants(const ui::Model& model) {
  std::vector<Candidate> candidates;
  without_time_.clear();
  for (const std::string& name : side().candidates) {
    const auto entry = std::ranges::find_if(
        model.variants, [&](const ui::VariantEntry& each) { return each.info->name == name; });
    Candidate& candidate = candidates.emplace_back(Candidate{.title = name});
    if (entry == model.variants.end()) continue;  // the lecture's check has said so
    candidate.title = entry->info->title;
    const auto bench = session_.result_cache().bench(entry->choice);
    if (bench && entry->check.ok()) candidate.samples = bench->samples;
    const int steps = session_.workload().time_steps(entry->choice);
    for (double& ms : candidate.samples) ms /= steps;
    if (!candidate.samples.empty() || !entry->reason.empty() ||
        entry->check.verdict == Verdict::failed)
      continue;
    candidate.comes = !asked_ || session_.job();
    without_time_.push_back(entry->choice);
  }
  return guesses_.view(slide_, candidates, SteadyClock::now());
}

void LectureRun::describe_guess(ui::Model& model, ui::LectureView& view) {
  if (view.away || due_) return;
  if (is_known(model)) {
    std::vector<double> samples = model.recent_steps;
    for (double& ms : samples) ms /= model.time_steps;
    guesses_.heard(chosen_by(slide_), std::move(samples));
  }
  if (!guesses()) return;
  if (side().guess == "variant") {
    view.guess = guess_of_variants(model);
  } else if (slide_ > 0) {
    view.guess =
        guesses_.view(slide_, chosen_by(slide_ - 1), side().guess == "slower", SteadyClock::now());
  }
  if (view.guess && !view.guess->shown) hide_times(model);
}

std::optional<HallQuestion> LectureRun::question(const ui::LectureView& seen) const {
  if (!seen.guess || seen.guess->shown) return {};
  HallQuestion asked;
  asked.id = std::to_string(slide_) + " " + std::to_string(arrivals_);
  asked.text = seen.question;
  asked.candidates = seen.guess->candidates;
  asked.slower = seen.guess->slower;
  return asked;
}

void LectureRun::heard(const HallVotes& votes) {
  if (!guesses()) return;
  const bool variants = side().guess == "variant";
  guesses_.vote(slide_, votes.votes, votes.viewers, variants ? int(side().candidates.size()) : 0);
}

void LectureRun::describe(ui::Model& model) {
  if (!lecture_) return;
  const Slide& slide = lecture_->slides[std::size_t(slide_)];
  ui::LectureView view;
  view.title = lecture_->title;
  for (const Slide& each : lecture_->slides) view.slides.push_back(each.title);
  view.slide = slide_;
  view.arrivals = arrivals_;
  view.hall = side().hall;
  view.question = side().question;
  view.highlight = side().highlight;
  view.tab = side().tab;
  view.looked_at = side().looked_at;
  view.away = away();
  view.seconds = seconds_since(began_);
  view.planned = lecture_->planned();
  view.slide_seconds = seconds_since(slide_began_);
  view.slide_planned = slide.seconds;
  describe_guess(model, view);
  shown_second_ = std::int64_t(view.seconds);
  model.lecture = std::move(view);
}

ui::LecturerView LectureRun::for_lecturer(const ui::LectureView& seen) const {
  ui::LecturerView view{.lecture = seen, .notes = side().notes};
  view.lecture.seconds = std::floor(seen.seconds);
  view.lecture.slide_seconds = std::floor(seen.slide_seconds);
  if (slide_ + 1 == int(lecture_->slides.size())) return view;
  view.next = lecture_->slides[std::size_t(slide_) + 1].title;
  const auto& now = side(chosen_by(slide_)).choice;
  view.changes = changes_of(session_.registry(), now ? &*now : nullptr, side(slide_ + 1));
  return view;
}

}  // namespace livewarp
