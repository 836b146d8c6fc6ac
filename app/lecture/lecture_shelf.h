#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/lecture/lecture.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// A lecture that ships with the program, as text.
struct ShippedLecture {
  std::string_view name, text;
  /// Of its line "lecture".
  std::string title() const;
};

/// By name.
const std::vector<ShippedLecture>& shipped_lectures();
/// The named choices that ship, as a lecture.
std::string_view shipped_presets();

/// The lecture that is called so, or the file of that path: what names a folder or ends with
/// .lecture, and what is there, is a file. Throws `Error` where there is neither, or no slide.
Lecture find_lecture(const std::string& asked, const std::vector<const Workload*>& workloads);

}  // namespace livewarp
