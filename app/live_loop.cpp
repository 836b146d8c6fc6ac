#include "app/live_loop.h"

#include <utility>

#include "kernels/core/error.h"
#include "kernels/core/milliseconds.h"
#include "ui/actions.h"
#include "ui/widgets.h"

namespace livewarp {

using namespace std::chrono_literals;

namespace {

using SteadyClock = std::chrono::steady_clock;

PointerInput pointer_of(const ui::Pointer& pointer) {
  return {pointer.over,  pointer.x,    pointer.y,      pointer.dx,   pointer.dy,
          pointer.wheel, pointer.left, pointer.middle, pointer.turn, pointer.double_click};
}

}  // namespace

LiveLoop::LiveLoop(Screen& screen, ui::Ui& ui, const Registry& registry, const Machine& machine,
                   const Choice& start, const LiveOptions& options)
    : screen_(screen), ui_(ui), options_(options), facts_(screen.facts()),
      session_(registry, machine, start, options.cuda_rows),
      history_(setting_of(session_.choice())), display_(screen), clock_(options_.sm_clock),
      started_(SteadyClock::now()), last_frame_(started_) {
  session_.use_fitter(options_.fitter, {start, options_.fitted});
  display_.follow(session_, options_.no_interop, interop_fails_, meters_);
}

void LiveLoop::frame() {
  pace_.frame_begins();
  screen_.poll(0);
  facts_ = screen_.facts();
  if (screen_.should_close()) quit_ = true;
  last_frame_of_all_ = is_last_frame();
  session_.collect();
  follow_choice();
  course_.tick(session_);
  if (std::exchange(restarts_, session_.meters().restarts) != restarts_) meters_ = FrameMeters();
  display_.follow(session_, options_.no_interop, interop_fails_, meters_);
  publish();
  draw_scene();
  draw_panels();
  pace_.start_steps(
      session_, [&](std::chrono::nanoseconds limit) { return screen_.settle(limit); },
      facts_.refresh_hz);
  screen_.swap();
  count_frame();
}

void LiveLoop::publish() {
  if (session_.job()) return;
  or_notice(session_.notices(), "the picture could not be published", [&] {
    const auto [width, height] = picture_size();
    if (const Viewport seen = camera_.visible(width, height); seen.width > 0) session_.look(seen);
    display_.publish(session_, meters_);
  });
}

void LiveLoop::draw_scene() {
  const View view = session_.view();
  camera_.follow(display_.picture().spec, view);
  for (const double ms : screen_.draw_times()) meters_.draw.add(ms);
  const int width = fills_window_ ? facts_.width : scene_width_;
  const int height = fills_window_ ? facts_.height : scene_height_;
  const bool drew =
      screen_.draw_scene({display_.picture(), view, camera_, width, height, fills_window_});
  meters_.drew.add(drew ? 1 : 0);
}

void LiveLoop::draw_panels() {
  // Asks the window system, which may be busy with the frame before: no time of the panels.
  screen_.begin_panels();
  const Time start = SteadyClock::now();
  model_ = build_model(session_, facts());
  comparison_.describe(session_, model_);
  ui::FrameInfo info;
  info.content_scale = facts_.content_scale;
  info.monitor_height = facts_.monitor_height;
  if (words_) words_->clear();
  if (controls_) controls_->clear();
  info.written = words_;
  info.helped = controls_;
  const ui::Result result = ui_.frame(model_, info);
  meters_.ui.add(ms_since(start));

  screen_.draw_panels(fills_window_);
  if (last_frame_of_all_ && !options_.screenshot.empty()) save_picture(options_.screenshot);
  if (when_drawn_) {
    std::exchange(when_drawn_, nullptr)(screen_.pixels());
    wrote_file_ = true;
  }
  handle(result);
}

void LiveLoop::handle(const ui::Result& result) {
  for (const std::uint64_t id : result.dismissed) session_.notices().dismiss(id);
  if (result.choice && !course_.running()) {
    refused_.reset();
    change(*result.choice, result.gesture);
  }
  if (result.copy_line_of) copy_command_line(*result.copy_line_of);
  look_closer(result.lens);
  take_files(result);
  for (const ui::Command command : result.commands) handle(command);
  handle(pointer_of(result.pointer));
  fills_window_ = result.scene_fills_window;
  animating_ = result.animating;
  follow_size(result);
}

void LiveLoop::pause_and_step() {
  Choice paused = session_.choice();
  paused.paused = true;
  session_.apply(paused);
  session_.single_step();
}

void LiveLoop::cancel_job() {
  comparison_.cancel(session_);
  course_.cancel(session_);
}

/// While something is measured, nothing else computes. A choice of the workload before is too late.
void LiveLoop::look_closer(const std::optional<Choice>& choice) {
  const bool quiet = session_.job() || course_.running();
  const bool asked = choice && choice->workload == session_.workload().info().name;
  lens_.want(&session_.workload(), asked && !quiet ? choice : std::nullopt);
}

void LiveLoop::handle(ui::Command command) {
  using ui::Command;
  // The panels know a frame later that the course graph measures this run.
  if (course_.running() && ui::changes_run(command)) return;
  switch (command) {
  case Command::step: return pause_and_step();
  case Command::reset: return session_.reset();
  case Command::measure_all: return session_.measure(std::nullopt, comparison_.pinned());
  case Command::measure_this: return session_.measure(session_.variant().name);
  case Command::cancel_job: return cancel_job();
  case Command::course_graph: return course_.begin(session_);
  case Command::save_graph_csv: return look_for_place(Saved::graph_csv);
  case Command::save_graph_png: return look_for_place(Saved::graph_png);
  case Command::quit: quit_ = true; return;
  case Command::toggle_fullscreen: return screen_.toggle_fullscreen();
  case Command::picture: return save_picture({});
  case Command::save_result: return look_for_place(Saved::result);
  case Command::undo: return undo();
  case Command::redo: return redo();
  case Command::pin: return comparison_.pin(session_);
  case Command::unpin: return comparison_.unpin();
  case Command::flip: return flip();
  case Command::measure_a_here: return comparison_.measure_here(session_);
  case Command::fail_interop: return fail_interop();
  }
}

/// The picture's texture follows the panel 100 ms after the last change, so that dragging a border does
/// not make a texture a frame.
void LiveLoop::follow_size(const ui::Result& result) {
  if (result.scene_width < 1 || result.scene_height < 1) return;
  const Time now = SteadyClock::now();
  if (result.scene_width != wanted_width_ || result.scene_height != wanted_height_) {
    wanted_since_ = now;
    wanted_width_ = result.scene_width;
    wanted_height_ = result.scene_height;
  }
  const bool first = meters_.frame.size() == 0;
  if (first || now - wanted_since_ >= 100ms) {
    scene_width_ = wanted_width_;
    scene_height_ = wanted_height_;
  }
}

void LiveLoop::wait() {
  resting_ = false;
  if (BenchJob* job = session_.job()) {
    while (!job->wait_for_turn(50ms)) {
      screen_.poll(0);
      if (screen_.escape_held() || screen_.should_close() || options_.stop.stop_requested())
        session_.cancel_job();
    }
    return;
  }
  // Notices do not keep it awake: at rest there are ten frames a second, enough to take one down.
  const bool at_rest =
      session_.choice().paused && !session_.checking() && !session_.preparing() && !animating_;
  if (at_rest) {
    screen_.poll(0.1);
    resting_ = true;
    return;
  }
  pace_.wait_for_frame(session_, facts_.refresh_hz, facts_.vsync);
}

void LiveLoop::after_frame() {
  if (BenchJob* job = session_.job()) {
    screen_.finish();  // nothing of this frame may run on into the next sample
    job->end_turn();
  }
}

/// Whether this frame is the last: decided at its beginning, so that its picture can be kept.
bool LiveLoop::is_last_frame() const {
  if (quit_ || options_.stop.stop_requested()) return true;
  return options_.for_seconds > 0 && ms_since(started_) >= 1000 * options_.for_seconds;
}

}  // namespace livewarp
