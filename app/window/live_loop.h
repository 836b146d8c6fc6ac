#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/base/file_dialog.h"
#include "app/code/machine_code.h"
#include "app/explain/lens_worker.h"
#include "app/explain/occupancy_worker.h"
#include "app/handover/frame_watch.h"
#include "app/handover/live_timeline.h"
#include "app/lecture/lecture_recorder.h"
#include "app/lecture/lecture_run.h"
#include "app/lecture/live_notes.h"
#include "app/lecture/presets.h"
#include "app/live/ab_comparison.h"
#include "app/live/live_blocks.h"
#include "app/live/live_curves.h"
#include "app/live/live_edit.h"
#include "app/live/live_faults.h"
#include "app/live/live_lab.h"
#include "app/live/live_parts.h"
#include "app/live/live_roofline.h"
#include "app/live/live_sweep.h"
#include "app/live/live_topology.h"
#include "app/live/live_tuner.h"
#include "app/live/live_warp.h"
#include "app/scene/frame_stats.h"
#include "app/scene/live_display.h"
#include "app/scene/scene_outline.h"
#include "app/scene/scene_pointer.h"
#include "app/scene/scene_view.h"
#include "app/scene/screen.h"
#include "app/session/comparison.h"
#include "app/session/frame_pacer.h"
#include "app/session/session.h"
#include "app/session/study.h"
#include "app/window/exporter.h"
#include "app/window/file_input.h"
#include "app/window/frame_clock.h"
#include "app/window/frame_report.h"
#include "app/window/gpu_watch.h"
#include "app/window/offered_axes.h"
#include "app/window/other_results.h"
#include "app/window/setting_navigator.h"
#include "app/window/window_app.h"
#include "kernels/core/exec/tool_range.h"
#include "ui/ui.h"

namespace livewarp {

/// Session, picture and panels together: what a frame does, in order. It is the same in a window
/// and in a test without one: what is around it are the `Screen` and the user interface, which both
/// outlive it.
class LiveLoop {
 public:
  LiveLoop(Screen& screen, ui::Ui& ui, const Registry& registry, const Machine& machine,
           const Choice& start, const LiveOptions& options);

  /// Sleeps until the next frame is due, or a moment (then it says false: nothing new is to be
  /// seen); while a job measures, until it lets the screen draw.
  bool wait();
  /// One frame: input, publish, draw, panels, steps, swap.
  void frame();
  /// To be called after `frame`: gives the machine back to a job that measures.
  void after_frame();
  bool finished() const { return last_frame_of_all_; }
  /// From its first slide on.
  void give(Lecture lecture) { lecture_.give(std::move(lecture)); }

  Session& session() { return session_; }
  const Session& session() const { return session_; }
  const ui::Model& model() const { return model_; }  ///< what the panels read last
  /// From now on the panels note there all that a frame says.
  void note_words(std::vector<ui::Written>* words) { words_ = words; }
  /// Called once, in the next frame, as soon as all of it is drawn.
  void when_drawn(std::function<void(const PixelImage&)> look) { when_drawn_ = std::move(look); }
  /// And there which controls it has.
  void note_controls(std::vector<ui::Helped>* controls) { controls_ = controls; }
  const LiveDisplay& display() const { return display_; }
  FrameReport report() const;
  const Comparison& comparison() const { return comparison_; }
  const History& history() const { return settings_.history(); }
  const LiveSweep& sweep() const { return sweep_; }

 private:
  using SteadyClock = std::chrono::steady_clock;

