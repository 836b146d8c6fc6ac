#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/core/model/choice.h"

/// An exercise: a kernel with a gap, what is asked of it, and how far a solution has come.
namespace livewarp::ui {

/// One that can be opened.
struct ExerciseOffer {
  std::string name, title;  ///< as the command line has it; a few words
  std::string about;        ///< "transpose, variant naive; after Harris"
};

/// One thing that is asked of a solution.
struct ExercisePoint {
  enum class State {
    met,
    missed,
    open
  };  ///< open: nothing was tried, or what comes before is missed
  State state = State::open;
  std::string what;          ///< "stores take at most 4 sectors a request"
  std::string text, advice;  ///< why it is missed
};

/// The one that is open.
struct ExerciseView {
  std::string name, title, after;
  Choice choice;  ///< with which its kernel is tried
  std::vector<std::string> tasks;
  std::vector<std::string> hints;  ///< that were asked for until now
  int all_hints = 0;
  std::vector<ExercisePoint> points;
  std::shared_ptr<const std::string> judged;  ///< the text of which they are true; null: none
  bool solved = false;                        ///< and all are met
};

}  // namespace livewarp::ui
