#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "kernels/core/measure/paired_comparison.h"
#include "livewarp/source_dir.h"

namespace livewarp {
namespace {

using Outcome = PairedTest::Verdict;
using Random = std::mt19937_64;
using Times = std::vector<double>;

/// Recorded step times, in ms, by the name of their series.
const std::map<std::string, Times>& recorded() {
  static const std::map<std::string, Times> all = [] {
    std::map<std::string, Times> series;
    std::ifstream file(LIVEWARP_SOURCE_DIR "/kernels/core/measure/testing/step_times.txt");
    std::string line, name;
    while (std::getline(file, line)) {
      std::istringstream words(line);
      if (line.starts_with("= ")) {
        name = line.substr(2);
      } else if (!line.starts_with('#')) {
        for (double tenths_of_us; words >> tenths_of_us;)
          series[name].push_back(tenths_of_us / 1e4);
      }
    }
    return series;
  }();
  return all;
}

/// Draws whole blocks of a series, so that samples depend on their neighbours as they did.
class Blocks {
 public:
  Blocks(const Times& times, unsigned seed) : times_(&times), random_(seed) {}
  double next() {
    constexpr std::size_t block = 100;
    if (left_ == 0) {
      at_ = random_() % (times_->size() - block + 1);
      left_ = block;
    }
    --left_;
    return (*times_)[at_++];
  }

 private:
  const Times* times_;
  Random random_;
  std::size_t at_ = 0, left_ = 0;
};

/// A pair of a machine on which B takes `ratio` times as long, and the second of two `order` times.
const PairedTest::Result& measure(PairedTest& test, Blocks& noise, double ratio, double order = 1) {
  const double first = noise.next(), second = noise.next() * order;
  return test.b_first() ? test.add(second, ratio * first) : test.add(first, ratio * second);
}

/// How many of `runs` ended with which verdict after at most `pairs`.
std::map<Outcome, int> verdicts(const Times& times, double ratio, std::size_t pairs, int runs,
                                double order = 1) {
  std::map<Outcome, int> counts;
  for (unsigned run = 0; run < unsigned(runs); ++run) {
    PairedTest test({.seed = run});
    Blocks noise(times, 1000 + run);
    while (test.result().verdict == Outcome::undecided && test.result().pairs < pairs)
      measure(test, noise, ratio, order);
    ++counts[test.result().verdict];
  }
  return counts;
}

constexpr int runs_each = 2000;  // of five series: 10,000

TEST(PairedTestNoise, SeriesAreWhole) {
  ASSERT_EQ(recorded().size(), 5u);
  for (const auto& [name, times] : recorded()) EXPECT_EQ(times.size(), 600u) << name;
}

/// The runs in which `decides`, asked after every pair whether it sees a difference, ever says so.
template <class Test>
int false_alarms(const Times& times, std::size_t pairs, Test&& decides) {
  int alarms = 0;
  for (unsigned run = 0; run < runs_each; ++run) {
    Blocks noise(times, run);
    alarms += decides(noise, run, pairs);
  }
  return alarms;
}

// No region of equivalence, and so nothing that would end a run before its 600 pairs.
TEST(PairedTestNoise, OfEqualSettingsOneInAHundredEverDiffers) {
  const auto decides = [](Blocks& noise, unsigned seed, std::size_t pairs) {
    PairedTest test({.equivalence = 0, .seed = seed});
    while (test.result().pairs < pairs)
      if (measure(test, noise, 1).verdict != Outcome::undecided) return true;
    return false;
  };
  int all = 0;
  for (const auto& [name, times] : recorded()) {
    const int alarms = false_alarms(times, 600, decides);
    EXPECT_LE(alarms, 0.015 * runs_each) << name;
    all += alarms;
  }
  EXPECT_LE(all, 0.01 * 5 * runs_each);
  EXPECT_GE(all, 0.001 * 5 * runs_each) << "the noise does try it";
}

// Why not the usual: the sign test at 1 %, which is made for one look, asked after every pair.
TEST(PairedTestNoise, ATestForOneLookRaisesFalseAlarms) {
  const auto decides = [](Blocks& noise, unsigned seed, std::size_t pairs) {
    PairedTest order({.seed = seed});
    double faster = 0, slower = 0;
    while (order.result().pairs < pairs) {
      const double first = noise.next(), second = noise.next();
      (order.b_first() ? first < second : second < first) ? ++faster : slower += first != second;
      order.add(1, 1);
      if (faster + slower >= 12 && std::abs(faster - slower) > 2.576 * std::sqrt(faster + slower))
        return true;
    }
    return false;
  };
  for (const auto& [name, times] : recorded())
    EXPECT_GE(false_alarms(times, 600, decides), 0.05 * runs_each) << name;
}

TEST(PairedTestNoise, TwoPercentAreFoundAndNeverTheWrongWay) {
  const std::map<std::string, std::size_t> pairs{
      {"quiet", 40}, {"drift", 80}, {"shared", 40}, {"sliced", 100}, {"memory", 100}};
  for (const auto& [name, times] : recorded()) {
    std::map<Outcome, int> faster = verdicts(times, 0.98, pairs.at(name), runs_each);
    EXPECT_GE(faster[Outcome::faster], 0.9 * runs_each) << name;
    EXPECT_LE(faster[Outcome::slower], 0.005 * runs_each) << name;
    EXPECT_LE(faster[Outcome::same], 0.005 * runs_each) << name;
    std::map<Outcome, int> slower = verdicts(times, 1.02, pairs.at(name), runs_each);
    EXPECT_GE(slower[Outcome::slower], 0.9 * runs_each) << name;
    EXPECT_LE(slower[Outcome::faster], 0.005 * runs_each) << name;
  }
}

TEST(PairedTestNoise, EqualSettingsAreSoonTheSame) {
  for (const auto& [name, times] : recorded()) {
    // The neighbour's turns change every second step by 3 %: more must then be averaged out.
    const std::size_t pairs = name == "drift" ? 1000 : 300;
    std::map<Outcome, int> equal = verdicts(times, 1, pairs, runs_each);
    EXPECT_GE(equal[Outcome::same], 0.98 * runs_each) << name;
  }
}

// A pause before each pair, say, after which the first is quicker: by more than A and B differ.
TEST(PairedTestNoise, TheSecondOfAPairMayTakeLonger) {
  for (const auto& [name, times] : recorded()) {
    std::map<Outcome, int> faster = verdicts(times, 0.98, 150, 500, 1.05);
    EXPECT_GE(faster[Outcome::faster], 0.9 * 500) << name;
    std::map<Outcome, int> equal = verdicts(times, 1, 300, 500, 1.05);
    EXPECT_LE(equal[Outcome::faster] + equal[Outcome::slower], 0.02 * 500) << name;
  }
}

// Whatever comes again every few samples, the order of the default seed is not in step with it.
TEST(PairedTestNoise, PeriodicNoiseIsNotInStepWithTheOrder) {
  std::lognormal_distribution<double> spread(0, 0.3);
  Random random(31);
  int alarms = 0;
  for (std::size_t period = 2; period <= 101; ++period) {
    Times cycle(period);
    for (double& time : cycle) time = spread(random);
    PairedTest test({.equivalence = 0});
    bool alarm = false;
    for (std::size_t sample = 0; sample < 4000; sample += 2) {
      const double first = cycle[sample % period], second = cycle[(sample + 1) % period];
      test.b_first() ? test.add(second, first) : test.add(first, second);
      alarm |= test.result().verdict != Outcome::undecided;
    }
    alarms += alarm;
  }
  EXPECT_LE(alarms, 3);
}

}  // namespace
}  // namespace livewarp
