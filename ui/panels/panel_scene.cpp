#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "ui/frame/actions.h"
#include "ui/frame/frame.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

/// A double click; of the left button only where it does not paint, or two quick dabs would undo
/// the zoom.
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

/// Which drag it is. Touch pads have no middle button: the right one does the same, unless it
/// turns.
void press_of(const View& view, bool held, Pointer& pointer) {
  if (!held) return;
  const bool left = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  const bool right = ImGui::IsMouseDown(ImGuiMouseButton_Right);
  pointer.turn = !view.handles.rotation.empty() && (right || (left && ImGui::GetIO().KeyShift));
  pointer.left = left && !pointer.turn;
  pointer.middle = ImGui::IsMouseDown(ImGuiMouseButton_Middle) || (right && !pointer.turn);
}

/// Where the picture is, and how many of its pixels make one of the screen's units.
struct Place {
  Box box;
  double scale_x = 1, scale_y = 1;
};

/// What the mouse does with the picture in this frame.
struct Contact {
  bool over = false, held = false, begins = false;
};

/// Mouse over the picture, in its pixels.
Pointer pointer_of(const Frame& frame, const Place& place, const Contact& contact) {
  const ImGuiIO& io = ImGui::GetIO();
  Pointer pointer;
  pointer.over = contact.over;
  if (!contact.over && !contact.held) return pointer;
  pointer.x = double(io.MousePos.x - place.box.x0) * place.scale_x;
  pointer.y = double(io.MousePos.y - place.box.y0) * place.scale_y;
  pointer.dx = double(io.MouseDelta.x) * place.scale_x;
  pointer.dy = double(io.MouseDelta.y) * place.scale_y;
  if (contact.begins) pointer.dx = pointer.dy = 0;  // a stroke begins where it is pressed
  press_of(frame.model.view, contact.held, pointer);
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
  ImGui::SetCursorScreenPos(
      {area.x0 + look.length(0.9), area.y0 + look.length(metrics.readout_height + 0.2)});
  const ButtonLook shown = button_look(action(ids::pause), frame.model.choice.paused);
  action_button(frame, ids::pause, {.icon = shown.icon, .label = shown.label, .quiet = false});
}

Place place_of(const Model& model, const Box& box, bool fills_window) {
  const ImVec2 real = ImGui::GetIO().DisplayFramebufferScale;
  if (fills_window || model.scene_texture == 0) return {box, double(real.x), double(real.y)};
  // Until the texture has the size of its place it is stretched, and pixels are the texture's.
  return {box, model.scene_texture_width / double(box.width()),
          model.scene_texture_height / double(box.height())};
}

/// Where the image lies on the screen, which may be larger than its place.
Box image_box(const Model& model, const Place& place) {
  const Region& image = model.scene_image;
  if (image.width <= 0 || model.view.kind != PictureKind::image) return {};
  const auto x = [&](double pixels) { return place.box.x0 + float(pixels / place.scale_x); };
  const auto y = [&](double pixels) { return place.box.y0 + float(pixels / place.scale_y); };
  return {x(image.x), y(image.y), x(image.x + image.width), y(image.y + image.height)};
}

void put_scene(const Frame& frame, const Box& box) {
  const PictureKind kind = frame.model.view.kind;
  const bool deep = kind == PictureKind::points || kind == PictureKind::volume;
  put_ground(frame.look, deep ? frame.look.tokens.scene : frame.look.tokens.image, box, 0);
  if (frame.model.scene_texture != 0) put_picture(box, frame.model.scene_texture);
}

}  // namespace

void picture(Frame& frame, const Box& box, bool fills_window) {
  const ImVec2 real = ImGui::GetIO().DisplayFramebufferScale;
  frame.result.scene_width = std::max(1, int(std::lround(box.width() * real.x)));
  frame.result.scene_height = std::max(1, int(std::lround(box.height() * real.y)));
  const Place place = place_of(frame.model, box, fills_window);
  frame.image = image_box(frame.model, place);
  if (!fills_window) put_scene(frame, box);
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  ImGui::SetNextItemAllowOverlap();
  ImGui::InvisibleButton(ids::picture, {std::max(box.width(), 1.0f), std::max(box.height(), 1.0f)},
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle |
                             ImGuiButtonFlags_MouseButtonRight);
  ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
  if (frame.state.hand != State::Hand{}) frame.state.picture_touched = true;
  frame.result.pointer =
      frame.state.hand == State::Hand{}
          ? pointer_of(frame, place,
                       {ImGui::IsItemHovered(), ImGui::IsItemActive(), ImGui::IsItemActivated()})
          : pointer_of_keys(frame.state.hand, frame.model.view, double(box.width()) * place.scale_x,
                            double(box.height()) * place.scale_y);
  brush(frame, box, place.scale_x);
}

void take_early_press(Frame& frame, const Box& box, bool fills_window) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  const ImGuiID id = ImGui::GetID(ids::picture);
  if (g.ActiveId != 0 || g.HoveredId != id || g.HoveredIdPreviousFrame == id) return;
  for (const ImGuiMouseButton button :
       {ImGuiMouseButton_Left, ImGuiMouseButton_Right, ImGuiMouseButton_Middle}) {
    if (!ImGui::IsMouseClicked(button)) continue;
    ImGui::SetActiveID(id, g.CurrentWindow);
    g.ActiveIdMouseButton = ImS8(button);
    ImGui::FocusWindow(g.CurrentWindow);
    frame.result.pointer = pointer_of(frame, place_of(frame.model, box, fills_window),
                                      {.over = true, .held = true, .begins = true});
    return;
  }
}

void scene_panel(Frame& frame, bool fills_window) {
  const Look& look = frame.look;
  if (begin_scene(frame, fills_window)) {
    const ids::Scope scope(ids::scene);
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
    const Box area{at.x, at.y, at.x + size.x, at.y + size.y};
    const Shown shown = frame.state.shown;
    const bool with_readout = shown == Shown::all || shown == Shown::readout;
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
      Box between = free;
      between.y0 += notices_height(frame, free.width());
      between.y1 -= caption_height(frame, free.width());
      overlays(frame, between);
      caption(frame, free);
      if (with_readout && fills_window) put_scrim(look, top);
      if (with_readout) readout(frame, top);
      if (look.highlight == "picture") put_highlight(look, free);
      if (look.highlight == "readout" && with_readout) put_highlight(look, top);
      if (shown != Shown::analysis) notices(frame, free);  // which has them at its own foot
      take_early_press(frame, below, fills_window);
    }
    frame.result.scene_fills_window = fills_window;
  }
  ImGui::End();
}

}  // namespace livewarp::ui
