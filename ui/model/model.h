#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/core/base/machine.h"
#include "kernels/core/measure/ceilings.h"
#include "kernels/core/measure/measurement.h"
#include "kernels/core/measure/step_clocks.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/model/choice.h"
#include "kernels/core/model/display_target.h"
#include "kernels/core/model/graph.h"
#include "kernels/core/model/notice.h"
#include "kernels/core/model/series.h"
#include "kernels/core/telemetry/counter_reading.h"
#include "kernels/core/telemetry/gpu_reading.h"
#include "kernels/core/workload/workload.h"
#include "ui/views/ab_view.h"
#include "ui/views/blocks_view.h"
#include "ui/views/curves_view.h"
#include "ui/views/edit_view.h"
#include "ui/views/fault_view.h"
#include "ui/views/frames_view.h"
#include "ui/views/lab_view.h"
#include "ui/views/lecture_view.h"
#include "ui/views/lens_view.h"
#include "ui/views/occupancy_view.h"
#include "ui/views/other_machine_view.h"
#include "ui/views/roofline_view.h"
#include "ui/views/scene_line.h"
#include "ui/views/served_view.h"
#include "ui/views/study_view.h"
#include "ui/views/traffic_view.h"
#include "ui/views/tuner_view.h"
#include "ui/views/warp_view.h"

/// What panels read and what they return. The app fills a `Model` once a frame; panels never call
/// back: everything the user wants comes out as a `Result`.
namespace livewarp::ui {

/// One row of the variants table.
struct VariantEntry {
  const VariantInfo* info = nullptr;
  Choice choice;         ///< the setting in which it is listed and measured
  int key = 0;           ///< 1-9 within the active backend, 0 none
  std::string reason;    ///< why it cannot run here; empty if it can
  bool running = false;  ///< its live number stands in the readout
  CheckResult check;
  double check_progress = 0;            ///< 0..1 while checking
  bool emulator_checked = false;        ///< proved from source on the host, never timed
  std::optional<CheckResult> emulated;  ///< of what cannot run here: what the emulator found
  std::optional<Summary> bench;         ///< ms a step; only set when verified
  CostModel cost;                       ///< of a time step
  bool partial = false;                 ///< the bench was stopped early
  std::string disturbed;              ///< what disturbed it: "throttled: power cap in all samples"
  std::string bench_state;            ///< clocks, power and energy while it ran; may be empty
  bool is_a = false;                  ///< its setting is the pinned one
  std::optional<Ratio> times_a;       ///< A's bench over its own; interval 0 ... 0: too few samples
  std::vector<OtherTime> others;      ///< one of each machine that is loaded
  std::optional<OtherTime> recorded;  ///< ships with the program; of what cannot run here
};

/// A, the pinned setting, beside what runs.
struct Pinned {
  Choice choice;
  std::string title;           ///< "Register tile \u00b7 block 128"
  Summary live;                ///< its live times, ms a step; count 0: not measured yet
  std::string elsewhere;       ///< why there is no ratio: "A was N 65,536"; empty: comparable
  bool same_workload = true;   ///< so that it could be measured here
  bool runs = false;           ///< it is what runs
  std::optional<Ratio> ratio;  ///< A's live time over that of what runs
};

/// Meaning fixes colour: see the palette.
enum class Slot { kernel, copy, publish, map, draw, ui, wait, upload };

/// One interval of the timing panel; ms.
struct IntervalRow {
  std::string label;
  Slot slot = Slot::kernel;
  Clock clock = Clock::steady;
  Summary times;       ///< count 0: `-` is shown
  std::string reason;  ///< why there is none
};

/// A stretch of the bar that shows where a frame's time goes; ms.
struct FramePart {
  Slot slot = Slot::wait;
  double ms = 0;
};

/// A long job in the status bar (bench, check of everything).
struct JobStrip {
  std::string name;
  int done = 0, total = 0;
  double fraction = 0, seconds_left = 0;
  bool picture_paused = false;  ///< nothing is drawn or stepped meanwhile (bench)
  bool holds_run = false;       ///< what changes the run has to wait until it ends
  bool waits = false;           ///< for others who measure; the name says for whom
};

/// A file that was named for a parameter and is not in use: being opened, or refused.
struct PendingFile {
  std::string path;
  std::string trouble;  ///< why it cannot be opened; empty while it is being read
};

struct WorkloadTab {
  std::string name, title;
  bool active = false;
  Choice choice;  ///< what a click on it asks for; complete
};

/// What the main kernel of the running launch takes of a multiprocessor.
struct KernelUse {
  std::string kernel;            ///< its name
  int registers = 0;             ///< a thread
  std::size_t local_bytes = 0;   ///< a thread: spilled registers, and arrays that have none
  std::size_t shared_bytes = 0;  ///< a block
  double occupancy = 0;          ///< share of the warps that fit; 0 unknown
  int blocks = 0;                ///< on a multiprocessor at a time
  std::string limiter;           ///< of those: "registers"
  bool operator==(const KernelUse&) const = default;
};

/// What a sweep goes over: the sizes, the axis of the launch, or one after the other; or shared
/// memory that nothing uses, and with it the occupancy.
enum class Varied { size, launch, both, reserve };

/// A sweep that can be begun.
struct SweepOffer {
  Varied varied = Varied::both;
  std::string over;    ///< id of the axis on the command line; empty for both
  std::string what;    ///< "sizes", "blocks"
  int settings = 0;    ///< that are measured
  double seconds = 0;  ///< that it takes, roughly
};

/// Everything that panels show. References live for the frame.
struct Model {
  const Machine* machine = nullptr;
  int device = 0;  ///< the GPU in use: its index in the machine's list
  const Workload* workload = nullptr;
  const VariantInfo* variant = nullptr;  ///< the running one
  bool runs_edited = false;              ///< a kernel of the user's, in place of the variant's own
  Choice choice;                         ///< the running choice
  std::vector<WorkloadTab> workloads;
  std::vector<VariantEntry> variants;  ///< active backend first
  std::vector<Param> axes;             ///< of the running variant, with machine reasons filled in
  std::vector<Param> params;           ///< of the workload, likewise
  std::vector<Option> memory_modes;    ///< id = name_of(mode), reason when impossible
  std::vector<Option> display_paths;
  std::optional<StudyView> studied;  ///< what is looked at beside the run; empty: nothing

