#pragma once

#include <string>

#include "ui/frame/frame.h"

namespace livewarp::ui {

/// Kernel: a variant's kernel in an editor, and what becomes of it.
void edit_tab(Frame& frame, const Box& box);
/// Why no kernel can be edited; empty if one can.
std::string edit_hindrance(const Frame& frame);
/// The check, where the text is one that nobody has tried.
const char* proposed_check(const Frame& frame);
/// Takes what was opened elsewhere (dropped, named at the start), whether the tab is open or not.
void follow_edit(Frame& frame);

/// What was found of the text, in a line, which says more where nothing else does; and in full,
/// below one another (panel_edit_verdict.cpp).
void put_edit_head(Frame& frame, const EditView& view, const Box& line, bool with_findings);
void edit_findings(Frame& frame, const EditView& view, const Box& box);
/// Whether there is more than the line.
bool has_edit_findings(const EditView& view);
/// Lines of text, one below another, as wide as there is room.
void said_lines(const Look& look, Type type, Color color, const std::string& text,
                std::size_t most = 100);

// Of the exercise that is open (panel_exercise.cpp).
/// A list of those that there are.
void exercise_list(Frame& frame, float width);
/// What is asked, hints, and how far the text has come.
void exercise_part(Frame& frame, const ExerciseView& exercise);
/// What the line says of a right kernel, instead of what was found of it alone; empty: nothing.
struct ExerciseHead {
  bool solved = false;
  std::string text;
};
ExerciseHead exercise_head(const ExerciseView& exercise, const std::string& text);

}  // namespace livewarp::ui
