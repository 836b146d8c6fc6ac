#include "app/handover/profiler_commands.h"

#include "app/code/step_launches.h"
#include "app/options/choice_options.h"
#include "kernels/core/base/error.h"
#include "kernels/emulator/lens/lens.h"

namespace livewarp {

namespace {

std::string report_name(const Choice& choice) {
  return "livewarp-" + choice.workload + "-" + choice.variant;
}

}  // namespace

std::string kernel_function(const std::string& kernel) {
  const std::string name = kernel.substr(0, kernel.find('<'));
  const std::size_t scope = name.rfind("::");
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

std::string main_kernel(const Workload& workload, const Choice& choice) {
  try {
    Choice small = choice;
    small.problem = emulator::lens_problem(workload, choice);
    return StepLaunches(workload, small).main(choice.launch).kernel.name;
  } catch (const Error&) {
    return {};  // blocks that wait for one another are not launched on a host
  }
}

std::string bench_command(const Workload& workload, const Choice& choice) {
  Choice headless = default_choice(workload, choice.variant, Backend::cpu);
  headless.launch = choice.launch;
  headless.memory = choice.memory;
  headless.problem = choice.problem;
  return to_command_line(workload, headless, "livewarp bench");
}

std::string profiler_command(Profiler profiler, const Workload& workload, const Choice& choice,
                             const std::string& kernel) {
  const std::string bench = bench_command(workload, choice) + " --capture";
  if (profiler == Profiler::nsys)
    return "nsys profile --trace=cuda,nvtx,osrt --capture-range=cudaProfilerApi "
           "--capture-range-end=stop --force-overwrite=true --output=" +
           report_name(choice) + " " + bench + " --time 1";
  const std::string function = kernel_function(kernel);
  const std::string filter =
      function.empty() ? "" : "--kernel-name 'regex:(^|::)" + function + "$' ";
  return "ncu --set full --import-source yes --profile-from-start off --clock-control none "
         "--cache-control none " +
         filter + "--launch-count 1 --force-overwrite --export " + report_name(choice) + " " +
         bench + " --time 0.1";
}

}  // namespace livewarp
