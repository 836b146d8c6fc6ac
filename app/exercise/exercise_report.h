#pragma once

#include <string>

#include "app/exercise/exercise_verdict.h"
#include "app/measure/context.h"

/// An exercise, and what a try has come to, in words and for a file.
namespace livewarp {

/// What is asked, for whoever begins.
std::string task_text(const Exercise& exercise);

/// A point a line, errors of the compiler at their lines, and why it is not solved.
std::string verdict_text(const Exercise& exercise, const ExerciseVerdict& verdict);

/// What is handed in: which exercise by name and hash, the version, the source and its hash, and
/// the points. Hashes tell files apart; they prove nothing.
std::string result_file(const Context& context, const Exercise& exercise,
                        const std::string& source_name, const std::string& source,
                        const ExerciseVerdict& verdict);

}  // namespace livewarp
