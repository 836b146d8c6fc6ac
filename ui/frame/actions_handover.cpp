// Actions that hand what runs over to other tools: profilers, and what shows traces.
#include "kernels/core/workload/profiling.h"
#include "ui/frame/actions.h"
#include "ui/frame/frame.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

/// What the action is about: the row of a menu, or what runs.
const VariantInfo* variant_of(const Frame& frame) {
  return frame.subject ? frame.subject->info : frame.model.variant;
}

template <Profiler profiler>
std::string not_profiled(const Frame& frame) {
  const VariantInfo* variant = variant_of(frame);
  return variant ? profiler_reason(*variant, profiler) : "There is no variant here.";
}

template <CopiedLine line>
void copy_line(Frame& frame, int) {
  frame.result.copy_line_of = frame.subject ? frame.subject->choice : frame.model.choice;
  frame.result.copied_line = line;
}

std::string not_captured(const Frame& frame) {
  return frame.model.machine->has_gpu() ? "" : no_gpu_text(*frame.model.machine);
}

}  // namespace

// clang-format off
std::vector<Action> handover_actions() {
  return {
    {.id = "copy-ncu", .label = "Copy ncu command", .menus = {{Menu::handover}, {Menu::variant, 3}},
     .help = "Puts the command into the clipboard by which Nsight Compute looks into the main "
             "kernel: without a window, at the same problem, with clocks and caches as they are.",
     .option = "bench --capture", .reason = not_profiled<Profiler::ncu>,
     .run = copy_line<CopiedLine::ncu>},
    {.id = "copy-nsys", .label = "Copy nsys command",
     .menus = {{Menu::handover}, {Menu::variant, 3}},
     .help = "Puts the command into the clipboard by which Nsight Systems shows what runs when: "
             "without a window, at the same problem, with the stages as NVTX ranges.",
     .option = "bench --capture", .reason = not_profiled<Profiler::nsys>,
     .run = copy_line<CopiedLine::nsys>},
    {.id = "capture-frames", .label = "Capture 120 frames", .menus = {{Menu::handover, 1}},
     .help = "Calls cudaProfilerStart, and cudaProfilerStop 120 frames later. What collects is a "
             "profiler that started this program and waits for that: nsys profile "
             "--capture-range=cudaProfilerApi --capture-range-end=repeat livewarp.",
     .reason = not_captured, .command = AppCommand::capture_frames},
    {.id = "trace-frames", .label = "Trace 120 frames", .menus = {{Menu::handover, 1}},
     .help = "Writes what the next 120 frames did, by the intervals that are measured here anyway, "
             "into the present folder: frames, steps and their stages, drawing, checks and jobs on "
             "one clock. ui.perfetto.dev shows it.",
     .command = AppCommand::trace_frames},
    {.id = "save-report", .label = "Write a report", .menus = {{Menu::handover, 2}},
     .help = "Writes one HTML file into the present folder that opens without a network: the "
             "picture, all that was measured of this workload, sources, and the commands that "
             "measure it again. The same stands beside it as JSON.",
     .option = [](const Frame& frame) {
       return "livewarp report " + frame.model.choice.workload; },
     .reason = [](const Frame& frame) { return busy_text(frame.model); },
     .command = AppCommand::save_report},
  };
}
// clang-format on

}  // namespace livewarp::ui
