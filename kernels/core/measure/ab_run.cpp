#include "kernels/core/measure/ab_run.h"

#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "kernels/core/base/text.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/model/host_state.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

namespace {

/// A state that is made anew is kept: larger ones, of many pages, are not.
constexpr std::size_t most_kept_bytes = std::size_t{64} << 20;

std::size_t bytes_of(const HostState& state) {
  std::size_t bytes = 0;
  for (const auto& field : state.fields) bytes += field.size();
  return bytes;
}

}  // namespace

class AbSide::States {
 public:
  States(const Workload& workload, const Choice& choice, std::unique_ptr<Exec> exec,
         const HostState* start)
      : workload_(workload), choice_(choice), exec_(std::move(exec)) {
    make(start);
    contender_.parts = double(workload.time_steps(choice));
    // A GPU's memory lies in pages of one size.
    if (exec_->executor() != Executor::cpu || (start && bytes_of(*start) > most_kept_bytes)) return;
    if (start) kept_ = *start;
    contender_.release = [this] {
      contender_.timed = {};
      simulations_.clear();
    };
    contender_.renew = [this] { make(kept_ ? &*kept_ : nullptr); };
  }
  States(const States&) = delete;
  States& operator=(const States&) = delete;

  const Contender& contender() const { return contender_; }

 private:
  void make(const HostState* start) {
    simulations_ = bench_simulations(workload_, choice_, exec_->executor(), start);
    contender_.timed = timed_steps(simulations_, *exec_);
  }

  const Workload& workload_;
  Choice choice_;
  std::optional<HostState> kept_;
  std::unique_ptr<Exec> exec_;
  Simulations simulations_;
  Contender contender_;
};

AbSide::AbSide(const Workload& workload, const Choice& choice, std::unique_ptr<Exec> exec,
               const HostState* start)
    : states_(std::make_unique<States>(workload, choice, std::move(exec), start)) {}

AbSide::~AbSide() = default;

const Contender& AbSide::contender() const { return states_->contender(); }

std::vector<std::string> differences(const Choice& a, const Choice& b) {
  std::vector<std::string> ids;
  if (a.variant != b.variant) ids.emplace_back("variant");
  const auto add = [&](const Values& of_a, const Values& of_b) {
    for (const auto& [id, value] : of_b) {
      const auto other = of_a.find(id);
      if (other == of_a.end() ? a.variant == b.variant : other->second != value) ids.push_back(id);
    }
  };
  add(a.launch, b.launch);
  if (a.memory != b.memory) ids.emplace_back("memory");
  add(a.problem, b.problem);
  return ids;
}

std::string verdict_text(PairedTest::Verdict verdict) {
  using Verdict = PairedTest::Verdict;
  switch (verdict) {
  case Verdict::faster: return "B is FASTER";
  case Verdict::slower: return "B is SLOWER";
  case Verdict::same: return "SAME";
  case Verdict::undecided: break;
  }
  return "UNDECIDED";
}

std::string ratio_text(const PairedTest::Result& result, const std::string& of) {
  const auto& [verdict, ratio, count] = result;
  const std::string pairs = grouped(std::int64_t(count)) + (count == 1 ? " pair" : " pairs");
  const std::string times = fmt::format("{:.4f} times {} (", ratio.value, of);
  if (ratio.low <= 0 && !std::isfinite(ratio.high))
    return times + pairs + ": too few for an interval)";
  const std::string high = std::isfinite(ratio.high) ? fmt::format("{:.4f}", ratio.high) : "\u221e";
  return times + fmt::format("99 % interval {:.4f} \u2026 {}, {})", ratio.low, high, pairs);
}

std::string no_pair_text(bool interrupted) {
  return interrupted ? "interrupted before a pair was measured"
                     : "no pair was measured, a single step takes the whole time";
}

std::string ratio_text(const InTurn& outcome) {
  if (outcome.result.pairs == 0) return no_pair_text(outcome.interrupted);
  return "B takes " + ratio_text(outcome.result, "A's time");
}

std::string rate_text(double rate_ratio) {
  return fmt::format("B's rate is {:#.4g} times A's", rate_ratio);
}

std::string undecided_text(const InTurn& outcome) {
  return (outcome.interrupted ? "interrupted" : "the time was out") +
         std::string(" before that was decided");
}

double rate_ratio(const Workload& workload, const Choice& a, const Choice& b, double time_ratio) {
  return workload.cost(b).items / workload.cost(a).items / time_ratio;
}

}  // namespace livewarp
