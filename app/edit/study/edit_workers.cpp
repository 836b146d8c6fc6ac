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

std::shared_ptr<const EditBeginning> look_up(const EditGround& ground, const Workload& workload,
                                             const Choice& choice) {
  EditBeginning found;
  found.start.choice = choice;
  try {
    if (const std::string refusal = workload.refusal(choice, Executor::emulator); !refusal.empty())
      throw Error(refusal);
    found.origin = origin_of(workload, choice, {});
    found.start.kernel = found.origin.kernel;
    found.start.file = found.origin.file;
    found.start.text = std::make_shared<const std::string>(starter_of(found.origin));
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

  EditBench& bench(const Workload& workload, const Choice& choice) {
    if (bench_ && of_ == choice) return *bench_;
    bench_.reset();
    EditSubject subject{&workload, choice, options_of(choice), origin_of(workload, choice, {})};
    EditBench::Tools tools;
    tools.host = &ground_.tools->host();
    tools.nvrtc = &ground_.tools->nvrtc();
    tools.limits = edit_limits();
    tools.limits.child = ground_.tools->setup().child;
    tools.gpu = gpu_of(ground_);
    tools.no_gpu = ground_.machine->gpu_reason.empty() ? "there is no CUDA device here"
                                                       : ground_.machine->gpu_reason;
    bench_ = std::make_unique<EditBench>(std::move(subject), std::move(tools));
    of_ = choice;
    return *bench_;
  }

 private:
  EditGround ground_;
  Choice of_;
  std::unique_ptr<EditBench> bench_;
};

std::shared_ptr<const EditFinding> try_text(BenchKeeper& keeper, const Workload& workload,
                                            const EditTask& task, const std::stop_token& stop) {
  auto found = std::make_shared<EditFinding>();
  found->task = task;
  try {
    EditBench& bench = keeper.bench(workload, task.choice);
    found->subject = bench.subject();
    found->study = bench.study_on_host(task.file, *task.text, stop);
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
    : LookWorker([ground](const Workload& workload, const Choice& choice, const std::stop_token&) {
        return look_up(ground, workload, choice);
      }) {}

EditWorker::EditWorker(const EditGround& ground)
    : LookWorker([keeper = std::make_shared<BenchKeeper>(ground)](
                     const Workload& workload, const EditTask& task, const std::stop_token& stop) {
        return try_text(*keeper, workload, task, stop);
      }) {}

}  // namespace livewarp
