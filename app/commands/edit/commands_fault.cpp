// Faults that kernels have: planted into one of the project's, found, and taken back.
#include <algorithm>
#include <charconv>
#include <optional>
#include <ostream>

#include "app/base/platform.h"
#include "app/commands/commands.h"
#include "app/edit/gpu_check.h"
#include "app/edit/gpu_step.h"
#include "app/edit/study/edit_study.h"
#include "app/fault/fault_report.h"
#include "app/fault/shipped_faults.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

/// Why no GPU can be asked; empty if one can.
std::string no_gpu_here(const Context& context) {
  if (context.machine->gpu(context.device)) return {};
  const std::string& reason = context.machine->gpu_reason;
  return reason.empty() ? "there is no CUDA device here" : reason;
}

class FaultCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {.brief = "plant a fault into a kernel, and see what finds it",
            .summary =
                "Takes one of the project's kernels, plants a fault that the texts warn of, and "
                "says what the checks find, with block, thread and line; without a GPU. The kernel "
                "runs in a process of its own. On a GPU run those alone that stay within their "
                "arrays and end. Exit code 0 if the fault was found, or, with --mended, nothing "
                "was; else 1."};
  }
  void declare(CLI::App& app, const CommandScope& scope) override;
  void finish() override;
  int run(const Context& context) override;

 private:
  int plant_it(const Context& context, const KernelFault& fault);
  int ask(const Context& context);
  int launch_once(const Context& context, const KernelFault& fault) const;
  FaultFinding on_gpu(const Context& context, const KernelFault& fault,
                      const FaultSubject& subject) const;
  GpuCode compiled(const Context& context, const FaultSubject& subject) const;

  std::string name_, answer_;
  FaultTrial trial_;
  bool quiz_ = false, once_ = false;
  NamedOutput json_;
};

void FaultCommand::declare(CLI::App& app, const CommandScope& scope) {
  OptionGroup fault(app, "Fault:"), run(app, "Run:"), output(app, "Output:");
  fault.positional(
      "FAULT", false, [this](const std::string& text) { name_ = text; },
      "The name of one, or a file with one; without it all are listed. With --quiz the number of "
      "a question.");
  fault.flag("mended", trial_.mended, "Check the kernel with the fault taken back.");
  fault.flag("quiz", quiz_, "Show a kernel with a fault, and ask which one it is.");
  fault.text("answer", "NAME", answer_, "The answer to the question of --quiz.");
  run.value(
      "executor", "emulator|cuda",
      [this](const std::string& text) {
        if (text != "emulator" && text != "cuda")
          throw Error("--executor " + printable(text) + " is neither emulator nor cuda");
        trial_.executor = text == "cuda" ? Executor::cuda : Executor::emulator;
      },
      "Where the kernel runs: checked on the host (the default), or on a GPU.");
  run.flag("once", once_,
           "Make the faulty launch plainly once on the GPU, in this process, whatever it does "
           "there: to be run under compute-sanitizer.");
  declare_device(run, *scope.machine, device_);
  declare_json(output, json_);
}

void FaultCommand::finish() {
  if (!answer_.empty() && !quiz_)
    throw Error("--answer is for a question", "livewarp fault 1 --quiz asks one");
  if (quiz_ && (once_ || trial_.mended || !json_.path.empty() || trial_.executor == Executor::cuda))
    throw Error("--quiz asks, and takes --answer alone");
  if (once_ && (trial_.mended || !json_.path.empty()))
    throw Error("--once makes a launch, and finds nothing itself", "leave out --mended and --json");
  if (name_.empty() && (once_ || trial_.mended || trial_.executor == Executor::cuda))
    throw Error("which fault is meant?", "livewarp fault lists them");
}

