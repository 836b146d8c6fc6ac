// What the priority of a stream does for a short kernel behind a long one.
#include <memory>

#include "app/experiments/experiments.h"
#include "app/lab/streams_report.h"

namespace livewarp {

namespace {

constexpr ExperimentInfo priorities_info{
    "priorities", "Priorities",
    "What the priority of a stream does for a short kernel behind a long one.",
    "A long kernel fills the GPU many times over. Meanwhile a short one is issued, to a stream of "
    "the same priority, of a higher and of a lower one, and on an idle GPU; its latency is by the "
    "host's clock, from before its launch until the host knows its end. What the kernels leave is "
    "compared before a time counts."};

class PrioritiesExperiment final : public Experiment {
 public:
  const ExperimentInfo& info() const override { return priorities_info; }
  std::vector<Param> params() const override {
    const PriorityKernels usual;
    return {real_param("long-ms", "Long kernel", "ms", 5, 100, usual.long_ms,
                       "How long the long kernel lasts in all."),
            real_param("block-ms", "Block", "ms", 0.05, 2, usual.block_ms,
                       "How long each of its blocks lasts: nothing breaks off a block.")};
  }
  void run(const Values& values, const LabTools& tools, LabReport& report) override {
    PriorityResults results;
    results.kernels.long_ms = get_real(values, "long-ms");
    results.kernels.block_ms = get_real(values, "block-ms");
    tools.take_turn(Executor::cuda);
    const SamplePlan plan{.least = 30, .most = 300, .seconds = tools.seconds, .stop = tools.stop};
    const std::unique_ptr<PriorityRunner> runner = make_priority_runner(results.kernels);
    results.range = runner->range();
    for (const PriorityCaseInfo& one : priority_cases()) {
      tools.at(one.label, double(results.results.size()) / double(priority_cases().size()));
      results.results.push_back(measure_priority(*runner, one.which, plan));
      report.findings = priority_findings(results);
      report.json = to_json(results);
      tools.found(report.findings);
    }
  }
};

}  // namespace

std::unique_ptr<Experiment> make_priorities_experiment() {
  return std::make_unique<PrioritiesExperiment>();
}

}  // namespace livewarp
