#include "app/live/ab_comparison.h"

#include <algorithm>

#include "app/measure/sweep_sizes.h"
#include "app/session/comparison.h"
#include "app/telemetry/gpu_json.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/ab_run.h"
#include "kernels/core/measure/ceilings.h"
#include "ui/model/choices.h"
#include "ui/model/format.h"

namespace livewarp {

namespace {

struct Hindrance {
  std::string reason;
  ui::AbRemedy remedy = ui::AbRemedy::none;
};

/// Why a setting has no time; empty: it may have one.
std::string without_time(const Session& session, const VariantInfo& variant, const Choice& choice) {
  const Executor executor = session.executor_of(variant);
  if (executor == Executor::emulator)
    return variant.title + " is emulated on the host, which yields no time.";
  if (const std::string why = session.unavailable(variant); !why.empty())
    return variant.title + ": " + why;
  const CheckResult check = session.result_cache().check(choice, executor).value_or(CheckResult{});
  if (check.verdict == Verdict::failed)
    return variant.title + " has a wrong result: no times are measured.";
  return {};
}

Hindrance hindrance(const Session& session, const std::optional<Choice>& a) {
  using ui::AbRemedy;
  const Choice& b = session.choice();
  if (session.edited_run())
    return {"An edited kernel runs: the tab Edit has its time in turn with the original's."};
  if (std::string why = without_time(session, session.variant(), b); !why.empty())
    return {std::move(why)};
  if (session.check().verdict == Verdict::failed)
    return {"The running variant has a wrong result: no times are measured."};
  if (!a)
    return {"No A is pinned. Pin the running setting, then choose another one: B.", AbRemedy::pin};
  if (a->workload != b.workload)
    return {not_comparable(session.registry(), *a, b) + ", another workload. Pin one of this.",
            AbRemedy::pin};
  if (const std::string elsewhere = not_comparable(session.registry(), *a, b); !elsewhere.empty())
    return {elsewhere + ": times of different problems are not compared.",
            AbRemedy::measure_a_here};
  if (differences(*a, b).empty())
    return {"A is what runs. Choose another variant or block: that is B."};
  const VariantInfo* variant = session.workload().find(a->variant);
  return {variant ? without_time(session, *variant, *a) : "A is gone."};
}

/// The label and both values of what differs.
ui::AbDifference difference(const Workload& workload, const Choice& a, const Choice& b,
                            const std::string& id) {
  if (id == "memory")
    return {"Memory mode", std::string(label_of(a.memory)), std::string(label_of(b.memory))};
  const Param* axis = find_param(workload.find(b.variant)->axes, id);
  const auto text = [&](const Values& values) {
    const auto value = values.find(id);
    if (value == values.end()) return std::string(ui::missing);
    return axis ? ui::value_text(*axis, value->second) : to_text(value->second);
  };
  return {axis ? axis->label : id, text(a.launch), text(b.launch)};
}

/// "62 % of fp32 FMA rate", of a median in ms.
std::string share_text(const Session& session, const Choice& choice, double median) {
  if (median <= 0) return {};
  const VariantInfo* variant = session.workload().find(choice.variant);
  const auto share = of_ceiling(session.workload().cost(choice).of_one_time_step(), median / 1000,
                                session.ceilings(choice), variant->backend);
  return share ? ui::percent(share->share) + " of " + share->ceiling : "";
}

std::string trouble_of(const Workload& workload, const CompareJob::Found& found) {
  for (const CompareJob::Side& side : {found.a, found.b})
    if (side.check.verdict == Verdict::failed)
      return workload.find(side.choice.variant)->title + ": " + side.check.failure +
             ". No time is shown for it.";
  return found.failure;
}

ui::AbResult result_of(const Session& session, const CompareJob::Found& found, bool measuring) {
  const Workload& workload = session.workload();
  const Choice &a = found.a.choice, &b = found.b.choice;
  const PairedTest::Result& tested = found.outcome.result;
  ui::AbResult result;
  result.title_a = workload.find(a.variant)->title;
  result.title_b = workload.find(b.variant)->title;
  for (const std::string& id : differences(a, b))
    if (id != "variant") result.differ.push_back(difference(workload, a, b, id));
  result.problem = size_text(workload, b.problem);
  result.measuring = measuring;
  result.trouble = trouble_of(workload, found);
  if (!result.trouble.empty()) return result;
  result.verdict = tested.verdict;
  result.verdict_text = verdict_text(tested.verdict);
  result.ratio = tested.ratio;
  result.pairs = tested.pairs;
  result.seconds = found.seconds;
  result.equivalence = PairedTestOptions().equivalence;
  result.partial = found.outcome.interrupted;
  if (tested.pairs > 0 || !measuring) result.ratio_text = ratio_text(found.outcome);
  if (tested.pairs > 0)
    result.rate_text = rate_text(rate_ratio(workload, a, b, tested.ratio.value));
  if (!measuring && tested.pairs > 0 && tested.verdict == PairedTest::Verdict::undecided)
    result.undecided = undecided_text(found.outcome);
  result.disturbed = disturbance_text(found.outcome.gpu, tested.pairs);
  result.share_a = share_text(session, a, found.median_a);
  result.share_b = share_text(session, b, found.median_b);
  return result;
}

}  // namespace

void AbComparison::begin(Session& session, const std::optional<Choice>& a) const {
  if (hindrance(session, a).reason.empty()) session.compare(*a);
}

void AbComparison::describe(const Session& session, const std::optional<Choice>& a,
                            ui::Model& model) const {
  const Hindrance now = hindrance(session, a);
  model.ab.reason = now.reason;
  model.ab.remedy = now.remedy;
  model.ab.longest_seconds = InTurnOptions().seconds;
  const std::optional<CompareJob::Found> found = session.compared();
  // Of another workload there is nothing here that it could be read beside.
  if (!found || found->a.choice.workload != session.workload().info().name) return;
  const bool measuring = session.comparing();
  model.ab.result = result_of(session, *found, measuring);
  model.ab.result->of_present = a && differences(found->a.choice, *a).empty() &&
                                differences(found->b.choice, session.choice()).empty();
}

}  // namespace livewarp
