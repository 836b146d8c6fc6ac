#pragma once

#include <vector>

#include "app/lecture/notes_screen.h"
#include "render/gl/beside_window.h"
#include "ui/lecture/lecturer_sheet.h"

namespace livewarp {

class Window;

/// The lecturer's notes in a window of their own, with an OpenGL and a user interface of their own.
class NotesWindow final : public NotesScreen {
 public:
  /// Throws `Error` where there can be none. `first` outlives it, and so does the user interface
  /// that is current.
  explicit NotesWindow(const Window& first);
  ~NotesWindow() override;

  bool take_input() override;
  bool should_close() const override { return window_.should_close(); }
  std::string settle() override;
  TimeSpan draw(const ui::LecturerView& view) override;

  /// By what was drawn last.
  const std::vector<ui::Written>& written() const { return written_; }
  GLFWwindow* handle() const { return window_.handle(); }

 private:
  bool hand_on_keys();

  BesideWindow window_;
  ui::LecturerSheet sheet_;
  std::vector<ui::Written> written_;
  int handed_on_ = 0;  ///< events of the sheet's queue that the panels have
};

}  // namespace livewarp
