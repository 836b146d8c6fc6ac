// Where a second window goes, from what monitors and the first window are.
#include "render/gl/window_place.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace livewarp {
namespace {

constexpr ScreenRectangle laptop{0, 0, 1920, 1080}, projector{1920, 0, 1280, 720};

std::optional<std::size_t> other(const std::vector<ScreenRectangle>& monitors,
                                 const ScreenRectangle& window) {
  const BesidePlace place = place_beside(monitors, window);
  EXPECT_EQ(place.monitor.has_value(), place.why == Beside::other_monitor);
  return place.monitor;
}

TEST(WindowPlace, OfTwoSideBySideItIsTheOther) {
  const std::vector monitors{laptop, projector};
  EXPECT_EQ(other(monitors, {100, 100, 1280, 720}), 1u);
  EXPECT_EQ(other(monitors, {1920, 0, 1280, 720}), 0u) << "the window is on the second one";
  EXPECT_EQ(other(monitors, {2000, 50, 800, 500}), 0u);
  EXPECT_EQ(other(monitors, {1500, 0, 1000, 700}), 0u) << "580 of its 1,000 columns are there";
  EXPECT_EQ(other(monitors, {1300, 0, 1000, 700}), 1u) << "620 of them are on the first";
  EXPECT_EQ(other({projector, {0, 0, 1920, 1080}}, {0, 0, 500, 500}), 0u)
      << "which one comes first does not matter";
  EXPECT_EQ(other({{0, -1080, 1920, 1080}, laptop}, {0, 0, 1920, 1080}), 0u) << "one above";
}

TEST(WindowPlace, MirroredMonitorsAreOne) {
  const BesidePlace mirrored{Beside::mirrored};
  EXPECT_EQ(place_beside(std::vector{laptop, laptop}, laptop), mirrored);
  EXPECT_EQ(place_beside(std::vector{laptop, {0, 0, 1280, 720}}, laptop), mirrored)
      << "a projector that shows a corner of it";
  EXPECT_EQ(place_beside(std::vector{laptop, {0, 0, 1280, 720}}, {{1400, 800, 300, 200}}), mirrored)
      << "the window may be moved into that corner";
}

TEST(WindowPlace, OneMonitorOrNoneLeavesNoChoice) {
  const BesidePlace only{Beside::only_monitor};
  EXPECT_EQ(place_beside(std::vector{laptop}, laptop), only);
  EXPECT_EQ(place_beside({}, laptop), only);
  EXPECT_EQ(place_beside(std::vector{laptop}, std::nullopt), only);
}

TEST(WindowPlace, WithoutAPlaceOfTheWindowNothingIsGuessed) {
  EXPECT_EQ(place_beside(std::vector{laptop, projector}, std::nullopt),
            (BesidePlace{Beside::unknown}));
}

TEST(WindowPlace, OfThreeItIsOneThatShowsNothingOfThePicture) {
  // Two projectors show the same.
  const std::vector mirrored{projector, projector, laptop};
  EXPECT_EQ(other(mirrored, projector), 2u);
  // The window hangs over into the first one.
  const std::vector row{laptop, projector, {3200, 0, 1920, 1080}};
  EXPECT_EQ(other(row, {1800, 0, 1000, 700}), 2u);
  EXPECT_EQ(other(row, {1920, 0, 1280, 720}), 0u) << "of equal ones the first";
}

TEST(WindowPlace, AWindowOnNoMonitorCountsAsOnTheFirst) {
  EXPECT_EQ(other({laptop, projector}, {-5000, -5000, 100, 100}), 1u);
}

}  // namespace
}  // namespace livewarp
