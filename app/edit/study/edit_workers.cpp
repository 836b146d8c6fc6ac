#include "app/edit/study/edit_workers.h"

#include <utility>

#include "app/edit/kernel_check.h"
#include "app/edit/study/edit_words.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

const GpuInfo* gpu_of(const EditGround& ground) {
  return ground.machine->has_gpu() ? ground.machine->gpu(ground.device) : nullptr;
}

std::string with_advice(const Error& error) {
  return error.advice().empty() ? error.what() : std::string(error.what()) + ": " + error.advice();
}

void add_tools(const EditGround& ground, ui::EditStart& start) {
  const GpuInfo* const gpu = gpu_of(ground);
  HostCompiler& host = ground.tools->host();
  const std::string nvrtc =
      gpu_code_hindrance(ground.tools->nvrtc(), gpu ? 10 * gpu->major + gpu->minor : 0);
  start.hindrance = missing_tools_text(host.hindrance(), nvrtc, gpu != nullptr);
  if (!host.hindrance().empty()) start.advice = host.advice();
  start.can_check = host.hindrance().empty() || nvrtc.empty();
}

std::string plain_kernel(const Workload& workload, Choice choice) {
  choice.problem = default_choice(workload, choice.variant, Backend::cuda).problem;
  try {
    return origin_of(workload, choice, {}).kernel;
  } catch (const Error&) {
    return {};
  }
}

std::shared_ptr<const EditBeginning> look_up(const EditGround& ground, const Workload& workload,
                                             const EditAim& aim) {
  EditBeginning found;
  found.aim = aim;
  found.start.choice = aim.choice;
  found.start.exercise = aim.exercise;
  try {
    if (const std::string refusal = workload.refusal(aim.choice, Executor::emulator);
        !refusal.empty())
      throw Error(refusal);
    found.origin = origin_of(workload, aim.choice, aim.kernel);
    found.start.kernel = found.origin.kernel;
    found.start.file = found.origin.file;
    found.start.text =
        aim.starter ? aim.starter : std::make_shared<const std::string>(starter_of(found.origin));
    if (aim.kernel.empty()) found.plain_kernel = plain_kernel(workload, aim.choice);
    add_tools(ground, found.start);
  } catch (const Error& error) {
    found.start.refusal = with_advice(error);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& problem) {
    found.start.refusal = problem.what();
  }
  return std::make_shared<const EditBeginning>(std::move(found));
}

/// The bench of the kernel that was tried last.
class BenchKeeper {
 public:
  explicit BenchKeeper(EditGround ground) : ground_(std::move(ground)) {}

  EditBench& bench(const Workload& workload, const EditAim& aim) {
    if (bench_ && of_ == aim) return *bench_;
    bench_.reset();
    EditSubject subject{&workload, aim.choice, options_of(aim.choice),
                        origin_of(workload, aim.choice, aim.kernel)};
    EditBench::Tools tools;
    tools.host = &ground_.tools->host();
    tools.nvrtc = &ground_.tools->nvrtc();
    tools.limits = edit_limits();
    tools.limits.child = ground_.tools->setup().child;
    tools.gpu = gpu_of(ground_);
    tools.device = ground_.device;
    tools.no_gpu = ground_.machine->gpu_reason.empty() ? "there is no CUDA device here"
                                                       : ground_.machine->gpu_reason;
    bench_ = std::make_unique<EditBench>(std::move(subject), std::move(tools));
    of_ = aim;
    return *bench_;
  }

 private:
  EditGround ground_;
  EditAim of_;
  std::unique_ptr<EditBench> bench_;
};

std::shared_ptr<const EditFinding> try_text(BenchKeeper& keeper, const Workload& workload,
                                            const EditTask& task, const std::stop_token& stop) {
  auto found = std::make_shared<EditFinding>();
  found->task = task;
  try {
    EditBench& bench = keeper.bench(workload, task.aim);
    found->subject = bench.subject();
    found->study = bench.study_on_host(task.file, *task.text, stop);
    if (task.number == EditTask::warms_up) found->study.gpu_process.reset();
    found->verdict = std::make_shared<const ui::EditVerdict>(
        edit_verdict(found->subject, found->study, task.text));
  } catch (const Cancelled&) {
    throw;
  } catch (const Error& error) {
    found->verdict = std::make_shared<const ui::EditVerdict>(
        failed_verdict(task.text, error.what(), error.advice()));
    found->study.no_gpu = error.what();
  } catch (const std::exception& problem) {
    found->verdict =
        std::make_shared<const ui::EditVerdict>(failed_verdict(task.text, problem.what(), {}));
    found->study.no_gpu = problem.what();
  }
  return found;
}

}  // namespace

EditStartWorker::EditStartWorker(const EditGround& ground)
    : LookWorker([ground](const Workload& workload, const EditAim& aim, const std::stop_token&) {
        return look_up(ground, workload, aim);
      }) {}

EditWorker::EditWorker(const EditGround& ground)
    : LookWorker([keeper = std::make_shared<BenchKeeper>(ground)](
                     const Workload& workload, const EditTask& task, const std::stop_token& stop) {
        return try_text(*keeper, workload, task, stop);
      }) {}

}  // namespace livewarp
