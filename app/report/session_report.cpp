#include "app/report/session_report.h"

#include <ctime>
#include <utility>

#include "app/base/dated_name.h"
#include "app/base/version.h"
#include "app/measure/sweep.h"
#include "app/measure/sweep_sizes.h"
#include "app/tune/contest.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

VariantResult result_of(const Session& session, const VariantInfo& info) {
  VariantResult result;
  const Choice choice =
      info.name == session.choice().variant ? session.choice() : session.variant_choice(info);
  result.variant = {.workload = &session.workload(),
                    .info = &info,
                    .executor = session.executor_of(info),
                    .choice = choice,
                    .skip = session.unavailable(info)};
  if (!result.variant.skip.empty()) return result;
  const ResultCache& known = session.result_cache();
  if (const auto check = known.check(choice, result.variant.executor))
    (check->verdict == Verdict::here ? result.here : result.sizes) = *check;
  result.measurement = known.bench(choice);
  result.clocks = known.clocks(choice);
  result.counters = known.counters(choice);
  if (result.measurement)
    result.of_ceiling = of_ceiling(result.measurement->cost, result.measurement->step.median / 1000,
                                   session.ceilings(choice), info.backend);
  result.variant.requested = info.name == session.choice().variant;
  return result;
}

std::optional<ReportVerdict> verdict_of(const Session& session) {
  const std::optional<CompareJob::Found> found = session.compared();
  if (!found || found->outcome.result.pairs == 0 ||
      found->b.choice.workload != session.choice().workload ||
      found->b.choice.problem != session.choice().problem)
    return {};
  const PairedTest::Result& result = found->outcome.result;
  ReportVerdict verdict;
  verdict.best = found->b.choice.variant;
  verdict.next = found->a.choice.variant;
  verdict.verdict = name_of(result.verdict);
  verdict.sentence = verdict.best + " is " + verdict_words(result.verdict, verdict.next);
  verdict.details = ratio_text(result, verdict.next + "'s time");
  verdict.ratio = result.ratio.value;
  verdict.low = result.ratio.low;
  verdict.high = result.ratio.high;
  verdict.pairs = result.pairs;
  verdict.command = against_command(session.workload(), found->a.choice, found->b.choice);
  return verdict;
}

}  // namespace

ReportContent session_report(const Session& session, int device, std::vector<Graph> graphs) {
  ReportContent content;
  const Workload& workload = session.workload();
  content.workload = &workload;
  content.machine = &session.machine();
  content.device = device;
  content.problem = size_text(workload, session.choice().problem);
  content.date = date_of(std::time(nullptr));
  content.version = version_text();
  content.command = "livewarp report " + workload.info().name;
  for (const VariantInfo* info : workload.variants())
    content.results.push_back(result_of(session, *info));
  std::vector<VariantResult> measured;
  for (VariantResult& result : content.results) {
    // What could run and was not measured has nothing to tell.
    if (result.variant.skip.empty() && !timed(result) && !result.failed() &&
        !result.variant.requested)
      continue;
    for (const Ceiling& ceiling : session.ceilings(result.variant.choice).all)
      if (timed(result) && !content.ceilings.find(ceiling.backend, ceiling.id))
        content.ceilings.all.push_back(ceiling);
    measured.push_back(std::move(result));
  }
  content.results = std::move(measured);
  content.verdict = verdict_of(session);
  content.graphs = std::move(graphs);
  content.graph_command = content.graphs.empty() ? "" : "livewarp sweep " + workload.info().name;
  return content;
}

}  // namespace livewarp
