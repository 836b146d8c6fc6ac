// How long a short kernel waits beside a long one.
#include "app/base/table.h"
#include "app/lab/experiment.h"
#include "app/lab/streams_report.h"

namespace livewarp {

namespace {

const PriorityResult* timed(const PriorityResults& results, PriorityCase which) {
  for (const PriorityResult& result : results.results)
    if (result.which == which && result.timed()) return &result;
  return nullptr;
}

/// "0.62 ms", "24 µs".
std::string latency(double ms) {
  return ms < 1 ? plain_number(1000 * ms, 3) + " \u00b5s" : plain_number(ms, 3) + " ms";
}

Timeline priority_timeline(const PriorityResult& result) {
  Timeline timeline;
  timeline.title = info_of(result.which).label;
  const auto add = [&](const char* name, const GpuInterval& kernel) {
    timeline.spans.push_back(
        {timeline.lane(name), name, SpanKind::kernel, kernel.begin_ms, kernel.end_ms});
    timeline.end_ms = std::max(timeline.end_ms, kernel.end_ms);
  };
  if (result.which != PriorityCase::idle) add("long kernel", result.long_kernel);
  add("short kernel", result.short_kernel);
  return timeline;
}

std::vector<std::string> priority_verdict(const PriorityResults& results) {
  std::vector<std::string> verdict;
  const PriorityResult *const idle = timed(results, PriorityCase::idle),
                              *const same = timed(results, PriorityCase::same),
                              *const high = timed(results, PriorityCase::short_high),
                              *const low = timed(results, PriorityCase::short_low);
  if (same)
    verdict.push_back("Behind a kernel that fills the GPU for " + latency(same->long_ms.median) +
                      ", a kernel of " + latency(results.kernels.short_ms) + " is done after " +
                      latency(same->latency_ms.median) + " in a stream of the same priority" +
                      (idle ? "; on an idle GPU after " + latency(idle->latency_ms.median) : "") +
                      ".");
  if (high)
    verdict.push_back(
        "In a stream of high priority, beside a long kernel of low priority, it is done after " +
        latency(high->latency_ms.median) +
        ": a priority breaks off no block that runs, and blocks here run for " +
        latency(results.kernels.block_ms) +
        ", but the next places that become free are the short kernel's" +
        (same && high->latency_ms.median < same->latency_ms.median
             ? ", " + plain_number(same->latency_ms.median / high->latency_ms.median, 2) +
                   " times as soon as at the same priority."
             : "; it was no sooner than at the same priority."));
  if (low)
    verdict.push_back("The other way round, the short kernel low and the long one high, after " +
                      latency(low->latency_ms.median) + ".");
  return verdict;
}

}  // namespace

Findings priority_findings(const PriorityResults& results) {
  Findings findings;
  findings.setting = "long kernel " + latency(results.kernels.long_ms) + " in blocks of " +
                     latency(results.kernels.block_ms) + ", short kernel " +
                     latency(results.kernels.short_ms);
  FindingsTable table{"Short kernel, from its launch until the host knows its end",
                      {{"case", false},
                       {"median ms"},
                       {"min ms"},
                       {"p95 ms"},
                       {"samples"},
                       {"ended before the long one"}},
                      {}};
  for (const PriorityResult& result : results.results) {
    const PriorityCaseInfo& info = info_of(result.which);
    if (!result.timed()) {
      tell_untimed(findings, info.label, result.why_not, result.wrong);
      continue;
    }
    const Summary& ms = result.latency_ms;
    table.rows.push_back(
        {info.label, plain_number(ms.median, 3), plain_number(ms.min, 3), plain_number(ms.p95, 3),
         std::to_string(ms.count),
         result.which == PriorityCase::idle ? missing : std::to_string(result.ended_before)});
    findings.timelines.push_back(priority_timeline(result));
  }
  if (!table.rows.empty()) findings.tables.push_back(std::move(table));
  findings.verdict = priority_verdict(results);
  return findings;
}

Json to_json(const PriorityResults& results) {
  Json json{{"least_priority", results.range.least},
            {"greatest_priority", results.range.greatest},
            {"cases", Json::array()}};
  for (const PriorityResult& result : results.results) {
    const auto known = [&](double value) { return result.timed() ? Json(value) : Json(); };
    Json one{{"id", info_of(result.which).id}, {"why_not", result.why_not}};
    one["wrong"] = result.wrong;
    one["median_ms"] = known(result.latency_ms.median);
    one["min_ms"] = known(result.latency_ms.min);
    one["p95_ms"] = known(result.latency_ms.p95);
    one["long_ms"] = known(result.long_ms.median);
    one["count"] = result.latency_ms.count;
    one["ended_before"] = result.ended_before;
    if (result.timed()) one["timeline"] = to_json(priority_timeline(result));
    json["cases"].push_back(std::move(one));
  }
  return json;
}

}  // namespace livewarp
