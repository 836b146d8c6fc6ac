#include "app/edit/check_worker.h"

#include <algorithm>
#include <memory>
#include <new>

#include "app/edit/check_protocol.h"
#include "app/edit/first_difference.h"
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
  /// `launch` is the number of the present one in its step, from 1.
  GuardedChecker(double seconds, std::shared_ptr<const emulator::KernelLibrary> library,
                 std::shared_ptr<int> launch)
      : seconds_(seconds), library_(std::move(library)), launch_(std::move(launch)) {}
  void use_memory(const std::vector<NamedMemory>& memory) override {
    MemoryChecker::use_memory(memory);
    *launch_ = 0;  // a step begins
  }
  void begin_launch(const emulator::LaunchPlan& plan) override {
    ++*launch_;
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
  std::shared_ptr<int> launch_;
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
  std::shared_ptr<int> launch = std::make_shared<int>(0);  ///< see `GuardedChecker`

  CheckResult compare() const {
    const ExecFactory make_exec = [this](Executor) {
      EmulatorOptions options;
      options.observer = std::make_shared<GuardedChecker>(task.launch_seconds, library, launch);
      options.library = library;
      return make_emulator_exec(options, stop);
    };
    return check_sizes(workload, choice, Executor::emulator, make_exec, {stop, {}, {}},
                       CheckDepth::all, task.share);
  }
  Json count() const {
    Choice small = choice;
    small.problem = emulator::lens_problem(workload, choice);
    KernelGuard::begin_launch(choice.variant, task.seconds);
    const LensLook look{small, emulator::look(workload, small, {false, {}, stop, library})};
    KernelGuard::end_launch();
    return to_json(look);
  }
  /// Which thread writes otherwise than the project's kernel, at the first size at which one does.
  std::string who_differs() const {
    std::string who;
    KernelGuard::begin_launch(choice.variant, task.seconds);
    for (const Choice& sized : check_choices(workload, choice, Executor::emulator))
      if (who = first_difference(workload, sized, library, stop); !who.empty()) break;
    KernelGuard::end_launch();
    if (who.empty()) return who;
    return "; the first byte that the project's kernel writes otherwise is written by " + who;
  }
  KernelVerdict verdict() const {
    KernelVerdict verdict = verdict_on(compare());
    if (!verdict.right())
      verdict.text += who_differs();
    else if (task.share.index == 0)
      verdict.counted = count();
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

/// What ended the present launch.
KernelVerdict failed_in(const Check& check, KernelOutcome outcome, const std::string& text,
                        const std::string& advice) {
  KernelVerdict verdict = failed(outcome, text, advice);
  verdict.launch = *check.launch;
  return verdict;
}

KernelVerdict verdict_of(const Check& check) {
  try {
    return check.verdict();
  } catch (const Error& error) {
    return failed_in(check, KernelOutcome::misused, error.what(), error.advice());
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
  const Check check{workload, choice_from(workload, task.given, Backend::cuda), task, library,
                    stop};
  const KernelGuard guard([&](const std::string& text) {
    report.write(failed_in(check, KernelOutcome::stopped, text, {}));
  });
  report.write(verdict_of(check));
}

}  // namespace livewarp
