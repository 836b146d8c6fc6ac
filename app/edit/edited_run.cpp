#include "app/edit/edited_run.h"

#include <utility>

#include "kernels/core/exec/replacing_exec.h"

namespace livewarp {

EditedRun run_on_gpu(const Workload& workload, const Choice& tried, const GpuCode& code,
                     const KernelVerdict& found) {
  EditedRun run{tried, *workload.find(tried.variant), {}, {}, 0};
  run.info.title += ", edited";
  run.make_exec = [code = replacing_code(code)](Executor, std::stop_token stop) {
    return make_replacing_exec(code, std::make_shared<std::size_t>(0), std::move(stop));
  };
  run.check.verdict = Verdict::here;
  run.check.scope = found.scope;
  run.check.error = found.error;
  run.check.worst = found.worst;
  run.check.tolerance = found.tolerance;
  if (found.times) run.step_ms = found.times->edited_ms * workload.time_steps(tried);
  return run;
}

}  // namespace livewarp
