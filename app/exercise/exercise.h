#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/exercise/kernel_file.h"

namespace livewarp {

/// A limit of what the lens counts of the kernel.
struct ExerciseCheck {
  enum class Of { loads, stores, atomics, shared_loads, shared_stores, shared_atomics, warps };
  enum class Count {
    sectors,     ///< a request, of global memory
    wavefronts,  ///< a request, of shared memory
    requests,    ///< a warp
    lanes        ///< active of 32, mean; of warps
  };
  Of of = Of::loads;
  Count count = Count::sectors;
  bool at_least = false;  ///< else at most
  double limit = 0;
  std::string why;  ///< what it means, for who has not met it
};

/// A kernel with a gap that the user fills, what is to be made of it, and when it is done: it
/// compiles, every access is in range and meets no other's, its result is the reference's, and its
/// checks are met.
struct Exercise : KernelSetting {
  std::string name;                       ///< of its file, without what it ends with
  std::string title;                      ///< a few words
  std::string after;                      ///< the texts whose practical it is
  std::vector<std::string> tasks, hints;  ///< paragraphs
  std::vector<ExerciseCheck> checks;
  std::string starter;  ///< the user's file, as it begins
  std::string text;     ///< the whole file
};

/// Reads an exercise: lines of words, what is quoted is one word, what follows # is for readers.
///
///     exercise "Pad the shared tile"
///     after "Han & Sharma, ch. 2"
///     about transpose --variant shared
///     kernel transpose_tile
///     task "What is there, and what is wanted; a paragraph a line."
///     check shared-loads wavefronts at-most 1.1 "32 lanes find their words in 32 banks"
///     hint "One at a time, for who asks."
///     starter
///
/// What follows that line is the starter, as it stands. Of `check`: loads, stores, atomics (of
/// global memory), shared-loads, shared-stores, shared-atomics with sectors, wavefronts or
/// requests; or warps lanes; at-most or at-least a number. `after`, `check` and `hint` may be left
/// out. Throws `Error` that names `file` and line.
Exercise parse_exercise(std::string_view text, const std::string& file);

/// "shared-loads"; "wavefronts".
std::string_view name_of(ExerciseCheck::Of);
std::string_view name_of(ExerciseCheck::Count);

}  // namespace livewarp
