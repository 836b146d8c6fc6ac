// Which block of a launch computes what, where and when.
#include <optional>
#include <ostream>

#include "app/base/version.h"
#include "app/blocks/block_study.h"
#include "app/blocks/block_table.h"
#include "app/commands/commands.h"
#include "app/options/choice_options.h"
#include "kernels/core/base/error.h"
#include "kernels/core/exec/waves.h"

namespace livewarp {

namespace {

constexpr int most_asked_multiprocessors = 1024;

class BlocksCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"which blocks write what of the picture, and how they fill the GPU",
            "Tells of one launch of a CUDA variant's step which elements its blocks and warps "
            "write, counted on the emulator, and how its blocks run on the multiprocessors of a "
            "GPU: waves, tail and imbalance, measured on the present GPU by a kernel around the "
            "variant's, or else predicted. The emulator never yields a time.",
            WorkloadArgument::required};
  }
  void declare(CLI::App& app, const CommandScope& scope) override;
  void finish() override;
  int run(const Context& context) override;

 private:
  const Workload* workload_ = nullptr;
  ParsedOptions given_;
  ui::BlocksRequest request_;
  std::optional<Executor> executor_;
  std::string architecture_;
  NamedOutput json_;
};

void BlocksCommand::declare(CLI::App& app, const CommandScope& scope) {
  workload_ = scope.workload;
  if (workload_) declare_choice(app, *workload_, scope.variants, given_);
  OptionGroup run(app, "Run:"), gpu(app, "GPU:"), output(app, "Output:");
  run.value(
      "executor", "cuda|emulator",
      [this](const std::string& text) { executor_ = parse_executor(text); },
      "cuda: times of one step on this GPU, or the reason why not; emulator: none. Without it "
      "they are measured where there is a GPU.");
  gpu.text("arch", "X.Y", architecture_,
           "Compute capability that waves are predicted for, 8.6; without it that of the present "
           "GPU, or one that this program was compiled for.");
  gpu.integer("multiprocessors", "N", 1, most_asked_multiprocessors, request_.multiprocessors,
              "How many multiprocessors it has.");
  declare_json(output, json_);
}

void BlocksCommand::finish() {
  if (executor_ == Executor::cpu)
    throw Error("--executor cpu: it runs no blocks", "known are cuda and emulator");
  if (!architecture_.empty()) request_.compute = parse_compute(architecture_);
  request_.choice = choice_from(*workload_, given_, Backend::cuda);
}

int BlocksCommand::run(const Context& context) {
  json_.open();
  request_.measure = executor_ == Executor::cuda || (!executor_ && context.machine->has_gpu());
  const std::string name = workload_->info().name + " " + request_.choice.variant;
  const KernelCodes codes;
  const KernelCompiler compiler({});
  const ui::BlocksView view = study_blocks(
      *workload_, request_, {context.machine, context.device, &codes, &compiler}, context.stop);
  const bool lacks_times = executor_ == Executor::cuda && !view.measured;
  if (!view.refusal.empty() || lacks_times) {
    *context.err << "livewarp: " << name << ": "
                 << (view.refusal.empty() ? view.measured_reason : view.refusal) << "\n";
    return exit_wrong;
  }
  *context.out << name << ", " << problem_text(*workload_, request_.choice.problem) << "\n"
               << blocks_text(view);
  Json report{{"version", version_text()}, {"workload", workload_->info().name}};
  report.update(to_json(view));
  json_.write(report.dump(2) + "\n");
  return exit_ok;
}

}  // namespace

std::unique_ptr<Command> make_blocks_command() { return std::make_unique<BlocksCommand>(); }

}  // namespace livewarp
