#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Stable ids of everything that can be clicked.
///
/// An id is the hash of its path and of nothing else: neither the window that happens to hold the
/// control (column, tab, drawer, child) nor its label, which may carry keys and numbers, takes
/// part. Paths are written as Dear ImGui Test Engine reads them:
///
///   //Area/control            a button, a field, a drop-down list   //Top/pause
///   //Area/control/option     one of several                        //Controls/block/128
///   //Area/control/label      the label of a parameter (right click: default)
///
/// `control` is the id of the parameter, `option` the id of the option, both as typed on the
/// command line; in Variants `control` is "variant" and the option is the variant's name.
namespace livewarp::ui::ids {

// Areas; Controls, Scene, Timing and Variants are windows of that name too.
inline constexpr const char* top = "Top";
inline constexpr const char* controls = "Controls";
inline constexpr const char* scene = "Scene";
inline constexpr const char* full_scene = "Full scene";  ///< the window while panels are hidden
inline constexpr const char* timing = "Timing";
inline constexpr const char* variants = "Variants";
inline constexpr const char* analysis = "Analysis";
inline constexpr const char* full_analysis = "Full analysis";  ///< while its tab stands alone
inline constexpr const char* status = "Status";
inline constexpr const char* notices = "Notices";
inline constexpr const char* help = "Help";
inline constexpr const char* command_palette = "Setting";  ///< rows of the line "/": "row/<number>"
inline constexpr const char* presenter = "Presenter";      ///< its strip: "variant/<name>"
inline constexpr const char* variant = "variant";

// Top: and one button a workload, "workload/<name>"; rows of the menu, "menu/<action>". Actions
// that no code but their entry of the table names have their ids there.
inline constexpr const char* menu = "menu";
inline constexpr const char* workload = "workload";
inline constexpr const char* pause = "pause";
inline constexpr const char* step = "step";
inline constexpr const char* reset = "reset";
inline constexpr const char* measure_all = "measure-all";
inline constexpr const char* pin = "pin";
inline constexpr const char* drawer = "drawer";
inline constexpr const char* restart = "restart";  ///< in its notice, and in the menu
inline constexpr const char* menu_view = "view";
inline constexpr const char* menu_lecture = "lectures";
inline constexpr const char* menu_presets = "presets";
/// Rows of these lists, "slide/<number>/row", from 0.
inline constexpr const char* slide = "slide";
inline constexpr const char* lecture = "lecture";
inline constexpr const char* preset = "preset";

// Controls: and every parameter under its own id.
inline constexpr const char* backend = "backend";
inline constexpr const char* tint_parts = "tint-parts";
inline constexpr const char* previous_variant = "previous-variant";
inline constexpr const char* next_variant = "next-variant";
inline constexpr const char* lesson = "lesson";  ///< more, less
inline constexpr const char* block = "block";
inline constexpr const char* typed_block = "typed-block";  ///< its shape, to type
inline constexpr const char* block_width = "block-width";  ///< its sides, to drag
inline constexpr const char* block_height = "block-height";
inline constexpr const char* block_depth = "block-depth";
inline constexpr const char* memory = "memory";
inline constexpr const char* display = "display";
inline constexpr const char* emulate = "verify-emulated";
inline constexpr const char* end_study = "end-study";
inline constexpr const char* steps_per_frame = "steps-per-frame";
inline constexpr const char* save_result = "save-result";
inline constexpr const char* start_group = "start-group";
inline constexpr const char* view_group = "view-group";
/// Buttons beside a whole number: half and double.
inline constexpr const char* half = "half";
inline constexpr const char* twice = "twice";
/// Beside a file: opens the dialog.
inline constexpr const char* browse = "browse";

// Scene.
inline constexpr const char* picture = "picture";
inline constexpr const char* hint = "hint";
inline constexpr const char* guess_more = "guess-more";
inline constexpr const char* guess_less = "guess-less";
inline constexpr const char* show_guess = "show-guess";
inline constexpr const char* back_to_slide = "back-to-slide";
inline constexpr const char* divider = "divider";
inline constexpr const char* measure_a_here = "measure-a-here";

// Timing: what is plotted, "plot/<series>", "plot/steps".
inline constexpr const char* plot = "plot";
inline constexpr const char* plot_steps = "steps";

// Variants: rows are "row/<name>", headers "sort/<column>".
inline constexpr const char* row = "row";
inline constexpr const char* sort = "sort";
inline constexpr const char* sort_order = "key";
inline constexpr const char* sort_title = "title";
inline constexpr const char* sort_median = "median";
inline constexpr const char* other_machine = "other-machine";  ///< head of its column
// Menu of a variant, "variant-menu/<action>".
inline constexpr const char* variant_menu = "variant-menu";

// Analysis: groups and tabs by the ids of their table, and what tabs consist of.
inline constexpr const char* sweep_tab = "sweep-tab";
inline constexpr const char* sweep = "sweep";  ///< over both; in the menu too
inline constexpr const char* sweep_size = "sweep-size";
inline constexpr const char* sweep_launch = "sweep-launch";
inline constexpr const char* sweep_reserve = "sweep-reserve";
inline constexpr const char* timeline_tab = "timeline-tab";
inline constexpr const char* timeline_frames = "timeline-frames";
inline constexpr const char* timeline_plot = "timeline-plot";
inline constexpr const char* hold_timeline = "hold-timeline";
inline constexpr const char* transfer_tab = "transfer-tab";
inline constexpr const char* run_experiment = "run-experiment";
inline constexpr const char* lab_experiment = "experiment";
inline constexpr const char* lab_page = "experiment-shows";
inline constexpr const char* topology_tab = "topology-tab";
inline constexpr const char* clocks_tab = "clocks-tab";
inline constexpr const char* measure_clocks = "measure-clocks";
inline constexpr const char* compare_tab = "compare-tab";
inline constexpr const char* compare = "compare";  ///< in the menu too
inline constexpr const char* graph_csv = "save-csv";
inline constexpr const char* graph_png = "save-png";
inline constexpr const char* graph_shown = "shown";
inline constexpr const char* tab_alone = "tab-alone";
inline constexpr const char* ladder_tab = "ladder-tab";
inline constexpr const char* ladder_bars = "ladder-bars";
inline constexpr const char* accuracy_tab = "accuracy-tab";
inline constexpr const char* accuracy_plot = "accuracy-plot";
inline constexpr const char* tuner_tab = "tuner-tab";
inline constexpr const char* tune_vary = "vary";  ///< "vary/<dimension>"
inline constexpr const char* tune_seconds = "tune-seconds";
inline constexpr const char* tune_x = "tune-x";
inline constexpr const char* tune_y = "tune-y";
inline constexpr const char* tune_run = "run-best";
inline constexpr const char* tune_setup = "tune-setup";
inline constexpr const char* tune_map = "tune-map";
inline constexpr const char* lens_tab = "lens";
inline constexpr const char* lens_variant = "lens-variant";
inline constexpr const char* lens_block = "lens-block";
inline constexpr const char* lens_beside = "lens-beside";
inline constexpr const char* lens_kernel = "lens-kernel";
inline constexpr const char* lens_shows = "lens-shows";  ///< "lens-shows/ptx"
inline constexpr const char* code_kernel = "code-kernel";
inline constexpr const char* code_line = "code-line";  ///< "code-line/<file>:<number>"
inline constexpr const char* code_instruction = "code-instruction";  ///< and its number
inline constexpr const char* lens_lanes = "lens-lanes";
inline constexpr const char* lens_line = "lens-line";  ///< "lens-line/<file>:<number>-<access>"
inline constexpr const char* occupancy_tab = "occupancy";
inline constexpr const char* occupancy_variant = "occupancy-variant";
inline constexpr const char* occupancy_gpu = "occupancy-gpu";
inline constexpr const char* occupancy_block = "occupancy-block";
inline constexpr const char* occupancy_registers = "occupancy-registers";
inline constexpr const char* occupancy_shared = "occupancy-shared";
inline constexpr const char* occupancy_over = "occupancy-over";
inline constexpr const char* occupancy_reserve = "occupancy-reserve";
inline constexpr const char* occupancy_reset = "as-compiled";
inline constexpr const char* read_counters = "read-counters";
/// The curves themselves, on which one clicks and drags.
inline constexpr const char* occupancy_blocks = "occupancy-blocks";
inline constexpr const char* occupancy_registers_plot = "occupancy-registers-plot";
inline constexpr const char* occupancy_shared_plot = "occupancy-shared-plot";
inline constexpr const char* blocks_tab = "blocks";
inline constexpr const char* blocks_variant = "blocks-variant";
inline constexpr const char* blocks_block = "blocks-block";
inline constexpr const char* block_tint = "block-tint";  ///< "block-tint/warp"
inline constexpr const char* replay_blocks = "replay-blocks";
inline constexpr const char* blocks_time = "blocks-time";  ///< of the replay, to drag
inline constexpr const char* trace_blocks = "trace-blocks";
inline constexpr const char* blocks_timeline = "blocks-timeline";
inline constexpr const char* warp_tab = "warp-tab";
inline constexpr const char* warp_variant = "warp-variant";
inline constexpr const char* warp_shape = "warp-shape";
inline constexpr const char* warp_block_x = "warp-block-x";
inline constexpr const char* warp_block_y = "warp-block-y";
inline constexpr const char* warp_block_z = "warp-block-z";
inline constexpr const char* warp_number = "warp-number";
inline constexpr const char* warp_step = "warp-step";  ///< to drag, or to type
inline constexpr const char* warp_line = "warp-line";  ///< "warp-line/<file>:<number>"
inline constexpr const char* warp_next_step = "warp-next-step";
inline constexpr const char* warp_previous_step = "warp-previous-step";
inline constexpr const char* warp_next_access = "warp-next-access";
inline constexpr const char* warp_previous_access = "warp-previous-access";
inline constexpr const char* warp_play = "warp-play";
inline constexpr const char* edit_tab = "edit-tab";
inline constexpr const char* edit_variant = "edit-variant";
inline constexpr const char* check_kernel = "check-kernel";
inline constexpr const char* revert_kernel = "revert-kernel";
inline constexpr const char* diff_kernel = "diff-kernel";
inline constexpr const char* save_kernel = "save-kernel";
inline constexpr const char* save_patch = "save-patch";
inline constexpr const char* start_kernel = "start-kernel";
inline constexpr const char* exercises = "exercises";  ///< a list; rows "exercises/<number>/row"
inline constexpr const char* next_hint = "next-hint";
inline constexpr const char* save_exercise = "save-exercise";
inline constexpr const char* watch_kernel = "watch-kernel";  ///< the path of a file
inline constexpr const char* edit_message = "edit-message";  ///< "edit-message/<number>"
inline constexpr const char* faults_tab = "faults-tab";
inline constexpr const char* fault_rows = "faults";      ///< "faults/<number>"
inline constexpr const char* fault_answers = "answers";  ///< of the quiz: "answers/<number>"
inline constexpr const char* switch_fault = "switch-fault";
inline constexpr const char* step_fault = "step-fault";
inline constexpr const char* fault_diff = "fault-diff";
inline constexpr const char* fault_quiz = "fault-quiz";
inline constexpr const char* fault_variant = "fault-variant";
inline constexpr const char* copy_sanitizer = "copy-sanitizer";
inline constexpr const char* roofline_tab = "roofline";
inline constexpr const char* roofline_bytes = "roofline-bytes";
inline constexpr const char* roofline_plot = "roofline-plot";
inline constexpr const char* traffic_tab = "traffic";
inline constexpr const char* measure_roofs = "measure-roofs";
inline constexpr const char* curves_tab = "curves";
inline constexpr const char* curves_over = "curves-over";
inline constexpr const char* curves_unit = "curves-unit";
inline constexpr const char* curves_stop = "curves-stop";
inline constexpr const char* curves_graph = "curves-graph";
inline constexpr const char* measure_curves = "measure-curves";

// Status.
inline constexpr const char* cancel_job = "cancel-job";

// Notices: "<number>/copy", "<number>/close", numbers as given by the app.
inline constexpr const char* copy = "copy";
inline constexpr const char* close = "close";

/// "//Controls/block/128".
std::string path(std::string_view area, std::string_view control, std::string_view option = {});
/// The id of a path, with or without the leading slashes.
std::uint32_t id_of(std::string_view path);

/// Makes ids depend on the area alone while it lives, whatever window is current.
class Scope {
 public:
  explicit Scope(const char* area);
  ~Scope();
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;
};

}  // namespace livewarp::ui::ids
