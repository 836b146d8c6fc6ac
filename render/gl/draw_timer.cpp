#include "render/gl/draw_timer.h"

#include <limits>

#include <glad/gl.h>

namespace livewarp {

namespace {

double to_ms(GLuint64 nanoseconds) { return static_cast<double>(nanoseconds) * 1e-6; }

}  // namespace

DrawTimer::DrawTimer() {
  for (Slot& slot : ring_) slot = {make_timestamp_query(), make_timestamp_query(), 0};
}

void DrawTimer::keep_clock() {
  constexpr double pause_ms = 1000;
  constexpr int trials = 3;  // the narrowest counts
  if (steady_ms() < next_ms_) return;
  double narrowest = std::numeric_limits<double>::infinity();
  for (int trial = 0; trial < trials; ++trial) {
    GLint64 now = 0;
    const double before = steady_ms();
    glGetInteger64v(GL_TIMESTAMP, &now);
    const double after = steady_ms();
    if (after - before >= narrowest) continue;
    narrowest = after - before;
    steady_less_gl_ms_ = (before + after) / 2 - to_ms(static_cast<GLuint64>(now));
  }
  uncertainty_ms_ = narrowest / 2;
  next_ms_ = steady_ms() + pause_ms;
}

void DrawTimer::begin() {
  keep_clock();
  open_ = issued_ - read_ < slots;
  if (!open_) return;
  Slot& slot = ring_[issued_ % slots];
  slot.begun = steady_ms();
  glQueryCounter(slot.begin.name(), GL_TIMESTAMP);
}

void DrawTimer::end() {
  if (!open_) return;
  glQueryCounter(ring_[issued_ % slots].end.name(), GL_TIMESTAMP);
  open_ = false;
  ++issued_;
}

std::vector<TimeSpan> DrawTimer::collect() {
  std::vector<TimeSpan> spans;
  for (; read_ < issued_; ++read_) {
    const Slot& slot = ring_[read_ % slots];
    GLint arrived = 0;
    glGetQueryObjectiv(slot.end.name(), GL_QUERY_RESULT_AVAILABLE, &arrived);
    if (!arrived) break;
    GLuint64 begin = 0, end = 0;
    glGetQueryObjectui64v(slot.begin.name(), GL_QUERY_RESULT, &begin);
    glGetQueryObjectui64v(slot.end.name(), GL_QUERY_RESULT, &end);
    spans.push_back({to_ms(begin) + steady_less_gl_ms_, to_ms(end) + steady_less_gl_ms_});
  }
  return spans;
}

double DrawTimer::unknown_since() const {
  if (read_ < issued_) return ring_[read_ % slots].begun;
  return std::numeric_limits<double>::infinity();
}

}  // namespace livewarp
