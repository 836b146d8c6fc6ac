#include "kernels/core/measure/compare_in_turn.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/base/milliseconds.h"
#include "kernels/core/measure/sampler.h"

namespace livewarp {

namespace {

double sample_ms(Sampler& sampler, const Contender& contender, bool cold) {
  constexpr double longest_lead_in_ms = 50;
  if (!cold && sampler.last().total() < longest_lead_in_ms) sampler.lead_in();
  return sampler.sample().total() / contender.parts;
}

/// Of steps that take about as long, as many make a sample of A as of B: the longer samples would
/// be interrupted more often, and carry less of what a sample costs beside its steps.
void make_alike(Sampler& a, Sampler& b) {
  const auto [shorter, longer] = std::minmax({a.step_ms(), b.step_ms()});
  if (longer > 2 * shorter) return;
  const int repeats = std::max(a.repeats(), b.repeats());
  a.set_repeats(repeats);
  b.set_repeats(repeats);
}

/// The places of two states in memory, exchanged: both are given back, and then the other one is
/// made first.
class Places {
 public:
  Places(const Contender& a, const Contender& b) : a_(a), b_(b) {}

  /// False where that is not possible, takes long beside a pair of so many milliseconds, or would
  /// leave too few pairs.
  bool exchange(double pair_ms) {
    constexpr double longest_pair_ms = 200, most_pairs = 4;
    if (!a_.renew || !b_.renew || pair_ms > longest_pair_ms) return false;
    if (took_ms_ > most_pairs * pair_ms) return false;
    const auto begun = std::chrono::steady_clock::now();
    a_.release();
    b_.release();
    b_first_ = !b_first_;
    (b_first_ ? b_ : a_).renew();
    (b_first_ ? a_ : b_).renew();
    const double ms = ms_since(begun);
    took_ms_ = took_ms_ > 0 ? std::min(took_ms_, ms) : ms;
    return true;
  }

 private:
  const Contender &a_, &b_;
  bool b_first_ = false;
  double took_ms_ = 0;  ///< at least; 0: not known
};

}  // namespace

InTurn compare_in_turn(const Contender& a, const Contender& b, const InTurnOptions& options,
                       std::stop_token stop) {
  TimeSpent spent;
  Sampler sampler_a(a.timed, options.cold, stop, spent);
  Sampler sampler_b(b.timed, options.cold, stop, spent);
  PairedTest test(options.test);
  InTurn all;
  GpuLooks looks(a.timed.gpu.read ? a.timed.gpu.read : b.timed.gpu.read);
  Places places(a, b);
  const auto measure_pair = [&] {
    double a_ms = 0, b_ms = 0;
    const bool b_first = test.b_first();
    if (b_first) b_ms = sample_ms(sampler_b, b, options.cold);
    a_ms = sample_ms(sampler_a, a, options.cold);
    if (!b_first) b_ms = sample_ms(sampler_b, b, options.cold);
    return std::pair(a_ms, b_ms);
  };
  const auto add_pair = [&] {
    const auto begun = std::chrono::steady_clock::now();
    auto [a_ms, b_ms] = measure_pair();
    if (places.exchange(ms_since(begun))) {
      const auto [a_there, b_there] = measure_pair();
      a_ms = (a_ms + a_there) / 2;
      b_ms = (b_ms + b_there) / 2;
    }
    all.result = test.add(a_ms, b_ms);
    all.a_ms.push_back(a_ms);
    all.b_ms.push_back(b_ms);
  };
  try {
    const auto long_step = [&](Sampler& sampler) {
      constexpr double moment = 0.05;
      return options.warm ? sampler.warm_up(options.seconds, moment)
                          : sampler.warm_up(options.seconds);
    };
    if (long_step(sampler_a) || long_step(sampler_b)) return all;
    make_alike(sampler_a, sampler_b);
    while (all.result.verdict == PairedTest::Verdict::undecided &&
           spent.seconds() < options.seconds) {
      add_pair();
      looks.look(spent.seconds(), all.a_ms.size());
      if (options.progress)
        options.progress(all.result, std::min(1.0, spent.seconds() / options.seconds));
    }
  } catch (const Cancelled&) {
    all.interrupted = true;
  }
  looks.look(spent.seconds(), all.a_ms.size(), true);
  all.gpu = looks.conditions();
  return all;
}

}  // namespace livewarp
