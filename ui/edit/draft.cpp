#include "ui/edit/draft.h"

#include "ui/frame/analysis_tabs.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

const ExerciseView* open_exercise(const Frame& frame) {
  return frame.model.edit ? frame.model.edit->exercise.get() : nullptr;
}

Draft* open_draft(const Frame& frame) { return frame.state.kernels.open.get(); }

const EditView* edit_view_of(const Frame& frame) {
  const EditView* const view = frame.model.edit;
  if (!view) return nullptr;
  const bool shown =
      edit_key(view->start.choice, view->start.exercise) == frame.state.kernels.shown;
  return shown ? view : nullptr;
}

bool editor_has_keyboard(const Frame& frame) {
  const bool shown = analysis_is_shown(frame) &&
                     chosen_tab(frame.state).id == std::string_view(ids::edit_tab) &&
                     !frame.state.kernels.diff;
  return shown && open_draft(frame) && open_draft(frame)->editor.has_keyboard();
}

std::string check_hindrance(const Frame& frame) {
  const EditView* const view = edit_view_of(frame);
  if (!view || !open_draft(frame)) return "No kernel is open: the tab Edit shows one.";
  if (!view->start.can_check) return view->start.hindrance;
  return {};
}

}  // namespace livewarp::ui
