#include "ui/lecture/lecturer_notes.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "ui/lecture/lecture_words.h"
#include "ui/model/format.h"

namespace livewarp::ui {

namespace {

// em of the sheet
constexpr double margin = 1.3, head = 3, line_of_text = 1.9, foot = 8.6, label_room = 4.2,
                 progress = 0.2;
constexpr double share_of_next = 0.6;           // of the foot; the times have the rest
constexpr double line_height = 1.32;            // of the notes' own size
constexpr double between_notes = 0.45;          // likewise
constexpr std::size_t longest_note_line = 400;  // its width decides
constexpr std::size_t most_changes = 3;         // lines of them

/// A look with larger text, while it lives.
class Enlarged {
 public:
  Enlarged(const Look& look, double factor) : look_(look) {
    look_.em *= float(factor);
    ImGui::PushFont(look.fonts.text, ImGui::GetStyle().FontSizeBase * float(factor));
  }
  ~Enlarged() { ImGui::PopFont(); }
  Enlarged(const Enlarged&) = delete;
  Enlarged& operator=(const Enlarged&) = delete;
  const Look& look() const { return look_; }

 private:
  Look look_;
};

/// Cuts a row off the box's upper end.
Box row_of(Box& box, float height) {
  const Box row{box.x0, box.y0, box.x1, box.y0 + height};
  box.y0 = row.y1;
  return row;
}

/// Which slide this is, and the time of day.
void head_row(const Look& look, Box row, const LecturerView& view) {
  const LectureView& lecture = view.lecture;
  const float gap = look.length(1);
  const Box clock = row.right_part(text_width(look, Type::title, view.clock) + look.px);
  put(look, Type::title, look.tokens.text, clock, view.clock);
  row.x1 = clock.x0 - gap;
  const std::string number = fmt::format("{} of {}", lecture.slide + 1, lecture.slides.size());
  row.x0 = put(look, Type::title, look.tokens.muted, row, number) + gap;
  put(look, Type::title, look.tokens.accent, row, lecture.slides[std::size_t(lecture.slide)]);
}

void progress_row(const Look& look, const Box& row, const LectureView& lecture) {
  put_ground(look, look.tokens.divider, row, 0);
  const float share = float(lecture.slide + 1) / float(lecture.slides.size());
  put_ground(look, look.tokens.accent, row.with_width(share * row.width()), 0);
}

/// A word that says what stands behind it.
Box put_label(const Look& look, const Box& row, const char* label) {
  put(look, Type::body, look.tokens.muted, row, label);
  Box rest = row;
  rest.x0 += look.length(label_room);
  return rest;
}

/// A labelled text in as many lines as it takes.
void labelled(const Look& look, Box& box, const char* label, Color color, const std::string& text) {
  if (text.empty()) return;
  const float width = box.width() - look.length(label_room), height = look.length(line_of_text);
  for (const std::string& line : wrapped(look, Type::name, text, width, longest_note_line)) {
    put(look, Type::name, color, put_label(look, row_of(box, height), label), line);
    label = "";
  }
}

/// How the guess of the hall stands.
std::string guess_state(const GuessView& guess) {
  if (!guess.shown)
    return guess_text(guess) + middle_dot +
           (guess.made ? "open: Page \u2193 shows the answer"
                       : "nobody has guessed yet: < and > set it, Page \u2193 shows the answer");
  std::string text = guess_text(guess) + middle_dot + answer_text(guess);
  if (const std::string details = details_text(guess); !details.empty())
    text += middle_dot + details;
  if (guess.counted > 0) text += middle_dot + score_text(guess);
  return text;
}

struct NoteLines {
  double factor = 1;
  std::vector<std::vector<std::string>> notes;  ///< lines of each
};

/// The notes as large as they fit into the box.
NoteLines fitted(const Look& look, const Box& box, const std::vector<std::string>& notes) {
  constexpr std::array factors{3.0, 2.6, 2.3, 2.0, 1.8, 1.6, 1.4, 1.2, 1.0, 0.85, 0.7};
  NoteLines lines;
  for (const double factor : factors) {
    const Enlarged large(look, factor);
    lines = {factor, {}};
    double height = 0;
    for (const std::string& note : notes) {
      lines.notes.push_back(
          wrapped(large.look(), Type::body, note, box.width(), longest_note_line));
      height += line_height * double(lines.notes.back().size()) + between_notes;
    }
    if (large.look().length(height - between_notes) <= int(box.height())) break;
  }
  return lines;
}

void note_rows(const Look& look, Box box, const std::vector<std::string>& notes) {
  if (notes.empty()) {
    put(look, Type::name, look.tokens.muted, row_of(box, look.length(line_of_text)),
        "No note on this slide");
    return;
  }
  const NoteLines lines = fitted(look, box, notes);
  const Enlarged large(look, lines.factor);
  for (const auto& note : lines.notes) {
    for (const std::string& line : note)
      put(large.look(), Type::body, look.tokens.text, row_of(box, large.look().length(line_height)),
          line);
    row_of(box, large.look().length(between_notes));
  }
}

void next_box(const Look& look, Box box, const LecturerView& view) {
  put(look, Type::body, look.tokens.muted, row_of(box, look.length(line_of_text)), "Next");
  if (view.next.empty()) {
    put(look, Type::name, look.tokens.text, row_of(box, look.length(2)),
        "Nothing: this is the last slide");
    return;
  }
  put(look, Type::title, look.tokens.text, row_of(box, look.length(2.2)), view.next);
  std::string all;
  for (const std::string& change : view.changes) all += (all.empty() ? "" : middle_dot) + change;
  std::vector<std::string> lines = wrapped(look, Type::name, all, box.width(), longest_note_line);
  if (lines.size() > most_changes) {
    lines.resize(most_changes);
    lines.back() += " \u2026";
  }
  for (const std::string& line : lines)
    put(look, Type::name, look.tokens.muted, row_of(box, look.length(1.5)), line);
}

/// Time so far, and what was planned; in another colour once that is over. Words stand on the
/// baseline of the large figures.
void time_row(const Look& look, Box row, const char* label, double seconds, double planned) {
  constexpr double larger = 2, half_capital = 0.305;
  const bool over = planned > 0 && seconds > planned;
  const Color color = over ? look.tokens.warn : look.tokens.text;
  Box words = row;
  words.y0 += look.length((larger - 1) * half_capital);
  words.y1 += look.length((larger - 1) * half_capital);
  row.x0 = words.x0 = put_label(look, words, label).x0;
  {
    const Enlarged large(look, larger);
    words.x0 = put(large.look(), Type::number_strong, color, row, minutes_text(seconds));
  }
  if (planned <= 0) return;
  words.x0 += look.length(0.6);
  put(look, Type::name, over ? color : look.tokens.muted, words,
      (over ? "over " : "of ") + minutes_text(planned));
}

void time_box(const Look& look, Box box, const LectureView& lecture) {
  row_of(box, look.length(0.8));
  time_row(look, row_of(box, look.length(3.4)), "Slide", lecture.slide_seconds,
           lecture.slide_planned);
  time_row(look, row_of(box, look.length(3.4)), "Lecture", lecture.seconds, lecture.planned);
}

void foot_row(const Look& look, const Box& row, const LecturerView& view) {
  put_ground(look, look.tokens.raised, row, 0);
  Box inner = row.inset(look.length(margin), look.length(0.4));
  const float cut = inner.x0 + float(share_of_next) * inner.width();
  next_box(look, {inner.x0, inner.y0, cut - look.length(1.5), inner.y1}, view);
  time_box(look, {cut, inner.y0, inner.x1, inner.y1}, view.lecture);
}

/// What the hall sees and is asked, and how its guess stands: from below upwards there is as much
/// room as that takes.
float hall_height(const Look& look, const Box& box, const LecturerView& view) {
  const float width = box.width() - look.length(label_room);
  std::size_t lines = 0;
  const auto count = [&](const std::string& text) {
    if (!text.empty()) lines += wrapped(look, Type::name, text, width, longest_note_line).size();
  };
  count(view.lecture.hall);
  count(view.lecture.question);
  if (view.lecture.guess) count(guess_state(*view.lecture.guess));
  return look.length(line_of_text * double(lines) + (lines > 0 ? 0.5 : 0));
}

void hall_rows(const Look& look, Box box, const LecturerView& view) {
  labelled(look, box, "Hall", look.tokens.text, view.lecture.hall);
  labelled(look, box, "Asked", look.tokens.accent, view.lecture.question);
  if (view.lecture.guess)
    labelled(look, box, "Guess", look.tokens.ok, guess_state(*view.lecture.guess));
}

}  // namespace

void lecturer_notes(const Look& look, const Box& sheet, const LecturerView& view) {
  Box rest = sheet;
  const Box below = {rest.x0, rest.y1 - look.length(foot), rest.x1, rest.y1};
  foot_row(look, below, view);
  rest.y1 = below.y0;
  rest = rest.inset(look.length(margin), 0);
  head_row(look, row_of(rest, look.length(head)), view);
  progress_row(look, row_of(rest, look.length(progress)), view.lecture);
  row_of(rest, look.length(0.5));
  const Color warn = look.tokens.warn;
  if (view.lecture.away)
    labelled(look, rest, "Free", warn, "Something else runs: Page \u2191 brings the slide back");
  labelled(look, rest, "Screen", warn, view.seen_by_all);
  Box hall = rest;
  hall.y0 = rest.y1 -= hall_height(look, rest, view);
  hall_rows(look, hall, view);
  note_rows(look, rest, view.notes);
}

}  // namespace livewarp::ui
