#pragma once

#include "app/lecture/notes_screen.h"
#include "app/serve/frame_server.h"

namespace livewarp {

/// The lecturer's notes beside the picture, in the browser of the one who steers and nowhere else.
class PageNotes final : public NotesScreen {
 public:
  /// `server` outlives it.
  explicit PageNotes(FrameServer& server) : server_(server) {}
  ~PageNotes() override;
  PageNotes(const PageNotes&) = delete;
  PageNotes& operator=(const PageNotes&) = delete;

  bool take_input() override { return false; }  // the page has one keyboard
  bool should_close() const override { return false; }
  std::string settle() override { return {}; }
  TimeSpan draw(const ui::LecturerView& view) override;

 private:
  FrameServer& server_;
};

}  // namespace livewarp
