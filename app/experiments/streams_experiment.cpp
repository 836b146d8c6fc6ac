// Which streams wait for one another: default streams beside blocking and non-blocking ones.
#include <memory>

#include "app/experiments/experiments.h"
#include "app/lab/streams_report.h"

namespace livewarp {

namespace {

constexpr ExperimentInfo streams_info{
    "streams", "Streams",
    "Which streams wait for one another, and what the default stream holds back.",
    "Issues a kernel to a stream A, one to the default stream and one to a stream B: blocking and "
    "non-blocking streams, the legacy and the per-thread default stream. Each kernel writes down "
    "when it ran, by the GPU's own clock, and leaves words that are compared before its time "
    "counts."};

class StreamsExperiment final : public Experiment {
 public:
  const ExperimentInfo& info() const override { return streams_info; }
  std::vector<Param> params() const override {
    return {real_param("kernel-ms", "Kernel", "ms", 0.1, 20, 2, "How long each kernel lasts.")};
  }
  void run(const Values& values, const LabTools& tools, LabReport& report) override {
    const double kernel_ms = get_real(values, "kernel-ms");
    tools.take_turn(Executor::cuda);
    const SamplePlan plan{.least = 10, .most = 200, .seconds = tools.seconds, .stop = tools.stop};
    const std::unique_ptr<StreamOrderRunner> runner = make_stream_order_runner(kernel_ms);
    std::vector<StreamOrderResult> results;
    for (const StreamCaseInfo& one : stream_cases()) {
      tools.at(one.label, double(results.size()) / double(stream_cases().size()));
      results.push_back(measure_stream_order(*runner, one.which, plan));
      report.findings = stream_order_findings(results, kernel_ms);
      report.json = to_json(results);
      tools.found(report.findings);
    }
  }
};

}  // namespace

std::unique_ptr<Experiment> make_streams_experiment() {
  return std::make_unique<StreamsExperiment>();
}

}  // namespace livewarp
