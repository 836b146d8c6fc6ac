// A process that runs a kernel which a user has written: `livewarp exercise` starts it.
#include <iostream>
#include <iterator>

#include "app/commands/commands.h"
#include "app/edit/check_worker.h"

namespace livewarp {

namespace {

class CheckKernelCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {.brief = "runs an edited kernel",
            .summary = "Runs a compiled kernel as its standard input says, and writes a verdict. "
                       "livewarp exercise starts such processes.",
            .internal = true};
  }
  void declare(CLI::App&, const CommandScope&) override {}
  int run(const Context& context) override {
    const std::string task{std::istreambuf_iterator<char>(std::cin), {}};
    run_check(context.workloads, task, context.stop);
    return exit_ok;
  }
};

}  // namespace

std::unique_ptr<Command> make_checkkernel_command() {
  return std::make_unique<CheckKernelCommand>();
}

}  // namespace livewarp
