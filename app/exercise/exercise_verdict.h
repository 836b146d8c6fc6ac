#pragma once

#include <string>
#include <vector>

#include "app/edit/kernel_verdict.h"
#include "app/exercise/exercise.h"

namespace livewarp {

/// One thing that is asked of a solution.
struct ExercisePoint {
  enum class State { met, missed, open };  ///< open: what comes before it is missed
  std::string what;                        ///< "stores take at most 4 sectors a request"
  State state = State::open;
  std::string text, advice;  ///< why it is missed, with the line
};

/// What a try has come to.
struct ExerciseVerdict {
  std::vector<ExercisePoint> points;  ///< in the order in which they are asked for
  std::vector<CompilerMessage> messages;
  std::string said;  ///< what the kernel printed
  bool solved() const;
};

/// What is asked for: that it compiles, its accesses, its result, and then each check.
ExerciseVerdict verdict_on(const Exercise& exercise, const KernelVerdict& kernel);

/// The same points of a text that nobody has tried.
ExerciseVerdict untried(const Exercise& exercise);

}  // namespace livewarp
