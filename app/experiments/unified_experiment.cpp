// Managed memory: its first touch, by host and by GPU, and its steady state.
#include <algorithm>
#include <memory>

#include "app/base/platform.h"
#include "app/experiments/experiments.h"
#include "app/lab/unified_table.h"
#include "kernels/core/base/error.h"
#include "kernels/core/model/memory_modes.h"

namespace livewarp {

namespace {

constexpr ExperimentInfo unified_info{
    "unified", "Unified memory",
    "What the first touch of managed memory costs, and what is left once its pages are there.",
    "A managed buffer, fresh for each round: written by the host and then passed over by kernels, "
    "as it is, prefetched, and with each advice to the driver; and written first by kernels, an "
    "element a thread or a warp a page. The first pass and those after it stand apart, and so does "
    "the host that reads all of it afterwards. Every pass is compared with a pattern."};
constexpr double seconds_of_a_method = 1;
constexpr std::size_t bytes_of_a_mib = std::size_t{1} << 20;
constexpr std::size_t bytes_with_all_faults_told = 16 * bytes_of_a_mib;

Json to_json(const UnifiedRow& row, std::size_t fault_bytes) {
  const PagingResult& one = row.result;
  const auto median = [](const Summary& ms) { return ms.count ? Json(ms.median) : Json(); };
  Json json{{"method", info_of(one.method).id}, {"prefetch_ms", median(one.moved)},
            {"first_ms", median(one.first)},    {"steady_ms", median(one.steady)},
            {"host_ms", median(one.host)},      {"host_again_ms", median(one.host_again)},
            {"rounds", one.first.count},        {"pass_bytes", one.bytes}};
  if (row.faults)
    json["faults"] = {{"groups", row.faults->groups},
                      {"faults", row.faults->faults},
                      {"to_gpu_bytes", row.faults->to_gpu_bytes},
                      {"to_gpu_pieces", row.faults->to_gpu_pieces},
                      {"to_host_bytes", row.faults->to_host_bytes},
                      {"complete", told_all(*row.faults, row.result.method, fault_bytes)}};
  if (!one.why_not.empty()) json["why_not"] = one.why_not;
  return json;
}

Json to_json(const UnifiedResults& results) {
  Json json{{"bytes", results.request.bytes},
            {"fault_bytes", results.fault_bytes},
            {"points", Json::array()}};
  for (const UnifiedRow& row : results.rows)
    json["points"].push_back(to_json(row, results.fault_bytes));
  Json history{{"text", unified_history_source().text},
               {"gpu", unified_history_source().gpu},
               {"points", Json::array()}};
  for (const PagingHistory& figure : unified_history())
    history["points"].push_back({{"method", info_of(figure.method).id},
                                 {"first", figure.first},
                                 {"steady", figure.steady}});
  json["history"] = std::move(history);
  return json;
}

class UnifiedExperiment final : public Experiment {
 public:
  const ExperimentInfo& info() const override { return unified_info; }
  std::vector<Param> params() const override;
  void run(const Values& values, const LabTools& tools, LabReport& report) override;
};

std::vector<Param> UnifiedExperiment::params() const {
  constexpr std::int64_t most = most_paging_bytes / bytes_of_a_mib;
  Param size = log_scaled(integer_param("size", "Size", "MiB", 2, most, 256,
                                        "Of the managed buffer, in pages of 2 MiB: odd numbers are "
                                        "rounded down. More could hang a GPU that others use."));
  return {
      std::move(size),
      choice_axis("touch", "The GPU", {{"read", "reads", {}}, {"update", "reads and writes", {}}},
                  "read",
                  "What its kernels do with what the host wrote: compare it, or add one to each "
                  "word, which takes the host's copies of read-mostly pages away."),
      choice_axis("faults", "Fault groups", {{"count", "count", {}}, {"leave", "do not", {}}},
                  "count",
                  "Asks CUPTI how many groups of faults the first pass of each makes, in rounds "
                  "of their own behind the times. CUPTI then stays in this process.")};
}

/// In rounds of their own, since whoever counts slows down what is counted, and of few bytes: the
/// driver keeps some thousand records, and drops the others. The first round after counting is
/// switched on is told in part; it is thrown away, and what is told late spoils a round.
void count_faults(UnifiedResults& results, const LabTools& tools) {
  const std::string left_out = "Left out: fault groups: ";
  try {
    const Cupti cupti;
    if (!cupti.reason().empty()) throw Error(cupti.reason(), cupti.advice());
    PagingRequest request = results.request;
    request.bytes = results.fault_bytes = std::min(request.bytes, bytes_with_all_faults_told);
    const auto runner = make_paging_runner(request);
    const auto counted = [&](PagingMethod method) {
      runner->begin(method);
      return count_page_faults(cupti, [&] {
        if (method == PagingMethod::prefetch) runner->prefetch_ms();
        runner->pass_ms();
      });
    };
    counted(PagingMethod::host_first);
    for (UnifiedRow& row : results.rows) {
      if (!row.result.timed()) continue;
      const PagingMethodInfo& info = info_of(row.result.method);
      tools.at(std::string("faults of: ") + info.label, 0.95);
      for (int tries = 0; tries < 3; ++tries) {
        row.faults = counted(info.method);
        if (told_all(*row.faults, info.method, request.bytes)) break;
      }
    }
  } catch (const Cancelled&) {
    throw;
  } catch (const Error& error) {
    results.no_faults = left_out + error.what() +
                        ". Nsight Systems tells them too: nsys profile "
                        "--cuda-um-gpu-page-faults=true.";
  }
}

void UnifiedExperiment::run(const Values& values, const LabTools& tools, LabReport& report) {
  if (const std::string refusal = memory_refusal(MemoryMode::managed, *tools.gpu());
      !refusal.empty())
    throw Error("unified memory: " + refusal);
  UnifiedResults results;
  results.request.bytes = std::size_t(get_integer(values, "size")) / 2 * 2 * bytes_of_a_mib;
  results.request.touch = parse_paging_touch(get_text(values, "touch"));
  results.request.host_bytes = host_free_bytes();
  const auto tell = [&] {
    report.findings = unified_findings(results);
    report.json = to_json(results);
    tools.found(report.findings);
  };
  tools.take_turn(Executor::cuda);
  const auto runner = make_paging_runner(results.request);
  std::vector<PagingMethod> methods;
  for (const PagingMethodInfo& info : paging_methods()) methods.push_back(info.method);
  measure_paging(
      *runner, methods, tools.seconds_or(seconds_of_a_method), tools.stop,
      [&](const PagingMethodInfo& info) {
        tools.at(info.label, 0.9 * double(results.rows.size()) / double(methods.size()));
      },
      [&](const PagingResult& result) {
        results.rows.push_back({result, {}});
        tell();
      });
  measure_and_tell(
      [&] {
        if (get_text(values, "faults") == "count") count_faults(results, tools);
      },
      [&](bool) { tell(); });
}

}  // namespace

std::unique_ptr<Experiment> make_unified_experiment() {
  return std::make_unique<UnifiedExperiment>();
}

}  // namespace livewarp
