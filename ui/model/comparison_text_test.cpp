#include "ui/model/comparison_text.h"

#include <gtest/gtest.h>

namespace livewarp::ui {
namespace {

TEST(ComparisonText, FasterAndSlowerAreBothAboveOne) {
  const ComparisonText faster = comparison_of({1.333, 1.31, 1.35});
  EXPECT_EQ(faster.verdict, "1.33\u00d7 faster than A");
  EXPECT_EQ(faster.cell, "1.33\u00d7");
  EXPECT_NE(faster.hover.find("time \u221225 %"), std::string::npos) << faster.hover;
  EXPECT_NE(faster.hover.find("1.31\u00d7 to 1.35\u00d7"), std::string::npos) << faster.hover;
  EXPECT_TRUE(faster.sure);
  const ComparisonText slower = comparison_of({1 / 1.2, 0.8, 0.85});
  EXPECT_EQ(slower.verdict, "1.20\u00d7 slower than A");
  EXPECT_EQ(slower.cell, "0.833\u00d7");
  EXPECT_EQ(comparison_of({0.01234, 0.012, 0.0127}).cell, "0.012\u00d7") << "no column is wider";
  EXPECT_NE(slower.hover.find("time +20 %"), std::string::npos) << slower.hover;
}

TEST(ComparisonText, AnIntervalAroundOneIsNoise) {
  const ComparisonText same = comparison_of({1.01, 0.99, 1.03});
  EXPECT_EQ(same.verdict, "within noise");
  EXPECT_EQ(same.cell, "noise") << "no ratio";
  EXPECT_FALSE(same.sure);
  EXPECT_EQ(comparison_of({1, 1, 1}).verdict, "within noise") << "A against itself";
}

TEST(ComparisonText, WithoutAnIntervalItIsNotSure) {
  const ComparisonText few = comparison_of({2, 0, 0});
  EXPECT_EQ(few.verdict, "2.00\u00d7 faster than A");
  EXPECT_FALSE(few.sure);
  EXPECT_NE(few.hover.find("too few samples"), std::string::npos);
}

TEST(ComparisonText, WhatIsNoRatioIsMissing) {
  for (const double value : {0.0, -1.0, 1 / 0.0}) {
    const ComparisonText none = comparison_of({value, value, value});
    EXPECT_EQ(none.verdict, "\u2014");
    EXPECT_EQ(none.cell, "\u2014");
  }
}

}  // namespace
}  // namespace livewarp::ui
