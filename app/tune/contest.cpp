#include "app/tune/contest.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/core/base/text.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

Side::Side(const SelectedVariant& variant, const ExecFactory& make_exec, const HostState* state)
    : time_steps_(variant.workload->time_steps(variant.choice)), exec_(make_exec(variant.executor)),
      simulations_(bench_simulations(*variant.workload, variant.choice, variant.executor, state)),
      timed_(timed_steps(simulations_, *exec_)), cycles_(std::make_shared<double>(0)) {}

Contender Side::contender(double items) const {
  Contender contender{timed_, time_steps_ * items};
  contender.timed.run = [timed = timed_, cycles = cycles_](int count, bool cold) {
    const StepTime time = timed.run(count, cold);
    const int mhz = timed.sm_clock_mhz ? timed.sm_clock_mhz() : 0;
    *cycles = time.total() * mhz * 1e3;
    return time;
  };
  return contender;
}

Contest contest(const Side& a, const Side& b, InTurnOptions options, std::stop_token stop,
                std::pair<double, double> items) {
  const Contender of_a = a.contender(items.first), of_b = b.contender(items.second);
  // The same seed makes the same order: what holds of one test holds of the other.
  PairedTest in_cycles(options.test);
  bool known = true;
  options.progress = [&, told = std::move(options.progress)](const PairedTest::Result& result,
                                                             double fraction) {
    const double cycles_a = a.last_cycles() / of_a.parts, cycles_b = b.last_cycles() / of_b.parts;
    known = known && cycles_a > 0 && cycles_b > 0;
    if (known) in_cycles.add(cycles_a, cycles_b);
    if (told) told(result, fraction);
  };
  Contest outcome;
  outcome.time = compare_in_turn(of_a, of_b, options, std::move(stop));
  if (known && outcome.time.result.pairs > 0) outcome.cycles = in_cycles.result();
  return outcome;
}

PairedTest::Result inverted(const PairedTest::Result& result) {
  using enum PairedTest::Verdict;
  PairedTest::Result other = result;
  if (result.verdict == faster) other.verdict = slower;
  if (result.verdict == slower) other.verdict = faster;
  other.ratio = {1 / result.ratio.value, 1 / result.ratio.high, 1 / result.ratio.low};
  return other;
}

std::string_view name_of(PairedTest::Verdict verdict) {
  switch (verdict) {
  case PairedTest::Verdict::faster: return "faster";
  case PairedTest::Verdict::slower: return "slower";
  case PairedTest::Verdict::same: return "same";
  case PairedTest::Verdict::undecided: break;
  }
  return "undecided";
}

std::string verdict_word(PairedTest::Verdict verdict) {
  std::string word(name_of(verdict));
  std::ranges::transform(word, word.begin(), [](char c) { return char(c - 'a' + 'A'); });
  return word;
}

std::string ratio_text(const PairedTest::Result& result, const std::string& of) {
  const Ratio& ratio = result.ratio;
  const std::string high = std::isfinite(ratio.high) ? fmt::format("{:.4f}", ratio.high) : "\u221e";
  return fmt::format("{:.4f} of {} (99 % interval {:.4f} \u2026 {}, {} {})", ratio.value, of,
                     ratio.low, high, grouped(std::int64_t(result.pairs)),
                     result.pairs == 1 ? "pair" : "pairs");
}

}  // namespace livewarp
