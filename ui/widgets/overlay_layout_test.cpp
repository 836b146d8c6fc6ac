#include "ui/widgets/overlay_layout.h"

#include <gtest/gtest.h>

#include <vector>

namespace livewarp::ui {
namespace {

constexpr float margin = 10, gap = 6;
constexpr Overlays usual{.tools = {280, 23},
                         .chip = {90, 28},
                         .legend = {290, 26},
                         .probe = {200, 26},
                         .hint = {380, 28}};

std::vector<Box> present(const PlacedOverlays& placed) {
  std::vector<Box> boxes;
  for (const Box& box : {placed.tools, placed.chip, placed.legend, placed.probe, placed.hint})
    if (box.width() > 0) boxes.push_back(box);
  return boxes;
}

bool apart(const Box& a, const Box& b) {
  return a.x1 <= b.x0 || b.x1 <= a.x0 || a.y1 <= b.y0 || b.y1 <= a.y0;
}

void expect_sound(const PlacedOverlays& placed, const Box& picture) {
  const std::vector<Box> boxes = present(placed);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    EXPECT_GE(boxes[i].x0, picture.x0 + margin);
    EXPECT_GE(boxes[i].y0, picture.y0 + margin);
    EXPECT_LE(boxes[i].x1, picture.x1 - margin);
    EXPECT_LE(boxes[i].y1, picture.y1 - margin);
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_TRUE(apart(boxes[i], boxes[j]))
          << i << " covers " << j << ", picture " << picture.width() << " x " << picture.height();
  }
}

TEST(OverlayLayout, NothingCoversAnythingAtAnySize) {
  for (float width = 0; width < 1300; width += 37)
    for (float height = 0; height < 700; height += 23)
      for (int absent = 0; absent < 32; ++absent) {
        Overlays wanted = usual;
        if (absent & 1) wanted.tools = {};
        if (absent & 2) wanted.chip = {};
        if (absent & 4) wanted.legend = {};
        if (absent & 8) wanted.probe = {};
        if (absent & 16) wanted.hint = {};
        const Box picture{320, 90, 320 + width, 90 + height};
        expect_sound(place_overlays(picture, wanted, margin, gap), picture);
      }
}

TEST(OverlayLayout, EverythingHasItsCorner) {
  const Box picture{320, 90, 900, 650};  // as it is in a window of 1280 x 720
  const PlacedOverlays placed = place_overlays(picture, usual, margin, gap);
  EXPECT_EQ(present(placed).size(), 5u);
  EXPECT_EQ(placed.tools.x0, picture.x0 + margin);
  EXPECT_EQ(placed.tools.y0, picture.y0 + margin);
  EXPECT_EQ(placed.chip.y0, placed.tools.y0) << "the chip stands beside the tools";
  EXPECT_EQ(placed.legend.x1, picture.x1 - margin);
  EXPECT_EQ(placed.legend.y1, picture.y1 - margin);
  EXPECT_EQ(placed.probe.y1, placed.legend.y1) << "the probe stands beside the legend";
  EXPECT_EQ(placed.probe.x0, picture.x0 + margin);
  EXPECT_LT(placed.hint.y1, placed.probe.y0);
}

TEST(OverlayLayout, AHintWithoutAProbeStandsBesideTheLegendIfItFits) {
  Overlays wanted = usual;
  wanted.probe = {};
  const Box wide{0, 0, 900, 600}, narrow{0, 0, 580, 600};
  EXPECT_EQ(place_overlays(wide, wanted, margin, gap).hint.y1, 590);
  EXPECT_LT(place_overlays(narrow, wanted, margin, gap).hint.y1, 590 - 26);
}

TEST(OverlayLayout, ToolsAreTheLastToGo) {
  const PlacedOverlays placed = place_overlays({0, 0, 400, 50}, usual, margin, gap);
  EXPECT_GT(placed.tools.width(), 0);
  EXPECT_EQ(placed.legend.width(), 0);
  EXPECT_EQ(placed.probe.width(), 0);
  EXPECT_EQ(placed.hint.width(), 0);
}

TEST(OverlayLayout, ANoteMovesUpOrDownOffWhatIsTaken) {
  const Box room{0, 0, 400, 300}, wanted{100, 20, 180, 40};
  const std::vector<Box> taken{{0, 10, 150, 44}, {120, 50, 300, 60}};
  const auto expect_at = [&](const Box& note, float x, float y) {
    EXPECT_EQ(note.x0, x);
    EXPECT_EQ(note.y0, y);
    EXPECT_EQ(note.width(), 80);
    EXPECT_EQ(note.height(), 20);
  };
  expect_at(place_note(wanted, false, room, {}, gap), 100, 20);
  expect_at(place_note(wanted, false, room, taken, gap), 100, 60 + gap);
  EXPECT_EQ(place_note(wanted, true, room, taken, gap).width(), 0) << "there is no room above";
  expect_at(place_note({100, 290, 180, 310}, false, room, taken, gap), 100, 280);
  EXPECT_EQ(place_note({350, 20, 430, 40}, false, room, {}, gap).width(), 0)
      << "aside it would not be at its place";
  EXPECT_EQ(place_note(wanted, false, {0, 0, 400, 15}, {}, gap).width(), 0);
}

}  // namespace
}  // namespace livewarp::ui
