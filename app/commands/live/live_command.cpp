#include "app/commands/live/live_command.h"

#include <ostream>
#include <sstream>
#include <string>

#include "app/base/platform.h"
#include "app/commands/commands.h"
#include "app/edit/source/watched_file.h"
#include "app/edit/study/kernel_starter.h"
#include "app/exercise/shipped_exercises.h"
#include "app/options/choice_options.h"
#include "app/record/recording.h"
#include "app/reports/saved_report.h"
#include "app/session/session.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

ui::Theme theme_of(const std::string& text) {
  if (text == "dark") return ui::Theme::dark;
  if (text == "light") return ui::Theme::light;
  throw Error("--theme " + text + ": there is no such theme", "dark or light");
}

void declare_look(CLI::App& app, const Machine& machine, LiveOptions& options) {
  OptionGroup window(app, "Look and run:");
  window.real("text-size", "0.75\u20263", 0.75, 3, options.text_size,
              "Factor on the size of all text.");
  window.value(
      "theme", "dark|light",
      [&options](const std::string& text) { options.theme = theme_of(text); },
      "Colours of the window; light is for bright rooms.");
  window.flag("presenter", options.presenter,
              "Begin with the picture and large figures alone, as F9 does.");
  window.flag("no-interop", options.no_interop,
              "Take the copy path even where CUDA and OpenGL could share memory.");
  declare_device(window, machine, options.device,
                 "CUDA device. One that does not drive the window takes the copy path. Default: "
                 "the window's.");
  window.real("for", "SECONDS", shortest_time, longest_time, options.for_seconds,
              "End after this long.");
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

void declare_kernel(CLI::App& app, std::string& exercise, LiveOptions& options) {
  OptionGroup kernel(app, "Kernel of your own:");
  kernel.text("exercise", "NAME|FILE", exercise,
              "Open an exercise in the tab Edit: a kernel with a gap, what is asked of it, and "
              "hints. livewarp exercise list names those that ship.");
  kernel.text("kernel", "FILE.cuh", options.kernel,
              "Open the tab Edit with this file, which an editor of your own changes: each save is "
              "tried in place of the variant's kernel, whether the variant can run here or not.");
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

void LiveCommand::declare(CLI::App& app, const CommandScope& scope) {
  workload_ = scope.workload;
  if (workload_) {
    backend_ = usual_backend(*workload_, *scope.machine);
    declare_choice(app, *workload_, scope.variants, given_);
  }
  declare_display(app, given_);
  declare_place(app, options_);
  declare_look(app, *scope.machine, options_);
  declare_results(app, options_);
  declare_lecture(app, options_);
  declare_kernel(app, exercise_, options_);
  declare_script(app, options_);
}

void LiveCommand::finish() {
  choice_ = choice_from(*workload_, given_, backend_);
  for (const auto& [id, text] : with_selected(*workload_, given_)) options_.given.insert(id);
  if (options_.notes && options_.lecture.empty())
    throw Error("--notes: there is no lecture whose notes could be shown",
                "--lecture NAME gives one: livewarp lecture list");
  if (!options_.record.empty()) require_recordable(options_.record);
  if (!exercise_.empty() && !options_.kernel.empty())
    throw Error("--exercise and --kernel: the tab Edit shows one of them",
                "name the exercise, and drop the file on the window");
  if (!exercise_.empty()) options_.exercise = find_exercise(exercise_);
  if (!options_.kernel.empty()) {
    read_source(options_.kernel,
                "livewarp edit " + choice_.workload + " --write FILE.cuh writes one to begin with");
    options_.kernel = absolute_path(options_.kernel);
  }
}

int LiveCommand::run(const Context& context) {
  options_.stop = context.stop;
  options_.words = context.out;
  options_.turns = context.turns;
  // Tried and removed again: they are written when the window closes, an hour of lecture later.
  for (const std::string& path : {options_.report, options_.screenshot})
    if (!path.empty()) OutputFile{path};
  if (options_.exercise || !options_.kernel.empty()) aim_at_kernel(context);
  const SelectedVariant variant = selected_variant(context, choice_);
  if (!variant.skip.empty()) {
    *context.err << "livewarp: " << cannot_run_text(variant, variant.skip) << "\n";
    return exit_wrong;
  }
  return show(context, variant.choice, options_);
}

/// What the tab Edit is about, and what runs beside it: the same variant where it can.
void LiveCommand::aim_at_kernel(const Context& context) {
  const auto& exercise = options_.exercise;
  const Workload* const workload =
      exercise ? context.find(exercise->workload) : context.find(choice_.workload);
  if (!workload) throw Error(exercise->name + ": there is no workload " + exercise->workload);
  const bool named = !exercise && given_.contains("variant");
  ParsedOptions given = exercise ? exercise->given : given_;
  if (!exercise && !named && workload->find(choice_.variant)->backend != Backend::cuda)
    given["variant"] = workload->info().default_cuda;
  const Choice about = choice_from(*workload, given, Backend::cuda);
  origin_of(*workload, about, exercise ? exercise->kernel : "");  // throws where it has none
  options_.kernel_of = about;
  const bool runs = selected_variant(context, about).skip.empty();
  if (runs)
    choice_ = about;
  else if (exercise || named)
    choice_ = first_choice(*context.registry, *context.machine, workload->info().name);
}

}  // namespace livewarp
