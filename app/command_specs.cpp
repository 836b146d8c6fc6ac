#include "app/command_specs.h"

#include <algorithm>

#include "app/choice_options.h"
#include "kernels/core/text.h"

namespace livewarp {

namespace {

OptionSpec device_option() {
  return {"device", "INDEX", "CUDA device to use, as livewarp info counts them.", "Run:"};
}
OptionSpec json_option() {
  return {"json", "FILE", "Write everything to this file, at full precision.", "Output:"};
}
OptionSpec csv_option() {
  return {"csv", "FILE", "Write the table to this file, one row a line.", "Output:"};
}
OptionSpec size_option(const std::string& what, const std::string& standard) {
  return {"size", "WIDTHxHEIGHT", what + " in pixels. Default " + standard + ".", "Picture:"};
}

CommandInfo window_command() {
  CommandInfo info;
  info.summary =
      "Runs GPU kernels live: choose a workload, change one thing, see picture and measured time "
      "change. Without a sub-command the window opens.";
  info.subject = Subject::choice;
  info.options = {
      {"size", "WIDTHxHEIGHT", "Window in pixels. Default: fitted to the screen.", "Window:"},
      {"text-size", "0.75\u20263", "Factor on the size of all text.", "Window:"},
      {"theme", "dark|light", "Colours of the window; light is for bright rooms.", "Window:"},
      {"presenter", "", "Begin with the picture and large figures alone, as F9 does.", "Window:"},
      {"no-vsync", "", "Do not wait for the screen's refresh.", "Window:"},
      {"no-interop", "", "Take the copy path even where CUDA and OpenGL could share memory.",
       "Window:"},
      {"device", "INDEX",
       "CUDA device. One that does not drive the window takes the copy path. Default: the "
       "window's.",
       "Window:"},
      {"for", "SECONDS", "Close after this long.", "Window:"},
      {"paint", "", "The brush moves by itself: to show it, or to measure frames meanwhile.",
       "Window:"},
      {"report", "FILE", "Write frames, times and errors of the run to this JSON file.", "Window:"},
      {"screenshot", "FILE", "Write the window as PNG just before it closes.", "Window:"},
      {"keys", "FILE",
       "Play a key script: lines like key Down, type 4096, wait 5 s, say \"text\", "
       "expect variant vector, shot NAME.png. docs/lecture.keys is one.",
       "Key script:"},
      {"keys-speed", "0.1\u20261,000", "Divide the script's waits by this. Default 1.",
       "Key script:"},
      {"shots", "FOLDER",
       "Where the shots of the script go, and unexpected.png where something does not come; "
       "without it none are made.",
       "Key script:"}};
  return info;
}

CommandInfo bench_command() {
  CommandInfo info{Command::bench, "bench"};
  info.brief = "measure rows, each verified before it is timed";
  info.summary = "Measures every row of a workload that can run here: warm, repeated until the "
                 "median is known "
                 "to 0.5\u00a0%. No row shows a time before its result is verified. Pictures are "
                 "taken several in turn, so that none waits in a cache.";
  info.subject = Subject::rows;
  info.needs_workload = true;
  info.options = {{"time", "SECONDS", "Longest time for each row. Default 3.", "Run:"},
                  {"cold", "", "Flush the last-level cache before each sample.", "Run:"},
                  device_option(),
                  json_option(),
                  csv_option()};
  return info;
}

CommandInfo sweep_command() {
  CommandInfo info{Command::sweep, "sweep"};
  info.brief = "measure rows against their size, their block or another axis";
  info.summary = "Measures rows over sizes, in powers of two up to where a step takes longer than "
                 "--time, or over the values of one axis. Each point is verified before it is "
                 "timed, under the conditions of bench. Ctrl+C keeps what is measured.";
  info.subject = Subject::rows;
  info.needs_workload = true;
  info.options = {
      {"over", "size|AXIS",
       "What is varied: the size, or an axis of the rows, block for example. "
       "Default size.",
       "Sweep:"},
      {"from", "COUNT", "The first size, or the first number of an axis.", "Sweep:"},
      {"to", "COUNT", "The last one.", "Sweep:"},
      {"points", "1\u2026100", "At most so many, evenly spread. Default: all.", "Sweep:"},
      {"time", "SECONDS",
       "Longest time for each point, and longest step that is measured. Default 1.", "Run:"},
      {"cold", "", "Flush the last-level cache before each sample.", "Run:"},
      device_option(),
      json_option(),
      csv_option(),
      {"png", "FILE", "Draw the graph into this PNG file, off-screen.", "Output:"}};
  return info;
}

CommandInfo verify_command() {
  CommandInfo info{Command::verify, "verify"};
  info.brief = "compare every row with the fp64 reference";
  info.summary =
      "Compares rows with the fp64 reference at the check sizes, and at the present size where a "
      "parameter is given. Exit code 1 if a result is wrong, a requested row did not run, or there "
      "is no row at all.";
  info.subject = Subject::rows;
  info.options = {
      {"executor", "cuda|simt|cpu",
       "Who runs CUDA rows: a GPU, or simt, which executes the kernels' own source on the host. "
       "cpu: CPU rows alone. Default: cuda where there is a GPU.",
       "Run:"},
      {"all-launches", "",
       "Check every offered value of every axis, not only default, first and last.", "Run:"},
      {"sanitize", "",
       "Execute CUDA rows on the host and check every access: out of range, races, missing or "
       "divergent barriers, shared memory that nobody wrote. Needs no GPU.",
       "Run:"},
      device_option(),
      json_option(),
      csv_option()};
  return info;
}

CommandInfo lens_command() {
  CommandInfo info{Command::lens, "lens"};
  info.brief = "what warps do with memory, counted line by line";
  info.summary =
      "Executes the kernels of a CUDA row on the host and counts, for each line of their source, "
      "the requests of its warps, 32-byte sectors, shared-memory wavefronts and active lanes. "
      "Needs no GPU. Of a small problem, but for parameters that are given; of the block in the "
      "middle of the grid.";
  info.subject = Subject::choice;
  info.needs_workload = true;
  info.options = {{"whole-grid", "", "Look at all blocks.", "Lens:"},
                  {"warp", "0\u202631", "Look at this warp of the block alone.", "Lens:"},
                  {"on-gpu", "",
                   "Make the same step on the GPU instead, once and alone, for a profiler.",
                   "Lens:"},
                  json_option()};
  return info;
}

CommandInfo shot_command() {
  CommandInfo info{Command::shot, "shot"};
  info.brief = "draw one picture without a display";
  info.summary = "Runs a workload for some frames and draws the picture off-screen. The row is "
                 "verified first.";
  info.subject = Subject::choice;
  info.needs_workload = true;
  info.positionals = {{"OUT.png", "the picture to write", true}};
  info.options = {{"frames", "0\u20261,000,000",
                   "Frames before the picture is taken. Default 200, with --result 1.", "Picture:"},
                  size_option("Picture", "1280x720"),
                  {"result", "",
                   "Write the result itself, where it is a picture: all its pixels, alpha kept, "
                   "grey as grey. Needs no OpenGL.",
                   "Picture:"},
                  device_option()};
  return info;
}

std::vector<CommandInfo> make_commands() {
  CommandInfo list{Command::list, "list"};
  list.brief = "every row: backend, axes, and why it cannot run here";
  list.summary = "Lists every row with its axes (the default in brackets), and why it cannot run "
                 "on this machine.";
  list.subject = Subject::listing;
  list.options = {json_option()};

  CommandInfo info{Command::info, "info"};
  info.brief = "this machine, its GPUs, drivers and what does not fit";
  info.summary =
      "Says what was found on this machine, and what keeps parts of the program from working.";
  info.options = {json_option()};

  CommandInfo ceilings{Command::ceilings, "ceilings"};
  ceilings.brief = "measured limits: copy bandwidth, FMA and texture rates";
  ceilings.summary = "Measures what this machine can do at best: copy bandwidth and FMA rates in "
                     "fp32 and fp64 of cores and GPU, the GPU's rate of texture fetches, and "
                     "transfers between it and the host.";
  ceilings.options = {{"backend", "cuda|cpu", "Only this one.", "Run:"},
                      {"threads", "COUNT", "Threads on the CPU. Default: all cores.", "Run:"},
                      {"time", "SECONDS", "Time for each backend. Default 1.", "Run:"},
                      device_option(),
                      json_option()};

  CommandInfo tour{Command::tour, "tour"};
  tour.brief = "short verified run through all workloads, with pictures";
  tour.summary =
      "Runs through all workloads, verifies their rows, measures those that can be timed here, "
      "prints a table and writes pictures. Needs no display.";
  tour.options = {
      {"out", "FOLDER", "Where the pictures go. Default: the current folder.", "Output:"},
      {"time", "SECONDS", "Longest time for each row. Default 0.5.", "Run:"},
      size_option("Pictures", "1280x720"),
      device_option()};
  return {window_command(), list,     info,           bench_command(), sweep_command(),
          verify_command(), ceilings, lens_command(), shot_command(),  tour};
}

std::string names_of(const std::vector<const Workload*>& workloads) {
  std::vector<std::string> names;
  names.reserve(workloads.size());
  for (const Workload* workload : workloads) names.push_back(workload->info().name);
  return joined(names);
}

std::string command_list() {
  std::string text = "Commands, none of which needs a display:\n";
  for (const CommandInfo& info : commands())
    if (!info.name.empty())
      text += "  " + info.name + std::string(10 - info.name.size(), ' ') + info.brief + "\n";
  return text + "\nlivewarp COMMAND --help explains one; livewarp bench WORKLOAD --help lists the "
                "options of that\n"
                "workload too. livewarp --version names this build.\n";
}

}  // namespace

const std::vector<CommandInfo>& commands() {
  static const std::vector<CommandInfo> all = make_commands();
  return all;
}

const CommandInfo* find_command(const std::string& name) {
  for (const CommandInfo& info : commands())
    if (!name.empty() && info.name == name) return &info;
  return nullptr;
}

CommandSpec command_spec(const CommandInfo& info, const std::vector<const Workload*>& workloads,
                         const Workload* workload, const std::vector<const VariantInfo*>& rows) {
  CommandSpec spec;
  spec.name = info.name.empty() ? "livewarp" : "livewarp " + info.name;
  spec.summary = info.summary;
  if (workload) {
    spec.name += " " + workload->info().name;
  } else if (info.subject != Subject::none) {
    spec.positionals.push_back({"WORKLOAD", "one of " + names_of(workloads), info.needs_workload});
    spec.footer = "With a workload named, the help lists its own options too: " + spec.name + " " +
                  (workloads.empty() ? "WORKLOAD" : workloads.front()->info().name) + " --help\n";
  }
  spec.positionals.insert(spec.positionals.end(), info.positionals.begin(), info.positionals.end());
  if (info.subject == Subject::choice || info.subject == Subject::rows) {
    if (workload)
      spec.options = choice_options(*workload, rows);
    else if (info.subject == Subject::rows)
      spec.options = {{"backend", "cuda|cpu", "Rows of this backend.", "Run:"}};
    if (info.subject == Subject::choice)
      for (const OptionSpec& option : display_options())
        // A picture without a window has nothing to pause and one way to the screen.
        if (info.command == Command::window || option.id == "steps-per-frame")
          spec.options.push_back(option);
  }
  spec.options.insert(spec.options.end(), info.options.begin(), info.options.end());
  if (info.command == Command::window)
    spec.footer += (spec.footer.empty() ? "" : "\n") + command_list();
  return spec;
}

}  // namespace livewarp
