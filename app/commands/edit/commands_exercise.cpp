// Exercises: a kernel with a gap, and what is still wrong with a solution.
#include <algorithm>
#include <iterator>
#include <ostream>

#include "app/base/platform.h"
#include "app/base/table.h"
#include "app/commands/commands.h"
#include "app/edit/kernel_check.h"
#include "app/edit/source/watched_file.h"
#include "app/exercise/exercise_report.h"
#include "app/exercise/hint_counter.h"
#include "app/exercise/shipped_exercises.h"
#include "app/options/choice_options.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

std::string list_text() {
  TextTable table({{"exercise"}, {"what it is about"}, {"workload"}, {"variant"}, {"after"}});
  for (const Exercise& exercise : shipped_exercises())
    table.add({exercise.name, exercise.title, exercise.workload, exercise.given.at("variant"),
               exercise.after});
  return table.text() + "\nlivewarp exercise NAME tells the task\n";
}

class ExerciseCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {.brief = "write a kernel, and hear what is still wrong with it",
            .summary =
                "Checks a kernel that you have written: it is compiled for the emulator, every "
                "access is checked, its result compared with the reference, and what its warps do "
                "with memory counted, without a GPU. Your code runs in a process of its own. Exit "
                "code 0 if the exercise is solved, 1 if not yet."};
  }
  void declare(CLI::App& app, const CommandScope& scope) override;
  void finish() override;
  int run(const Context& context) override;

 private:
  int start(const Context& context, const Exercise& exercise) const;
  int check(const Context& context, const Exercise& exercise);
  EditedKernel edited(const Context& context, const Exercise& exercise,
                      const std::string& text) const;
  void tell_hints(const Context& context, const Exercise& exercise, std::size_t count) const;

  std::string name_, with_, start_;
  bool hint_ = false;
  NamedOutput result_;
};

void ExerciseCommand::declare(CLI::App& app, const CommandScope&) {
  OptionGroup exercise(app, "Exercise:"), output(app, "Output:");
  exercise.positional(
      "EXERCISE", true, [this](const std::string& text) { name_ = text; },
      "The name of one, a file with one, or list.");
  exercise.text("start", "FILE", start_, "Write the kernel with its gap to this file.");
  exercise.text("with", "FILE", with_, "Your kernel: say what is still wrong with it.");
  exercise.flag("hint", hint_, "Where it is not solved yet, a hint; one more each time.");
  output.text("result", "FILE", result_.path,
              "Write what was found to this file, to be handed in (JSON).");
}

void ExerciseCommand::finish() {
  if (!start_.empty() && (!with_.empty() || hint_ || !result_.path.empty()))
    throw Error("--start writes a file, and checks nothing", "leave out the other options");
  if (with_.empty() && !result_.path.empty())
    throw Error("--result tells of a kernel", "name your file with --with");
}

/// Never over a file that is there: it may be a solution.
int ExerciseCommand::start(const Context& context, const Exercise& exercise) const {
  if (std::filesystem::exists(start_))
    throw Error(start_ + " is there already", "choose another name, or remove it");
  OutputFile(start_).write(exercise.starter);
  *context.out << task_text(exercise) << "\n"
               << start_ << " is written. livewarp exercise " << shell_word(name_) << " --with "
               << shell_word(start_) << " says what is still wrong.\n";
  return exit_ok;
}

void ExerciseCommand::tell_hints(const Context& context, const Exercise& exercise,
                                 std::size_t count) const {
  for (std::size_t i = 0; i < std::min(count, exercise.hints.size()); ++i)
    *context.out << "hint " << i + 1 << " of " << exercise.hints.size() << ": "
                 << wrapped(exercise.hints[i], 98, 4) << "\n";
}

EditedKernel ExerciseCommand::edited(const Context& context, const Exercise& exercise,
                                     const std::string& text) const {
  const Workload* const workload = context.find(exercise.workload);
  if (!workload) throw Error(exercise.name + ": there is no workload " + exercise.workload);
  return {workload, choice_from(*workload, exercise.given, Backend::cuda), exercise.kernel, with_,
          text};
}

int ExerciseCommand::check(const Context& context, const Exercise& exercise) {
  const std::string source = read_source(with_, "--start " + with_ + " writes what to begin with");
  result_.open();
  HostCompiler compiler(cache_folder());
  KernelCheckLimits limits;
  limits.child = check_child();
  const ExerciseVerdict verdict = verdict_on(
      exercise, check_kernel(edited(context, exercise, source), compiler, limits, context.stop));
  *context.out << verdict_text(exercise, verdict);
  HintCounter hints(settings_folder());
  if (verdict.solved())
    hints.forget(exercise.name);
  else if (hint_)
    tell_hints(context, exercise, hints.ask(exercise.name, exercise.hints.size()));
  result_.write(result_file(context, exercise, with_, source, verdict));
  return verdict.solved() ? exit_ok : exit_wrong;
}

int ExerciseCommand::run(const Context& context) {
  if (name_ == "list") {
    *context.out << list_text();
    return exit_ok;
  }
  const Exercise exercise = find_exercise(name_);
  if (!start_.empty()) return start(context, exercise);
  if (!with_.empty()) return check(context, exercise);
  *context.out << task_text(exercise);
  if (hint_)
    tell_hints(context, exercise,
               HintCounter(settings_folder()).ask(exercise.name, exercise.hints.size()));
  *context.out << "\nlivewarp exercise " << shell_word(name_)
               << " --start my.cuh writes the kernel with its gap; livewarp --exercise "
               << shell_word(name_) << " opens it in the window\n";
  return exit_ok;
}

}  // namespace

std::unique_ptr<Command> make_exercise_command() { return std::make_unique<ExerciseCommand>(); }

}  // namespace livewarp
