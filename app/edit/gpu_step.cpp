#include "app/edit/gpu_step.h"

#include <memory>

#include "kernels/core/base/error.h"

namespace livewarp {

HostState primed_state(const Workload& workload, const Choice& choice,
                       const std::stop_token& stop) {
  HostState state = workload.initial_state(choice.problem);
  const auto simulation = workload.simulate(choice, Executor::cuda, &state);
  if (simulation->primed()) return state;
  const auto original = CudaExec::create(stop);
  simulation->prime(*original);
  original->synchronize();
  simulation->commit();
  return simulation->snapshot();
}

GpuStep step_once(const Workload& workload, const Choice& choice, const ReplacingCode& code,
                  const std::stop_token& stop) {
  const HostState start = primed_state(workload, choice, stop);
  const auto replaced = std::make_shared<std::size_t>(0);
  const auto exec = make_replacing_exec(code, replaced, stop);
  const auto simulation = workload.simulate(choice, Executor::cuda, &start);
  GpuStep step;
  try {
    simulation->step(*exec);
    step.calls.push_back(
        {"launches of the step, of the kernel: " + std::to_string(*replaced), "cudaSuccess"});
  } catch (const Error& error) {
    step.error = error.what();
    step.calls.push_back({"a launch of the step", error.what()});
  }
  for (const ReturnedCall& call : ask_runtime()) step.calls.push_back(call);
  try {
    exec->synchronize();
  } catch (const Error& error) {
    step.error = error.what();
  }
  if (step.ok() && *replaced == 0) throw Error("no launch of the step was the edited kernel's");
  return step;
}

}  // namespace livewarp