  // The number and what it rests on.
  CheckResult check;
  double check_progress = 0;
  bool checking = false;                ///< something is compared beside the run
  Summary step;                         ///< live, ms; count 0 right after any change
  int time_steps = 1;                   ///< that one step of the running variant makes
  double kernel_ms = 0, copies_ms = 0;  ///< medians
  int wanted_samples = 20;              ///< below this the number is muted
  double predicted_ms = 0;              ///< of the next step; > 500 is said before it starts
  double step_fraction = 0;             ///< how far the step under way is, for long ones
  CostModel cost;                       ///< per step
  Clock clock = Clock::steady;
  std::optional<KernelUse> kernel_use;  ///< of what runs on a GPU; empty where nobody knows

  std::vector<IntervalRow> intervals;
  std::vector<FramePart> frame_parts;  ///< of a typical frame, in order; empty: not known yet
  std::vector<double> recent_steps;    ///< ms, oldest first, for the rolling plot
  int steps_together = 1;              ///< whose mean a sample is
  int slices = 1;                      ///< into which a step is cut, with pictures between them
  int steps_beside_drawing = 0;        ///< that shared the GPU with it: no samples
  int steps_kept_beside = 0;           ///< samples that did: no others came
  int steps_unsorted = 0;              ///< samples of which that is not known
  double clocks_uncertainty_ms = 0;    ///< of CUDA's and OpenGL's clocks, side by side
  /// Verified live medians (ms a step) of the running variant by block, all else as it is now.
  std::map<std::string, double> block_times;
  std::vector<PlacedPart> parts;  ///< that share the problem; empty: it is in one piece
  std::map<std::string, double> reserve_times;  ///< the same by reserved shared memory, KiB
  double measure_all_seconds = 0;  ///< what Measure all would take, roughly; 0: unknown
  double frame_ms = 0, refresh_hz = 60, steps_per_second = 0, frames_per_second = 0;
  bool vsync = true;

  std::vector<OtherMachine> others;  ///< whose results are loaded
  std::string recorded_on;           ///< the GPU of recorded times; empty: none are shown

  std::optional<Pinned> pinned;
  bool can_undo = false, can_redo = false;
  std::string no_video;             ///< why the window cannot be recorded as a video
  std::optional<double> filmed;     ///< seconds of the window that are recorded; empty: it is not
  bool interop_fails = false;       ///< made to fail by the user
  std::string interop_fail_reason;  ///< why it cannot be made to fail; empty if it can

  std::vector<Readout> readouts;
  const std::vector<Series>* series = nullptr;  ///< of the run, for plots; may be null
  std::int64_t steps = 0;
  double time = 0;

