// What a slide does to the panels when it is reached.
#include "ui/views/lecture_view.h"

#include <algorithm>

#include "ui/frame/analysis_tabs.h"
#include "ui/frame/frame.h"

namespace livewarp::ui {

namespace {

bool is_tab(std::string_view id) {
  return std::ranges::any_of(analysis_tabs(), [&](const AnalysisTab& tab) { return id == tab.id; });
}

}  // namespace

/// A slide without a tab has the picture, as large as it gets: what a slide before it opened is
/// closed, and what the user opened beside a lecture with it.
void follow_lecture(Frame& frame) {
  State& state = frame.state;
  if (!frame.model.lecture) {
    state.lecture = {};
    return;
  }
  const LectureView& lecture = *frame.model.lecture;
  if (lecture.arrivals == state.lecture.arrivals) return;
  state.lecture.arrivals = lecture.arrivals;
  if (!lecture.looked_at.empty()) state.looked_at.variant = lecture.looked_at;
  if (is_tab(lecture.tab)) {
    state.lecture.presented = state.lecture.presented || state.presenting;
    state.lecture.opened = true;
    show_tab(frame, lecture.tab);
    return;
  }
  if (state.lecture.opened) show_analysis(frame, false);
  if (state.lecture.presented && !state.presenting) state.switch_presenter = true;
  state.lecture.opened = state.lecture.presented = false;
}

}  // namespace livewarp::ui