/// For the GPU here, with the lines of the source.
GpuCode FaultCommand::compiled(const Context& context, const FaultSubject& subject) const {
  const std::string none = no_gpu_here(context);
  if (!none.empty()) throw Error(none, "without a GPU the emulator runs it: leave out the option");
  const GpuInfo& gpu = *context.machine->gpu(context.device);
  const EditedKernel edited = subject.edited(trial_.mended);
  const KernelCompiler nvrtc({});
  GpuCode code = compile_for_gpu(edited, instantiations(edited), nvrtc, 10 * gpu.major + gpu.minor,
                                 {"--generate-line-info"});
  if (!code.hindrance.empty()) throw Error(code.hindrance);
  if (!code.made()) throw Error("NVRTC: " + message_lines(code.messages));
  return code;
}

FaultFinding FaultCommand::on_gpu(const Context& context, const KernelFault& fault,
                                  const FaultSubject& subject) const {
  if (!fault.runs_on_gpu() && !trial_.mended)
    throw Error(fault.name + " does not run on a GPU: " + fault.gpu,
                "the emulator runs it; --once makes its launch all the same");
  const bool calls = !fault.reported.empty() && !trial_.mended;
  GpuCheckPlace place{check_child(), options_of(calls ? subject.small : subject.choice),
                      context.device};
  place.seconds = 1;
  place.calls = calls;
  return finding_of(
      check_on_gpu(subject.edited(trial_.mended), compiled(context, subject), place, context.stop),
      subject.file);
}

int FaultCommand::launch_once(const Context& context, const KernelFault& fault) const {
  const FaultSubject subject = subject_of(fault, context.find(fault.workload));
  const GpuCode code = compiled(context, subject);
  const GpuStep step =
      step_once(*subject.workload, subject.small, replacing_code(code), context.stop);
  for (const ReturnedCall& call : step.calls)
    *context.out << call.call << ": " << call.returned << "\n";
  if (!step.ok()) *context.out << step.error << "\n";
  return step.ok() ? exit_ok : exit_wrong;
}

int FaultCommand::plant_it(const Context& context, const KernelFault& fault) {
  const FaultSubject subject = subject_of(fault, context.find(fault.workload));
  json_.open();
  FaultFinding finding;
  if (trial_.executor == Executor::cuda) {
    finding = on_gpu(context, fault, subject);
  } else {
    HostCompiler compiler(cache_folder());
    finding = finding_of(check_kernel(subject.edited(trial_.mended), compiler,
                                      fault_limits(check_child()), context.stop),
                         subject.file);
  }
  *context.out << fault_text(fault, subject, trial_, finding);
  json_.write(fault_json(context, fault, subject, trial_, finding));
  return (finding.by == FoundBy::nobody) == trial_.mended ? exit_ok : exit_wrong;
}

/// A question by its number, from 1.
std::size_t question_number(const std::string& text, std::size_t count) {
  std::size_t number = 1;
  if (!text.empty()) {
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failed != std::errc() || end != text.data() + text.size() || number < 1 || number > count)
      throw Error("there is no question " + printable(text),
                  "they have the numbers 1 to " + std::to_string(count));
  }
  return number - 1;
}

int FaultCommand::ask(const Context& context) {
  const std::vector<KernelFault> faults = shipped_faults();
  const std::size_t number = question_number(name_, faults.size());
  const QuizQuestion question = quiz_question(faults.size(), number);
  const KernelFault& asked = faults[question.fault];
  if (answer_.empty()) {
    *context.out << question_text(faults, question, number,
                                  subject_of(asked, context.find(asked.workload)));
    return exit_ok;
  }
  const KernelFault given = find_fault(answer_);
  const bool right = given.name == asked.name;
  *context.out << (right ? "right\n\n" : "no: it is another one\n\n");
  const int found = plant_it(context, asked);
  return right ? found : exit_wrong;
}

int FaultCommand::run(const Context& context) {
  if (quiz_) return ask(context);
  if (name_.empty() || name_ == "list") {
    json_.open();
    *context.out << fault_list_text(shipped_faults());
    json_.write(fault_list_json(context, shipped_faults()));
    return exit_ok;
  }
  const KernelFault fault = find_fault(name_);
  return once_ ? launch_once(context, fault) : plant_it(context, fault);
}

}  // namespace

std::unique_ptr<Command> make_fault_command() { return std::make_unique<FaultCommand>(); }

}  // namespace livewarp
