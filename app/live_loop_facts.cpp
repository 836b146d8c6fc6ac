// What is known of a window's frames: for its panels, and for the report of a run.
#include <utility>

#include "app/choice_options.h"
#include "app/live_loop.h"
#include "kernels/core/milliseconds.h"
#include "kernels/core/verification.h"

namespace livewarp {

using namespace std::chrono_literals;

FrameFacts LiveLoop::facts() {
  const DisplayStatus status = display_.status();
  FrameFacts facts;
  facts.meters = &meters_;
  facts.refresh_hz = facts_.refresh_hz;
  facts.vsync = facts_.vsync;
  facts.path = status.path;
  facts.path_reason = status.reason;
  facts.path_advice = status.advice;
  facts.interop_reason = options_.no_interop ? no_interop_reason : options_.interop_reason;
  facts.gl_renderer = facts_.renderer;
  facts.sm_clock_mhz = session_.job() ? clock_.last() : clock_.latest();
  facts.device = std::max(0, options_.device);
  facts.resting = resting_;
  const SceneTexture scene = screen_.scene();
  facts.scene_texture = scene.id;
  facts.scene_width = scene.width;
  facts.scene_height = scene.height;
  const auto [width, height] = picture_size();
  facts.pixels_per_cell = camera_.pixels_per_cell(width, height);
  facts.files = files();
  facts.browse_reason = dialog_.unavailable();
  facts.has_dialogs = facts.browse_reason.empty() || dialog_.is_open();
  facts.probe = probed();
  facts.pinned = comparison_.pinned();
  facts.interop_fails = interop_fails_;
  facts.interop_fail_reason = interop_fail_reason();
  facts.can_undo = history_.previous() != nullptr;
  facts.can_redo = history_.next() != nullptr;
  facts.graphs = course_.graphs();
  facts.lens = lens_.seen();
  facts.course = course_.strip(session_);
  return facts;
}

void LiveLoop::count_frame() {
  const Time now = std::chrono::steady_clock::now();
  const double ms = to_ms(now - last_frame_);
  last_frame_ = now;
  const bool wrote_file = std::exchange(wrote_file_, false);
  if (session_.job() || resting_ || wrote_file) return;  // no frame of a running picture
  meters_.frame.add(ms);
  if (now - started_ > 1s && !options_.report.empty()) frames_.push_back(ms);
}

FrameReport LiveLoop::report() const {
  const DisplayStatus status = display_.status();
  const ScreenReport screen = screen_.report();
  const CheckResult check = session_.check();
  FrameReport report;
  report.window = screen.system;
  report.gl_renderer = facts_.renderer;
  report.display_path = name_of(status.path);
  report.path_reason = status.reason;
  report.workload = session_.workload().info().name;
  report.variant = session_.variant().name;
  report.memory = name_of(session_.choice().memory);
  report.command_line = to_command_line(session_.workload(), session_.choice());
  report.verified = check.ok();
  report.error = check.error;
  report.frames = frames_;
  report.frame = meters_.frame.summary();
  report.publish = session_.meters().publish.summary();
  report.map = meters_.map.summary();
  report.unmap = meters_.unmap.summary();
  report.upload = meters_.upload.summary();
  report.draw = meters_.draw.summary();
  report.ui = meters_.ui.summary();
  if (check.ok()) {
    report.step = session_.meters().step.summary();
    report.kernel = session_.meters().kernel.summary();
    report.copies = session_.meters().copies.summary();
  }
  report.steps = session_.steps();
  report.gl_errors = screen.errors;
  report.first_gl_error = screen.first_error;
  report.cuda_error = session_.gpu_error();
  report.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  return report;
}

}  // namespace livewarp
