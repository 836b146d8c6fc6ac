#include "app/scene/scene_pointer.h"

#include <cmath>

#include "app/scene/image_gesture.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

PointerInput pointer_of(const ui::Pointer& pointer) {
  return {pointer.over,  pointer.x,    pointer.y,      pointer.dx,   pointer.dy,
          pointer.wheel, pointer.left, pointer.middle, pointer.turn, pointer.double_click};
}

/// Nothing between the parts.
std::optional<Probe> within_part(const std::vector<ImagePart>& parts, const ImagePoint& share,
                                 const PictureSpec& spec, Probe found) {
  for (const ImagePart& part : parts) {
    const double x = share.x - part.x, y = share.y - part.y;
    if (x < 0 || y < 0 || x >= part.width || y >= part.height) continue;
    found.x = std::int64_t(std::floor(x * double(spec.full_width)));
    found.y = std::int64_t(std::floor(y * double(spec.full_height)));
    return found;
  }
  return {};
}

}  // namespace

std::optional<ScenePointer::Wanted> ScenePointer::use(const ui::Pointer& input,
                                                      const PictureSpec& shown, bool locked) {
  const PointerInput pointer = pointer_of(input);
  const int width = scene_.width(), height = scene_.height();
  Camera& camera = scene_.camera();
  const View view = session_.view();
  std::optional<Wanted> wanted;
  if (view.handles.empty())
    camera.apply(pointer, width, height);
  else if (!locked && !session_.job())
    wanted = use_handles(view.handles, pointer, shown);
  if (const auto stroke = camera.stroke(pointer, width, height); stroke && !locked)
    session_.paint(*stroke);
  if (paints_) session_.paint(brush_figure_.next(shown));
  pointed_at_ = camera.point_under(pointer, width, height);
  return wanted;
}

std::optional<ScenePointer::Wanted> ScenePointer::use_handles(const Handles& handles,
                                                              const PointerInput& pointer,
                                                              const PictureSpec& shown) {
  if (shown.kind != PictureKind::image) return {};
  const int width = scene_.width(), height = scene_.height();
  const Camera& camera = scene_.camera();
  const ImageGesture gesture{
      camera.share_at(pointer.x - pointer.dx, pointer.y - pointer.dy, width, height),
      camera.share_at(pointer.x, pointer.y, width, height), pointer.wheel,
      pointer.left || pointer.middle, pointer.turn};
  if (!gesture.moves && !gesture.turns && gesture.notches == 0 && !pointer.double_click) return {};
  const std::vector<Param>& params = session_.workload().info().params;
  Choice wanted = session_.choice();
  wanted.problem = pointer.double_click
                       ? fitted_into(handles, params, wanted.problem, width, height)
                       : after_gesture(handles, params, wanted.problem, gesture);
  if (wanted == session_.choice()) return {};
  // What follows within half a second is the same movement of the hand.
  const auto now = std::chrono::steady_clock::now();
  if (now - hand_moved_ > std::chrono::milliseconds(500)) hand_ += 2;
  hand_moved_ = now;
  return Wanted{std::move(wanted), hand_};
}

/// Of an image with handles the place is one of the whole, a texel, not a pixel of the window on
/// it; of one that consists of parts it is a pixel of the part.
std::optional<Probe> ScenePointer::probed(Screen& screen, const GlPicture& picture) const {
  std::optional<Probe> found = screen.probe(picture, pointed_at_);
  if (!pointed_at_) return {};
  const View view = session_.view();
  if (!found || picture.spec.kind != PictureKind::image) return found;
  const ImagePoint share{pointed_at_->x / picture.spec.width, pointed_at_->y / picture.spec.height};
  if (!view.handles.empty()) {
    const ImagePoint at = whole_under(view.handles, session_.workload().info().params,
                                      session_.choice().problem, share);
    found->x = std::int64_t(std::floor(at.x));
    found->y = std::int64_t(std::floor(at.y));
  }
  if (!view.parts.empty()) return within_part(view.parts, share, picture.spec, *found);
  return found;
}

void ScenePointer::describe(Screen& screen, const GlPicture& picture, ui::Model& model) const {
  const std::optional<Probe> probe = probed(screen, picture);
  if (!probe) return;
  model.probe_text = grouped(probe->x) + ", " + grouped(probe->y);
  if (const auto& color = probe->color)
    model.probe_text += "   " + joined({std::to_string((*color)[0]), std::to_string((*color)[1]),
                                        std::to_string((*color)[2])});
  else
    model.probe = probe->value * session_.view().unit_scale;
}

}  // namespace livewarp
