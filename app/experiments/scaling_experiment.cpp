// One problem on more and more devices, by every exchange.
#include <algorithm>
#include <cmath>
#include <memory>

#include "app/experiments/experiments.h"
#include "app/lab/scaling_report.h"
#include "app/measure/sweep_sizes.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/exec/exec.h"
#include "kernels/core/measure/measurement.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

namespace {

constexpr ExperimentInfo scaling_info{
    "scaling", "Scaling", "How much faster several devices are than one.",
    "Heat in slabs or N-body in slices, on one device and on more, by every way to exchange, beside "
    "the computation and behind it: the same problem in more parts (strong scaling), and one that "
    "grows with them (weak scaling). On a CPU a part is a thread. A step of each setting is "
    "compared with the fp64 reference before it counts.",
    false};
constexpr double seconds_of_a_setting = 0.4;
constexpr std::int64_t usual_side = 4096, usual_bodies = 65'536, of_a_cpu = 8;

std::vector<Option> divisible_ids() { return {{"heat", "Heat", {}}, {"nbody", "N-body", {}}}; }

class ScalingExperiment final : public Experiment {
 public:
  const ExperimentInfo& info() const override { return scaling_info; }
  std::vector<Param> params() const override {
    return {choice_param("problem", "Problem", divisible_ids(), "heat",
                         "What is divided: a plate in slabs of rows, or bodies in slices."),
            log_scaled(integer_param("size", "Size", "", 0, 1 << 24, 0,
                                     "Cells of a side, or bodies, of one part; 0: as many as keep "
                                     "a device busy for a while.")),
            integer_param("most", "Parts up to", "", 2, 16, 4,
                          "Two parts and more, up to so many. With fewer devices they share "
                          "them.")};
  }
  void run(const Values& values, const LabTools& tools, LabReport& report) override;
};

/// The problem of one part, and of several that grow with it.
class Problems {
 public:
  Problems(const Workload& workload, const Values& values, bool gpu) : workload_(&workload) {
    const bool heat = workload.info().name == "heat";
    const WorkloadInfo& info = workload.info();
    choice_ = default_choice(workload, gpu ? info.default_cuda : info.default_cpu,
                             gpu ? Backend::cuda : Backend::cpu);
    std::int64_t size = get_integer(values, "size");
    if (size == 0) size = (heat ? usual_side : usual_bodies) / (gpu ? 1 : of_a_cpu);
    for (const std::string& side : info.size_params) choice_.problem[side] = size;
    growing_ = info.size_params.back();
    by_pairs_ = !heat;
  }

  /// In so many parts; those of a CPU have a thread each.
  Choice divided(const Decomposition& parts, bool weak) const {
    Choice choice = choice_;
    choice.launch[parts_axis_id] = std::int64_t{parts.parts};
    choice.launch[exchange_axis_id] = exchange_id(parts.way);
    choice.launch[overlap_axis_id] = parts.overlap;
    if (choice.launch.contains("threads")) choice.launch["threads"] = std::int64_t{parts.parts};
    // As many items a part: pairs of bodies go with the square of their number.
    const double grown = by_pairs_ ? std::sqrt(double(parts.parts)) : double(parts.parts);
    if (weak)
      choice.problem[growing_] =
          std::llround(grown * double(get_integer(choice_.problem, growing_)));
    return choice;
  }
  const Workload& workload() const { return *workload_; }
  const Choice& choice() const { return choice_; }

