#include "ui/panels/job_strip.h"

#include <imgui.h>

#include <fmt/format.h>

#include <algorithm>

#include "kernels/core/base/text.h"
#include "ui/frame/actions.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

void put_cancel(Frame& frame, const Box& box, float x, const ButtonSpec& cancel) {
  ImGui::SetCursorScreenPos({x, box.y0 + frame.look.length(0.1)});
  action_button(frame, ids::cancel_job, cancel);
  frame.result.animating = true;
}

}  // namespace

void put_job(Frame& frame, const Box& box, const JobStrip& job) {
  const Look& look = frame.look;
  const ButtonSpec cancel{.label = "Cancel", .key = "Esc", .height = 1.3};
  const float side = button_width(look, cancel);
  const float gap = look.length(0.8), last_gap = look.length(0.6);
  Box at = box;
  at.x1 = box.x1 - side - last_gap;
  if (job.waits) {  // nothing but for whom
    at.x0 = put(look, Type::body, look.tokens.text, at, job.name) + last_gap;
    hover_text(look, {box.x0, box.y0, at.x0, box.y1}, job.name);
    put_cancel(frame, box, std::min(at.x0, box.x1 - side), cancel);
    return;
  }
  std::string name = job.name, progress;
  if (job.total > 0) progress = fmt::format("{} of {}", job.done, job.total);
  const auto width = [&](Type type, const std::string& text) {
    return text.empty() ? 0 : text_width(look, type, text) + 1;
  };
  // In a narrow line first the name goes, then the time that is left.
  if (job.seconds_left > 0) {
    const std::string left =
        (progress.empty() ? "" : middle_dot) + duration(job.seconds_left) + " left";
    if (width(Type::caption, progress + left) <= at.width()) progress += left;
  }
  const float words = width(Type::caption, progress);
  if (!progress.empty() && width(Type::body, name) + gap + words > at.width()) name.clear();
  if (!name.empty()) at.x0 = put(look, Type::body, look.tokens.text, at, name) + gap;
  const float room = at.width() - words - gap;
  if (room > look.length(3)) {
    const Box bar = at.with_width(std::min(room, look.length(20)));
    put_progress(look, bar, job.fraction);
    at.x0 = bar.x1 + gap;
  }
  at.x0 = put(look, Type::caption, look.tokens.muted, at, progress) + last_gap;
  put_cancel(frame, box, std::min(at.x0, box.x1 - side), cancel);
}

}  // namespace livewarp::ui
