#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/core/model/choice.h"

namespace livewarp {

/// What a slide shows and says on one kind of machine.
struct SlideSide {
  std::optional<Choice> choice;  ///< empty: what ran before goes on
  std::string hall;              ///< for the hall: one or two lines on the picture
  std::string question;          ///< asked of the hall, likewise
  std::string guess;  ///< "faster", "slower" than the slide before; "variant"; empty: none
  std::vector<std::string> candidates;  ///< names of variants of which one is guessed
  std::vector<std::string> notes;       ///< for the lecturer
  std::string highlight;                ///< a place of the window, or the id of a control
  std::string tab;                      ///< that the panel below the picture shows
  std::string looked_at;                ///< the CUDA variant that the tab is about
  bool operator==(const SlideSide&) const = default;
};

/// A choice with what is said of it, on machines with a GPU and without one.
struct Slide {
  int line = 0;  ///< of the file, 1 and more
  std::string title;
  double seconds = 0;  ///< planned; 0: not said
  SlideSide gpu, cpu;
  const SlideSide& on(bool has_gpu) const { return has_gpu ? gpu : cpu; }
};

/// What is wrong with a line.
struct LectureFault {
  int line = 0;
  int slide = -1;  ///< to which the line belongs, from 0; -1: to none
  std::string text, advice;
};

/// Slides in order. What is wrong with some leaves the others as they are.
struct Lecture {
  std::string name;  ///< of its file, for what is said about a line
  std::string title;
  std::vector<Slide> slides;
  std::vector<LectureFault> faults;

  double planned() const;  ///< seconds of all slides
  /// "nbody.lecture:12: there is no workload nbdoy".
  std::string said(const LectureFault& fault) const;
};

/// Characters of what stands on the picture, at most: few lines that the back row reads.
inline constexpr std::size_t most_hall_characters = 80;

}  // namespace livewarp
