// A process that runs a kernel which a user has written: `livewarp exercise` and `livewarp edit`
// start it.
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "app/commands/commands.h"
#include "app/edit/check_worker.h"
#include "app/edit/gpu_worker.h"

namespace livewarp {

namespace {

class CheckKernelCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {.brief = "runs an edited kernel",
            .summary = "Runs a compiled kernel as its standard input says, and writes a verdict. "
                       "livewarp exercise and livewarp edit start such processes.",
            .internal = true};
  }
  void declare(CLI::App& app, const CommandScope& scope) override {
    OptionGroup run(app, "Run:");
    declare_device(run, *scope.machine, device_);
  }
  int run(const Context& context) override {
    std::string line;
    std::getline(std::cin, line);
    std::optional<GpuPrepared> prepared;
    if (const std::optional<GpuSubject> subject = read_gpu_subject(line)) {
      prepared = prepare_gpu(context.workloads, *subject, context.stop);
      line.clear();
    }
    const std::string task = line + std::string{std::istreambuf_iterator<char>(std::cin), {}};
    if (task.empty()) return exit_ok;  // there is no code
    if (const std::optional<GpuTask> on_gpu = read_gpu_task(task))
      run_gpu_check(context.workloads, *on_gpu, std::move(prepared), context.stop);
    else
      run_check(context.workloads, task, context.stop);
    return exit_ok;
  }
};

}  // namespace

std::unique_ptr<Command> make_checkkernel_command() {
  return std::make_unique<CheckKernelCommand>();
}

}  // namespace livewarp
