#pragma once

#include <string>
#include <vector>

#include "ui/theme/tokens.h"
#include "ui/views/lecture_view.h"

namespace livewarp::ui {

/// What is for the lecturer's eyes alone: it never stands on the shared picture.
struct LecturerView {
  LectureView lecture;               ///< its times are whole seconds
  std::vector<std::string> notes;    ///< of the present slide
  std::string next;                  ///< title of the next slide; empty: this is the last
  std::vector<std::string> changes;  ///< what that sets otherwise: "Variant: Tiled"
  std::string clock;                 ///< time of day: "14:05"
  std::string seen_by_all;           ///< why the hall may see this too; empty: it does not
  Theme theme = Theme::dark;
  bool operator==(const LecturerView&) const = default;
};

}  // namespace livewarp::ui
