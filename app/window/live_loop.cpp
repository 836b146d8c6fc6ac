#include "app/window/live_loop.h"

#include <algorithm>
#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/base/milliseconds.h"
#include "ui/frame/actions.h"
#include "ui/widgets/widgets.h"

namespace livewarp {

using namespace std::chrono_literals;

LiveLoop::LiveLoop(Screen& screen, ui::Ui& ui, const Registry& registry, const Machine& machine,
                   const Choice& start, const LiveOptions& options)
    : screen_(screen), ui_(ui), options_(options), facts_(screen.facts()),
      session_(registry, machine, start, options.cuda_executor), settings_(session_, comparison_),
      tuner_(std::max(0, options.device)), lab_(std::max(0, options.device)),
      topology_(options.topology), blocks_(machine, std::max(0, options.device)),
      display_(screen, options.no_interop, options.interop_reason),
      pointer_(session_, scene_, options.paint),
      edit_(registry, machine, std::max(0, options.device), dialog_, options.edit,
            options.settings),
      faults_(registry, options.edit), files_(screen, session_, dialog_),
      exporter_(screen, session_, sweep_, dialog_, std::max(0, options.device)),
      watch_(session_, std::max(0, options.device)), timeline_(session_),
      others_(session_, dialog_, options.results), lecture_(session_, options.words),
      recorder_(session_), presets_(session_, options.presets),
      notes_([&screen] { return screen.make_notes(); }, session_.notices(), options.notes),
      gpu_watch_(options.gpu_state),
      frame_clock_(options.for_seconds, !options.report.empty(), SteadyClock::now()) {
  session_.use_fitter(options_.fitter, {start, options_.fitted});
  if (options_.turns) session_.take_turns(*options_.turns, std::max(0, options_.device));
  display_.follow(session_, settings_.interop_fails(), false, frame_stats_);
  if (!facts_.lost.empty()) session_.notices().add(Severity::warning, facts_.lost);
  if (!options_.record.empty()) exporter_.begin_recording(options_.record);
  if (options_.exercise) edit_.open(*options_.exercise);
  if (!options_.kernel.empty()) edit_.watch(options_.kernel, options_.kernel_of);
}

void LiveLoop::frame() {
  in_phase("frame", [&] { make_frame(); });
  watch_.frame_ends();
  timeline_.frame_ends(facts_.drawn_by_cpu);
  if (watch_.take_wrote()) exporter_.note_wrote();
}

void LiveLoop::make_frame() {
  frame_pacer_.frame_begins();
  in_phase("input", [&] {
    if (screen_.poll(0) || notes_.take_input()) frame_clock_.stir(SteadyClock::now());
    facts_ = screen_.facts();
    scene_.begin(facts_);
    last_frame_of_all_ = is_last_frame();
  });
  in_phase("collect", [&] {
    if (session_.job()) study_.cancel();  // nothing else computes while times are measured
    study_.poll();
    session_.note_company(study_.verifying() || curves_.counting() || edit_.checking() ||
                          faults_.checking());
    session_.collect();
    settings_.follow();
    follow_lecture();
    if (edit_.poll(session_)) exporter_.note_wrote();
    faults_.poll();
    sweep_.tick(session_);
  });
  if (const auto now = session_.step_stats().restarts; now != restarts_) {
    restarts_ = now;
    frame_stats_ = FrameStats();
  }
  const View view = session_.view();
  const bool plain_points = blocks_.wants_plain_points(view) || warp_.wants_plain_points(view) ||
                            parts_.wants_plain_points(view);
  or_notice(session_.notices(), "no picture can be shown", [&] {
    display_.follow(session_, settings_.interop_fails(), plain_points, frame_stats_);
  });
  in_phase("publish", [&] { publish(view); });
  in_phase("draw", [&] { draw_scene(view); });
  in_phase("panels", [&] { draw_panels(); });
  show_notes();
  in_phase("steps", [&] {
    move_on();
    frame_pacer_.start_steps(
        session_, [&](std::chrono::nanoseconds limit) { return screen_.settle(limit); },
        facts_.refresh_hz);
  });
  in_phase("swap", [&] { screen_.swap(); });
  count_frame();
}

void LiveLoop::publish(const View& view) {
  if (session_.job()) return;
  or_notice(session_.notices(), "the picture could not be published", [&] {
    if (const Viewport seen = scene_.visible(); seen.width > 0) session_.look(seen);
    display_.publish(session_, scene_.points_look(view), frame_stats_);
  });
}

SceneTint LiveLoop::tint() const {
  for (const SceneTint& tint : {warp_.tint(), blocks_.tint()})
    if (tint.elements) return tint;
  return parts_.tint();
}

void LiveLoop::draw_scene(const View& view) {
  scene_.follow(display_.picture().spec, view);
  Drawings drawings = screen_.drawings();
  drawings.add(std::exchange(notes_drawn_, {}));
  session_.note_drawings(display_.take_drawings(std::move(drawings), frame_stats_));
  // Where OpenGL refuses something, all else goes on, and a moment later it is asked again.
  constexpr auto pause = 500ms;
  if (draw_again_at_ && SteadyClock::now() < *draw_again_at_) return;
  bool drew = false;
  const auto draw = [&] {
    drew = screen_.draw_scene(scene_.request(display_.picture(), view, tint()));
  };
  Notices known;  // that it is refused again is no news
  Notices& told = draw_again_at_ ? known : session_.notices();
  draw_again_at_.reset();
  if (!or_notice(told, "the picture could not be drawn", draw))
    draw_again_at_ = SteadyClock::now() + pause;
  frame_stats_.drew.add(drew ? 1 : 0);
}

void LiveLoop::draw_panels() {
  // Asks the window system, which may be busy with the frame before: no time of the panels.
  screen_.begin_panels();
  const auto start = SteadyClock::now();
  model_ = describe();
  ui::FrameInfo info;
  info.content_scale = facts_.content_scale;
  info.monitor_height = facts_.monitor_height;
  if (words_) words_->clear();
  if (controls_) controls_->clear();
  info.written = words_;
  info.helped = controls_;
  const ui::Result result = ui_.frame(model_, info);
  frame_stats_.ui.add(ms_since(start));

  screen_.draw_panels(scene_.fills_window() && !draw_again_at_);
  exporter_.record_window();
  if (last_frame_of_all_ && !options_.screenshot.empty()) save_picture(options_.screenshot);
  if (when_drawn_) {
    std::exchange(when_drawn_, nullptr)(screen_.pixels());
    exporter_.note_wrote();
  }
  handle(result);
}

void LiveLoop::handle(const ui::Result& result) {
  for (const std::uint64_t id : result.dismissed) session_.notices().dismiss(id);
  if (result.choice && !sweep_.running()) {
    files_.forget_refusal();
    change(*result.choice, result.gesture);
  }
  if (result.copy_line_of) copy_command_line(*result.copy_line_of, result.copied_line);
  study_.want(session_, result.studied);
  look_closer(result);
  lab_.want(result.lab);
  topology_.want(result.topology);
  if (result.tuner)
    if (const auto wanted = tuner_.take(*result.tuner, session_)) change(*wanted);
  take_files(result);
  take_lecture(result);
  if (result.open_exercise) open_exercise(*result.open_exercise);
  if (result.run_fault) run_fault(*result.run_fault);
  for (const ui::AppCommand command : result.commands) handle(command);
  use_pointer(result.pointer);
  animating_ = result.animating;
  scene_.resize(result);
}

/// While something is measured, no file is taken.
void LiveLoop::take_files(const ui::Result& result) {
  if (session_.job() || sweep_.running()) return;
  files_.take(result, [this](const Choice& wanted) { change(wanted); });
  for (const std::string& path : files_.take_reports()) others_.load(path);
  for (const std::string& path : files_.take_lectures()) open_lecture(path);
  for (const std::string& path : files_.take_kernels()) edit_.watch(path);
  for (const std::string& path : files_.take_exercises()) open_exercise(path);
  exporter_.poll();
  others_.poll();
}

void LiveLoop::use_pointer(const ui::Pointer& pointer) {
  const auto wanted = pointer_.use(pointer, display_.picture().spec, sweep_.running());
  if (!wanted) return;
  change(wanted->choice, wanted->gesture);
  session_.single_step();  // while paused: the hand waits for what it has done
}

/// A frame that was late, or the first one after a rest, is no leap.
void LiveLoop::move_on() {
  constexpr double longest = 0.05;
  const auto before = std::exchange(moved_at_, SteadyClock::now());
  session_.move_on(std::min(longest, std::chrono::duration<double>(moved_at_ - before).count()));
}

void LiveLoop::pause_and_step() {
  Choice paused = session_.choice();
  paused.paused = true;
  session_.apply(paused);
  session_.single_step();
}

void LiveLoop::cancel_measuring() {
  study_.cancel();
  curves_.stop();
  comparison_.cancel(session_);
  sweep_.cancel(session_);
}

/// While something is measured, nothing else computes. A choice of the workload before is too late.
void LiveLoop::look_closer(const ui::Result& result) {
  const bool quiet = session_.job() || sweep_.running();
  const auto asked = [&](const Choice& choice) {
    return !quiet && choice.workload == session_.workload().info().name;
  };
  roofline_.want(result.roofline);
  roofline_.want_traffic(result.traffic);
  timeline_.want(result.frames);
  curves_.want(session_, result.curves, quiet);
  const Workload* const workload = &session_.workload();
  lens_.want(workload, result.lens && asked(*result.lens) ? result.lens : std::nullopt);
  lens_beside_.want(workload, result.lens_beside && asked(*result.lens_beside) ? result.lens_beside
                                                                               : std::nullopt);
  code_.want(workload, result.code && asked(result.code->choice) ? result.code : std::nullopt);
  occupancy_.want(workload, result.occupancy && asked(result.occupancy->choice) ? result.occupancy
                                                                                : std::nullopt);
  blocks_.want(session_, result, quiet);
  parts_.want(result);
  warp_.want(session_, result, quiet);
  edit_.want(session_, result, quiet);
  faults_.want(result, quiet);
}

void LiveLoop::handle(ui::AppCommand command) {
  using ui::AppCommand;
  // The panels know a frame later that the sweep measures this run.
  if (sweep_.running() && ui::changes_run(command)) return;
  switch (command) {
  case AppCommand::step: return pause_and_step();
  case AppCommand::reset: return session_.reset();
  case AppCommand::measure_all: return session_.measure(std::nullopt, comparison_.pinned());
  case AppCommand::measure_this: return session_.measure(session_.variant().name);
  case AppCommand::measure_clocks: return session_.measure_clocks();
  case AppCommand::read_counters: return session_.read_counters();
  case AppCommand::measure_roofs: return session_.measure_roofs();
  case AppCommand::cancel_job: return cancel_measuring();
  case AppCommand::sweep: return sweep_.begin(session_);
  case AppCommand::sweep_size: return sweep_.begin(session_, ui::Varied::size);
  case AppCommand::sweep_launch: return sweep_.begin(session_, ui::Varied::launch);
  case AppCommand::sweep_reserve: return sweep_.begin(session_, ui::Varied::reserve);
  case AppCommand::tune: return tuner_.begin(session_);
  case AppCommand::measure_curves: return curves_.measure(session_);
  case AppCommand::experiment: return lab_.begin(session_);
  case AppCommand::trace_blocks: return blocks_.begin(session_);
  case AppCommand::check_kernel: return edit_.check();
  case AppCommand::save_kernel: return save_kernel(LiveEdit::Item::kernel);
  case AppCommand::save_patch: return save_kernel(LiveEdit::Item::patch);
  case AppCommand::start_kernel: return save_kernel(LiveEdit::Item::starter);
  case AppCommand::next_hint: return edit_.hint();
  case AppCommand::save_exercise: return save_kernel(LiveEdit::Item::result);
  case AppCommand::close_exercise: return edit_.close_exercise();
  case AppCommand::emulate: return study_.verify(session_);
  case AppCommand::save_graph_csv: return look_for_place(Saved::graph_csv);
  case AppCommand::save_graph_png: return look_for_place(Saved::graph_png);
  case AppCommand::load_results: return others_.look_for_file();
  case AppCommand::unload_results: return others_.unload();
  case AppCommand::quit: quit_ = true; return;
  case AppCommand::restart: return restart();
  case AppCommand::toggle_fullscreen: return screen_.toggle_fullscreen();
  case AppCommand::picture: return save_picture({});
  case AppCommand::record:
    return exporter_.recording() ? exporter_.end_recording() : exporter_.begin_recording({});
  case AppCommand::save_result: return look_for_place(Saved::result);
  case AppCommand::undo: return undo();
  case AppCommand::redo: return redo();
  case AppCommand::pin: return comparison_.pin(session_);
  case AppCommand::unpin: return comparison_.unpin();
  case AppCommand::flip: return flip();
  case AppCommand::compare: return ab_.begin(session_, comparison_.pinned());
  case AppCommand::measure_a_here: return comparison_.measure_here(session_);
  case AppCommand::fail_interop: return fail_interop();
  case AppCommand::capture_frames: return watch_.begin_capture();
  case AppCommand::trace_frames: return watch_.begin_trace();
  case AppCommand::save_report: return save_report();
  case AppCommand::next_slide: return lecture_.next();
  case AppCommand::previous_slide: return lecture_.previous();
  case AppCommand::back_to_slide: return lecture_.back();
  case AppCommand::guess_more: return lecture_.guess(+1);
  case AppCommand::guess_less: return lecture_.guess(-1);
  case AppCommand::show_guess: return lecture_.show_guess();
  case AppCommand::toggle_notes: return notes_.toggle();
  case AppCommand::end_lecture: return lecture_.end();
  case AppCommand::find_lecture: return look_for_lecture();
  case AppCommand::record_slides: return recorder_.toggle(SteadyClock::now());
  case AppCommand::add_slide: return recorder_.add(SteadyClock::now());
  }
}

/// Whether something is to be seen in the next frame that no input tells of.
bool LiveLoop::goes_on() {
  if (draw_again_at_ && SteadyClock::now() >= *draw_again_at_) return true;
  if (!session_.choice().paused || session_.under_way() || animating_ || options_.paint ||
      display_.draws())
    return true;
  if (exporter_.recording() || sweep_.running() || comparison_.visiting() || is_last_frame() ||
      when_drawn_ || watch_.looking())
    return true;
  if (session_.notices().due() || files_.has_news() || exporter_.has_news() || lens_.has_news() ||
      lens_beside_.has_news() || code_.has_news() || occupancy_.has_news() || blocks_.has_news() ||
      warp_.has_news() || edit_.has_news() || faults_.has_news() || curves_.has_news() ||
      study_.verifying() || others_.has_news() || lecture_.has_news() || notes_.take_input() ||
      (looking_for_lecture_ && dialog_.is_done()))
    return true;
  return gpu_watch_.latest().reading != model_.gpu_state;
}

bool LiveLoop::wait() {
  constexpr double nap_seconds = 0.05;  // until what goes on beside is looked at again
  if (MeasuringJob* job = session_.job()) {
    while (!job->wait_for_turn(50ms)) {
      screen_.poll(0);
      if (screen_.escape_held() || screen_.should_close() || options_.stop.stop_requested())
        session_.cancel_job();
    }
    frame_clock_.stir(SteadyClock::now());
    return frame_clock_.due(SteadyClock::now());
  }
  if (goes_on()) frame_clock_.stir(SteadyClock::now());
  if (frame_clock_.due(SteadyClock::now())) {
    if (!frame_clock_.resting())
      in_phase("wait",
               [&] { frame_pacer_.wait_for_frame(session_, facts_.refresh_hz, facts_.vsync); });
    return true;
  }
  if (!screen_.poll(nap_seconds)) return false;
  frame_clock_.stir(SteadyClock::now());
  return frame_clock_.due(SteadyClock::now());
}

void LiveLoop::count_frame() {
  const bool waited = exporter_.take_wrote();  // as long as writing a file took
  if (const auto ms = frame_clock_.ended(!session_.job() && !waited, SteadyClock::now()))
    frame_stats_.frame.add(*ms);
}

void LiveLoop::after_frame() {
  if (MeasuringJob* job = session_.job()) {
    screen_.finish();  // nothing of this frame may run on into the next sample
    or_notice(session_.notices(), "the picture could not be drawn", [&] { display_.settle(); });
    job->end_turn();
  }
}

/// Whether this frame is the last: decided at its beginning, so that its picture can be kept.
bool LiveLoop::is_last_frame() const {
  return quit_ || screen_.should_close() || options_.stop.stop_requested() ||
         frame_clock_.is_over(SteadyClock::now());
}

}  // namespace livewarp
