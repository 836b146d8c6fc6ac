#pragma once

#include <span>
#include <string_view>

namespace livewarp {

/// What a variant teaches: the comment "Lesson VARIANT: ..." above its kernel or its function on
/// the host, as it was when the program was built.
struct Lesson {
  std::string_view workload, variant;
  std::string_view file;  ///< where it stands, from the project's root
  std::string_view text;  ///< 2-4 sentences that a student reads, in one line
};

std::span<const Lesson> lessons();
/// Null where there is none.
const Lesson* find_lesson(std::string_view workload, std::string_view variant);

}  // namespace livewarp
