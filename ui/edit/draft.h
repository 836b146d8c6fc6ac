#pragma once

#include <memory>
#include <string>

#include "ui/edit/code_editor.h"
#include "ui/frame/frame.h"

namespace livewarp::ui {

/// A kernel of a variant's while it is rewritten. It stays when the tab shows another one.
struct Draft {
  CodeEditor editor;
  SharedText original;                        ///< what it began with
  SharedText watched;                         ///< the text of a file that was taken last
  std::shared_ptr<const EditVerdict> marked;  ///< whose lines are marked
  TextDifference difference;

  const SharedText& text() const { return editor.text(); }
  bool is_edited() const { return *editor.text() != *original; }
};

/// The exercise that is open; null: none.
const ExerciseView* open_exercise(const Frame& frame);
/// The draft that the tab shows; null: there is none.
Draft* open_draft(const Frame& frame);
/// What is known of its kernel; null: nothing yet.
const EditView* edit_view_of(const Frame& frame);
/// Whether typing goes into the tab's editor.
bool editor_has_keyboard(const Frame& frame);
/// Why the kernel that is open cannot be tried; empty: it can.
std::string check_hindrance(const Frame& frame);

}  // namespace livewarp::ui
