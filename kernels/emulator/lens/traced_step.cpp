#include "kernels/emulator/lens/traced_step.h"

#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/workload/workload.h"
#include "kernels/emulator/run/emulator_exec.h"

namespace livewarp::emulator {

std::string run_traced_step(const Workload& workload, const Choice& choice,
                            std::shared_ptr<KernelObserver> observer,
                            std::shared_ptr<const KernelLibrary> library, std::stop_token stop) {
  if (std::string refusal = workload.refusal(choice, Executor::emulator); !refusal.empty())
    return refusal;
  const std::unique_ptr<Simulation> simulation = workload.simulate_traced(choice);
  if (!simulation) return no_traced_kernels;
  EmulatorOptions options;
  options.observer = std::move(observer);
  options.library = std::move(library);
  const std::unique_ptr<Exec> exec = make_emulator_exec(options, stop),
                              plain = make_emulator_exec({}, stop);
  try {
    if (!simulation->primed()) {
      simulation->prime(*plain);
      simulation->commit();
    }
    simulation->step(*exec);
  } catch (const Error& error) {  // what the host cannot execute
    return error.what();
  }
  return {};
}

FirstSteps::FirstSteps(const Workload& workload, Choice choice, std::stop_token stop)
    : workload_(workload), choice_(std::move(choice)), stop_(std::move(stop)),
      state_(workload.initial_state(choice_.problem)) {
  state_.primed = true;
}

std::unique_ptr<Simulation> FirstSteps::simulation() const {
  std::unique_ptr<Simulation> simulation = workload_.simulate_traced(choice_, &state_);
  if (!simulation) return nullptr;
  // Who asks may have left the view out, since no kernel depends on it.
  const bool any = !choice_.view.empty();
  simulation->restyle(any ? choice_.view
                          : default_choice(workload_, choice_.variant, Backend::cuda).view);
  return simulation;
}

void FirstSteps::run(std::shared_ptr<KernelObserver> observer) const {
  EmulatorOptions options;
  options.observer = std::move(observer);
  const std::unique_ptr<Exec> exec = make_emulator_exec(options, stop_);
  simulation()->step(*exec);
}

std::uint64_t middle_block(const Dim3& grid) {
  return (std::uint64_t{grid.z / 2} * grid.y + grid.y / 2) * grid.x + grid.x / 2;
}

}  // namespace livewarp::emulator
