// A process that shares a GPU with others like it: `livewarp transfer small` starts them.
#include <iostream>

#include "app/commands/commands.h"
#include "app/experiments/partners.h"

namespace livewarp {

namespace {

class PartnerCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {.brief = "shares a GPU with others like it",
            .summary = "Solves small problems from when it is told to on its standard input. "
                       "livewarp transfer small starts such processes.",
            .internal = true};
  }
  void declare(CLI::App& app, const CommandScope& scope) override {
    OptionGroup run(app, "Run:");
    run.value(
        "problem", "plates|bodies",
        [this](const std::string& text) {
          task_.problem = text == "bodies" ? SmallProblem::bodies : SmallProblem::plates;
        },
        "What there are many of.");
    run.integer("count", "COUNT", 1, most_small_count, task_.count, "How many.");
    run.real("time", "SECONDS", shortest_time, longest_time, task_.seconds, "How long.");
    declare_device(run, *scope.machine, device_);
  }
  /// No turn is taken: whoever has started it has the turn.
  int run(const Context& context) override {
    return work_as_partner(task_, std::cin, *context.out, context.stop) ? exit_ok : exit_wrong;
  }

 private:
  PartnerTask task_{.count = 1000, .seconds = 1};
};

}  // namespace

std::unique_ptr<Command> make_partner_command() { return std::make_unique<PartnerCommand>(); }

}  // namespace livewarp
