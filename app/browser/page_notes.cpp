#include "app/browser/page_notes.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace livewarp {

namespace {

/// What the page writes; names are those of `ui::LecturerView`.
nlohmann::json notes_of(const ui::LecturerView& view) {
  const ui::LectureView& lecture = view.lecture;
  return {{"topic", "notes"},
          {"title", lecture.title},
          {"slide", lecture.slide + 1},
          {"slides", lecture.slides.size()},
          {"name", lecture.slides[std::size_t(lecture.slide)]},
          {"notes", view.notes},
          {"next", view.next},
          {"changes", view.changes},
          {"clock", view.clock},
          {"seconds", lecture.seconds},
          {"planned", lecture.planned},
          {"slide_seconds", lecture.slide_seconds},
          {"slide_planned", lecture.slide_planned}};
}

}  // namespace

PageNotes::~PageNotes() { server_.tell("notes", R"({"topic":"notes"})", Audience::steering); }

TimeSpan PageNotes::draw(const ui::LecturerView& view) {
  const double began = steady_ms();
  constexpr auto replace = nlohmann::json::error_handler_t::replace;
  server_.tell("notes", notes_of(view).dump(-1, ' ', false, replace), Audience::steering);
  return {began, steady_ms()};
}

}  // namespace livewarp
