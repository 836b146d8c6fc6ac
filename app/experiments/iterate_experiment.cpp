// How the next step of an iteration begins, and what that costs.
#include <algorithm>
#include <array>
#include <memory>

#include "app/experiments/experiments.h"
#include "app/lab/iterate_report.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

constexpr ExperimentInfo iterate_info{
    "iterate", "Iterate", "Whether an iteration gains from steps that need no launch by the host.",
    "Steps of heat on plates of growing size: each launched by the host, all in a CUDA graph, all "
    "in one kernel behind grid.sync, and launched by kernels (dynamic parallelism). The plate is "
    "compared with a computation in fp64 before a time counts. Then steps that do nothing, which "
    "tell what a launch costs; and a quicksort by kernels that launch kernels, beside std::sort."};
constexpr std::array plate_sizes{64, 512, 4096};
constexpr int sorted_numbers = 1 << 18;
constexpr double usual_iterate_seconds = 0.2;

class IterateExperiment final : public Experiment {
 public:
  const ExperimentInfo& info() const override { return iterate_info; }
  std::vector<Param> params() const override {
    std::vector<Option> sizes{{"all", "all", {}}};
    for (const int size : plate_sizes)
      sizes.push_back({std::to_string(size), grouped(size) + " x " + grouped(size), {}});
    return {choice_axis("size", "Plate", std::move(sizes), "all", "Cells of the plate.")};
  }
  void run(const Values& values, const LabTools& tools, LabReport& report) override;

 private:
  void measure(const Values& values, const LabTools& tools, IterateResults& results,
               LabReport& report) const;
};

void tell_iterate(const IterateResults& results, LabReport& report) {
  report.findings = iterate_findings(results);
  report.json = to_json(results);
}

void IterateExperiment::measure(const Values& values, const LabTools& tools,
                                IterateResults& results, LabReport& report) const {
  const std::string& chosen = get_text(values, "size");
  std::vector<int> sizes;
  for (const int size : plate_sizes)
    if (chosen == "all" || chosen == std::to_string(size)) sizes.push_back(size);
  const double seconds = tools.seconds_or(usual_iterate_seconds);
  const auto ways = double(iterate_ways().size());
  const double all = double(sizes.size() + 1) * (ways + 1);  // with a reference, a sort
  double begun = 0;
  std::string where;
  IterateWatch watch;
  watch.stop = tools.stop;
  watch.begins = [&](const std::string& what) {
    tools.at(where + what, std::min(1.0, begun++ / all));
  };
  const auto tell = [&] {
    tell_iterate(results, report);
    tools.found(report.findings);
  };
  const std::unique_ptr<IterateRunner> runner = make_iterate_runner();
  for (const int size : sizes) {
    where = grouped(size) + " x " + grouped(size) + ", ";
    const std::vector<IteratePoint> points = measure_iteration(*runner, size, seconds, watch);
    results.points.insert(results.points.end(), points.begin(), points.end());
    tell();
  }
  where.clear();
  for (const IterateWayInfo& way : iterate_ways()) {
    results.costs.push_back(measure_launch(*runner, way.way, seconds, watch));
    tell();
  }
  results.sort = measure_nested_sort(*runner, sorted_numbers, seconds, watch);
  tell();
}

void IterateExperiment::run(const Values& values, const LabTools& tools, LabReport& report) {
  tools.take_turn(Executor::cuda);
  IterateResults results;
  measure_and_tell([&] { measure(values, tools, results, report); },
                   [&](bool interrupted) {
                     results.interrupted = interrupted;
                     tell_iterate(results, report);
                   });
}

}  // namespace

std::unique_ptr<Experiment> make_iterate_experiment() {
  return std::make_unique<IterateExperiment>();
}

}  // namespace livewarp
