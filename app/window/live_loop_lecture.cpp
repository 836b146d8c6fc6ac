// A lecture in the window: slides, recording, named choices.
#include <ctime>

#include "app/base/dated_name.h"
#include "app/lecture/lecture_shelf.h"
#include "app/measure/context.h"
#include "app/window/live_loop.h"

namespace livewarp {

void LiveLoop::open_lecture(const std::string& asked) {
  or_notice(session_.notices(), "the lecture could not be opened",
            [&] { give(find_lecture(asked, workloads_of(session_.registry()))); });
}

void LiveLoop::look_for_lecture() {
  if (dialog_.unavailable().empty()) {
    dialog_.open("Open a lecture", "", {"lecture"}, "Lectures");
    looking_for_lecture_ = true;
    return;
  }
  session_.notices().add(Severity::info, dialog_.unavailable(),
                         "drop the file on the window, or start with --lecture FILE");
}

void LiveLoop::take_lecture(const ui::Result& result) {
  if (result.open_lecture) open_lecture(*result.open_lecture);
  if (result.slide) lecture_.go_to(*result.slide);
  if (result.save_preset) presets_.save(*result.save_preset);
  if (!looking_for_lecture_ || !dialog_.is_done()) return;
  looking_for_lecture_ = false;
  or_notice(session_.notices(), "the dialog cannot be opened", [&] {
    if (const auto path = dialog_.take(); path && !path->empty()) open_lecture(*path);
  });
}

/// Who goes on to another slide does not wait for a measurement.
void LiveLoop::follow_lecture() {
  if (lecture_.waits() && (session_.job() || sweep_.running())) cancel_measuring();
  if (!session_.job() && !sweep_.running())
    lecture_.follow([this](const Choice& choice) { change(choice); });
  recorder_.follow(SteadyClock::now());
}

void LiveLoop::describe_lecture(ui::Model& model) {
  if (const auto votes = screen_.hall_votes()) lecture_.heard(*votes);
  lecture_.describe(model);
  screen_.ask_hall(model.lecture ? lecture_.question(*model.lecture) : std::nullopt);
  for_lecturer_.reset();
  if (model.lecture) {
    model.lecture->notes_shown = notes_.shown();
    if (notes_.wanted()) for_lecturer_ = lecture_.for_lecturer(*model.lecture);
  }
  if (for_lecturer_) {
    for_lecturer_->clock = time_of_day(std::time(nullptr));
    for_lecturer_->theme = ui_.theme();
  }
  for (const ShippedLecture& shipped : shipped_lectures())
    model.lectures.push_back({std::string(shipped.name), shipped.title()});
  model.presets = &presets_.entries();
  model.recording = recorder_.recording();
}

/// Before steps begin, for which it would be in the way.
void LiveLoop::show_notes() {
  if (!notes_.wanted() && !notes_.shown()) return;
  in_phase("notes", [&] {
    if (const auto drawn = notes_.follow(for_lecturer_, SteadyClock::now()))
      notes_drawn_.panels.push_back(*drawn);
  });
}

}  // namespace livewarp
