// Lectures without a window: which there are, and whether one can be given on this machine.
#include <cmath>
#include <ostream>
#include <string>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/commands/commands.h"
#include "app/lecture/lecture_check.h"
#include "app/lecture/lecture_file.h"
#include "app/lecture/lecture_shelf.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

class LectureCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {.brief = "lectures that ship; check one on this machine",
            .summary = "Lists the lectures that ship with the program, or checks one beforehand: "
                       "every slide is run for a step, and what cannot run here, keeps a hall "
                       "waiting, is missing or is no sentence of a lecture is said, a line each. "
                       "livewarp --lecture NAME gives one.",
            .experiments = {"list", "check"}};
  }
  void declare(CLI::App& app, const CommandScope& scope) override {
    checks_ = scope.experiment == "check";
    if (!checks_) return;
    OptionGroup what(app, "Lecture:"), run(app, "Run:");
    what.positional(
        "FILE", true, [this](const std::string& text) { asked_ = text; },
        "a file, or the name of a lecture that ships");
    declare_device(run, *scope.machine, device_);
  }
  int run(const Context& context) override { return checks_ ? check(context) : list(context); }

 private:
  static int list(const Context& context);
  int check(const Context& context) const;

  bool checks_ = false;
  std::string asked_;
};

std::string minutes(double seconds) { return fmt::format("{:.0f} min", std::ceil(seconds / 60)); }

int LectureCommand::list(const Context& context) {
  TextTable table(
      {{"Lecture"}, {"Title"}, {"Slides", ColumnAlign::right}, {"Planned", ColumnAlign::right}});
  for (const ShippedLecture& shipped : shipped_lectures()) {
    const std::string name(shipped.name);
    const Lecture lecture = find_lecture(name, context.workloads);
    table.add(
        {name, lecture.title, std::to_string(lecture.slides.size()), minutes(lecture.planned())});
  }
  *context.out << table.text();
  return exit_ok;
}

int LectureCommand::check(const Context& context) const {
  const Lecture lecture = find_lecture(asked_, context.workloads);
  Progress progress(context);
  const auto problems = lecture_problems(lecture, context, [&](int slide) {
    progress.begin(lecture.slides[std::size_t(slide)].title);
    progress.at(double(slide) / double(lecture.slides.size()));
  });
  progress.wipe();
  for (const std::string& problem : problems) *context.out << problem << "\n";
  if (!problems.empty()) return exit_wrong;
  *context.out << fmt::format(
      "{}: {} {}, {} planned, nothing is wrong\n", lecture.name, lecture.slides.size(),
      lecture.slides.size() == 1 ? "slide" : "slides", minutes(lecture.planned()));
  return exit_ok;
}

}  // namespace

std::unique_ptr<Command> make_lecture_command() { return std::make_unique<LectureCommand>(); }

}  // namespace livewarp
