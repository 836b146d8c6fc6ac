#include "app/code/step_launches.h"

#include "kernels/core/base/error.h"
#include "kernels/emulator/lens/lens.h"

namespace livewarp {

StepLaunches::StepLaunches(const Workload& workload, const Choice& choice, std::size_t most_bytes)
    : variant_(choice.variant) {
  Choice small = choice;
  small.launch = undivided(small.launch);
  whole_problem_ = workload.state_bytes(choice) <= most_bytes;
  if (!whole_problem_) small.problem = emulator::lens_problem(workload, choice);
  if (const std::string refusal = workload.refusal(small, Executor::emulator); !refusal.empty())
    throw Error(refusal);
  simulation_ = workload.simulate(small, Executor::emulator);
}

LaunchRecorder StepLaunches::all(const Values& launch) {
  simulation_->select(variant_, undivided(launch));
  LaunchRecorder recorder;
  simulation_->step(recorder);  // never committed: it leaves no trace
  return recorder;
}

LaunchRecorder::Record StepLaunches::main(const Values& launch) {
  const LaunchRecorder recorder = all(launch);
  if (const LaunchRecorder::Record* const main = recorder.main()) return *main;
  throw Error("its step launches no kernel of this program");
}

}  // namespace livewarp
