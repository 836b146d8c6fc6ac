// Many problems that are each too small for a GPU, and the ways to give them to it.
#include <memory>
#include <optional>

#include "app/experiments/experiments.h"
#include "app/experiments/mps_daemon.h"
#include "app/experiments/partners.h"
#include "app/lab/small_report.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

constexpr ExperimentInfo small_info{
    "small", "Small problems", "How many small problems fill a GPU that one of them cannot.",
    "Small plates of heat, or systems of 32 bodies, each computed by one block, all of its steps "
    "without global memory: launched into one stream, into many, as a CUDA graph without an order, "
    "and as one launch with a block for each. Every problem has a start of its own and is compared "
    "with a computation in fp64 before a time counts. Then processes of this program, which solve "
    "them in one stream each: one alone, two at once, and two by the Multi-Process Service (MPS), "
    "whose daemon is started for this and ended again."};
constexpr double usual_small_seconds = 0.2;
constexpr double usual_sharing_seconds = 1;
constexpr int usual_small_count = 1000;

/// One process alone, two, and two by MPS.
std::vector<SharingResult> sharings() {
  return {{.processes = 1}, {.processes = 2}, {.processes = 2, .mps = true}};
}

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
  const double all = double(ways.size() + 1 + sharings().size());
  tools.at("reference", 0);
  const std::vector<double> reference = small_reference(results.problem, results.count);
  const std::unique_ptr<SmallRunner> runner = make_small_runner(results.problem, results.count);
  for (const SmallWay& way : ways) {
    tools.at(label_of(way), double(results.results.size() + 1) / all);
    results.results.push_back(measure_small(*runner, results.problem, way, reference,
                                            tools.seconds_or(usual_small_seconds), tools.stop));
    tell_small(results, report);
    tools.found(report.findings);
  }
}

void take_rates(const PartnersRequest& request, SharingResult& result) {
  const PartnersResult done = run_partners(request);
  result.per_second = done.per_second;
  result.why_not = done.why_not;
  result.wrong = done.wrong;
}

/// With a daemon of its own, which is there as long as they are.
void share_by_mps(PartnersRequest request, SharingResult& result) {
  const std::string tool = MpsDaemon::find_tool();
  if (tool.empty())
    throw Error(
        "nvidia-cuda-mps-control is not on the PATH: the driver brings it on Linux, not on WSL2");
  const MpsDaemon daemon(tool, request.stop);
  request.environment = daemon.environment();
  request.ready = [&] {
    if (daemon.clients() < request.processes) throw Error("MPS did not serve them");
  };
  take_rates(request, result);
}

/// What fails has its reason, and the next one goes on.
void share(const PartnersRequest& request, SharingResult& result) {
  try {
    if (request.command.empty()) throw Error("the program's own file is not known");
    result.mps ? share_by_mps(request, result) : take_rates(request, result);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    result.why_not = error.what();
  }
}

void measure_sharing(SmallResults& results, const LabTools& tools, LabReport& report) {
  const PartnerTask task{results.problem, results.count, tools.seconds_or(usual_sharing_seconds)};
  const PrivateFolder nobody;  // where they would look for MPS: one that is there serves others
  const std::size_t before = small_ways().size() + 1;
  for (SharingResult result : sharings()) {
    tools.at(label_of(result),
             double(before + results.sharing.size()) / double(before + sharings().size()));
    PartnersRequest request;
    request.command = partner_command(task, tools.device);
    request.environment = {"CUDA_MPS_PIPE_DIRECTORY=" + nobody.path()};
    request.processes = result.processes;
    request.seconds = task.seconds;
    request.stop = tools.stop;
    share(request, result);
    results.sharing.push_back(std::move(result));
    tell_small(results, report);
    tools.found(report.findings);
  }
}

void SmallExperiment::run(const Values& values, const LabTools& tools, LabReport& report) {
  SmallResults results;
  results.problem =
      get_text(values, "problem") == "plates" ? SmallProblem::plates : SmallProblem::bodies;
  results.count = int(get_integer(values, "count"));
  tools.take_turn(Executor::cuda);
  measure_and_tell(
      [&] {
        measure_all(results, tools, report);
        measure_sharing(results, tools, report);
      },
      [&](bool interrupted) {
        results.interrupted = interrupted;
        tell_small(results, report);
      });
}

}  // namespace

std::unique_ptr<Experiment> make_small_experiment() { return std::make_unique<SmallExperiment>(); }

}  // namespace livewarp
