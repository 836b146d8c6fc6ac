#include "app/tune/search.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <random>

#include <gtest/gtest.h>

#include "kernels/core/base/error.h"
#include "kernels/core/measure/statistics.h"

namespace livewarp {
namespace {

using Kind = Finding::Kind;

/// A planted landscape: true times, sampled with noise.
struct Planted {
  Terrain terrain;
  std::vector<double> ms;
  std::vector<std::size_t> first;

  void add(std::vector<double> point, double time) {
    terrain.points.push_back(std::move(point));
    ms.push_back(time);
  }
  double fastest() const { return *std::ranges::min_element(ms); }
};

/// Five variants by nine blocks by seven numbers of items, each variant with a valley of its own.
Planted valleys(unsigned seed) {
  std::mt19937 random(seed);
  const auto within = [&random](double low, double high) {
    return std::uniform_real_distribution<>(low, high)(random);
  };
  Planted planted;
  planted.terrain.ordered = {false, true, true};
  const double best_block = within(0, 8), best_items = within(0, 6);
  for (int variant = 0; variant < 5; ++variant) {
    const double factor = within(1, 3), a = within(0.005, 0.025), b = within(0.01, 0.03),
                 shift = within(-1, 1);
    for (int block = 0; block < 9; ++block)
      for (int items = 0; items < 7; ++items) {
        if (block == 4 && items == 3) planted.first.push_back(planted.ms.size());
        const double x = block - best_block - shift, y = items - best_items;
        planted.add({double(variant), double(block), double(items)},
                    factor * (1 + a * x * x + b * y * y + 0.01 * x * y));
      }
  }
  return planted;
}

/// The same, but beyond so many registers a block it is four times as slow.
Planted cliff(unsigned seed) {
  Planted planted = valleys(seed);
  std::mt19937 random(seed + 77);
  const double limit = 7 + 4 * std::uniform_real_distribution<>()(random);
  for (std::size_t i = 0; i < planted.ms.size(); ++i)
    if (planted.terrain.points[i][1] + planted.terrain.points[i][2] > limit) planted.ms[i] *= 4;
  return planted;
}

/// Widths by heights, with a wide valley and a narrower one that is deeper.
Planted two_minima(unsigned seed) {
  std::mt19937 random(seed);
  const auto near = [&random](double low) {
    return low + 4 * std::uniform_real_distribution<>()(random);
  };
  Planted planted;
  planted.terrain.ordered = {true, true};
  const double ax = near(2), ay = near(2), bx = near(11), by = near(10);
  for (int x = 0; x < 18; ++x)
    for (int y = 0; y < 17; ++y) {
      if (x == 9 && y == 8) planted.first = {planted.ms.size()};
      const double wide = std::hypot(x - ax, y - ay), narrow = std::hypot(x - bx, y - by);
      planted.add({double(x), double(y)},
                  3 - std::exp(-wide * wide / 40) - 1.3 * std::exp(-narrow * narrow / 18));
    }
  return planted;
}

/// Like heat on a GPU: many variants with a block, and one that is by far the fastest, with axes of
/// its own. Its rows make a rough landscape; they may be left to the program, which then loses a
/// little.
Planted automatic_rows(unsigned seed) {
  std::mt19937 random(seed);
  const auto within = [&random](double low, double high) {
    return std::uniform_real_distribution<>(low, high)(random);
  };
  const double none = Terrain::none();
  Planted planted;
  planted.terrain.ordered = {false, true, true, true, true};
  for (int variant = 0; variant < 17; ++variant) {
    const double level = within(4, 8), best = within(5, 7);
    for (int width = 3; width < 9; ++width)
      for (const int height : {8 - width, 7 - width}) {
        if (variant == 0 && width == 6 && height == 2) planted.first.push_back(planted.ms.size());
        const double off = width - best;
        planted.add({double(variant), double(width), double(height), none, none},
                    level * (1 + 0.03 * off * off));
      }
  }
  const double best_depth = within(2, 4), best_rows = within(4, 9), automatic = within(1.015, 1.04);
  std::map<int, double> rough;
  for (int rows = 4; rows < 10; ++rows) rough[rows] = within(0, 0.08);
  for (int depth = 0; depth < 6; ++depth)
    for (const int rows : {0, 4, 5, 6, 7, 8, 9}) {
      if (depth == 3 && rows == 0) planted.first.push_back(planted.ms.size());
      const double d = depth - best_depth, r = rows - best_rows;
      const double by_rows =
          rows == 0 ? automatic : 1 + 0.01 * r * r + rough[rows] + within(-0.015, 0.015);
      planted.add({17, none, none, double(depth), rows == 0 ? none : double(rows)},
                  (1 + 0.06 * d * d) * by_rows);
    }
  return planted;
}

/// Five samples with 0.5 % of noise each.
Evaluate evaluator(const Planted& planted, unsigned seed, std::size_t& evaluations) {
  return [&planted, &evaluations, random = std::make_shared<std::mt19937>(seed)](
             std::size_t setting, const CutOff& cut_off) {
    ++evaluations;
    std::vector<double> samples;
    Finding finding{Kind::measured, 0, {}};
    while (samples.size() < 5 && finding.kind == Kind::measured) {
      samples.push_back(planted.ms[setting] *
                        std::exp(std::normal_distribution<>(0, 0.005)(*random)));
      if (cut_off(samples)) finding.kind = Kind::cut_off;
    }
    finding.ms = summarize(samples).median;
    return finding;
  };
}

/// By how much the best that a tenth of the evaluations finds is slower than the fastest.
double gap_of(const Planted& planted, unsigned seed) {
  Search search(planted.terrain, planted.first);
  std::size_t evaluations = 0;
  run_search(search, evaluator(planted, seed, evaluations),
             [&] { return evaluations >= planted.ms.size() / 10; });
  EXPECT_LE(evaluations, planted.ms.size() / 10);
  EXPECT_EQ(search.seen(), evaluations) << "no setting is measured twice";
  return planted.ms[search.best().value()] / planted.fastest() - 1;
}

TEST(TuneSearch, FindsTheBestOfSmoothLandscapesInATenthOfTheEvaluations) {
  for (unsigned seed = 1; seed <= 40; ++seed) EXPECT_LE(gap_of(valleys(seed), seed), 0.01) << seed;
}

TEST(TuneSearch, LooksBeyondWhatAProgramTakesByItself) {
  int found = 0;
  for (unsigned seed = 1; seed <= 40; ++seed)
    found += int(gap_of(automatic_rows(seed), seed) <= 0.01);
  EXPECT_GE(found, 38);
}

TEST(TuneSearch, FindsTheDeeperOfTwoMinima) {
  for (unsigned seed = 1; seed <= 40; ++seed)
    EXPECT_LE(gap_of(two_minima(seed), seed), 0.01) << seed;
}

// Where the best lies at the edge of a cliff, nothing but measuring there can tell.
TEST(TuneSearch, CopesWithACliff) {
  int found = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const double gap = gap_of(cliff(seed), seed);
    EXPECT_LE(gap, 0.25) << seed;
    found += int(gap <= 0.01);
  }
  EXPECT_GE(found, 32);
}

TEST(TuneSearch, SeesAllSettingsWhereThereIsTime) {
  const Planted planted = cliff(3);
  Search search(planted.terrain, planted.first);
  std::size_t evaluations = 0;
  run_search(search, evaluator(planted, 3, evaluations), [] { return false; });
  EXPECT_EQ(evaluations, planted.ms.size());
  EXPECT_EQ(search.seen(), planted.ms.size());
  EXPECT_FALSE(search.next());
  EXPECT_LE(planted.ms[*search.best()] / planted.fastest() - 1, 0.02) << "that much is noise";
  const auto first = search.ranking(10);
  ASSERT_EQ(first.size(), 10u);
  EXPECT_EQ(first[0], *search.best());
  for (std::size_t i = 1; i < first.size(); ++i)
    EXPECT_GE(search.finding(first[i]).ms, search.finding(first[i - 1]).ms);
}

TEST(TuneSearch, CutsOffWhatIsThreeTimesSlowerAfterItsFirstSamples) {
  const Planted planted = cliff(3);
  Search search(planted.terrain, planted.first);
  std::size_t evaluations = 0;
  run_search(search, evaluator(planted, 3, evaluations), [] { return false; });
  std::size_t cut_off = 0, slow = 0;
  for (std::size_t i = 0; i < planted.ms.size(); ++i) {
    const Finding& finding = search.finding(i);
    cut_off += std::size_t(finding.kind == Kind::cut_off);
    slow += std::size_t(planted.ms[i] > 3.2 * planted.fastest());
    if (finding.kind == Kind::cut_off) {
      EXPECT_GT(planted.ms[i], 2.8 * planted.fastest()) << i;
      EXPECT_GT(finding.ms, 0) << "its provisional time is kept";
    }
  }
  EXPECT_EQ(cut_off, search.count(Kind::cut_off));
  EXPECT_GT(cut_off, 0u);
  EXPECT_LE(cut_off, slow + 40);
  EXPECT_FALSE(Search(planted.terrain, {}).is_hopeless(std::vector<double>{1, 1, 1}))
      << "without a best nothing is slow";
}

TEST(TuneSearch, WhatCannotBeIsNoBest) {
  const Planted planted = two_minima(1);
  Search search(planted.terrain, planted.first);
  std::size_t evaluations = 0;
  const Evaluate honest = evaluator(planted, 1, evaluations);
  const double fastest = planted.fastest();
  run_search(
      search,
      [&](std::size_t setting, const CutOff& cut_off) {
        if (planted.ms[setting] < 1.1 * fastest) return Finding{Kind::wrong, 0, "wrong result"};
        return honest(setting, cut_off);
      },
      [] { return false; });
  EXPECT_GT(search.count(Kind::wrong), 0u);
  EXPECT_EQ(search.seen(), planted.ms.size());
  EXPECT_GE(planted.ms[*search.best()], 1.1 * fastest);
}

TEST(TuneSearch, AStopLeavesWhatWasFound) {
  const Planted planted = valleys(5);
  Search search(planted.terrain, planted.first);
  std::size_t evaluations = 0;
  const Evaluate honest = evaluator(planted, 5, evaluations);
  const Evaluate stopped = [&](std::size_t setting, const CutOff& cut_off) {
    if (evaluations == 12) throw Cancelled();
    return honest(setting, cut_off);
  };
  EXPECT_THROW(run_search(search, stopped, [] { return false; }), Cancelled);
  EXPECT_EQ(search.seen(), 12u);
  EXPECT_TRUE(search.best());
}

TEST(TuneSearch, IsTheSameForTheSameSamples) {
  const Planted planted = valleys(9);
  std::vector<std::size_t> order[2];
  for (auto& asked : order) {
    Search search(planted.terrain, planted.first);
    std::size_t evaluations = 0;
    const Evaluate honest = evaluator(planted, 9, evaluations);
    run_search(
        search,
        [&](std::size_t setting, const CutOff& cut_off) {
          asked.push_back(setting);
          return honest(setting, cut_off);
        },
        [&] { return evaluations >= 60; });
  }
  EXPECT_EQ(order[0], order[1]);
}

// A variant without an axis has no coordinate there.
TEST(TuneSearch, VariantsMayLackAnAxis) {
  Planted planted;
  planted.terrain.ordered = {false, true};
  planted.add({0, Terrain::none()}, 5);
  for (int items = 0; items < 40; ++items) planted.add({1, double(items)}, 1 + 0.01 * items);
  Search search(planted.terrain, {0, 21});
  std::size_t evaluations = 0;
  run_search(search, evaluator(planted, 1, evaluations), [&] { return evaluations >= 8; });
  EXPECT_LE(planted.ms[*search.best()], 1.02);
}

// All of a large space may be measured: what is learnt is bounded, what was found is not.
TEST(Search, KeepsAllThatWasFoundOfALargeSpace) {
  constexpr std::size_t all = Landscape::most_learnt + 200;
  Terrain terrain;
  terrain.ordered = {true};
  for (std::size_t i = 0; i < all; ++i) terrain.points.push_back({double(i)});
  Landscape landscape(terrain);
  for (std::size_t i = 0; i < Landscape::most_learnt; ++i) landscape.add(i, 1);
  const double before = landscape.mean(all - 1);
  landscape.add(all - 1, 100);
  EXPECT_EQ(landscape.mean(all - 1), before);
  Search search(terrain, {});
  for (std::size_t i = 0; i < all; ++i) search.add(i, {Kind::measured, double(all - i), {}});
  EXPECT_EQ(search.best(), all - 1);
  EXPECT_EQ(search.seen(), all);
}

}  // namespace
}  // namespace livewarp
