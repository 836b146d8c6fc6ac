// What the mouse does on the picture: it moves the camera, paints, or changes the problem.
#include <cmath>

#include "app/image_gesture.h"
#include "app/live_loop.h"

namespace livewarp {

std::pair<int, int> LiveLoop::picture_size() const {
  if (fills_window_) return {facts_.width, facts_.height};
  return {scene_width_, scene_height_};
}

void LiveLoop::handle(const PointerInput& pointer) {
  const auto [width, height] = picture_size();
  const View view = session_.view();
  if (view.handles.empty())
    camera_.apply(pointer, width, height);
  else
    use_handles(view.handles, pointer);
  if (const auto stroke = camera_.stroke(pointer, width, height); stroke && !course_.running())
    session_.paint(*stroke);
  if (options_.paint) session_.paint(brush_figure_.next(display_.picture().spec));
  pointed_at_ = camera_.point_under(pointer, width, height);
}

void LiveLoop::use_handles(const Handles& handles, const PointerInput& pointer) {
  if (display_.picture().spec.kind != PictureKind::image || session_.job() || course_.running())
    return;
  const auto [width, height] = picture_size();
  const ImageGesture gesture{
      camera_.share_at(pointer.x - pointer.dx, pointer.y - pointer.dy, width, height),
      camera_.share_at(pointer.x, pointer.y, width, height), pointer.wheel,
      pointer.left || pointer.middle, pointer.turn};
  if (!gesture.moves && !gesture.turns && gesture.notches == 0 && !pointer.double_click) return;
  const std::vector<Param>& params = session_.workload().info().params;
  Choice wanted = session_.choice();
  wanted.problem = pointer.double_click
                       ? fitted_into(handles, params, wanted.problem, width, height)
                       : after_gesture(handles, params, wanted.problem, gesture);
  if (wanted == session_.choice()) return;
  // What follows within half a second is the same movement of the hand.
  const Time now = std::chrono::steady_clock::now();
  if (now - hand_moved_ > std::chrono::milliseconds(500)) hand_ += 2;
  hand_moved_ = now;
  change(wanted, hand_);
  session_.single_step();  // while paused: the hand waits for what it has done
}

/// Of an image with handles the place is one of the whole: a texel, not a pixel of the window on it.
std::optional<Probe> LiveLoop::probed() const {
  const GlPicture& picture = display_.picture();
  std::optional<Probe> found = screen_.probe(picture, pointed_at_);
  if (!pointed_at_) return {};
  const Handles handles = session_.view().handles;
  if (!found || handles.empty() || picture.spec.kind != PictureKind::image) return found;
  const ImagePoint share{pointed_at_->x / picture.spec.width, pointed_at_->y / picture.spec.height};
  const ImagePoint at =
      whole_under(handles, session_.workload().info().params, session_.choice().problem, share);
  found->x = std::int64_t(std::floor(at.x));
  found->y = std::int64_t(std::floor(at.y));
  return found;
}

}  // namespace livewarp
