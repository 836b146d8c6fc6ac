#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "ui/frame.h"
#include "ui/ids.h"

namespace livewarp::ui {

namespace {

/// A double click; of the left button only where it does not paint, or two quick dabs would undo the zoom.
bool asks_to_fit(const View& view) {
  if (!view.paints) return ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  return ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Middle) ||
         ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Right);
}

/// The area that the brush would paint.
void brush(const Frame& frame, const Box& box, double pixels_per_point) {
  const Model& model = frame.model;
  if (!model.view.paints || !frame.result.pointer.over || model.scene_pixels_per_cell <= 0 ||
      pointer_is_away(frame))
    return;
  const ImVec2 at = ImGui::GetIO().MousePos;
  put_ring(frame.look, box, at.x, at.y,
           float(model.view.brush * model.scene_pixels_per_cell / pixels_per_point));
}

/// Which drag it is. Touch pads have no middle button: the right one does the same, unless it turns.
void press_of(const View& view, bool held, Pointer& pointer) {
  if (!held) return;
  const bool left = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  const bool right = ImGui::IsMouseDown(ImGuiMouseButton_Right);
  pointer.turn = !view.handles.rotation.empty() && (right || (left && ImGui::GetIO().KeyShift));
  pointer.left = left && !pointer.turn;
  pointer.middle = ImGui::IsMouseDown(ImGuiMouseButton_Middle) || (right && !pointer.turn);
}

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
  if (ImGui::IsItemActivated()) pointer.dx = pointer.dy = 0;  // a stroke begins where it is pressed
  press_of(frame.model.view, held, pointer);
  if (pointer.over) {
    pointer.wheel = double(io.MouseWheel);
    pointer.double_click = asks_to_fit(frame.model.view);
  }
  if (pointer.left || pointer.middle || pointer.turn || pointer.wheel != 0)
    frame.state.picture_touched = true;
  return pointer;
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
      {area.x0 + look.length(0.9), area.y0 + look.length(metrics.readout_height + 0.2)});
  if (button(look, ids::pause,
             {.icon = paused ? Icon::play : Icon::pause,
              .label = paused ? "Resume" : "Pause",
              .quiet = false}))
    frame.wanted.paused = !frame.wanted.paused;
  help(look, {.name = paused ? "Resume" : "Pause",
              .key = "Space",
              .text = "Holds the simulation; its picture and its last figures stay.",
              .option = "--paused"});
}

}  // namespace

void picture(Frame& frame, const Box& box, bool fills_window) {
  const Model& model = frame.model;
  const ImVec2 real = ImGui::GetIO().DisplayFramebufferScale;
  frame.result.scene_width = std::max(1, int(std::lround(box.width() * real.x)));
  frame.result.scene_height = std::max(1, int(std::lround(box.height() * real.y)));
  double scale_x = double(real.x), scale_y = double(real.y);
  if (!fills_window) {
    const PictureKind kind = model.view.kind;
    const bool deep = kind == PictureKind::points || kind == PictureKind::volume;
    put_ground(frame.look, deep ? frame.look.tokens.scene : frame.look.tokens.image, box, 0);
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
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle |
                             ImGuiButtonFlags_MouseButtonRight);
  ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
  if (frame.state.hand != State::Hand{}) frame.state.picture_touched = true;
  frame.result.pointer =
      frame.state.hand == State::Hand{}
          ? pointer_of(frame, box, scale_x, scale_y)
          : pointer_of_keys(frame.state.hand, model.view, double(box.width()) * scale_x,
                            double(box.height()) * scale_y);
  brush(frame, box, scale_x);
}

void scene_panel(Frame& frame, bool fills_window) {
  const Look& look = frame.look;
  if (begin_scene(frame, fills_window)) {
    const ids::Scope scope(ids::scene);
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
    const Box area{at.x, at.y, at.x + size.x, at.y + size.y};
    const bool with_readout = frame.state.shown != Shown::nothing;
    Box top = area;
    top.y1 = area.y0 + (with_readout ? look.length(metrics.readout_height) : 0);
    Box below = area;
    if (!fills_window) below.y0 = std::min(top.y1, area.y1 - 1);
    if (frame.columns.arrangement == Arrangement::bare && !fills_window) {
      readout(frame, top);
      bare_window(frame, area);
    } else {
      picture(frame, below, fills_window);
      Box free = area;  // of the picture: not under the readout
      free.y0 = top.y1;
      Box below_notices = free;
      below_notices.y0 += notices_height(frame, free.width());
      overlays(frame, below_notices);
      if (with_readout && fills_window) put_scrim(look, top);
      if (with_readout) readout(frame, top);
      notices(frame, free);
    }
    frame.result.scene_fills_window = fills_window;
  }
  ImGui::End();
}

}  // namespace livewarp::ui
