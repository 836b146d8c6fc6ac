// The exercise that is open in the tab Edit: what is asked, hints, and how far the text has come.
#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ui/edit/draft.h"
#include "ui/edit/panel_edit.h"
#include "ui/frame/actions.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double point_row_height = 1.2, point_mark = 1.4, exercise_gap = 0.5;  // em
constexpr std::size_t longest_point = 80;

using Point = ExercisePoint::State;

void point_row(const Look& look, const ExercisePoint& point) {
  const float column = look.length(point_mark);
  const float width = ImGui::GetContentRegionAvail().x - column;
  const auto lines = [&](Type type, Color color, const std::string& text) {
    if (text.empty()) return;
    for (const std::string& line : wrapped(look, type, text, width, longest_point)) {
      Box row = take(look, 0, point_row_height);
      row.x0 += column;
      put(look, type, color, row, line);
      gap(look, 0);
    }
  };
  const Tokens& tokens = look.tokens;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Box mark{at.x, at.y, at.x + column, at.y + look.length(point_row_height)};
  switch (point.state) {
  case Point::met: put_icon(look, Icon::tick, tokens.ok, mark, Align::left, 0.8); break;
  case Point::missed: put_icon(look, Icon::cross, tokens.error, mark, Align::left, 0.8); break;
  case Point::open: put_icon(look, Icon::ring, tokens.muted, mark, Align::left, 0.8); break;
  }
  lines(Type::caption, point.state == Point::open ? tokens.muted : tokens.text, point.what);
  if (point.state != Point::missed) return;
  lines(Type::caption, tokens.text, point.text);
  lines(Type::caption, tokens.muted, point.advice);
}

/// Points, and whether they are true of what stands in the editor.
void exercise_points(const Frame& frame, const ExerciseView& exercise) {
  const Look& look = frame.look;
  const Draft* const draft = open_draft(frame);
  if (exercise.judged && draft && *exercise.judged != *draft->text())
    said_lines(look, Type::caption, look.tokens.muted, "of an older text:");
  for (const ExercisePoint& point : exercise.points) point_row(look, point);
  gap(look, exercise_gap);
}

void exercise_hints(Frame& frame, const ExerciseView& exercise) {
  const Look& look = frame.look;
  int number = 0;
  for (const std::string& hint : exercise.hints)
    said_lines(look, Type::caption, look.tokens.text,
               "Hint " + std::to_string(++number) + " of " + std::to_string(exercise.all_hints) +
                   ": " + hint);
  if (number >= exercise.all_hints) return;
  action_button(frame, ids::next_hint,
                {.label = number == 0 ? "Hint" : "Next hint", .quiet = false});
  gap(look, exercise_gap);
}

}  // namespace

void exercise_list(Frame& frame, float width) {
  const std::vector<ExerciseOffer>* const all = frame.model.exercises;
  if (!all) return;
  const ExerciseView* const open = open_exercise(frame);
  std::vector<Option> options{{"none", open ? "No exercise" : "Exercises\u2026", {}}};
  int at = 0;
  for (const ExerciseOffer& offer : *all) {
    if (open && offer.name == open->name) at = int(options.size());
    options.push_back({offer.name, offer.title, {}});
  }
  if (open && at == 0) {  // of a file
    at = int(options.size());
    options.push_back({open->name, open->title, {}});
  }
  const auto chosen = dropdown(
      frame.look, ids::exercises, options, at, width,
      {.name = "Exercise",
       .text = "A kernel with a gap, what is asked of it, and hints. Without one the tab shows "
               "variants' kernels.",
       .option = "--exercise"});
  if (!chosen || *chosen == at) return;
  if (*chosen == 0)
    frame.result.commands.push_back(AppCommand::close_exercise);
  else
    frame.result.open_exercise = options[std::size_t(*chosen)].id;
}

ExerciseHead exercise_head(const ExerciseView& exercise, const std::string& text) {
  if (!exercise.judged || *exercise.judged != text) return {};
  if (exercise.solved)
    return {true, "solved: all " + std::to_string(exercise.points.size()) + " points are met"};
  const auto missed = std::ranges::find(exercise.points, Point::missed, &ExercisePoint::state);
  if (missed == exercise.points.end()) return {};
  // Where that was counted, and what it means, stands beside the editor.
  return {false, "not solved yet: " + missed->what + " \u00b7 " +
                     missed->text.substr(0, missed->text.find(", "))};
}

void exercise_part(Frame& frame, const ExerciseView& exercise) {
  const Look& look = frame.look;
  said_lines(look, Type::heading, look.tokens.text, exercise.title);
  for (const std::string& task : exercise.tasks) {
    said_lines(look, Type::body, look.tokens.text, task);
    gap(look, exercise_gap / 2);
  }
  if (!exercise.after.empty())
    said_lines(look, Type::caption, look.tokens.muted, "after " + exercise.after);
  gap(look, exercise_gap / 2);
  exercise_points(frame, exercise);
  exercise_hints(frame, exercise);
}

}  // namespace livewarp::ui
