#include "ui/widgets/widgets_heat.h"

#include <cmath>

#include <gtest/gtest.h>

namespace livewarp::ui {
namespace {

using State = HeatCell::State;

HeatMap two_by_two() {
  HeatMap map;
  map.x = {"32", "64"};
  map.y = {"device", "pinned"};
  map.cells.resize(4);
  map.cells[0] = {State::measured, 2, 1, "block 32, device", {}, 0};
  map.cells[1] = {State::measured, 3, 1.5, "block 64, device", {}, 1};
  map.cells[2] = {State::cut_off, 12, 6, "block 32, pinned", {}, 2};
  map.cells[3] = {State::refused, 0, 0, "", "memory pinned: it moves its state by itself", {}};
  return map;
}

TEST(HeatMap, TheFasterTheBrighter) {
  const HeatMap map = two_by_two();
  EXPECT_EQ(heat_of(map, map.cells[0]), 1);
  EXPECT_GT(heat_of(map, map.cells[1]), 0);
  EXPECT_LT(heat_of(map, map.cells[1]), 1);
  EXPECT_EQ(heat_of(map, map.cells[2]), 0) << "what is slow counts no more than slow";
  EXPECT_EQ(slowest_ratio(map), 3);
}

TEST(HeatMap, EqualFactorsAreEqualStepsOfTheScale) {
  HeatMap map = two_by_two();
  map.cells[1].ratio = std::sqrt(3.0);
  EXPECT_NEAR(heat_of(map, map.cells[1]), 0.5, 1e-12);
}

TEST(HeatMap, CellsShowTimesOrRatiosAndSayWhyTheyShowNone) {
  HeatMap map = two_by_two();
  EXPECT_EQ(cell_text(map, map.cells[1]), "3.00");
  EXPECT_EQ(cell_text(map, map.cells[3]), "");
  EXPECT_EQ(cell_hint(map.cells[1]), "block 64, device: 3.00 ms, 1.50\u00d7 the best");
  EXPECT_EQ(cell_hint(map.cells[2]),
            "block 32, pinned: about 12.0 ms, cut off: more than 3\u00d7 the best");
  EXPECT_EQ(cell_hint(map.cells[3]), "memory pinned: it moves its state by itself");
  map.per_item = true;
  EXPECT_EQ(cell_text(map, map.cells[1]), "1.50\u00d7");
}

}  // namespace
}  // namespace livewarp::ui
