#include <imgui.h>

#include <fmt/format.h>

#include "ui/frame/actions.h"
#include "ui/frame/frame.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr std::size_t most = 2;
constexpr double info_seconds = 6;

struct Mark {
  Icon icon;
  Color color;
};

Mark mark_of(const Look& look, Severity severity) {
  switch (severity) {
  case Severity::info: return {Icon::info, look.tokens.accent};
  case Severity::warning: return {Icon::warn, look.tokens.warn};
  case Severity::error: return {Icon::cross, look.tokens.error};
  }
  return {Icon::info, look.tokens.accent};
}

std::string words(const Notice& notice) {
  return notice.advice.empty() ? notice.text : notice.text + ". " + notice.advice;
}

constexpr ButtonSpec remedy_button{.label = "Restart with the GPU", .quiet = false};

/// Id of the action that helps; null: none does.
const char* remedy_of(const Notice& notice) {
  return notice.remedy == Remedy::restart ? ids::restart : nullptr;
}

/// Lines of a notice that is `width` px wide; in the presenter a single one, elided.
std::vector<std::string> lines_of(const Frame& frame, const Notice& notice, float width) {
  const Look& look = frame.look;
  if (frame.state.presenting) return {words(notice)};
  const float buttons =
      look.length(8.5) +
      (remedy_of(notice) ? button_width(look, remedy_button) + look.length(0.3) : 0);
  return wrapped(look, Type::body, words(notice), width - buttons, 200);
}

/// Returns true when it was closed.
bool bar(Frame& frame, const Notice& notice, const Box& box,
         const std::vector<std::string>& lines) {
  const Look& look = frame.look;
  const auto [icon, color] = mark_of(look, notice.severity);
  put_ground(look, look.tokens.raised, box, 0);
  put_ground(look, color, box.with_width(look.length(0.25)), 0);
  Box row = box.inset(look.length(0.9), look.length(0.3));
  row.y1 = row.y0 + look.length(1.3);
  put_icon(look, icon, color, row, Align::left);
  row.x0 += look.length(1.6);
  if (frame.state.presenting) row.x1 -= look.length(metrics.hit);
  for (const std::string& line : lines) {
    put(look, Type::body, look.tokens.text, row, line);
    row.y0 = row.y1;
    row.y1 += look.length(1.3);
  }
  ImGui::PushID(std::to_string(notice.id).c_str());
  const ButtonSpec copy{.icon = Icon::none, .label = "Copy", .quiet = true};
  const ButtonSpec close{.icon = Icon::close, .width = metrics.hit};
  const float close_x = box.x1 - look.length(metrics.hit + 0.3);
  ImGui::SetCursorScreenPos({close_x - button_width(look, copy), box.y0 + look.length(0.23)});
  if (!frame.state.presenting) {
    if (button(look, ids::copy, copy)) ImGui::SetClipboardText(words(notice).c_str());
    help(look, {.name = "Copy", .text = "Puts these words into the clipboard.", .only_here = true});
    if (const char* const remedy = remedy_of(notice)) {
      ImGui::SetCursorScreenPos({close_x - button_width(look, copy) - look.length(0.3) -
                                     button_width(look, remedy_button),
                                 box.y0 + look.length(0.23)});
      action_button(frame, remedy, remedy_button);
    }
  }
  ImGui::SetCursorScreenPos({close_x, box.y0 + look.length(0.23)});
  const bool closed = button(look, ids::close, close);
  help(look, {.name = "Close", .text = "Takes this notice away.", .only_here = true});
  ImGui::PopID();
  return closed;
}

std::vector<Notice> notices_of(const Frame& frame) {
  std::vector<Notice> all;
  for (const Notice& notice : frame.model.notices)
    if (notice.severity != Severity::info || notice.age_seconds < info_seconds)
      all.push_back(notice);
  if (!frame.own_notice.empty())
    all.push_back({.severity = Severity::warning, .text = frame.own_notice});
  if (all.size() > most) all.resize(most);
  return all;
}

}  // namespace

float notices_height(const Frame& frame, float width) {
  const Look& look = frame.look;
  float height = 0;
  for (const Notice& notice : notices_of(frame))
    height += look.length(0.6) + float(lines_of(frame, notice, width).size()) * look.length(1.3) +
              look.px;
  return height;
}

void notices(Frame& frame, const Box& picture) {
  const Look& look = frame.look;
  const std::vector<Notice> all = notices_of(frame);
  if (all.empty()) return;
  const float width = picture.width(), height = notices_height(frame, width);
  ImGui::SetCursorScreenPos({picture.x0, picture.y0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::BeginChild("notices", {width, height}, ImGuiChildFlags_None,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                        ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar();
  {
    const ids::Scope scope(ids::notices);
    float y = picture.y0;
    for (const Notice& notice : all) {
      const std::vector<std::string> lines = lines_of(frame, notice, width);
      const float bottom = y + look.length(0.6) + float(lines.size()) * look.length(1.3);
      if (bar(frame, notice, {picture.x0, y, picture.x1, bottom}, lines)) {
        if (notice.id == 0)
          frame.state.own_notice_closed = true;
        else
          frame.result.dismissed.push_back(notice.id);
      }
      y = bottom + look.px;
    }
  }
  ImGui::EndChild();
}

}  // namespace livewarp::ui
