// What was found of the text in the tab Edit: in a line, and in full.
#include <imgui.h>

#include <algorithm>
#include <string>

#include "kernels/core/base/text.h"
#include "ui/edit/draft.h"
#include "ui/edit/panel_edit.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double text_row = 1.2, icon_column = 1.2, number_column = 2.2;  // em
constexpr double figure_column = 4.6, part_gap = 0.5;
constexpr std::size_t longest_line = 80, most_message_lines = 3, most_printed = 12;

struct Head {
  Icon icon = Icon::ring;
  Color color;
  std::string text;
};

bool is_older(const EditView& view, const Draft& draft) {
  return view.verdict && *view.verdict->text != *draft.text();
}

/// What is done, what was found, or what there is to do.
Head head_of(const Look& look, const EditView& view, const Draft& draft) {
  const Tokens& tokens = look.tokens;
  Head head{.icon = Icon::ring, .color = tokens.muted, .text = {}};
  if (view.verdict) {
    const EditVerdict& verdict = *view.verdict;
    head.text = verdict.head;
    if (verdict.outcome == EditOutcome::right) head = {Icon::tick, tokens.ok, verdict.head};
    if (verdict.outcome == EditOutcome::wrong) head = {Icon::cross, tokens.error, verdict.head};
    if (view.exercise && verdict.outcome == EditOutcome::right)
      if (const ExerciseHead said = exercise_head(*view.exercise, *verdict.text);
          !said.text.empty())
        head = said.solved ? Head{Icon::tick, tokens.ok, said.text}
                           : Head{Icon::warn, tokens.warn, said.text};
    if (is_older(view, draft)) {
      head.color = tokens.muted;
      head.text = "of an older text: " + head.text;
    }
  } else if (!view.start.hindrance.empty()) {
    head = {view.start.can_check ? Icon::info : Icon::warn,
            view.start.can_check ? tokens.muted : tokens.warn, view.start.hindrance};
  } else {
    head.text = "not checked yet";
  }
  if (view.checking || (view.verdict && view.verdict->measuring)) {
    head.icon = Icon::arc;
    const char* const now = view.checking ? "checking" : "measuring on the GPU";
    head.text = view.verdict ? std::string(now) + " \u00b7 " + head.text : now;
    if (view.checking) head.color = tokens.muted;
  }
  return head;
}

/// The first thing that is said of a line.
std::string in_short(const EditView& view) {
  if (!view.watched_trouble.empty()) return " \u00b7 " + view.watched_trouble;
  if (!view.verdict || view.verdict->messages.empty()) return {};
  const EditMessage& first = view.verdict->messages.front();
  return (first.line > 0 ? " \u00b7 line " + std::to_string(first.line) + ": " : " \u00b7 ") +
         first.text;
}

/// The kernel's name, and whether it still is the project's; returns where that begins.
float put_name(const Look& look, const EditView& view, const Draft& draft, const Box& line) {
  const std::string name = view.start.kernel;
  Box at = line;
  if (draft.is_edited()) {
    const float width = text_width(look, Type::heading, "edited") + look.length(0.4);
    put(look, Type::heading, look.tokens.warn, line.right_part(width), "edited", Align::right);
    at.x1 -= width;
  }
  const float room =
      std::min(text_width(look, Type::number_caption, name) + look.length(0.2), line.width() / 2);
  at = at.right_part(room);
  put(look, Type::number_caption, look.tokens.muted, at, name, Align::right);
  hover_text(look, at, name + " of " + view.start.file);
  return at.x0;
}

// -- in full --------------------------------------------------------------------------------------

/// A click on it leads to its line.
void message_row(Frame& frame, Draft& draft, const EditMessage& message, std::size_t number) {
  const Look& look = frame.look;
  const float width = ImGui::GetContentRegionAvail().x - look.length(icon_column + number_column);
  std::vector<std::string> lines = wrapped(look, Type::caption, message.text, width, longest_line);
  lines.resize(std::min(lines.size(), most_message_lines));
  const Press pressed = press(look, std::to_string(number).c_str(), 0,
                              text_row * double(std::max<std::size_t>(lines.size(), 1)));
  if (pressed.hovered) put_ground(look, look.tokens.hover, pressed.box, 0);
  Box line = pressed.box;
  line.y1 = line.y0 + look.length(text_row);
  const bool error = message.mark == EditMark::error;
  put_icon(look, error ? Icon::cross : Icon::warn, error ? look.tokens.error : look.tokens.warn,
           line, Align::left, 0.8);
  line.x0 += look.length(icon_column);
  if (message.line > 0)
    put(look, Type::number_caption, look.tokens.text, line.with_width(look.length(number_column)),
        std::to_string(message.line));
  line.x0 += look.length(number_column);
  for (const std::string& text : lines) {
    put(look, Type::caption, look.tokens.text, line, text);
    line.y0 = line.y1;
    line.y1 = line.y0 + look.length(text_row);
  }
  help(look, {.name = message.line > 0 ? "Line " + std::to_string(message.line) : "Of the whole",
              .text = message.text,
              .only_here = true});
  if (pressed.clicked && message.line > 0) {
    frame.state.kernels.diff = false;
    draft.editor.go_to(message.line);
  }
  gap(look, 0);
}

