#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "kernels/core/color_map.h"
#include "ui/format.h"
#include "ui/frame.h"
#include "ui/ids.h"

namespace livewarp::ui {

namespace {

constexpr double legend_height = 1.6;

/// Mouse over the picture, in its pixels.
Pointer pointer_of(const Frame& frame, const Box& box, double scale_x, double scale_y) {
  const ImGuiIO& io = ImGui::GetIO();
  Pointer pointer;
  pointer.over = ImGui::IsItemHovered();
  const bool held = ImGui::IsItemActive();
  if (!pointer.over && !held) return pointer;
  pointer.x = double(io.MousePos.x - box.x0) * scale_x;
  pointer.y = double(io.MousePos.y - box.y0) * scale_y;
  pointer.dx = double(io.MouseDelta.x) * scale_x;
  pointer.dy = double(io.MouseDelta.y) * scale_y;
  pointer.left = held && ImGui::IsMouseDown(ImGuiMouseButton_Left);
  pointer.middle = held && ImGui::IsMouseDown(ImGuiMouseButton_Middle);
  if (pointer.over) {
    pointer.wheel = double(io.MouseWheel);
    pointer.double_click = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  }
  if (pointer.left || pointer.middle || pointer.wheel != 0) frame.state.picture_touched = true;
  return pointer;
}

void picture(Frame& frame, const Box& box, bool fills_window) {
  const Model& model = frame.model;
  const ImVec2 real = ImGui::GetIO().DisplayFramebufferScale;
  frame.result.scene_width = std::max(1, int(std::lround(box.width() * real.x)));
  frame.result.scene_height = std::max(1, int(std::lround(box.height() * real.y)));
  double scale_x = double(real.x), scale_y = double(real.y);
  if (!fills_window) {
    const bool points = model.view.kind == PictureKind::points;
    put_ground(frame.look, points ? frame.look.tokens.scene : frame.look.tokens.image, box, 0);
    if (model.scene_texture != 0) {
      put_picture(box, model.scene_texture);
      // Until the texture has the size of its place it is stretched, and pixels are the texture's.
      scale_x = model.scene_texture_width / double(box.width());
      scale_y = model.scene_texture_height / double(box.height());
    }
  }
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  ImGui::SetNextItemAllowOverlap();
  ImGui::InvisibleButton(ids::picture, {std::max(box.width(), 1.0f), std::max(box.height(), 1.0f)},
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle);
  ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
  frame.result.pointer = pointer_of(frame, box, scale_x, scale_y);
}

void legend(const Frame& frame, const Box& picture) {
  const Look& look = frame.look;
  const View& view = frame.model.view;
  if (view.legend.empty()) return;
  const std::string low = significant(view.legend_min, 2);
  std::string high = significant(view.legend_max, 2);
  if (view.legend_min == 0 && view.legend_max == 1) high = "1";
  if (!view.legend_unit.empty()) high += " " + view.legend_unit;
  const std::string start = view.legend_min == 0 ? "0" : low;
  const float pad = look.length(0.5), space = look.length(0.4), map = look.length(7);
  const auto width = [&](std::string_view text) {
    return text_width(look, Type::number_caption, text);
  };
  const float name = text_width(look, Type::caption, view.legend);
  const float whole = 2 * pad + name + width(start) + map + width(high) + 3 * space;
  if (whole > picture.width()) return;
  const float margin = look.length(0.6), height = look.length(legend_height);
  Box box{picture.x1 - margin - whole, picture.y1 - margin - height, picture.x1 - margin,
          picture.y1 - margin};
  put_scrim(look, box);
  box.x0 += pad;
  box.x0 = put(look, Type::caption, look.tokens.text, box, view.legend) + space;
  box.x0 = put(look, Type::number_caption, look.tokens.muted, box, start) + space;
  Box colors = box.with_width(map).inset(0, look.length(0.45));
  const double from = view.kind == PictureKind::points ? points_from : 0;
  put_color_map(look, view.map, from, colors);
  box.x0 = colors.x1 + space;
  put(look, Type::number_caption, look.tokens.muted, {box.x0, box.y0, box.x1 + pad, box.y1}, high);
}

/// A word on the picture; returns where the next may begin.
float sign(const Look& look, const Box& at, Icon icon, Color color, std::string_view text) {
  const float pad = look.length(0.6), width = text_width(look, Type::body, text);
  const float lead = icon == Icon::none ? 0 : look.length(1.4);
  const Box box{at.x0, at.y0, at.x0 + 2 * pad + lead + width, at.y0 + look.length(1.75)};
  put_scrim(look, box);
  Box inner = box.inset(pad, 0);
  put_icon(look, icon, color, inner, Align::left);
  inner.x0 += lead;
  inner.x1 = box.x1;
  put(look, Type::body, look.tokens.text, inner, text);
  return box.x1 + look.length(0.4);
}

void signs(const Frame& frame, const Box& picture) {
  const Look& look = frame.look;
  const Model& model = frame.model;
  const float margin = look.length(0.6);
  Box at{picture.x0 + margin, picture.y0 + margin, picture.x1, picture.y1};
  if (model.job && model.job->picture_paused) {
    put_ground(look, faded(look.tokens.scene, 0.55), picture, 0);
    sign(look, at, Icon::measure, look.tokens.accent, "measuring, picture paused");
  } else if (model.choice.paused) {
    sign(look, at, Icon::pause, look.tokens.accent, "paused");
  }
}

void forget_hint(State& state) {
  state.hint_gone = true;
  ImGui::MarkIniSettingsDirty();
}

/// A row to switch to at first: the second, or else the first other one that can run.
const VariantRow* row_to_try(const Frame& frame) {
  const VariantRow* chosen = nullptr;
  for (const VariantRow& row : frame.model.rows) {
    if (row.key == 0 || !row.reason.empty() || row.info->name == frame.model.choice.variant)
      continue;
    if (!chosen || row.key == 2) chosen = &row;
  }
  return chosen;
}

void foot(Frame& frame, const Box& picture) {
  const Look& look = frame.look;
  const VariantRow* row = row_to_try(frame);
  const float margin = look.length(0.6), height = look.length(1.75);
  const Box at{picture.x0 + margin, picture.y1 - margin - height, picture.x1, picture.y1};
  if (!frame.state.hint_gone && row) {
    const float end = sign(look, at, Icon::none, look.tokens.text,
                           "Try " + std::to_string(row->key) + ", then B");
    ImGui::SetCursorScreenPos({end, at.y0 + look.length(0.15)});
    if (button(look, ids::hint, {.icon = Icon::close, .width = metrics.hit}))
      forget_hint(frame.state);
    return;
  }
  if (frame.result.pointer.over && !frame.state.picture_touched && !frame.model.view.hint.empty())
    sign(look, at, Icon::none, look.tokens.text, frame.model.view.hint);
}

bool begin_scene(const Frame& frame, bool fills_window) {
  const ImGuiWindowFlags common = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoScrollbar |
                                  ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  bool open = false;
  if (fills_window) {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    open = ImGui::Begin(ids::full_scene, nullptr,
                        common | ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                            ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings |
                            ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoBringToFrontOnFocus);
  } else {
    open = ImGui::Begin(ids::scene, nullptr, common);
  }
  ImGui::PopStyleVar();
  return open && frame.model.workload;
}

void bare_window(Frame& frame, const Box& area) {
  const Look& look = frame.look;
  const bool paused = frame.model.choice.paused;
  ImGui::SetCursorScreenPos(
      {area.x0 + look.length(0.9), area.y0 + look.length(readout_height(frame) + 0.2)});
  if (button(look, ids::pause,
             {.icon = paused ? Icon::play : Icon::pause,
              .label = paused ? "Resume" : "Pause",
              .quiet = false}))
    frame.wanted.paused = !frame.wanted.paused;
}

}  // namespace

void scene_panel(Frame& frame, bool fills_window) {
  const Look& look = frame.look;
  if (begin_scene(frame, fills_window)) {
    const ids::Scope scope(ids::scene);
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
    const Box area{at.x, at.y, at.x + size.x, at.y + size.y};
    const bool with_readout = frame.state.shown != Shown::nothing;
    Box top = area;
    top.y1 = area.y0 + (with_readout ? look.length(readout_height(frame)) : 0);
    Box below = area;
    if (!fills_window) below.y0 = std::min(top.y1, area.y1 - 1);
    if (frame.columns.arrangement == Arrangement::bare && !fills_window) {
      readout(frame, top);
      bare_window(frame, area);
    } else {
      picture(frame, below, fills_window);
      Box free = area;  // of the picture: not under the readout
      free.y0 = top.y1;
      signs(frame, free);
      legend(frame, free);
      foot(frame, free);
      if (with_readout && fills_window) put_scrim(look, top);
      if (with_readout) readout(frame, top);
      notices(frame, free);
    }
    frame.result.scene_fills_window = fills_window;
  }
  ImGui::End();
}

}  // namespace livewarp::ui
