// Bytes from GPU to GPU, or within one that is named twice.
#include <memory>
#include <optional>

#include "app/base/platform.h"
#include "app/experiments/experiments.h"
#include "app/lab/peers_report.h"
#include "app/options/device_list.h"
#include "kernels/core/telemetry/nvml.h"
#include "kernels/core/telemetry/read_topology.h"

namespace livewarp {

namespace {

constexpr ExperimentInfo peers_info{
    "peers", "Peers", "How fast bytes go from one GPU to another, by copies and by kernels.",
    "For each pair of GPUs, each way: cudaMemcpyPeerAsync with peer access, the same bytes through "
    "page-locked memory of the host where there is none, a kernel that reads the peer's memory and "
    "one that writes it. Bandwidth one way and both ways at once, and the latency of the smallest "
    "access. What arrives is compared with what was sent before a time counts. A GPU may be named "
    "twice: then all of it runs within that one."};

class PeersExperiment final : public Experiment {
 public:
  const ExperimentInfo& info() const override { return peers_info; }
  std::vector<Param> params() const override;
  void declare(OptionGroup& options) override;
  void run(const Values& values, const LabTools& tools, LabReport& report) override;

 private:
  std::vector<int> devices_of(const Values& values, const LabTools& tools) const;

  /// What the command line said; it counts before what a control shows.
  std::optional<std::string> named_;  ///< "all", "twice"
  std::vector<int> listed_;
};

std::vector<Param> PeersExperiment::params() const {
  return {
      choice_axis("devices", "GPUs", {{"all", "all", {}}, {"twice", "one of them, twice", {}}},
                  "all", "Between which GPUs; one that is named twice copies within its memory."),
      integer_param("mib", "Bytes", "MiB", 1, 1024, 64, "How much is moved each way."),
      choice_axis("staged", "Through the host",
                  {{"needed", "without peer access", {}}, {"always", "always", {}}}, "needed",
                  "Whether bytes go through page-locked memory of the host too where peer access "
                  "moves them.")};
}

void PeersExperiment::declare(OptionGroup& options) {
  options.value(
      "devices", "N,N|all|twice",
      [this](const std::string& text) {
        if (text == "all" || text == "twice")
          named_ = text;
        else
          listed_ = parse_devices(text);
      },
      "Between these GPUs: 0,1,2,3; one may be named twice, 0,0. Default all.");
}

std::vector<int> PeersExperiment::devices_of(const Values& values, const LabTools& tools) const {
  if (!listed_.empty()) return listed_;
  if (named_.value_or(get_text(values, "devices")) == "twice") return {tools.device, tools.device};
  std::vector<int> all;
  for (const GpuInfo& gpu : tools.machine->gpus) all.push_back(gpu.index);
  return all;
}

/// Those that there are; the others are told.
std::vector<int> present_devices(const std::vector<int>& wanted, const Machine& machine,
                                 PeerResults& results) {
  std::vector<int> devices;
  for (const int device : wanted) {
    const std::string refusal = device_refusal(device, machine);
    if (refusal.empty())
      devices.push_back(device);
    else
      results.absent.push_back("GPU " + std::to_string(device) + ": " + refusal);
  }
  return devices;
}

/// Of one device, or none.
std::string no_pair_text(const std::vector<int>& devices, bool listed) {
  std::string text = "all pairs: ";
  if (devices.empty())
    text += listed ? "none of the GPUs that are named is here" : "no GPU of this machine is usable";
  else
    text += listed ? "one of the GPUs that are named is here" : "this machine has one usable GPU";
  text += ", and a pair takes two";
  if (devices.empty()) return text;
  const std::string device = std::to_string(devices.front());
  return text + "; --devices " + device + "," + device + " measures within it";
}

/// By peer access where there is some; through the host else, or where that is asked for too.
std::vector<PeerWay> ways_between(const std::string& no_access, bool always_staged) {
  std::vector<PeerWay> ways;
  for (const PeerWayInfo& way : peer_ways())
    if (way.needs_access ? no_access.empty() : always_staged || !no_access.empty())
      ways.push_back(way.way);
  return ways;
}

struct PeerPlan {
  std::vector<PeerTask> tasks, curve;
};

/// All pairs, each way; of the first one that is there the curve too.
PeerPlan plan_peers(const PeerRunner& runner, bool always_staged, PeerResults& results) {
  PeerPlan plan;
  for (std::size_t from = 0; from < results.devices.size(); ++from)
    for (std::size_t to = 0; to < results.devices.size(); ++to) {
      if (from == to) continue;
      const std::string no_access = runner.no_access(from, to);
      if (!no_access.empty()) results.no_access.push_back({from, to, no_access});
      const std::vector<PeerWay> ways = ways_between(no_access, always_staged);
      for (const PeerTask& task : peer_tasks(from, to, ways, results.bytes))
        plan.tasks.push_back(task);
      if (plan.curve.empty()) plan.curve = peer_curve(from, to, ways, results.bytes);
    }
  return plan;
}

std::string task_text(const PeerResults& results, const PeerTask& task) {
  return place_name(results, task.from) + " to " + place_name(results, task.to) + ", " +
         info_of(task.way).label + ", " + info_of(task.figure).label;
}

void tell_peers(const PeerResults& results, LabReport& report) {
  report.findings = peer_findings(results);
  report.json = to_json(results);
  report.csv = peers_csv(results);
}

void measure_all_peers(PeerRunner& runner, const PeerPlan& plan, const LabTools& tools,
                       PeerResults& results, LabReport& report) {
  const SamplePlan samples{.least = 20, .most = 200, .seconds = tools.seconds, .stop = tools.stop};
  const double all = double(plan.tasks.size() + plan.curve.size());
  std::size_t done = 0;
  const auto measure = [&](const std::vector<PeerTask>& tasks, std::vector<PeerResult>& into) {
    for (const PeerTask& task : tasks) {
      tools.at(task_text(results, task), double(done++) / all);
      into.push_back(measure_peers(runner, task, samples));
      report.findings = peer_findings(results);
      tools.found(report.findings);
    }
  };
  measure(plan.tasks, results.results);
  measure(plan.curve, results.curve);
}

void PeersExperiment::run(const Values& values, const LabTools& tools, LabReport& report) {
  PeerResults results;
  results.bytes = std::size_t(get_integer(values, "mib")) << 20;
  results.devices = present_devices(devices_of(values, tools), *tools.machine, results);
  results.topology = read_topology(tools.machine->gpus, shared_nvml());
  if (results.devices.size() < 2) {
    results.absent.push_back(no_pair_text(results.devices, !listed_.empty()));
    return tell_peers(results, report);
  }
  tools.take_turn(Executor::cuda);
  measure_and_tell(
      [&] {
        const std::unique_ptr<PeerRunner> runner =
            make_peer_runner(results.devices, results.bytes, host_free_bytes());
        const PeerPlan plan = plan_peers(*runner, get_text(values, "staged") == "always", results);
        measure_all_peers(*runner, plan, tools, results, report);
      },
      [&](bool interrupted) {
        results.interrupted = interrupted;
        tell_peers(results, report);
      });
}

}  // namespace

std::unique_ptr<Experiment> make_peers_experiment() { return std::make_unique<PeersExperiment>(); }

}  // namespace livewarp