  View view;
  DisplayPath path = DisplayPath::upload;  ///< the one in use
  std::string path_reason;                 ///< why it is not the wanted one
  std::string path_advice;                 ///< what to do about it; may be empty
  std::string gl_renderer;
  bool drawn_by_cpu = false;         ///< by software, on the cores that CPU variants compute on
  std::optional<ServedView> served;  ///< where the window is seen in browsers
  Ceilings ceilings;
  std::optional<GpuReading> gpu_state;  ///< of the GPU in use; empty: nobody has asked yet
  std::string fitted;                   ///< "N 12,288 fitted to this machine"

  std::map<std::string, PendingFile> files;  ///< by parameter
  std::string browse_reason;                 ///< why no dialog can be opened; empty if one can
  bool has_dialogs = true;                   ///< else what is saved goes into the present folder
  bool result_is_picture = false;            ///< and can be saved

  std::vector<Graph> graphs;           ///< of the last sweep; empty: none was measured
  std::string graph_reason;            ///< why none can be; empty if one can
  std::vector<SweepOffer> sweeps;      ///< that can be begun; the first one is proposed
  AbView ab;                           ///< A and B, measured in turn
  TunerView tuner;                     ///< written while its tab is shown
  const CurvesView* curves = nullptr;  ///< likewise, maybe of another choice
  // What was looked into last, maybe of another choice; null: nothing yet.
  const LensView* lens = nullptr;
  const LensView* lens_beside = nullptr;  ///< of the variant that is compared with it
  const CodeView* code = nullptr;
  std::string sass_reason;  ///< why no machine code can be read; empty if it can
  const OccupancyView* occupancy = nullptr;
  const BlocksView* blocks = nullptr;
  const WarpView* warp = nullptr;
  const EditView* edit = nullptr;  ///< written while its tab is shown, maybe of another kernel
  const std::vector<ExerciseOffer>* exercises = nullptr;  ///< that ship; null: none
  const FaultsView* faults = nullptr;                     ///< null: there are none
  std::string tint_reason;       ///< why the picture is not tinted, though that is asked for
  std::string warp_tint_reason;  ///< likewise why nothing of the warp is lit on it
  /// Written while its tab is shown; without roofs: nobody has measured them.
  const Roofline* roofline = nullptr;
  const TrafficView* traffic =
      nullptr;  ///< written while its tab is shown, maybe of another choice

  /// The last frames; written while its tab is shown. Null: none yet.
  const FramesView* last_frames = nullptr;
  const LabView* lab = nullptr;  ///< once its tab has been shown
  /// How this machine's GPUs are joined; null: nobody has asked yet.
  const Findings* topology = nullptr;

  std::optional<StepClocks> clocks;  ///< of the running setting; empty: nobody has read them
  std::string clocks_reason;         ///< why they cannot be; empty if they can

  /// What hardware counters say of the running setting; empty: nobody has asked.
  std::optional<CounterResult> counters;
  std::string counters_reason;  ///< why nobody can ask; empty if one can

  std::optional<LectureView> lecture;  ///< that is given; empty: none
  std::vector<LectureOffer> lectures;  ///< that ship with the program
  /// Named choices of all workloads, the program's first; may be null.
  const std::vector<PresetEntry>* presets = nullptr;
  std::string recording;  ///< the file that slides are added to; empty: none

