#include "app/commands/window_command.h"

#include <ostream>
#include <sstream>
#include <string>

#include "app/base/platform.h"
#include "app/commands/commands.h"
#include "app/options/choice_options.h"
#include "app/record/recording.h"
#include "app/reports/saved_report.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

ui::Theme theme_of(const std::string& text) {
  if (text == "dark") return ui::Theme::dark;
  if (text == "light") return ui::Theme::light;
  throw Error("--theme " + text + ": there is no such theme", "dark or light");
}

void declare_window(CLI::App& app, const Machine& machine, LiveOptions& options) {
  OptionGroup window(app, "Window:");
  window.size("size", options.width, options.height,
              "Window in pixels. Default: fitted to the screen.");
  window.real("text-size", "0.75\u20263", 0.75, 3, options.text_size,
              "Factor on the size of all text.");
  window.value(
      "theme", "dark|light",
      [&options](const std::string& text) { options.theme = theme_of(text); },
      "Colours of the window; light is for bright rooms.");
  window.flag("presenter", options.presenter,
              "Begin with the picture and large figures alone, as F9 does.");
  window.flag(
      "no-vsync", [&options](auto&) { options.vsync = false; },
      "Do not wait for the screen's refresh.");
  window.flag("no-interop", options.no_interop,
              "Take the copy path even where CUDA and OpenGL could share memory.");
  declare_device(window, machine, options.device,
                 "CUDA device. One that does not drive the window takes the copy path. Default: "
                 "the window's.");
  window.real("for", "SECONDS", shortest_time, longest_time, options.for_seconds,
              "Close after this long.");
  window.flag("paint", options.paint,
              "The brush moves by itself: to show it, or to measure frames meanwhile.");
  window.text("report", "FILE", options.report,
              "Write frames, times and errors of the run to this JSON file.");
  window.text("record", "FILE.webm", options.record,
              "Record the window as a video until it closes, or as pictures into a folder.");
  window.text("screenshot", "FILE", options.screenshot,
              "Write the window as PNG just before it closes.");
}

void declare_results(CLI::App& app, LiveOptions& options) {
  OptionGroup results(app, "Results:");
  results.value(
      "results", "FILE[,FILE\u2026]",
      [&options](const std::string& text) {
        std::istringstream paths(text);
        for (std::string path; std::getline(paths, path, ',');)
          options.results.push_back(read_times(absolute_path(path)));
      },
      "Shows verified times of other machines, as bench, sweep and tour write them with --json, "
      "beside this one's.");
}

void declare_lecture(CLI::App& app, LiveOptions& options) {
  OptionGroup lecture(app, "Lecture:");
  lecture.text("lecture", "NAME|FILE", options.lecture,
               "Give a lecture: Page keys, or a clicker's, go through its slides. livewarp lecture "
               "list names those that ship.");
  lecture.flag("notes", options.notes,
               "With --lecture: a second window for the lecturer, with notes, the next slide and "
               "times, on a monitor that the picture is not on.");
}

void declare_script(CLI::App& app, LiveOptions& options) {
  OptionGroup script(app, "Key script:");
  script.text("keys", "FILE", options.keys,
              "Play a key script: lines like key Down, type 4096, wait 5 s, say \"text\", expect "
              "variant vector, shot NAME.png.");
  script.real("keys-speed", "0.1\u20261,000", 0.1, 1000, options.keys_speed,
              "Divide the script's waits by this. Default 1.");
  script.text("shots", "FOLDER", options.shots,
              "Where the shots of the script go, and unexpected.png where something does not come; "
              "without it none are made.");
}

}  // namespace

CommandInfo WindowCommand::info() const {
  return {
      "",
      "Runs GPU kernels live: choose a workload, change one thing, see picture and measured time "
      "change. Without a sub-command the window opens.",
      WorkloadArgument::optional};
}

void WindowCommand::declare(CLI::App& app, const CommandScope& scope) {
  workload_ = scope.workload;
  if (workload_) {
    backend_ = usual_backend(*workload_, *scope.machine);
    declare_choice(app, *workload_, scope.variants, given_);
  }
  declare_display(app, given_);
  declare_window(app, *scope.machine, options_);
  declare_results(app, options_);
  declare_lecture(app, options_);
  declare_script(app, options_);
}

void WindowCommand::finish() {
  choice_ = choice_from(*workload_, given_, backend_);
  for (const auto& [id, text] : with_selected(*workload_, given_)) options_.given.insert(id);
  if (options_.notes && options_.lecture.empty())
    throw Error("--notes: there is no lecture whose notes could be shown",
                "--lecture NAME gives one: livewarp lecture list");
  if (!options_.record.empty()) require_recordable(options_.record);
}

int WindowCommand::run(const Context& context) {
  options_.stop = context.stop;
  options_.words = context.out;
  options_.turns = context.turns;
  // Tried and removed again: they are written when the window closes, an hour of lecture later.
  for (const std::string& path : {options_.report, options_.screenshot})
    if (!path.empty()) OutputFile{path};
  const SelectedVariant variant = selected_variant(context, choice_);
  if (!variant.skip.empty()) {
    *context.err << "livewarp: " << cannot_run_text(variant, variant.skip) << "\n";
    return exit_wrong;
  }
  return run_window(*context.registry, *context.machine, variant.choice, options_);
}

std::unique_ptr<Command> make_window_command() { return std::make_unique<WindowCommand>(); }

}  // namespace livewarp
