// Many problems that are each too small for a GPU, and the ways to give them to it.
#include <memory>

#include "app/experiments/experiments.h"
#include "app/lab/small_report.h"

namespace livewarp {

namespace {

constexpr ExperimentInfo small_info{
    "small", "Small problems", "How many small problems fill a GPU that one of them cannot.",
    "Small plates of heat, or systems of 32 bodies, each computed by one block, all of its steps "
    "without global memory: launched into one stream, into many, as a CUDA graph without an order, "
    "and as one launch with a block for each. Every problem has a start of its own and is compared "
    "with a computation in fp64 before a time counts."};
constexpr double usual_small_seconds = 0.2;
constexpr int usual_small_count = 1000;

class SmallExperiment final : public Experiment {
 public:
  const ExperimentInfo& info() const override { return small_info; }
  std::vector<Param> params() const override {
    return {choice_axis("problem", "Problem",
                        {{"plates", "Plates of heat", {}}, {"bodies", "Systems of bodies", {}}},
                        "plates", "What there are many of: 32 x 32 cells, or 32 bodies."),
            log_scaled(integer_param("count", "Problems", "", 1, most_small_count,
                                     usual_small_count, "How many of them there are."))};
  }
  void run(const Values& values, const LabTools& tools, LabReport& report) override;
};

void tell_small(const SmallResults& results, LabReport& report) {
  report.findings = small_findings(results);
  report.json = to_json(results);
}

void measure_all(SmallResults& results, const LabTools& tools, LabReport& report) {
  const std::vector<SmallWay> ways = small_ways();
  const double all = double(ways.size()) + 1, seconds = tools.seconds;
  tools.at("reference", 0);
  const std::vector<double> reference = small_reference(results.problem, results.count);
  const std::unique_ptr<SmallRunner> runner = make_small_runner(results.problem, results.count);
  for (const SmallWay& way : ways) {
    tools.at(label_of(way), double(results.results.size() + 1) / all);
    results.results.push_back(measure_small(*runner, results.problem, way, reference,
                                            seconds > 0 ? seconds : usual_small_seconds,
                                            tools.stop));
    tell_small(results, report);
    tools.found(report.findings);
  }
}

void SmallExperiment::run(const Values& values, const LabTools& tools, LabReport& report) {
  SmallResults results;
  results.problem =
      get_text(values, "problem") == "plates" ? SmallProblem::plates : SmallProblem::bodies;
  results.count = int(get_integer(values, "count"));
  results.without_processes =
      "this version does not start a second process, with or without MPS, to share the GPU with";
  tools.take_turn(Executor::cuda);
  try {
    measure_all(results, tools, report);
  } catch (...) {
    results.interrupted = true;
    tell_small(results, report);
    throw;
  }
}

}  // namespace

std::unique_ptr<Experiment> make_small_experiment() { return std::make_unique<SmallExperiment>(); }

}  // namespace livewarp