void figure_row(const Look& look, const EditFigure& figure) {
  const Box row = take(look, 0, metrics.table_row);
  const float column = look.length(figure_column);
  Box label = row, original = row.right_part(2 * column);
  label.x1 = original.x0;
  original.x1 = original.x0 + column;
  put(look, Type::caption, look.tokens.muted, label, figure.label);
  const auto number = [&](const Box& box, const std::string& text, Color color) {
    put(look, Type::number_caption, color, box, text.empty() ? "\u2014" : text, Align::right);
  };
  number(original, figure.original, look.tokens.text);
  number(row.right_part(column), figure.edited, figure.worse ? look.tokens.warn : look.tokens.text);
  hover_text(look, row, figure.label + ": " + figure.about);
  gap(look, 0);
}

void figures(const Look& look, const EditVerdict& verdict) {
  if (verdict.figures.empty()) return;
  const Box head = take(look, 0, metrics.table_row);
  const float column = look.length(figure_column);
  const auto title = [&](const Box& box, const char* text, Align align) {
    put(look, Type::caption, look.tokens.muted, box, text, align);
  };
  title(head, "counted", Align::left);
  Box original = head.right_part(2 * column);
  original.x1 = original.x0 + column;
  title(original, "original", Align::right);
  title(head.right_part(column), "edited", Align::right);
  put_rule(look, head);
  gap(look, 0);
  for (const EditFigure& figure : verdict.figures) figure_row(look, figure);
  gap(look, part_gap);
}

void time_part(const Look& look, const EditVerdict& verdict) {
  if (!verdict.time.empty())
    said_lines(look, Type::body, look.tokens.text, verdict.time);
  else if (!verdict.no_time.empty())
    said_lines(look, Type::caption, look.tokens.muted, "no time: " + verdict.no_time);
}

void printed(const Look& look, const EditVerdict& verdict) {
  if (verdict.said.empty()) return;
  put(look, Type::caption, look.tokens.muted, take(look, 0, text_row), "the kernel printed");
  gap(look, 0);
  std::size_t from = 0;
  for (std::size_t i = 0; i < most_printed && from < verdict.said.size(); ++i) {
    const std::size_t end = std::min(verdict.said.find('\n', from), verdict.said.size());
    const Box line = take(look, 0, text_row);
    put(look, Type::number_caption, look.tokens.text, line, verdict.said.substr(from, end - from));
    hover_text(look, line, verdict.said.substr(from, end - from));
    gap(look, 0);
    from = end + 1;
  }
}

}  // namespace

void said_lines(const Look& look, Type type, Color color, const std::string& text,
                std::size_t most) {
  if (text.empty()) return;
  const float width = ImGui::GetContentRegionAvail().x;
  std::vector<std::string> lines = wrapped(look, type, text, width, longest_line);
  lines.resize(std::min(lines.size(), most));
  for (const std::string& line : lines) {
    put(look, type, color, take(look, 0, text_row), line);
    gap(look, 0);
  }
  gap(look, part_gap / 2);
}

bool has_edit_findings(const EditView& view) {
  return view.verdict || view.exercise || !view.watched_trouble.empty();
}

void put_edit_head(Frame& frame, const EditView& view, const Box& line, bool with_findings) {
  const Look& look = frame.look;
  const Draft& draft = *open_draft(frame);
  Head head = head_of(look, view, draft);
  if (!with_findings) head.text += in_short(view);
  if (head.icon == Icon::arc) frame.result.animating = true;
  Box left = line;
  left.x1 = put_name(look, view, draft, line) - look.length(0.6);
  put_icon(look, head.icon, head.color, left, Align::left);
  left.x0 += look.length(1.4);
  put(look, Type::body, head.color, left, head.text);
  std::string hover = head.text;
  if (!view.start.hindrance.empty() && hover != view.start.hindrance)
    hover += "\n" + view.start.hindrance;
  if (!view.start.advice.empty()) hover += "\n" + view.start.advice;
  hover_text(look, left, hover);
}

void edit_findings(Frame& frame, const EditView& view, const Box& box) {
  const Look& look = frame.look;
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  ImGui::BeginChild("edit-findings", {box.width(), box.height()}, ImGuiChildFlags_None,
                    ImGuiWindowFlags_NoSavedSettings);
  {
    const ids::Scope scope(ids::analysis);
    said_lines(look, Type::caption, look.tokens.warn, view.watched_trouble);
    if (view.exercise) exercise_part(frame, *view.exercise);
    if (view.verdict) {
      const EditVerdict& verdict = *view.verdict;
      std::size_t number = 0;
      ImGui::PushID(ids::edit_message);
      for (const EditMessage& message : verdict.messages)
        message_row(frame, *open_draft(frame), message, number++);
      ImGui::PopID();
      if (number > 0) gap(look, part_gap);
      said_lines(look, Type::caption, look.tokens.text, verdict.reason);
      said_lines(look, Type::caption, look.tokens.muted, verdict.advice);
      figures(look, verdict);
      time_part(look, verdict);
      said_lines(look, Type::caption, look.tokens.muted, verdict.compiled);
      printed(look, verdict);
      if (verdict.seconds > 0)
        said_lines(look, Type::caption, look.tokens.muted,
                   "the verdict took " + trimmed(verdict.seconds, 2) + " s");
    }
  }
  ImGui::EndChild();
}

}  // namespace livewarp::ui
