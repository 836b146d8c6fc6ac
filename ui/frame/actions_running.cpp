// Actions on the run, on what is measured of it, and on its settings.
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

#include <fmt/format.h>

#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/frame/frame.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr HelpGroup running = HelpGroup::running;

std::vector<Chord> digits(int modifiers) {
  std::vector<Chord> chords;
  for (int i = 0; i < 9; ++i)
    for (const int first : {int(ImGuiKey_1), int(ImGuiKey_Keypad1)})
      chords.push_back({(first + i) | modifiers, i + 1});
  return chords;
}

void step_in_picture(Frame& frame, int) {
  const ImGuiWindow* focused = ImGui::GetCurrentContext()->NavWindow;
  if (focused && (focused == ImGui::FindWindowByName(ids::scene) ||
                  focused == ImGui::FindWindowByName(ids::full_scene)))
    perform(frame, ids::step);
}

/// Where they are asked for in the tab Traffic, that shows them too.
void show_limits(Frame& frame, int) {
  const bool there =
      analysis_is_shown(frame) && chosen_tab(frame.state).id == std::string_view(ids::traffic_tab);
  if (!there) show_tab(frame, ids::roofline_tab);
}

std::string pin_help(const Frame& frame) {
  const auto& a = frame.model.pinned;
  if (!a) return "Pins the running setting as baseline A. Others are compared with it.";
  return "A is " + a->title + ". P pins the running setting instead, Shift P unpins it.";
}

std::string command(const Frame& frame, const char* verb, const char* options = "") {
  return "livewarp " + std::string(verb) + " " + frame.model.choice.workload + options;
}

// Reasons why an action cannot be done; empty: it can.

std::string busy(const Frame& frame) { return busy_text(frame.model); }

std::string without_graph(const Frame& frame) {
  return frame.model.graphs.empty() ? "No sweep was measured: the tab Sweep begins one."
                                    : busy(frame);
}

std::string unpinned(const Frame& frame) {
  return unless(frame.model.pinned.has_value(), "No A is pinned: P pins the running setting.");
}

std::string not_comparable(const Frame& frame) {
  const auto& a = frame.model.pinned;
  return a ? unless(a->same_workload, "A is a variant of another workload.") : unpinned(frame);
}

std::string variant_cannot_run(const Frame& frame) {
  const VariantEntry* variant = frame.cursor_variant();
  if (!variant) return "There is no variant here.";
  return variant->reason.empty() ? busy(frame) : variant->reason;
}

const SweepOffer* sweep_offer(const Frame& frame, Varied varied) {
  const auto found = std::ranges::find(frame.model.sweeps, varied, &SweepOffer::varied);
  return found == frame.model.sweeps.end() ? nullptr : &*found;
}

template <Varied varied>
std::string sweep_help(const Frame& frame) {
  const SweepOffer* offer = sweep_offer(frame, varied);
  return (offer ? fmt::format("{} settings, about {}. ", offer->settings, duration(offer->seconds))
                : std::string()) +
         "Each is timed live with the window drawing, and under bench conditions. The run then "
         "goes on from where it was; where memory cannot hold it meanwhile, it begins anew.";
}

template <Varied varied>
std::string without_sweep(const Frame& frame) {
  if (frame.model.job) return busy(frame);
  if (!frame.model.graph_reason.empty()) return frame.model.graph_reason;
  if (sweep_offer(frame, varied)) return {};
  switch (varied) {
  case Varied::size: return "The size cannot be varied: a file has its own.";
  case Varied::launch: return "The running variant has no axis to vary.";
  case Varied::reserve:
    return "Occupancy is varied by shared memory that a launch reserves on a GPU; the running "
           "variant has none to reserve.";
  case Varied::both: break;
  }
  return "Only one of them can be varied here.";
}

template <Varied varied>
std::string sweep_command(const Frame& frame) {
  const SweepOffer* offer = sweep_offer(frame, varied);
  return command(frame, "sweep") +
         (offer && !offer->over.empty() ? " --over " + offer->over : std::string());
}

/// The graphs are seen from their first points on.
template <Varied varied>
Action sweep_action(const char* id, const char* label, AppCommand begin) {
  return {.id = id,
          .label = label,
          .menus = {{Menu::measuring}},
          .help = sweep_help<varied>,
          .option = sweep_command<varied>,
          .reason = without_sweep<varied>,
          .run = [](Frame& frame, int) { show_tab(frame, ids::sweep_tab); },
          .command = begin};
}

}  // namespace

