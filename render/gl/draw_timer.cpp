#include "render/gl/draw_timer.h"

#include <glad/gl.h>

namespace livewarp {

DrawTimer::DrawTimer() {
  for (Slot& slot : ring_) slot = {make_timestamp_query(), make_timestamp_query()};
}

void DrawTimer::begin() {
  open_ = issued_ - read_ < slots;
  if (open_) glQueryCounter(ring_[issued_ % slots].begin.name(), GL_TIMESTAMP);
}

void DrawTimer::end() {
  if (!open_) return;
  glQueryCounter(ring_[issued_ % slots].end.name(), GL_TIMESTAMP);
  open_ = false;
  ++issued_;
}

std::vector<double> DrawTimer::collect() {
  std::vector<double> times;
  for (; read_ < issued_; ++read_) {
    const Slot& slot = ring_[read_ % slots];
    GLint arrived = 0;
    glGetQueryObjectiv(slot.end.name(), GL_QUERY_RESULT_AVAILABLE, &arrived);
    if (!arrived) break;
    GLuint64 begin = 0, end = 0;
    glGetQueryObjectui64v(slot.begin.name(), GL_QUERY_RESULT, &begin);
    glGetQueryObjectui64v(slot.end.name(), GL_QUERY_RESULT, &end);
    times.push_back(static_cast<double>(end - begin) * 1e-6);
  }
  return times;
}

}  // namespace livewarp
