#include "app/tune/contest.h"

#include <algorithm>
#include <memory>

namespace livewarp {

namespace {

/// A contender that remembers how many SM clock cycles its last pass took; 0 where the clock is not
/// known.
class Clocked {
 public:
  /// `items`: of a time step, where what counts is the time of one.
  Clocked(const Contender& contender, double items)
      : contender_{contender.timed, contender.parts * items} {
    contender_.timed.run = [timed = contender.timed, cycles = cycles_](int count, bool cold) {
      const StepTime time = timed.run(count, cold);
      const int mhz = timed.sm_clock_mhz ? timed.sm_clock_mhz() : 0;
      *cycles = time.total() * mhz * 1e3;
      return time;
    };
  }
  const Contender& contender() const { return contender_; }
  /// Of a part, as times are.
  double cycles() const { return *cycles_ / contender_.parts; }

 private:
  std::shared_ptr<double> cycles_ = std::make_shared<double>(0);
  Contender contender_;
};

}  // namespace

Contest contest(const Contender& a, const Contender& b, InTurnOptions options, std::stop_token stop,
                std::pair<double, double> items) {
  const Clocked of_a(a, items.first), of_b(b, items.second);
  // The same seed makes the same order: what holds of one test holds of the other.
  PairedTest in_cycles(options.test);
  bool known = true;
  options.progress = [&, told = std::move(options.progress)](const PairedTest::Result& result,
                                                             double fraction) {
    known = known && of_a.cycles() > 0 && of_b.cycles() > 0;
    if (known) in_cycles.add(of_a.cycles(), of_b.cycles());
    if (told) told(result, fraction);
  };
  Contest outcome;
  outcome.time = compare_in_turn(of_a.contender(), of_b.contender(), options, std::move(stop));
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

std::string verdict_words(PairedTest::Verdict verdict, const std::string& other) {
  using Verdict = PairedTest::Verdict;
  const char* link = verdict == Verdict::undecided ? " against "
                     : verdict == Verdict::same    ? " as "
                                                   : " than ";
  return verdict_word(verdict) + link + other;
}

}  // namespace livewarp
