// How fast bytes move between host and GPU, and on the host, against how many they are.
#include <algorithm>
#include <memory>

#include "app/base/platform.h"
#include "app/experiments/experiments.h"
#include "app/lab/transfer_report.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/telemetry/nvml.h"

namespace livewarp {

namespace {

constexpr ExperimentInfo bandwidth_info{
    "bandwidth", "Bandwidth", "How fast bytes reach the GPU and come back, and from which size on.",
    "Moves bytes between the host and the GPU, in powers of two of their number: pageable, "
    "page-locked, write-combined, mapped and managed memory, each way and both at once, in one "
    "copy or in many; and on the host memcpy and the first touch of fresh pages. What arrives is "
    "compared with what was sent before a time counts. Without a GPU the host's part runs.",
    false};
constexpr double seconds_of_a_point = 0.2;

std::string ids(const auto& infos) {
  std::string text;
  for (const auto& info : infos) text += (text.empty() ? "" : ", ") + std::string(info.id);
  return text;
}

class BandwidthExperiment final : public Experiment {
 public:
  BandwidthExperiment() {
    for (const TransferKindInfo& kind : transfer_kinds()) request_.kinds.push_back(kind.kind);
    request_.ways = {TransferWay::to_gpu, TransferWay::from_gpu, TransferWay::both};
  }
  const ExperimentInfo& info() const override { return bandwidth_info; }
  std::vector<Param> params() const override;
  void declare(OptionGroup& options) override;
  void check(const Values& values) const override;
  void run(const Values& values, const LabTools& tools, LabReport& report) override;

 private:
  TransferRequest request_of(const Values& values) const;
  void measure(const TransferRequest& request, bool of_gpu, const LabTools& tools,
               TransferResults& results, LabReport& report) const;

  TransferRequest request_{.kinds = {}, .ways = {}};
  bool kinds_given_ = false;
};

std::vector<Param> BandwidthExperiment::params() const {
  std::vector<Option> kinds{{"all", "all", {}}}, sizes;
  for (const TransferKindInfo& kind : transfer_kinds()) kinds.push_back({kind.id, kind.label, {}});
  for (const auto* size : {"1M", "16M", "64M", "256M", "1G"}) sizes.push_back({size, size, {}});
  return {choice_axis("kinds", "Memory", std::move(kinds), "all",
                      "Where the bytes lie on the host, and who moves them."),
          choice_axis("to", "Up to", std::move(sizes), "1G",
                      "The greatest size; managed memory ends at 512M."),
          log_scaled(integer_param("pieces", "Pieces", "", 1, most_transfer_pieces, 1,
                                   "The same bytes as so many small copies."))};
}

void BandwidthExperiment::declare(OptionGroup& options) {
  options.value(
      "kinds", "NAME,NAME",
      [this](const std::string& text) {
        request_.kinds = parse_transfer_kinds(text);
        kinds_given_ = true;
      },
      "Only these: " + ids(transfer_kinds()) + ". The last three need no GPU.");
  options.value(
      "ways", "NAME,NAME",
      [this](const std::string& text) { request_.ways = parse_transfer_ways(text); },
      "Only these ways: " + ids(transfer_ways().first(3)) + ".");
  options.value(
      "from", "SIZE",
      [this](const std::string& text) { request_.from = parse_transfer_size(text, "from"); },
      "The least size, a power of two: 64K. Default 1K.");
  options.value(
      "to", "SIZE",
      [this](const std::string& text) { request_.to = parse_transfer_size(text, "to"); },
      "The greatest size. Default 1G; managed memory ends at 512M.");
}

/// What the command line said counts before what a control shows.
TransferRequest BandwidthExperiment::request_of(const Values& values) const {
  TransferRequest request = request_;
  if (const std::string& kind = get_text(values, "kinds"); kind != "all")
    request.kinds = {find_transfer_kind(kind)->kind};
  request.to = std::min(request.to, parse_transfer_size(get_text(values, "to"), "to"));
  request.pieces = int(get_integer(values, "pieces"));
  return request;
}

void BandwidthExperiment::check(const Values& values) const {
  const TransferRequest request = request_of(values);
  if (request.from > request.to)
    throw Error("--from " + memory_size(request.from) + " is more than --to " +
                memory_size(request.to));
}

void BandwidthExperiment::measure(const TransferRequest& request, bool of_gpu,
                                  const LabTools& tools, TransferResults& results,
                                  LabReport& report) const {
  const GpuInfo* const gpu = tools.gpu();
  TransferRequest part = request;
  std::erase_if(part.kinds, [&](TransferKind kind) { return info_of(kind).needs_gpu != of_gpu; });
  if (part.kinds.empty()) return;
  if (of_gpu && !gpu) {
    results.no_gpu = tools.machine->gpu_reason;
    results.without_gpu = part.kinds;
    return;
  }
  tools.take_turn(of_gpu ? Executor::cuda : Executor::cpu);
  part.host_bytes = host_free_bytes();
  if (of_gpu) results.link = shared_nvml().link(gpu->pci);
  const std::size_t ways = std::max<std::size_t>(1, request.ways.size());
  std::size_t all = 0, done = 0;  // points, roughly: the host's kinds have one way each
  for (const TransferKind kind : request.kinds)
    all += transfer_sizes(request.from, request.to).size() * (info_of(kind).needs_gpu ? ways : 1);
  done = results.points.size();
  TransferWatch watch;
  watch.stop = tools.stop;
  watch.begins = [&](const TransferPoint& point) {
    tools.at(std::string(info_of(point.kind).label) + ", " + info_of(point.way).label + ", " +
                 memory_size(point.bytes),
             std::min(1.0, double(done) / double(all)));
  };
  watch.done = [&](const TransferPoint& point) {
    results.points.push_back(point);
    ++done;
    report.findings = transfer_findings(results);
    tools.found(report.findings);
  };
  measure_transfers(part, gpu, watch);
}

/// The GPU's part and then the host's, each in its turn.
void BandwidthExperiment::run(const Values& values, const LabTools& tools, LabReport& report) {
  TransferRequest request = request_of(values);
  request.seconds = tools.seconds_or(seconds_of_a_point);
  TransferResults results;
  results.setting = memory_size(request.from) + " \u2026 " + memory_size(request.to);
  if (request.pieces > 1) results.setting += ", in " + grouped(request.pieces) + " pieces";
  const auto tell = [&](bool interrupted) {
    results.interrupted = interrupted;
    report.findings = transfer_findings(results);
    report.json = to_json(results);
    report.csv = transfer_csv(results);
    // What was asked for by its name and cannot be measured is no success.
    if (kinds_given_ && !results.without_gpu.empty())
      report.unmet = "no GPU to measure: " + results.no_gpu;
  };
  measure_and_tell(
      [&] {
        for (const bool of_gpu : {true, false}) measure(request, of_gpu, tools, results, report);
      },
      tell);
}

}  // namespace

std::unique_ptr<Experiment> make_bandwidth_experiment() {
  return std::make_unique<BandwidthExperiment>();
}

}  // namespace livewarp
