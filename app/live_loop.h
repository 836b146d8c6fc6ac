#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/brush_figure.h"
#include "app/clock_reader.h"
#include "app/comparison.h"
#include "app/course_graph.h"
#include "app/file_dialog.h"
#include "app/file_opener.h"
#include "app/frame_report.h"
#include "app/history.h"
#include "app/image_saver.h"
#include "app/lens_looker.h"
#include "app/live_display.h"
#include "app/model_builder.h"
#include "app/pace.h"
#include "app/screen.h"
#include "app/session.h"
#include "app/window_app.h"
#include "render/camera.h"
#include "ui/ui.h"

namespace livewarp {

/// Session, picture and panels together: what a frame does, in order. It is the same in a window and in a test
/// without one: what is around it are the `Screen` and the user interface, which both outlive it.
class LiveLoop {
 public:
  LiveLoop(Screen& screen, ui::Ui& ui, const Registry& registry, const Machine& machine,
           const Choice& start, const LiveOptions& options);

  /// Sleeps until the next frame is due; while a job measures, until it lets the screen draw.
  void wait();
  /// One frame: input, steps, publish, draw, panels, swap.
  void frame();
  /// To be called after `frame`: gives the machine back to a job that measures.
  void after_frame();
  bool finished() const { return last_frame_of_all_; }

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
  const History& history() const { return history_; }
  const CourseGraph& course() const { return course_; }

 private:
  using Time = std::chrono::steady_clock::time_point;

  bool is_last_frame() const;
  void publish();
  void draw_scene();
  void draw_panels();
  void handle(const ui::Result& result);
  void handle(ui::Command command);
  void pause_and_step();
  void cancel_job();
  void look_closer(const std::optional<Choice>& choice);
  // live_loop_choices.cpp
  Setting setting() const { return setting_of(session_.choice(), interop_fails_); }
  void change(const Choice& wanted, std::uint64_t gesture = 0);
  void follow_choice();
  void go_to(const Setting& wanted);
  void undo();
  void redo();
  void flip();
  void fail_interop();
  std::string interop_fail_reason() const;
  void copy_command_line(const Choice& choice);
  // live_loop_files.cpp
  void take_files(const ui::Result& result);
  void look_for_file(const NamedFile& named);
  void use_chosen(const std::string& path);
  void take_dropped();
  void take_opened();
  void use_file(const NamedFile& named);
  std::map<std::string, ui::NamedFile> files() const;
  // live_loop_pointer.cpp
  std::pair<int, int> picture_size() const;  ///< pixels on which the scene is drawn
  void handle(const PointerInput& pointer);
  void use_handles(const Handles& handles, const PointerInput& pointer);
  std::optional<Probe> probed() const;
  void follow_size(const ui::Result& result);
  // live_loop_output.cpp
  void save_picture(std::string path);  ///< empty: a name made of the time
  /// What a dialog looks for a place for.
  enum class Saved { nothing, result, graph_csv, graph_png };
  void look_for_place(Saved what);
  void save(Saved what, const std::string& path);
  void save_result(const std::string& path);
  void save_graph(const std::string& path, bool picture);
  void take_saved();
  // live_loop_facts.cpp
  FrameFacts facts();
  void count_frame();

  Screen& screen_;
  ui::Ui& ui_;
  LiveOptions options_;
  ScreenFacts facts_;  ///< of this frame
  Session session_;
  History history_;
  Comparison comparison_;
  CourseGraph course_;
  LensLooker lens_;
  int restarts_ = 0;  ///< of the session's meters, as far as the frames' know
  Camera camera_;
  LiveDisplay display_;
  std::optional<ImagePoint> pointed_at_;  ///< of an image or field, under the pointer
  BrushFigure brush_figure_;
  FileDialog dialog_;
  NamedFile dialog_for_;
  Saved dialog_saves_ = Saved::nothing;
  ImageSaver saver_;
  FileOpener opener_;
  std::optional<std::pair<NamedFile, std::string>> refused_;  ///< and why; beside its control
  FrameMeters meters_;
  ClockReader clock_;
  Pace pace_;

  bool interop_fails_ = false;  ///< made to fail, to see what then happens
  std::uint64_t hand_ = 0;      ///< counts movements on the picture
  Time hand_moved_{};
  int scene_width_ = 640, scene_height_ = 480;
  int wanted_width_ = 0, wanted_height_ = 0;
  Time wanted_since_{}, started_, last_frame_;
  bool last_frame_of_all_ = false;
  bool wrote_file_ = false;  ///< in this frame, which took as long as that takes
  bool fills_window_ = false, quit_ = false, animating_ = true, resting_ = false;
  ui::Model model_;
  std::vector<ui::Written>* words_ = nullptr;
  std::function<void(const PixelImage&)> when_drawn_;
  std::vector<ui::Helped>* controls_ = nullptr;
  std::vector<double> frames_;  ///< ms, for the report
};

}  // namespace livewarp