 private:
  const Workload* workload_;
  Choice choice_;
  std::string growing_;
  bool by_pairs_ = false;
};

/// `noted`: one more step tells what its parts do when.
void measure(ScalingPoint& point, const Workload& workload, const Choice& choice, bool noted,
             Executor executor, const LabTools& tools) {
  point.size = size_text(workload, choice.problem);
  point.why_not = workload.refusal(choice, executor);
  if (!point.why_not.empty()) return;
  const HostState state = workload.initial_state(choice.problem);
  const CheckResult check =
      check_here(workload, choice, executor, tools.make_exec, state, Job{tools.stop});
  if (!check.ok()) {
    point.wrong = check.verdict == Verdict::failed;
    point.why_not = check.failure.empty() ? "its result was not compared" : check.failure;
    return;
  }
  const auto exec = tools.make_exec(executor);
  Simulations simulations;
  simulations.push_back(workload.simulate(choice, executor, &state));
  BenchOptions options;
  options.seconds = tools.seconds_or(seconds_of_a_setting);
  options.energy_seconds = options.seconds;  // none is asked for
  const Measurement measured =
      bench(timed_steps(simulations, *exec), workload.cost(choice), options, tools.stop);
  point.ms = measured.step.median;
  point.rate = measured.rate();
  if (!noted) return;
  Simulation& simulation = *simulations.front();
  simulation.note_parts(true);
  simulation.step(*exec);
  simulation.commit();
  exec->synchronize();
  point.spans = simulation.noted_parts();
}

/// What fails has its reason, and the next one goes on.
ScalingPoint point_of(const Problems& problems, const Decomposition& parts, bool weak, bool noted,
                      Executor executor, const LabTools& tools) {
  ScalingPoint point{.parts = parts, .weak = weak};
  try {
    measure(point, problems.workload(), problems.divided(parts, weak), noted, executor, tools);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    point.why_not = error.what();
  }
  return point;
}

/// One part, then every exchange of every number of parts: both ways beside the computation where
/// they can be.
std::vector<Decomposition> settings_of(const Problems& problems, int most, bool gpu) {
  const VariantInfo& variant = *problems.workload().find(problems.choice().variant);
  // Threads that compute exchange nothing meanwhile.
  const bool overlaps = gpu && find_param(variant.axes, overlap_axis_id)->reason.empty();
  std::vector<Decomposition> all{{.parts = 1}};
  for (int parts = 2; parts <= most; parts = parts < 4 ? parts + 1 : parts * 2)
    for (const ExchangeWay way : {ExchangeWay::peer, ExchangeWay::staged, ExchangeWay::nccl})
      for (const bool overlap : {true, false})
        if (overlaps || !overlap) all.push_back({parts, way, overlap});
  return all;
}

void ScalingExperiment::run(const Values& values, const LabTools& tools, LabReport& report) {
  const std::string& name = get_text(values, "problem");
  const auto found = std::ranges::find_if(
      tools.workloads, [&](const Workload* workload) { return workload->info().name == name; });
  if (found == tools.workloads.end()) throw Error("there is no workload " + name);
  const Workload& workload = **found;
  const bool gpu = tools.gpu() != nullptr;
  const Executor executor = gpu ? Executor::cuda : Executor::cpu;
  const int most = int(get_integer(values, "most"));
  const Problems problems(workload, values, gpu);
  ScalingResults results{
      workload.info().name, problems.choice().variant, workload.info().item_rate, {}, {}};
  for (const PlacedPart& part : workload.parts(problems.divided({.parts = most}, false), executor))
    results.places.push_back(part.place);
  const auto tell = [&](bool interrupted) {
    results.interrupted = interrupted;
    report.findings = scaling_findings(results);
    report.json = to_json(results);
    tools.found(report.findings);
  };
  tools.take_turn(executor);
  const std::vector<Decomposition> settings = settings_of(problems, most, gpu);
  measure_and_tell(
      [&] {
        double done = 0;
        for (const bool weak : {false, true})
          for (const Decomposition& parts : settings) {
            if (weak && parts.parts == 1) continue;
            tools.at(std::to_string(parts.parts) + " parts, " + exchange_text(parts),
                     done++ / double(2 * settings.size() - 1));
            const bool noted = !weak && parts.parts == settings.back().parts;
            results.points.push_back(point_of(problems, parts, weak, noted, executor, tools));
            tell(false);
          }
      },
      tell);
}

}  // namespace

std::unique_ptr<Experiment> make_scaling_experiment() {
  return std::make_unique<ScalingExperiment>();
}

}  // namespace livewarp
