#include "ui/panels/presenter.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

#include "kernels/core/base/text.h"
#include "ui/frame/frame.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/panels/presenter_band.h"

/// The window as a lecture hall sees it: picture, band, and what the lecturer's hands do.
namespace livewarp::ui {

namespace {

constexpr double lines_of_window = 40;  // of text, in its height
constexpr double change_seconds = 1.5, key_seconds = 1.5;
constexpr double ring_seconds = 3, pulse_seconds = 0.35;
constexpr double key_height = 2.4, key_padding = 0.8, margin = 0.6;

std::string title_of(const Model& model, const std::string& variant) {
  const VariantInfo* info = model.workload ? model.workload->find(variant) : nullptr;
  return info ? info->title : variant;
}

void note_change(Frame& frame) {
  PresenterMemory& memory = frame.state.presenter;
  const Choice& now = frame.model.choice;
  if (memory.seen && *memory.seen != now) {
    std::string text = change_text(frame.model, *memory.seen);
    if (!text.empty()) {
      memory.change = std::move(text);
      memory.change_until = frame.now + change_seconds;
    }
  }
  memory.seen = now;
}

void note_key(Frame& frame) {
  PresenterMemory& memory = frame.state.presenter;
  for (const KeyPress& press : frame.presses) {
    if (press.repeats) continue;
    memory.key = key_text(press.key, press.modifiers);
    memory.key_until = frame.now + key_seconds;
  }
}

/// The last key, bottom right above the legend.
void put_key(Frame& frame, const Box& picture) {
  const PresenterMemory& memory = frame.state.presenter;
  if (!frame.state.show_keys || frame.now >= memory.key_until) return;
  const Look& look = frame.look;
  frame.result.animating = true;
  const float width =
      std::max(text_width(look, Type::title, memory.key) + 2 * look.length(key_padding),
               look.length(key_height));
  const float right = picture.x1 - look.length(margin);
  const float bottom = picture.y1 - caption_height(frame, picture.width()) -
                       look.length(2 * margin + metrics.bar_button);
  const Box box{right - width, bottom - look.length(key_height), right, bottom};
  if (box.y0 < picture.y0) return;
  put_scrim(look, box);
  put_outline(look, look.tokens.edge, box);
  put(look, Type::title, look.tokens.text, box, memory.key, Align::center);
}

bool begin_window() {
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  const bool open = ImGui::Begin(ids::full_scene, nullptr,
                                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings |
                                     ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav |
                                     ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::PopStyleVar();
  return open;
}

}  // namespace

double presenter_font_size(double window_height, double users) {
  return std::max(window_height / lines_of_window, users);
}

std::string change_text(const Model& model, const Choice& before) {
  const Choice& now = model.choice;
  if (before.workload != now.workload) return {};
  std::string text;
  const auto say = [&](const std::string& what, const std::string& from, const std::string& to) {
    if (from == to) return;
    if (!text.empty()) text += middle_dot;
    text += (what.empty() ? "" : what + " ") + from + " \u2192 " + to;
  };
  say("", title_of(model, before.variant), title_of(model, now.variant));
  const auto compare = [&](const std::vector<Param>& params, const Values& old,
                           const Values& fresh) {
    for (const Param& param : params) {
      const auto a = old.find(param.id), b = fresh.find(param.id);
      if (a != old.end() && b != fresh.end())
        say(lowered(param.label), value_text(param, a->second), value_text(param, b->second));
    }
  };
  // Another variant has axes of its own: that it is another one says enough.
  if (before.variant == now.variant) compare(model.axes, before.launch, now.launch);
  say("memory", std::string(label_of(before.memory)), std::string(label_of(now.memory)));
  compare(model.params, before.problem, now.problem);
  compare(model.params, before.view, now.view);
  return text;
}

void presenter(Frame& frame) {
  const Look& look = frame.look;
  note_change(frame);
  note_key(frame);
  if (begin_window() && frame.model.workload) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const float height = std::min(look.length(metrics.presenter_band), size.y / 2);
    const Box seen{0, 0, size.x, size.y - height};
    {
      const ids::Scope scope(ids::scene);
      picture(frame, seen, false);
      Box free = seen;
      free.y0 += notices_height(frame, seen.width());
      free.y1 -= caption_height(frame, seen.width());
      overlays(frame, free);
      caption(frame, seen);
      notices(frame, seen);
      put_key(frame, seen);
      take_early_press(frame, seen, false);
    }
    const ids::Scope scope(ids::presenter);
    const Box band{0, seen.y1, size.x, size.y};
    presenter_band(frame, band);
    if (look.highlight == "picture") put_highlight(look, seen);
    if (look.highlight == "readout") put_highlight(look, band);
  }
  ImGui::End();
}

bool pointer_is_away(const Frame& frame) {
  const PresenterMemory& memory = frame.state.presenter;
  return frame.state.presenting && !ImGui::GetIO().KeyAlt &&
         frame.now - std::max(memory.moved_at, memory.clicked_at) >= ring_seconds;
}

void presenter_pointer(Frame& frame) {
  PresenterMemory& memory = frame.state.presenter;
  const ImGuiIO& io = ImGui::GetIO();
  if (!ImGui::IsMousePosValid()) return;
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) memory.moved_at = frame.now;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) memory.clicked_at = frame.now;
  if (pointer_is_away(frame)) return ImGui::SetMouseCursor(ImGuiMouseCursor_None);
  frame.result.animating = true;
  if (io.KeyAlt) put_spotlight(frame.look, io.MousePos.x, io.MousePos.y);
  const double course = (frame.now - memory.clicked_at) / pulse_seconds;
  put_pointer_ring(frame.look, io.MousePos.x, io.MousePos.y,
                   course < 1 ? std::optional(course) : std::nullopt);
}

}  // namespace livewarp::ui
