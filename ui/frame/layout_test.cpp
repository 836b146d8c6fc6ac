#include "ui/frame/layout.h"

#include <gtest/gtest.h>

namespace livewarp::ui {
namespace {

TEST(Layout, FullHdAndUhdAreTheSame) {
  const Columns full_hd = arrange(1920 / 16.0, 1080 / 16.0);
  const Columns uhd = arrange(3840 / 32.0, 2160 / 32.0);
  EXPECT_EQ(full_hd, uhd);
  EXPECT_EQ(full_hd.arrangement, Arrangement::wide);
  EXPECT_DOUBLE_EQ(full_hd.left, 24);
  EXPECT_DOUBLE_EQ(full_hd.right, 31);
  EXPECT_GE(120 - full_hd.left - full_hd.right, 48);
  EXPECT_TRUE(full_hd.open_folds);
}

TEST(Layout, NormalAt1280By720) {
  const Columns columns = arrange(80, 45);
  EXPECT_EQ(columns.arrangement, Arrangement::normal);
  EXPECT_DOUBLE_EQ(columns.left, 20);
  EXPECT_DOUBLE_EQ(columns.right, 23.5);
  EXPECT_GE(80 - columns.left - columns.right, 32);
  EXPECT_TRUE(columns.key_caps && columns.chip_words && columns.plot && columns.minimum &&
              columns.count);
  EXPECT_EQ(columns.lesson_lines, 3);
}

TEST(Layout, ColumnsMergeThenBecomeADrawer) {
  const Columns merged = arrange(60, 34);
  EXPECT_EQ(merged.arrangement, Arrangement::merged);
  EXPECT_DOUBLE_EQ(merged.left, 23.5);
  EXPECT_DOUBLE_EQ(merged.right, 0);
  EXPECT_GE(60 - merged.left, 34);
  EXPECT_FALSE(merged.plot);

  const Columns drawer = arrange(40, 22.5);
  EXPECT_EQ(drawer.arrangement, Arrangement::drawer);
  EXPECT_DOUBLE_EQ(drawer.right, 0);
  EXPECT_LT(drawer.left, 40);
  EXPECT_FALSE(drawer.minimum);
  EXPECT_FALSE(drawer.count);
  EXPECT_EQ(arrange(80, 29).arrangement, Arrangement::drawer);
  EXPECT_EQ(arrange(31, 40).arrangement, Arrangement::bare);
  EXPECT_EQ(arrange(80, 17).arrangement, Arrangement::bare);
}

TEST(Layout, LimitsAreInclusive) {
  EXPECT_EQ(arrange(104, 60).arrangement, Arrangement::wide);
  EXPECT_EQ(arrange(103.9, 60).arrangement, Arrangement::normal);
  EXPECT_EQ(arrange(76, 40).arrangement, Arrangement::normal);
  EXPECT_EQ(arrange(75.9, 40).arrangement, Arrangement::merged);
  EXPECT_EQ(arrange(58, 30).arrangement, Arrangement::merged);
  EXPECT_EQ(arrange(57.9, 30).arrangement, Arrangement::drawer);
}

TEST(Layout, WhatIsLostInASmallerWindowStaysLost) {
  Columns larger = arrange(130, 130 * 9 / 16.0);
  for (double width = 129; width > 20; width -= 0.5) {
    const Columns now = arrange(width, width * 9 / 16);
    EXPECT_LE(int(now.arrangement), int(larger.arrangement)) << width;
    EXPECT_LE(now.key_caps, larger.key_caps) << width;
    EXPECT_LE(now.chip_words, larger.chip_words) << width;
    EXPECT_LE(now.plot, larger.plot) << width;
    EXPECT_LE(now.minimum, larger.minimum) << width;
    EXPECT_LE(now.count, larger.count) << width;
    EXPECT_LE(now.lesson_lines, larger.lesson_lines) << width;
    larger = now;
  }
}

TEST(Layout, DisplayScale) {
  EXPECT_DOUBLE_EQ(display_scale(1, 720), 1);
  EXPECT_DOUBLE_EQ(display_scale(1, 1080), 1);
  EXPECT_DOUBLE_EQ(display_scale(1, 1440), 1.25);
  EXPECT_DOUBLE_EQ(display_scale(1, 2160), 2);
  EXPECT_DOUBLE_EQ(display_scale(1, 9000), 3);
  EXPECT_DOUBLE_EQ(display_scale(1.5, 2160), 1.5);
}

TEST(Layout, TextScaleReturnsExactly) {
  double scale = 1;
  for (int i = 0; i < 4; ++i) scale = next_text_scale(scale, +1);
  EXPECT_DOUBLE_EQ(scale, 2);
  for (int i = 0; i < 4; ++i) scale = next_text_scale(scale, -1);
  EXPECT_DOUBLE_EQ(scale, 1);
  EXPECT_DOUBLE_EQ(next_text_scale(0.75, -1), 0.75);
  EXPECT_DOUBLE_EQ(next_text_scale(3, +1), 3);
}

}  // namespace
}  // namespace livewarp::ui
