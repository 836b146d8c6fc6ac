#include "kernels/core/model/series.h"

#include <gtest/gtest.h>

#include <limits>

namespace livewarp {
namespace {

Readout number(const char* id, double value, bool plotted = true) {
  return {.id = id, .label = id, .value = value, .plotted = plotted};
}

TEST(Series, KeepsWhatItWasGiven) {
  Series series(number("energy", 0));
  for (int i = 0; i < 100; ++i) series.add(0.5 * i, i * i);
  ASSERT_EQ(series.times().size(), 100u);
  EXPECT_EQ(series.times()[7], 3.5);
  EXPECT_EQ(series.values()[7], 49);
}

// However long a run is: the beginning is there, points are even, none is made up, and the end is
// near.
TEST(Series, StaysSmallAndEven) {
  Series series(number("energy", 0));
  constexpr int count = 1'000'000;
  for (int i = 0; i < count; ++i) {
    series.add(i, 3.0 * i);
    ASSERT_LT(series.times().size(), Series::most_points);
    ASSERT_EQ(series.times().size(), series.values().size());
  }
  const auto& times = series.times();
  EXPECT_GE(times.size(), Series::most_points / 2 - 1);
  EXPECT_EQ(times.front(), 0);
  const double step = times[1] - times[0];
  for (std::size_t i = 1; i < times.size(); ++i) {
    ASSERT_EQ(times[i] - times[i - 1], step) << i;
    ASSERT_EQ(series.values()[i], 3 * times[i]);
  }
  EXPECT_LE(count - times.back(), step);
}

TEST(Series, LeavesOutWhatTellsNothingAndBeginsAnewWithTheRun) {
  Series series(number("energy", 0));
  series.add(0, 1);
  series.add(0, 2);
  series.add(1, std::numeric_limits<double>::quiet_NaN());
  series.add(1, std::numeric_limits<double>::infinity());
  series.add(2, 3);
  EXPECT_EQ(series.times(), (std::vector<double>{0, 2}));
  EXPECT_EQ(series.values(), (std::vector<double>{1, 3}));
  series.add(0.5, 4);
  EXPECT_EQ(series.times(), (std::vector<double>{0.5}));
  EXPECT_EQ(series.values(), (std::vector<double>{4}));
}

TEST(Series, OfWhatIsWorthAPlot) {
  SeriesRecorder recorder;
  recorder.add(0, {number("a", 1), number("b", 2, false)});
  recorder.add(1, {number("c", 3), number("a", 4)});
  ASSERT_EQ(recorder.all().size(), 2u);
  EXPECT_EQ(recorder.all()[0].id(), "a");
  EXPECT_EQ(recorder.all()[0].values(), (std::vector<double>{1, 4}));
  EXPECT_EQ(recorder.all()[1].times(), (std::vector<double>{1}));
  recorder.clear();
  EXPECT_TRUE(recorder.all().empty());
}

}  // namespace
}  // namespace livewarp
