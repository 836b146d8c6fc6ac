#pragma once

#include "app/edit/gpu_check.h"
#include "app/edit/kernel_verdict.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/model/choice.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// A kernel of the user's that is to run in place of a variant's own: one that was found right.
struct EditedRun {
  Choice tried;         ///< the setting that it was found right in; it runs in no other
  VariantInfo info;     ///< the variant's, with a title that says that it is edited
  ExecMaker make_exec;  ///< of executors that launch it
  CheckResult check;    ///< what was found
  double step_ms = 0;   ///< that its step takes; 0 unknown
};

/// Whether it can run in that setting: in the one that it was tried in, but for how that is shown
/// and how many steps a frame makes.
inline bool runs_in(const EditedRun& edited, const Choice& choice) {
  return choice.workload == edited.tried.workload && choice.variant == edited.tried.variant &&
         choice.launch == edited.tried.launch && choice.memory == edited.tried.memory &&
         choice.problem == edited.tried.problem;
}

/// A kernel that was compiled for the GPU and found right there, in the place of the variant's.
EditedRun run_on_gpu(const Workload& workload, const Choice& tried, const GpuCode& code,
                     const KernelVerdict& found);

}  // namespace livewarp
