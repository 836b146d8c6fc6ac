#include "app/edit/check_worker.h"

#include <algorithm>
#include <memory>
#include <new>

#include "app/edit/check_protocol.h"
#include "app/edit/kernel_guard.h"
#include "app/edit/verdict_stream.h"
#include "app/explain/lens_table.h"
#include "app/options/choice_options.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/verification.h"
#include "kernels/emulator/check/memory_checker.h"
#include "kernels/emulator/lens/lens.h"
#include "kernels/emulator/run/block_runner.h"
#include "kernels/emulator/run/emulator_exec.h"
#include "kernels/emulator/run/static_shared.h"

namespace livewarp {

namespace {

/// A checker of the library's kernels, whose launches may take so long. Of a large grid it hears
/// some blocks, the first and the last among them: holding every access against others takes far
/// longer than making it.
class GuardedChecker final : public emulator::MemoryChecker {
 public:
  GuardedChecker(double seconds, std::shared_ptr<const emulator::KernelLibrary> library)
      : seconds_(seconds), library_(std::move(library)) {}
  void begin_launch(const emulator::LaunchPlan& plan) override {
    MemoryChecker::begin_launch(plan);
    blocks_ = plan.grid.count();
    own_ = library_->holds(plan.kernel);
    KernelGuard::begin_launch(plan.kernel.name, seconds_);
  }
  bool begin_block(std::uint64_t block, std::byte* shared) override {
    const std::uint64_t every = (blocks_ + heard_blocks - 1) / heard_blocks;
    const bool heard = block % every == 0 || block + 1 == blocks_;
    return heard && own_ && MemoryChecker::begin_block(block, shared);
  }
  void end_launch() override {
    KernelGuard::end_launch();
    MemoryChecker::end_launch();
  }

 private:
  static constexpr std::uint64_t heard_blocks = 64;
  double seconds_;
  std::shared_ptr<const emulator::KernelLibrary> library_;
  std::uint64_t blocks_ = 1;
  bool own_ = true;  ///< the present launch is of the library
};

/// One kernel, loaded and ready.
struct Check {
  const Workload& workload;
  const Choice choice;
  const CheckTask& task;
  std::shared_ptr<const emulator::KernelLibrary> library;
  std::stop_token stop;

  CheckResult compare() const {
    const ExecFactory make_exec = [this](Executor) {
      EmulatorOptions options;
      options.observer = std::make_shared<GuardedChecker>(task.launch_seconds, library);
      options.library = library;
      return make_emulator_exec(options, stop);
    };
    return check_sizes(workload, choice, Executor::emulator, make_exec, {stop, {}, {}});
  }
  Json count() const {
    Choice small = choice;
    small.problem = emulator::lens_problem(workload, choice);
    KernelGuard::begin_launch(choice.variant, task.seconds);
    const LensLook look{small, emulator::look(workload, small, {false, {}, stop, library})};
    KernelGuard::end_launch();
    return to_json(look);
  }
  KernelVerdict verdict() const {
    KernelVerdict verdict = verdict_on(compare());
    if (verdict.right()) verdict.counted = count();
    return verdict;
  }
};

/// What a compiler for a GPU would refuse: the arrays of a kernel in static shared memory are at
/// most 48 KiB (CUDA C++ Programming Guide, Technical Specifications).
void require_room_in_shared() {
  constexpr std::size_t most = 48 * 1024;
  const std::size_t bytes = emulator::StaticShared::bytes_of("edited");
  if (bytes > most)
    throw Error("the kernel declares " + grouped(std::int64_t(bytes)) +
                    " bytes of static shared memory, and a block has at most " +
                    grouped(std::int64_t(most)),
                "make its __shared__ arrays smaller");
}

KernelVerdict verdict_of(const Check& check) {
  try {
    return check.verdict();
  } catch (const Error& error) {
    return failed(KernelOutcome::misused, error.what(), error.advice());
  } catch (const std::bad_alloc&) {
    return failed(KernelOutcome::stopped, "the kernel asks for more memory than it may have", {});
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    return failed(KernelOutcome::stopped, std::string("the kernel throws: ") + error.what(), {});
  }
}

}  // namespace

void run_check(const std::vector<const Workload*>& workloads, const std::string& task_text,
               std::stop_token stop) {
  const VerdictStream report;
  const CheckTask task = read_task(task_text);
  const Workload& workload = workload_named(workloads, task.workload);
  limit_process(task.seconds, task.memory);
  std::shared_ptr<const emulator::KernelLibrary> library;
  try {
    library = std::make_shared<const emulator::KernelLibrary>(task.library);
    require_room_in_shared();
  } catch (const Error& error) {
    report.write(failed(KernelOutcome::refused, error.what(), error.advice()));
    return;
  }
  const KernelGuard guard(
      [&](const std::string& text) { report.write(failed(KernelOutcome::stopped, text, {})); });
  const Check check{workload, choice_from(workload, task.given, Backend::cuda), task, library,
                    stop};
  report.write(verdict_of(check));
}

}  // namespace livewarp
