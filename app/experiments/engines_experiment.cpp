// What a GPU does at once: a kernel, a copy in, a copy out.
#include <memory>

#include "app/base/platform.h"
#include "app/experiments/experiments.h"
#include "app/lab/streams_report.h"

namespace livewarp {

namespace {

constexpr ExperimentInfo engines_info{
    "engines", "Copy engines", "Whether a GPU computes, copies in and copies out at once.",
    "A kernel that only computes, a copy to the GPU and a copy from it, page-locked: each alone, in "
    "pairs, and all three at once. Then kernels that read, write and copy memory of the host, "
    "beside cudaMemcpyAsync. What was computed and what arrived are compared before a time counts."};

class EnginesExperiment final : public Experiment {
 public:
  const ExperimentInfo& info() const override { return engines_info; }
  std::vector<Param> params() const override {
    return {integer_param("mib", "Bytes", "MiB", 1, 512, 64,
                          "How much is copied each way; the kernel lasts as long as the copy in.")};
  }
  void run(const Values& values, const LabTools& tools, LabReport& report) override {
    EngineResults results;
    results.bytes = std::size_t(get_integer(values, "mib")) << 20;
    tools.take_turn(Executor::cuda);
    const SamplePlan plan{.least = 15, .most = 200, .seconds = tools.seconds, .stop = tools.stop};
    const std::unique_ptr<EngineRunner> runner =
        make_engine_runner(results.bytes, host_free_bytes());
    results.copy_engines = runner->copy_engines();
    const std::size_t all = engine_sets().size() + host_accesses().size();
    std::size_t done = 0;
    const auto step = [&](const std::string& what, auto&& measure) {
      tools.at(what, double(done++) / double(all));
      measure();
      report.findings = engine_findings(results);
      report.json = to_json(results);
      tools.found(report.findings);
    };
    for (const EngineSet& set : engine_sets())
      step(set.label(), [&] { results.sets.push_back(measure_engines(*runner, set, plan)); });
    for (const HostAccessInfo& one : host_accesses())
      step(one.label,
           [&] { results.accesses.push_back(measure_host_access(*runner, one.access, plan)); });
  }
};

}  // namespace

std::unique_ptr<Experiment> make_engines_experiment() {
  return std::make_unique<EnginesExperiment>();
}

}  // namespace livewarp
