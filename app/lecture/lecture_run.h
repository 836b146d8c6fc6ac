#pragma once

#include <chrono>
#include <functional>
#include <iosfwd>
#include <optional>

#include "app/lecture/guesses.h"
#include "app/lecture/hall_question.h"
#include "app/lecture/lecture.h"
#include "app/session/session.h"
#include "ui/model/model.h"
#include "ui/views/lecturer_view.h"

namespace livewarp {

/// A lecture that is given in a window: which slide stands, what was chosen since, and how long it
/// takes. A slide's choice is applied like any other; what is wrong with a slide is said when it
/// is reached, and the lecture goes on.
class LectureRun {
 public:
  using Change = std::function<void(const Choice&)>;

  /// `log` gets titles and notes, for the lecturer's terminal; null: nobody does. Both outlive
  /// this.
  LectureRun(Session& session, std::ostream* log) : session_(session), log_(log) {}

  /// From its first slide on.
  void give(Lecture lecture);
  void end() { lecture_.reset(); }
  bool given() const { return lecture_.has_value(); }

  void go_to(int slide);  ///< one that there is not: nothing happens
  /// An answer that nobody has seen comes first: a clicker has no other key.
  void next();
  /// The hall's guess is a step more (+1) or less (-1).
  void guess(int by);
  void show_guess();
  /// What those who look on are asked at this slide; nothing once the answer stands.
  std::optional<HallQuestion> question(const ui::LectureView& seen) const;
  void heard(const HallVotes& votes);
  /// Where something else was chosen, this slide comes back first.
  void previous() { go_to(away() ? slide_ : slide_ - 1); }
  void back() { go_to(slide_); }
  /// A slide waits for its choice to be made.
  bool waits() const { return lecture_ && due_; }
  /// Once a frame, while nothing is measured: makes the choice of a slide that was reached.
  void follow(const Change& change);
  /// Something that no input tells of is to be shown: another second.
  bool has_news() const;

  void describe(ui::Model& model);
  /// Notes and the next slide beside what all see of the lecture.
  ui::LecturerView for_lecturer(const ui::LectureView& seen) const;

 private:
  using Time = std::chrono::steady_clock::time_point;
  bool away() const;
  const SlideSide& side() const { return side(slide_); }  ///< of the present slide
  const SlideSide& side(int slide) const;                 ///< on this machine
  bool guesses() const { return lecture_ && !side().guess.empty(); }
  int chosen_by(int slide) const;
  void describe_guess(ui::Model& model, ui::LectureView& view);
  ui::GuessView guess_of_variants(const ui::Model& model);
  void measure_candidates();
  void say_faults();
  void log_slide() const;

  Session& session_;
  std::ostream* log_;
  std::optional<Lecture> lecture_;
  int slide_ = 0, arrivals_ = 0;
  bool due_ = false;  ///< its choice is to be made
  Guesses guesses_;
  std::vector<Choice> without_time_;  ///< of the variants that are guessed
  bool asked_ = false;                ///< their measurement has begun
  std::optional<Choice> reached_;     ///< what the session made of the slide's choice
  Time began_, slide_began_;
  std::int64_t shown_second_ = -1;
};

}  // namespace livewarp