// clang-format off
std::vector<Action> running_actions() {
  return {
    {.id = ids::pause, .label = "Pause", .chords = {{ImGuiKey_Space}},
     .line = {running, "Pause, resume"}, .bar = {Icon::pause, "Pause", Icon::play, "Resume"},
     .help = "Holds the simulation; its picture and its last figures stay.", .option = "--paused",
     .chosen = [](const Frame& frame) { return frame.model.choice.paused; },
     .run = [](Frame& frame, int) { frame.wanted.paused = !frame.wanted.paused; }},
    {.id = ids::step, .label = "Step", .chords = {{.character = '.'}},
     .line = {running, "One step"}, .bar = {Icon::step, "Step"},
     .help = "Computes one step and shows it; a run that goes on is paused first.",
     .command = AppCommand::step, .changes_run = true},
    {.id = "step-in-picture", .label = "One step in the picture",
     .chords = {{ImGuiKey_RightArrow, 1}}, .line = {running}, .run = step_in_picture,
     .repeats = true},
    {.id = ids::reset, .label = "Reset", .chords = {{ImGuiKey_R}}, .line = {running},
     .bar = {Icon::reset, "Reset"},
     .help = "Begins anew from the initial state, with the same settings.",
     .command = AppCommand::reset, .changes_run = true},
    {.id = ids::measure_all, .label = "Measure all", .chords = {{ImGuiKey_B}},
     .line = {running, "Measure all variants"}, .menus = {{Menu::measuring}},
     .bar = {Icon::measure, "Measure all"},
     .help = "Verifies and times every variant that can run here, while simulation and picture "
             "rest. Esc stops it, and what was measured stays.",
     .option = [](const Frame& frame) { return command(frame, "bench"); }, .reason = busy,
     .command = AppCommand::measure_all, .changes_run = true},
    {.id = ids::measure_roofs, .label = "Measure roofs and variants",
     .menus = {{Menu::measuring}},
     .help = "Measures what memory, caches and units of arithmetic of this machine do at best, a "
             "second or two, and then every variant, as Measure all does.",
     .option = [](const Frame& frame) { return command(frame, "roofline"); }, .reason = busy,
     .run = show_limits, .command = AppCommand::measure_roofs, .changes_run = true},
    sweep_action<Varied::size>(ids::sweep_size, "Sweep over sizes", AppCommand::sweep_size),
    sweep_action<Varied::launch>(ids::sweep_launch, "Sweep over blocks or threads",
                                 AppCommand::sweep_launch),
    sweep_action<Varied::both>(ids::sweep, "Sweep over both", AppCommand::sweep),
    sweep_action<Varied::reserve>(ids::sweep_reserve, "Sweep over occupancy",
                                  AppCommand::sweep_reserve),
    {.id = ids::compare, .label = "Compare A and B in turn", .menus = {{Menu::measuring}},
     .help = "Measures the pinned setting and the running one in turn, in random order, until the "
             "difference is decided. All that is said of it is wrong with a probability of at most "
             "1\u00a0%.",
     .option = [](const Frame& frame) { return command(frame, "ab", " --against SETTING"); },
     .reason = [](const Frame& frame) {
       return frame.model.job ? busy(frame) : frame.model.ab.reason; },
     .run = [](Frame& frame, int) { show_tab(frame, ids::compare_tab); },
     .command = AppCommand::compare, .changes_run = true},
    {.id = search_action, .label = "Search the fastest setting", .menus = {{Menu::measuring}},
     .help = "Tries combinations of what is varied, each verified before it is timed, from coarse "
             "to fine where the time is short. The best is measured in turn with the next. Esc "
             "stops it, and what was measured stays.",
     .option = [](const Frame& frame) { return command(frame, "tune"); },
     .reason = [](const Frame& frame) {
       return frame.model.job ? busy(frame) : frame.model.tuner.reason; },
     .run = [](Frame& frame, int) { show_tab(frame, ids::tuner_tab); },
     .command = AppCommand::tune, .changes_run = true},
    {.id = ids::measure_curves, .label = "Measure over the parameter",
     .menus = {{Menu::measuring}},
     .help = "Times the running setting at each value of the parameter that the tab Curves shows, "
             "verified, while simulation and picture rest. Esc stops it, and what was measured "
             "stays.",
     .option = curves_command, .reason = curves_hindrance,
     .run = [](Frame& frame, int) { show_tab(frame, ids::curves_tab); },
     .command = AppCommand::measure_curves, .changes_run = true},
    {.id = ids::graph_csv, .label = "Save CSV",
     .help = [](const Frame& frame) {
       return "All points with their conditions, at full precision." + saved_where(frame); },
     .option = [](const Frame& frame) { return command(frame, "sweep", " --csv FILE"); },
     .reason = without_graph, .command = AppCommand::save_graph_csv},
    {.id = ids::graph_png, .label = "Save PNG",
     .help = [](const Frame& frame) {
       return "The graphs as a picture of 1920\u00d71080 pixels, for slides." +
              saved_where(frame); },
     .option = [](const Frame& frame) { return command(frame, "sweep", " --png FILE"); },
     .reason = without_graph, .command = AppCommand::save_graph_png},
    {.id = "load-results", .label = "Load results\u2026", .menus = {{Menu::measuring}},
     .help = "Puts verified times of another machine beside this one's, in the table of variants "
             "and in the sweep: a JSON file of bench, sweep or tour. It may also be dropped on the "
             "window.",
     .option = "--results FILE", .reason = busy, .command = AppCommand::load_results},
    {.id = "unload-results", .label = "Unload results", .menus = {{Menu::measuring}},
     .help = "Only times of this machine are shown again.",
     .reason = [](const Frame& frame) {
       return unless(!frame.model.others.empty(), "No results of other machines are loaded."); },
     .command = AppCommand::unload_results},
    {.id = ids::cancel_job, .label = "Cancel", .help = "Stops this work. What is finished stays.",
     .shown_key = "Esc",
     .reason = [](const Frame& frame) {
       return unless(frame.model.job.has_value(), "Nothing is being measured."); },
     .command = AppCommand::cancel_job},
    {.id = "copy-command-line", .label = "Copy command line",
     .menus = {{Menu::measuring}, {Menu::variant, 2}},
     .help = [](const Frame& frame) {
       const std::string what = frame.subject ? "runs this variant" : "brings back all of this";
       return "Puts the command that " + what + " into the clipboard."; },
     .run = [](Frame& frame, int) {
       frame.result.copy_line_of = frame.subject ? frame.subject->choice : frame.model.choice; }},
    {.id = "copy-variant", .label = "Copy variant as Markdown",
     .menus = {{Menu::measuring}, {Menu::variant, 1}},
     .help = "Puts setting, median and error of the variant into the clipboard as a table.",
     .run = [](Frame& frame, int) {
       if (const VariantEntry* variant = frame.cursor_variant()) copy_variant(frame, *variant); }},
    {.id = "measure-this", .label = "Measure this variant",
     .chords = {{ImGuiKey_Enter}, {ImGuiKey_KeypadEnter}},
     .line = {running, "Measure selected variant"}, .menus = {{Menu::variant}},
     .help = "Runs the variant and benches it.", .reason = variant_cannot_run,
     .run = [](Frame& frame, int) { choose_variant(frame, *frame.cursor_variant()); },
     .command = AppCommand::measure_this, .changes_run = true},
    {.id = ids::measure_clocks, .label = "Measure the clocks", .menus = {{Menu::measuring}},
     .help = "Reads a step of the running variant by events of the GPU, and by the host's clock "
             "with and without waiting: its first run and warm ones, while simulation and picture "
             "rest.",
     .option = [](const Frame& frame) { return command(frame, "bench", " --clocks"); },
     .reason = [](const Frame& frame) {
       return frame.model.clocks_reason.empty() ? busy(frame) : frame.model.clocks_reason; },
     .run = [](Frame& frame, int) { show_tab(frame, ids::clocks_tab); },
     .command = AppCommand::measure_clocks, .changes_run = true},
    {.id = ids::run_experiment, .label = "Run the transfer experiment",
     .menus = {{Menu::measuring}},
     .help = "Runs the experiment that the tab Transfer shows, while simulation and picture rest. "
             "Esc stops it, and what was measured stays.",
     .option = experiment_command, .reason = experiment_hindrance,
     .run = [](Frame& frame, int) {
       show_tab(frame, ids::transfer_tab);
       frame.result.lab = wanted_experiment(frame); },
     .command = AppCommand::experiment, .changes_run = true},
    {.id = ids::read_counters, .label = "Read counters", .menus = {{Menu::measuring}},
     .help = "Counts one step of the running variant by the GPU's hardware, where the driver permits "
             "it: bytes of memory and caches, instructions, warps that were active. The step is made "
             "some ten times, while simulation and picture rest.",
     .option = [](const Frame& frame) { return command(frame, "counters"); },
     .reason = [](const Frame& frame) {
       return frame.model.counters_reason.empty() ? busy(frame) : frame.model.counters_reason; },
     .run = [](Frame& frame, int) { show_tab(frame, ids::occupancy_tab); },
     .command = AppCommand::read_counters, .changes_run = true},
    {.id = "variant-beside", .label = "Variant above, below",
     .chords = {{ImGuiKey_UpArrow, -1}, {ImGuiKey_DownArrow, +1}},
     .line = {running, "", "\u2191 \u2193"}, .run = move_cursor, .repeats = true},
    {.id = "variant-by-number", .label = "Variant by number", .chords = digits(0),
     .line = {running, "", "1 \u2026 9"}, .run = choose_numbered_variant},
    {.id = "whole-lesson", .label = "The whole lesson", .chords = {{ImGuiKey_L}},
     .line = {running}, .help = "Shows all that is said of the running variant, or its beginning.",
     .run = [](Frame& frame, int) { frame.state.lesson_open = !frame.state.lesson_open; }},
    {.id = "block-beside", .label = "Smaller, larger block",
     .chords = {{.argument = -1, .character = '['}, {.argument = +1, .character = ']'}},
     .line = {running, "", "[ ]"}, .run = step_block},
    {.id = "block-width", .label = "Width of the block",
     .chords = {{ImGuiMod_Shift | ImGuiKey_LeftArrow, -1},
                {ImGuiMod_Shift | ImGuiKey_RightArrow, +1}},
     .line = {running, "", "Shift \u2190 \u2192"},
     .run = [](Frame& frame, int way) { change_block(frame, way, 0); }, .repeats = true},
    {.id = "block-height", .label = "Height of the block",
     .chords = {{ImGuiMod_Shift | ImGuiKey_DownArrow, -1},
                {ImGuiMod_Shift | ImGuiKey_UpArrow, +1}},
     .line = {running, "", "Shift \u2191 \u2193"},
     .run = [](Frame& frame, int way) { change_block(frame, 0, way); }, .repeats = true},
    {.id = "size", .label = "Double, halve the size",
     .chords = {{.argument = +1, .character = '+'}, {.argument = -1, .character = '-'}},
     .line = {running, "", "+ \u2212"}, .run = step_size},
    {.id = "type-setting", .label = "Type a setting", .chords = {{.character = '/'}},
     .line = {running, "Type any setting"}, .menus = {{Menu::end}},
     .help = "Any control by its name, and its value: filter lanczos3.",
     .run = [](Frame& frame, int) { frame.state.command_palette = {.open = true}; },
     .reach = Reach::not_typing, .leads_away = true},
    {.id = "workload-by-number", .label = "Workload", .chords = digits(ImGuiMod_Ctrl),
     .line = {running, "", "Ctrl 1 \u2026 9"}, .run = choose_workload, .reach = Reach::always},
    {.id = ids::pin, .label = "Pin this as A", .chords = {{ImGuiKey_P}},
     .line = {running, "Pin this as A; Shift P unpins"}, .menus = {{Menu::setting, 1}},
     .bar = {Icon::pin, "Pin A"}, .help = pin_help,
     .chosen = [](const Frame& frame) { return frame.model.pinned.has_value(); },
     .command = AppCommand::pin},
    {.id = "unpin", .label = "Unpin A", .chords = {{ImGuiMod_Shift | ImGuiKey_P}},
     .menus = {{Menu::setting, 2}}, .help = "Nothing is compared any more.", .reason = unpinned,
     .command = AppCommand::unpin},
    {.id = "flip", .label = "Flip between A and this", .chords = {{ImGuiKey_X}},
     .line = {running, "Flip between A and this"}, .menus = {{Menu::setting, 1}},
     .help = "Runs A's setting, and then this one again.", .reason = unpinned,
     .command = AppCommand::flip, .changes_run = true},
    {.id = ids::measure_a_here, .label = "Measure A here",
     .help = "Runs A at this problem until it has enough samples, then comes back. Esc ends it.",
     .reason = not_comparable, .command = AppCommand::measure_a_here, .changes_run = true},
    // What was painted is no setting: R begins anew.
    {.id = "undo", .label = "Undo", .chords = {{ImGuiMod_Ctrl | ImGuiKey_Z}},
     .line = {running, "Undo; Ctrl Y: redo"}, .menus = {{Menu::setting}},
     .help = "Goes back to the choice before.",
     .reason = [](const Frame& frame) {
       return unless(frame.model.can_undo, "Nothing to undo: no setting was changed yet"); },
     .command = AppCommand::undo, .reach = Reach::not_typing, .repeats = true, .changes_run = true},
    {.id = "redo", .label = "Redo",
     .chords = {{ImGuiMod_Ctrl | ImGuiKey_Y}, {ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z}},
     .menus = {{Menu::setting}}, .help = "Goes forward to what was undone.",
     .reason = [](const Frame& f) { return unless(f.model.can_redo, "Nothing to redo"); },
     .command = AppCommand::redo, .reach = Reach::not_typing, .repeats = true, .changes_run = true},
  };
}
// clang-format on

}  // namespace livewarp::ui
