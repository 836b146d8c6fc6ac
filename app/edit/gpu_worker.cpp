#include "app/edit/gpu_worker.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "app/edit/gpu_step.h"
#include "app/edit/kernel_guard.h"
#include "app/edit/verdict_stream.h"
#include "app/options/choice_options.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/file_bytes.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/exec/replacing_exec.h"
#include "kernels/core/measure/ab_run.h"
#include "kernels/core/measure/statistics.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

namespace {

/// The variant's steps with the edited kernel in them.
class EditedSteps {
 public:
  EditedSteps(const Workload& workload, Choice choice, ReplacingCode code, std::stop_token stop)
      : workload_(&workload), choice_(std::move(choice)), code_(std::move(code)),
        stop_(std::move(stop)) {}

  /// `prepared`: what `primed_state` has found; nothing: it is found now.
  KernelVerdict verdict(CheckDepth depth, double seconds, std::optional<HostState> prepared) {
    const ExecFactory edited = [this](Executor) { return exec(); };
    const Job job{stop_, {}, {}};
    const CheckResult sizes = check_sizes(*workload_, choice_, Executor::cuda, edited, job, depth);
    if (!sizes.ok()) return verdict_on(sizes);
    const HostState start =
        prepared ? std::move(*prepared) : primed_state(*workload_, choice_, stop_);
    *replaced_ = 0;
    const CheckResult here =
        check_here(*workload_, choice_, Executor::cuda, edited, start, job, depth);
    if (!here.ok()) return verdict_on(here);
    if (*replaced_ == 0) throw Error("no launch of the step was the edited kernel's");
    KernelVerdict verdict = verdict_on(sizes);
    verdict.scope += ", " + here.scope + " here";
    verdict.times = times(start, seconds);
    return verdict;
  }

 private:
  std::unique_ptr<CudaExec> exec() { return make_replacing_exec(code_, replaced_, stop_); }

  std::optional<EditedTimes> times(const HostState& start, double seconds) {
    const AbSide original(*workload_, choice_, CudaExec::create(stop_), &start);
    const AbSide edited(*workload_, choice_, exec(), &start);
    InTurnOptions options;
    options.seconds = seconds;
    options.warm = true;  // by the steps that were compared, and those of the run before
    const InTurn outcome =
        compare_in_turn(original.contender(), edited.contender(), options, stop_);
    if (outcome.result.pairs == 0) return {};
    return EditedTimes{summarize(outcome.a_ms).median, summarize(outcome.b_ms).median,
                       outcome.result};
  }

  const Workload* workload_;
  Choice choice_;
  ReplacingCode code_;
  std::stop_token stop_;
  std::shared_ptr<std::size_t> replaced_ = std::make_shared<std::size_t>(0);
};

/// Of a step whose calls alone are asked for.
KernelVerdict verdict_on(const GpuStep& step) {
  KernelVerdict verdict;
  verdict.outcome = step.ok() ? KernelOutcome::right : KernelOutcome::stopped;
  verdict.text = step.error;
  verdict.scope = "one step, whose result nobody compared";
  verdict.calls = step.calls;
  return verdict;
}

std::vector<std::byte> cubin_in(const std::string& path) {
  const auto bytes = bytes_of_file(path, std::filesystem::file_size(path));
  const auto all = std::as_bytes(std::span(bytes));
  return {all.begin(), all.end()};
}

}  // namespace

std::optional<GpuPrepared> prepare_gpu(const std::vector<const Workload*>& workloads,
                                       const GpuSubject& subject, const std::stop_token& stop) {
  try {
    const Workload& workload = workload_named(workloads, subject.workload);
    select_cuda_device(subject.device);
    const Choice choice = choice_from(workload, subject.given, Backend::cuda);
    GpuPrepared prepared{subject, primed_state(workload, choice, stop)};
    const auto simulation = workload.simulate(choice, Executor::cuda, &prepared.start);
    const auto exec = CudaExec::create(stop);
    simulation->step(*exec);
    exec->synchronize();
    return prepared;
  } catch (const Error&) {
    return {};
  }
}

void run_gpu_check(const std::vector<const Workload*>& workloads, const GpuTask& task,
                   std::optional<GpuPrepared> prepared, const std::stop_token& stop) {
  const VerdictStream report;
  limit_process(0, 0);
  try {
    const Workload& workload = workload_named(workloads, task.subject.workload);
    select_cuda_device(task.subject.device);
    const Choice choice = choice_from(workload, task.subject.given, Backend::cuda);
    if (decomposition_of(choice.launch).parts > 1)
      throw Error("an edited kernel runs on one GPU", "choose 1 part");
    const ReplacingCode code{cubin_in(task.code), task.symbols};
    std::optional<HostState> start;
    if (prepared && prepared->subject == task.subject) start = std::move(prepared->start);
    report.write(task.calls ? verdict_on(step_once(workload, choice, code, stop))
                            : EditedSteps(workload, choice, code, stop)
                                  .verdict(task.sizes, task.seconds, std::move(start)));
  } catch (const Error& error) {
    report.write(failed(KernelOutcome::stopped, error.what(), error.advice()));
  }
}

}  // namespace livewarp
