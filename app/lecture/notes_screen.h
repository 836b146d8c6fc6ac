#pragma once

#include <string>

#include "kernels/core/base/time_span.h"
#include "ui/views/lecturer_view.h"

namespace livewarp {

/// Where the lecturer's notes are drawn, beside the screen of picture and panels.
class NotesScreen {
 public:
  virtual ~NotesScreen() = default;

  /// Hands on to the panels the keys that were pressed in it, and says whether it has to be drawn
  /// again, whatever it shows.
  virtual bool take_input() = 0;
  virtual bool should_close() const = 0;
  /// Goes where the picture is not, and says why that is not possible; empty: it is there.
  virtual std::string settle() = 0;
  /// Draws, waits until that is done, and says from when to when it took.
  virtual TimeSpan draw(const ui::LecturerView& view) = 0;
};

}  // namespace livewarp
