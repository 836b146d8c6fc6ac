// A lecture on the picture: its note for the hall, the question, and how far it is.
#include <imgui.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/frame/actions.h"
#include "ui/frame/frame.h"
#include "ui/lecture/lecture_words.h"
#include "ui/lecture/panel_guess.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double caption_side = 0.9, caption_above = 0.35, caption_below = 0.45;
constexpr std::size_t most_caption_lines = 3;  // in a narrow picture; mostly one for each text
constexpr std::size_t longest_line = 400;      // of a line; its width decides

double height_of_line(Type type) { return type == Type::title ? 2 : 1.55; }

/// A line of the caption.
struct CaptionLine {
  std::string text;
  bool asks = false;
};

struct Caption {
  Type type = Type::title;
  std::vector<CaptionLine> lines;
};

/// "Back to the slide": beside the lines, where something else runs.
float back_button_room(const Frame& frame) {
  if (!frame.model.lecture->away) return 0;
  return button_width(frame.look, {.label = "Back to the slide"}) + frame.look.length(caption_side);
}

Caption caption_lines(const Look& look, const LectureView& lecture, Type type, float width) {
  Caption caption{type, {}};
  for (const bool asks : {false, true}) {
    const std::string& text = asks ? lecture.question : lecture.hall;
    if (text.empty()) continue;
    for (std::string& line : wrapped(look, type, text, width, longest_line))
      caption.lines.push_back({std::move(line), asks});
  }
  return caption;
}

/// As large as a few lines hold it: to be read from the back row, and no more of the picture.
Caption caption_of(const Frame& frame, float width) {
  const LectureView& lecture = *frame.model.lecture;
  const float room = width - 2 * frame.look.length(caption_side) - back_button_room(frame);
  Caption caption;
  for (const Type type : {Type::title, Type::name}) {
    caption = caption_lines(frame.look, lecture, type, room);
    if (caption.lines.size() <= most_caption_lines) return caption;
  }
  caption.lines.resize(most_caption_lines);
  return caption;
}

}  // namespace

std::string lecture_text(const LectureView& lecture) {
  std::string text = fmt::format("Slide {} of {}", lecture.slide + 1, lecture.slides.size());
  text += middle_dot + time_of_plan(lecture.slide_seconds, lecture.slide_planned);
  text += middle_dot + ("lecture " + time_of_plan(lecture.seconds, lecture.planned));
  if (lecture.away)
    text += middle_dot + std::string("free play: Page \u2191 brings the slide back");
  return text;
}

float caption_height(const Frame& frame, float width) {
  if (!frame.model.lecture) return 0;
  const Caption caption = caption_of(frame, width);
  const bool away = frame.model.lecture->away;
  const float guess = guess_height(frame);
  if (caption.lines.empty() && !away && guess <= 0) return 0;
  const double lines = double(caption.lines.size()) * height_of_line(caption.type);
  return guess + frame.look.length(caption_above + caption_below +
                                   std::max(lines, away ? metrics.bar_button : 0.0));
}

void caption(Frame& frame, const Box& picture) {
  const float height = caption_height(frame, picture.width());
  if (height <= 0 || height > picture.height() / 2) return;
  const Look& look = frame.look;
  const LectureView& lecture = *frame.model.lecture;
  const Caption caption = caption_of(frame, picture.width());
  const Box box{picture.x0, picture.y1 - height, picture.x1, picture.y1};
  put_ground(look, look.tokens.scrim, box, 0);
  // How far the lecture is: along the upper edge, where nobody has to read it.
  const float line = std::max(2 * look.px, std::round(look.length(0.12)));
  put_ground(look, look.tokens.divider, {box.x0, box.y0, box.x1, box.y0 + line}, 0);
  const float share = float(lecture.slide + 1) / float(lecture.slides.size());
  put_ground(look, look.tokens.accent,
             {box.x0, box.y0, box.x0 + std::round(share * box.width()), box.y0 + line}, 0);
  Box row = box.inset(look.length(caption_side), 0);
  row.x1 -= back_button_room(frame);
  row.y0 += look.length(caption_above);
  for (const CaptionLine& each : caption.lines) {
    row.y1 = row.y0 + look.length(height_of_line(caption.type));
    const Color color = each.asks      ? look.tokens.accent
                        : lecture.away ? look.tokens.muted
                                       : look.tokens.text;
    put(look, caption.type, color, row, each.text);
    row.y0 = row.y1;
  }
  if (lecture.guess) {
    row.y1 = row.y0 + guess_height(frame);
    guess_row(frame, row);
  }
  if (!lecture.away) return;
  const float width = button_width(look, {.label = "Back to the slide"});
  ImGui::SetCursorScreenPos({box.x1 - look.length(caption_side) - width,
                             (box.y0 + box.y1 - look.length(metrics.hit)) / 2 + line});
  action_button(frame, ids::back_to_slide, {.label = "Back to the slide", .quiet = false});
}

}  // namespace livewarp::ui
