// What is known of a window's frames: for its panels, and for the report of a run.
#include <algorithm>
#include <utility>

#include "app/options/choice_options.h"
#include "app/window/live_loop.h"
#include "app/window/model_builder.h"
#include "kernels/core/base/milliseconds.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

/// Each part is written by whoever knows it.
ui::Model LiveLoop::describe() {
  ui::Model model;
  describe_screen(model);
  livewarp::describe(session_, std::max(0, options_.device), axes_, model);
  livewarp::describe(study_, session_, std::max(0, options_.device), studied_axes_, model);
  display_.describe(model);
  livewarp::describe(frame_stats_, session_, frame_clock_.resting(), model);
  settings_.describe(model);
  scene_.describe(model);
  outline_.describe(session_, scene_, model);
  pointer_.describe(screen_, display_.picture(), model);
  files_.describe(model);
  describe_gpu(model);
  model.lens = lens_.seen();
  model.lens_beside = lens_beside_.seen();
  model.code = code_.seen();
  model.sass_reason = code_.sass_reason();
  model.occupancy = occupancy_.seen();
  blocks_.describe(session_, display_.picture().spec, model);
  parts_.describe(session_, display_.picture().spec, model);
  warp_.describe(display_.picture().spec, model);
  edit_.describe(model);
  faults_.describe(model);
  roofline_.describe(session_, model);
  timeline_.describe(model);
  sweep_.describe(session_, model);
  tuner_.describe(session_, model);
  curves_.describe(session_, model);
  lab_.describe(session_, model);
  topology_.describe(model);
  comparison_.describe(session_, model);
  ab_.describe(session_, comparison_.pinned(), model);
  others_.describe(sweep_, model);
  exporter_.describe(model);
  describe_lecture(model);
  return model;
}

void LiveLoop::describe_screen(ui::Model& model) const {
  model.refresh_hz = facts_.refresh_hz;
  model.vsync = facts_.vsync;
  model.gl_renderer = facts_.renderer;
  model.drawn_by_cpu = facts_.drawn_by_cpu;
  model.served = facts_.served;
  const SceneTexture scene = screen_.scene();
  model.scene_texture = scene.id;
  model.scene_texture_width = scene.width;
  model.scene_texture_height = scene.height;
}

/// A reading marks the steps since the one before.
void LiveLoop::describe_gpu(ui::Model& model) {
  const auto [reading, count] = session_.job() ? gpu_watch_.last() : gpu_watch_.latest();
  model.gpu_state = reading;
  if (count == std::exchange(gpu_readings_, count)) return;
  const std::int64_t steps = session_.steps(), before = std::exchange(gpu_steps_, steps);
  gpu_log_.add(*reading, std::size_t(std::max<std::int64_t>(0, steps - before)));
}

FrameReport LiveLoop::report() const {
  const DisplayStatus status = display_.status();
  const ScreenReport screen = screen_.report();
  const CheckResult check = session_.check();
  FrameReport report;
  report.window = screen.system;
  report.gl_renderer = facts_.renderer;
  report.served = screen.served;
  report.display_path = name_of(status.path);
  report.path_reason = status.reason;
  report.workload = session_.workload().info().name;
  report.variant = session_.variant_name();
  report.memory = name_of(session_.choice().memory);
  report.command_line = to_command_line(session_.workload(), session_.choice());
  report.verified = check.ok();
  report.error = check.error;
  report.frames = frame_clock_.all();
  report.frame = frame_stats_.frame.summary();
  report.publish = session_.step_stats().publish.summary();
  report.map = frame_stats_.map.summary();
  report.unmap = frame_stats_.unmap.summary();
  report.upload = frame_stats_.upload.summary();
  report.draw = frame_stats_.draw.summary();
  report.ui = frame_stats_.ui.summary();
  if (check.ok()) {
    report.step = session_.step_stats().step.summary();
    report.kernel = session_.step_stats().kernel.summary();
    report.copies = session_.step_stats().copies.summary();
  }
  report.steps = session_.steps();
  report.steps_together = session_.step_stats().together;
  report.steps_beside_drawing = session_.step_stats().beside_drawing;
  report.clocks_uncertainty_ms = session_.clocks_uncertainty_ms();
  report.gl_errors = screen.errors;
  report.first_gl_error = screen.first_error;
  report.cuda_error = session_.gpu_error();
  report.notices = session_.notices().told();
  report.gpu = gpu_log_.conditions();
  report.gpu.no_energy = "drawing takes energy too: a bench tells that of a step";
  report.seconds = frame_clock_.seconds(SteadyClock::now());
  return report;
}

}  // namespace livewarp