  std::string gpu_error;  ///< what made the GPU unusable in this run; empty: nothing did
  std::vector<Notice> notices;
  std::optional<JobStrip> job;
  std::uint64_t scene_texture = 0;  ///< opaque texture id for ImGui::Image
  int scene_texture_width = 0, scene_texture_height = 0;
  Region scene_image;  ///< pixels of that texture that the image covers; may reach beyond it
  /// What the workload draws over its points; null: nothing.
  const std::vector<SceneLine>* scene_lines = nullptr;
  double scene_pixels_per_cell = 0;  ///< pixels of that texture; 0 where no cells are shown
  std::optional<double> probe;       ///< value under the pointer, in the legend's unit
  std::string probe_text;            ///< where that is: "512, 77"; of an image with its colour
};

/// Pointer over the picture, in pixels of the scene texture, origin top left.
struct Pointer {
  bool over = false;
  double x = 0, y = 0, dx = 0, dy = 0, wheel = 0;
  bool left = false, middle = false;
  bool turn = false;          ///< a drag that turns, where the view has handles
  bool double_click = false;  ///< asks for the fitted picture
};

enum class AppCommand {
  step,
  reset,
  measure_all,
  measure_this,
  measure_clocks,
  read_counters,
  measure_roofs,
  cancel_job,
  quit,
  restart,  ///< with the GPU, after it was lost
  toggle_fullscreen,
  picture,
  record,  ///< the window, or end that
  save_result,
  undo,
  redo,
  pin,
  unpin,
  flip,            ///< between A's setting and this
  measure_a_here,  ///< at the present problem
  compare,         ///< A and this, measured in turn
  fail_interop,    ///< or let it work again
  sweep,           ///< over all that can be varied
  sweep_size,
  sweep_launch,
  sweep_reserve,
  experiment,     ///< of the transfer lab
  trace_blocks,   ///< of the launch that is looked at
  check_kernel,   ///< as it stands in the tab Edit
  save_kernel,    ///< likewise, into a file
  save_patch,     ///< what was changed in it
  start_kernel,   ///< what it begins with, into a file that is then watched
  next_hint,      ///< of the exercise that is open
  save_exercise,  ///< what was found of its solution, into a file
  close_exercise,
  measure_curves,  ///< the setting at all values that the tab Curves shows
  tune,            ///< the search for the fastest setting
  emulate,         ///< the emulator verifies what is studied
  save_graph_csv,
  save_graph_png,
  load_results,
  unload_results,
  capture_frames,  ///< for a profiler that waits
  trace_frames,    ///< into a file
  save_report,
  next_slide,
  previous_slide,
  back_to_slide,  ///< to the present slide's choice, after something else was chosen
  guess_more,
  guess_less,
  show_guess,    ///< beside the answer
  toggle_notes,  ///< the lecturer's, in a window of their own
  end_lecture,
  find_lecture,   ///< by a dialog
  record_slides,  ///< begins, or ends
  add_slide       ///< to the recording, which it begins
};

/// The command that is copied: this program's, or a profiler's that runs it.
enum class CopiedLine { livewarp, ncu, nsys };

/// A file for a parameter: the path that was typed (empty: none), or a dialog to look for one.
struct FileRequest {
  std::string param, path;
  bool browse = false;
};

/// What a frame of panels asks for.
struct Result {
  std::optional<Choice> choice;   ///< wanted, unchecked
  std::optional<Choice> studied;  ///< what is to be studied, unchecked; empty: nothing
  /// The press of a mouse button that the choice comes from: equal for all changes of one drag; 0:
  /// none.
  std::uint64_t gesture = 0;
  std::vector<AppCommand> commands;
  std::optional<Choice> lens;  ///< the step that is to be looked at, as long as its tab is open
  std::optional<Choice> lens_beside;          ///< the one that is to be looked at beside it
  std::optional<CodeRequest> code;            ///< likewise
  std::optional<OccupancyRequest> occupancy;  ///< likewise
  std::optional<BlocksRequest> blocks;        ///< likewise, and as long as the picture is tinted
  std::optional<TintRequest> tint;            ///< how it is; empty: it is not
  std::optional<Hues> parts_tint;             ///< of the parts that share the problem
  std::optional<WarpRequest> warp;            ///< as long as its tab is open
  std::optional<WarpTint> warp_tint;          ///< what of it is lit on the picture
  std::optional<EditRequest> edit;            ///< as long as its tab is open
  std::optional<FaultRequest> fault;          ///< likewise
  std::optional<TunerRequest> tuner;          ///< as long as its tab is open
  std::optional<CurvesRequest> curves;        ///< likewise
  std::optional<LabRequest> lab;              ///< likewise: what its button runs
  bool roofline = false;                      ///< likewise
  bool topology = false;                      ///< likewise
  std::optional<Choice> traffic;              ///< the setting whose step it is about, likewise
  std::optional<FramesRequest> frames;        ///< likewise
  std::optional<Choice> copy_line_of;         ///< whose command line is to be copied,
  CopiedLine copied_line = CopiedLine::livewarp;  ///< and which
  std::vector<FileRequest> files;
  std::optional<int> slide;                  ///< that the lecture is to go to
  std::optional<std::string> open_lecture;   ///< by its name
  std::optional<std::string> open_exercise;  ///< likewise
  std::optional<std::string> run_fault;      ///< whose variant is to run, without the fault
  std::optional<std::string> save_preset;    ///< the present choice under this name
  std::vector<std::uint64_t> dismissed;      ///< notices closed
  Pointer pointer;
  int scene_width = 0, scene_height = 0;  ///< pixels that the picture should have
  bool scene_fills_window = false;        ///< panels hidden: draw straight to the window
  bool animating = false;                 ///< something moves or is due soon without further input
};

}  // namespace livewarp::ui
