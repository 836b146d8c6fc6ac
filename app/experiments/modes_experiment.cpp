// Every workload in every memory mode: the first step and the steady ones.
#include <memory>
#include <utility>

#include "app/experiments/experiments.h"
#include "app/lab/modes_table.h"
#include "app/measure/sweep_sizes.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/exec/exec.h"
#include "kernels/core/measure/measurement.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/model/memory_modes.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

namespace {

constexpr ExperimentInfo modes_info{
    "modes", "Every memory mode",
    "What each way to hold a state costs each workload, at first and for good.",
    "Each workload's default CUDA variant in every memory mode, at a size whose state fits a limit: "
    "the first step after the host has written the state, and steady ones. The host reads the "
    "outputs of every step in the managed modes, so that pages go to and fro. A step in each mode "
    "is compared with the fp64 reference before it counts."};
constexpr double seconds_of_a_mode = 0.2;
constexpr std::size_t mebibyte = std::size_t{1} << 20;

Json to_json(const std::vector<ModesRow>& rows) {
  Json points = Json::array();
  for (const ModesRow& row : rows)
    for (const ModeTime& one : row.times) {
      const bool timed = one.steady > 0;
      points.push_back({{"workload", row.workload},
                        {"variant", row.variant},
                        {"memory", name_of(one.mode)},
                        {"state_bytes", row.state_bytes},
                        {"first_step_ms", one.first ? Json(*one.first) : Json()},
                        {"median_ms", timed ? Json(one.steady) : Json()},
                        {"copies_ms", timed ? Json(one.copies) : Json()},
                        {"wrong", one.wrong}});
      if (!one.why_not.empty()) points.back()["why_not"] = one.why_not;
    }
  return Json{{"points", std::move(points)}};
}

class ModesExperiment final : public Experiment {
 public:
  const ExperimentInfo& info() const override { return modes_info; }
  std::vector<Param> params() const override;
  void run(const Values& values, const LabTools& tools, LabReport& report) override;
};

std::vector<Param> ModesExperiment::params() const {
  return {log_scaled(integer_param("state", "State up to", "MiB", 1, 256, 64,
                                   "Problems are halved until their state takes no more."))};
}

/// Derived fields are in place: no kernel need touch them before the first step.
HostState first_state(const Workload& workload, const Choice& choice, const LabTools& tools) {
  const auto exec = tools.make_exec(Executor::cuda);
  const auto simulation = workload.simulate(choice, Executor::cuda);
  if (!simulation->primed()) {
    simulation->prime(*exec);
    simulation->commit();
    exec->synchronize();
  }
  return simulation->snapshot();
}

void measure(ModeTime& one, const Workload& workload, const Choice& choice, const HostState& state,
             const LabTools& tools) {
  const CheckResult check =
      check_here(workload, choice, Executor::cuda, tools.make_exec, state, Job{tools.stop});
  if (!check.ok()) {
    one.wrong = check.verdict == Verdict::failed;
    one.why_not = check.failure.empty() ? "its result was not compared" : check.failure;
    return;
  }
  const auto exec = tools.make_exec(Executor::cuda);
  Simulations simulations;
  simulations.push_back(workload.simulate(choice, Executor::cuda, &state));
  BenchOptions options;
  options.seconds = tools.seconds_or(seconds_of_a_mode);
  options.energy_seconds = options.seconds;  // none is asked for
  const Measurement measured =
      bench(timed_steps(simulations, *exec), workload.cost(choice), options, tools.stop);
  one.first = measured.first_ms;
  one.steady = measured.step.median;
  one.copies = measured.copies.median;
}

/// What fails has its reason, and the next one goes on.
ModeTime time_of(const Workload& workload, Choice choice, MemoryMode mode, const HostState& state,
                 const LabTools& tools) {
  ModeTime one;
  one.mode = mode;
  one.why_not = memory_reason(*workload.find(choice.variant), mode, tools.gpu());
  if (!one.why_not.empty()) return one;
  choice.memory = mode;
  try {
    measure(one, workload, choice, state, tools);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    one.why_not = error.what();
  }
  return one;
}

void ModesExperiment::run(const Values& values, const LabTools& tools, LabReport& report) {
  const std::size_t most_bytes = std::size_t(get_integer(values, "state")) * mebibyte;
  std::vector<ModesRow> rows;
  std::vector<std::string> too_large;
  const auto tell = [&] {
    report.findings = modes_findings(rows, most_bytes);
    for (const std::string& line : too_large) report.findings.left_out.push_back(line);
    report.json = to_json(rows);
    tools.found(report.findings);
  };
  tools.take_turn(Executor::cuda);
  const std::vector<MemoryMode> modes = cuda_memory_modes();
  double done = 0;
  for (const Workload* const workload : tools.workloads) {
    const std::string& name = workload->info().name;
    const std::optional<Choice> choice = choice_within(*workload, most_bytes);
    if (!choice) {
      too_large.push_back("Left out: " + name + ": it has no state of at most " +
                          memory_size(most_bytes));
      continue;
    }
    tools.at(name, done++ / double(tools.workloads.size()));
    const HostState state = first_state(*workload, *choice, tools);
    rows.push_back({name,
                    choice->variant,
                    size_text(*workload, choice->problem),
                    workload->state_bytes(*choice),
                    {}});
    for (const MemoryMode mode : modes) {
      tools.at(name + ", " + std::string(label_of(mode)),
               (done - 1 + double(rows.back().times.size()) / double(modes.size())) /
                   double(tools.workloads.size()));
      rows.back().times.push_back(time_of(*workload, *choice, mode, state, tools));
      tell();
    }
  }
  tell();
}

}  // namespace

std::unique_ptr<Experiment> make_modes_experiment() { return std::make_unique<ModesExperiment>(); }

}  // namespace livewarp