  bool is_last_frame() const;
  bool goes_on();
  void make_frame();
  /// As one interval of the frame's thread, for traces and profilers.
  template <class F>
  void in_phase(const char* name, F&& use) {
    const ToolRange range(name);
    const Noting noting(&session_.spans(), Track::frame, name);
    use();
  }
  void publish(const View& view);
  /// Of the warp that is followed, or else of blocks.
  SceneTint tint() const;
  void draw_scene(const View& view);
  void draw_panels();
  void handle(const ui::Result& result);
  void handle(ui::AppCommand command);
  void pause_and_step();
  void cancel_measuring();
  void look_closer(const ui::Result& result);
  void take_files(const ui::Result& result);
  void move_on();
  void use_pointer(const ui::Pointer& pointer);
  void count_frame();
  // live_loop_choices.cpp
  void change(const Choice& wanted, std::uint64_t gesture = 0) {
    settings_.change(wanted, gesture);
  }
  void undo() { settings_.undo(); }
  void redo() { settings_.redo(); }
  void flip() { settings_.flip(); }
  void fail_interop();
  void restart();
  void copy_command_line(const Choice& choice, ui::CopiedLine line);
  void save_report();
  void save_kernel(LiveEdit::Item item);
  void open_exercise(const std::string& asked);
  void run_fault(const std::string& name);
  void run_variant_of(const Choice& choice);
  // live_loop_lecture.cpp
  void take_lecture(const ui::Result& result);
  void look_for_lecture();
  void open_lecture(const std::string& asked);
  void follow_lecture();
  void describe_lecture(ui::Model& model);
  void show_notes();
  // live_loop_facts.cpp
  ui::Model describe();
  void describe_screen(ui::Model& model) const;
  void describe_gpu(ui::Model& model);
  using Saved = Exporter::Item;
  void save_picture(std::string path) { exporter_.save_window(std::move(path)); }
  void look_for_place(Saved item) { exporter_.look_for_place(item); }

  Screen& screen_;
  ui::Ui& ui_;
  LiveOptions options_;
  ScreenFacts facts_;  ///< of this frame
  Session session_;
  Comparison comparison_;
  SettingNavigator settings_;
  LiveSweep sweep_;
  LiveTuner tuner_;
  LiveCurves curves_;
  LiveLab lab_;
  LiveTopology topology_;
  AbComparison ab_;
  Study study_;
  LensWorker lens_, lens_beside_;
  CodeWorker code_;
  OccupancyWorker occupancy_;
  LiveBlocks blocks_;
  LiveParts parts_;
  LiveWarp warp_;
  LiveRoofline roofline_;
  LiveDisplay display_;
  SceneView scene_;
  SceneOutline outline_;
  ScenePointer pointer_;
  FileDialog dialog_;
  LiveEdit edit_;
  LiveFaults faults_;
  FileInput files_;
  Exporter exporter_;
  FrameWatch watch_;
  LiveTimeline timeline_;
  OtherResults others_;
  LectureRun lecture_;
  LectureRecorder recorder_;
  Presets presets_;
  LiveNotes notes_;
  std::optional<ui::LecturerView> for_lecturer_;  ///< of this frame
  Drawings notes_drawn_;                          ///< of the last frame
  bool looking_for_lecture_ = false;              ///< in the dialog
  FrameStats frame_stats_;
  int restarts_ = 0;  ///< of the session's statistics, as far as the frames' know
  OfferedAxes axes_, studied_axes_;
  GpuWatch gpu_watch_;
  GpuLog gpu_log_;  ///< of the run, for its report
  int gpu_readings_ = 0;
  std::int64_t gpu_steps_ = 0;  ///< that the log knows
  FramePacer frame_pacer_;
  FrameClock frame_clock_;

  std::optional<SteadyClock::time_point> draw_again_at_;   ///< since OpenGL refused something
  SteadyClock::time_point moved_at_ = SteadyClock::now();  ///< what moves over the picture
  bool last_frame_of_all_ = false, quit_ = false, animating_ = true;
  ui::Model model_;
  std::vector<ui::Written>* words_ = nullptr;
  std::function<void(const PixelImage&)> when_drawn_;
  std::vector<ui::Helped>* controls_ = nullptr;
};

}  // namespace livewarp
