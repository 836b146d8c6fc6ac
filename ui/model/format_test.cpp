#include "ui/model/format.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace livewarp::ui {
namespace {

TEST(Format, SignificantDigits) {
  EXPECT_EQ(significant(8.3712, 3), "8.37");
  EXPECT_EQ(significant(8.0, 3), "8.00");
  EXPECT_EQ(significant(9.996, 3), "10.0");
  EXPECT_EQ(significant(99.96, 3), "100");
  EXPECT_EQ(significant(2052.4, 4), "2,052");
  EXPECT_EQ(significant(131072, 3), "131,072");
  EXPECT_EQ(significant(0.01374, 3), "0.0137");
  EXPECT_EQ(significant(3.14e-7, 2), "3.1e-7");
  EXPECT_EQ(significant(-1.5, 2), "\u22121.5");
  EXPECT_EQ(significant(0, 3), "0.00");
}

TEST(Format, TrimmedNumbersHaveNoZerosAtTheEnd) {
  EXPECT_EQ(trimmed(100, 4), "100");
  EXPECT_EQ(trimmed(37.5, 4), "37.5");
  EXPECT_EQ(trimmed(0, 4), "0");
  EXPECT_EQ(trimmed(-20, 4), "\u221220");
  EXPECT_EQ(trimmed(1200, 4), "1,200");
  EXPECT_EQ(trimmed(33.3333, 4), "33.33");
  EXPECT_EQ(trimmed(1e-7, 4), "1.000e-7");
}

TEST(Format, MissingIsADash) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double value : {nan, infinity, -infinity}) {
    EXPECT_EQ(significant(value, 3), "\u2014");
    EXPECT_EQ(scientific(value, 3), "\u2014");
    EXPECT_EQ(fixed(value, 3), "\u2014");
    EXPECT_EQ(time_in(value, {}), "\u2014");
    EXPECT_EQ(percent(value), "\u2014");
  }
  EXPECT_EQ(rate(nan, "cells/s").number, "\u2014");
}

TEST(Format, FixedGroupsAndSigns) {
  EXPECT_EQ(fixed(1234567.891, 2), "1,234,567.89");
  EXPECT_EQ(fixed(-0.001, 2), "0.00");
  EXPECT_EQ(fixed(-12.5, 1), "\u221212.5");
  EXPECT_EQ(fixed(999.9996, 3), "1,000.000");
}

TEST(Format, Scientific) {
  EXPECT_EQ(scientific(3.14e-7, 2), "3.1e-7");
  EXPECT_EQ(scientific(5e-6, 1), "5e-6");
  EXPECT_EQ(scientific(-2e10, 1), "\u22122e10");
  EXPECT_EQ(scientific(0, 2), "0");
  EXPECT_EQ(error_figure(0.25), "0.25");
  EXPECT_EQ(error_figure(3.14e-7), "3.1e-7");
  EXPECT_EQ(error_figure(0.0099), "9.9e-3");
  EXPECT_EQ(limit(0.5), "0.5");
  EXPECT_EQ(limit(5e-6), "5e-6");
  EXPECT_EQ(limit(5e-6), "5e-6");
  EXPECT_EQ(limit(1.5e-6), "1.5e-6");
}

TEST(Format, TimesFillAtMostFourPlaces) {
  EXPECT_EQ(time_text(8.371), "8.37 ms");
  EXPECT_EQ(time_text(0.9996), "1.00 ms");
  EXPECT_EQ(time_text(0.99949), "999 \u00b5s");
  EXPECT_EQ(time_text(999.6), "1.00 s");
  EXPECT_EQ(time_text(0.0000123), "12.3 ns");
  EXPECT_EQ(time_text(3.6e6), "60.0 min");
  EXPECT_EQ(time_text(3.6e8), "100 h");
  for (double ms = 1e-5; ms < 3e9; ms *= 1.0137)
    EXPECT_LE(time_in(ms, time_unit(ms)).size(), 4u) << ms;
}

TEST(Format, PartOfAStepKeepsTheUnitOfTheWhole) {
  EXPECT_EQ(time_in(0, time_unit(8)), "0.00");
  EXPECT_EQ(time_in(0.0234, time_unit(8)), "0.02");
  EXPECT_EQ(time_in(-1e-9, time_unit(8)), "0.00");
}

TEST(Format, ColumnsShareOneUnit) {
  const ColumnUnit ms = column_unit(12.3);
  EXPECT_STREQ(ms.unit.name, "ms");
  EXPECT_EQ(cell(0.0123, ms), "0.012");
  EXPECT_EQ(cell(12.3, ms), "12.300");
  const ColumnUnit us = column_unit(0.4);
  EXPECT_STREQ(us.unit.name, "\u00b5s");
  EXPECT_EQ(cell(0.0123, us), "12.3");
  EXPECT_STREQ(column_unit(0).unit.name, "ms");
}

TEST(Format, ColumnsOfLongTimesFitTheirRoom) {
  EXPECT_EQ(cell(999.999, column_unit(999.999)), "999.999");
  EXPECT_EQ(cell(1234.567, column_unit(1234.567)), "1,234.57");
  EXPECT_EQ(cell(1234.567, column_unit(1234.567, 10)), "1,234.567");
  EXPECT_EQ(cell(98'765, column_unit(98'765)), "98,765.0");
  EXPECT_EQ(cell(345.678, column_unit(98'765)), "345.7");
  EXPECT_STREQ(column_unit(98'765).unit.name, "ms");
  EXPECT_EQ(cell(1.2e8, column_unit(1.2e8)), "120,000");
  EXPECT_STREQ(column_unit(1.2e8).unit.name, "s");
  for (double ms = 1e-3; ms < 1e9; ms *= 1.013)
    EXPECT_LE(cell(ms, column_unit(ms)).size(), 8u) << ms;
}

TEST(Format, WhatIsThereIsNeverZero) {
  const ColumnUnit coarse = column_unit(98'765);
  EXPECT_EQ(cell(0.019, coarse), "<0.1");
  EXPECT_EQ(cell(0, coarse), "0.0");
  EXPECT_EQ(cell(0.05, coarse), "0.1");
  EXPECT_EQ(cell(0.0003, column_unit(12)), "<0.001");
}

TEST(Format, NumbersOfOthersGetTheirMinus) {
  EXPECT_EQ(with_minus("-0.5"), "\u22120.5");
  EXPECT_EQ(with_minus("3e-7"), "3e-7");
}

TEST(Format, Rates) {
  EXPECT_EQ(rate(2.0524e12, "interactions/s").number, "2,052");
  EXPECT_EQ(rate(2.0524e12, "interactions/s").unit, "G interactions/s");
  EXPECT_EQ(rate(3.5e9, "cells/s").number, "3.50");
  EXPECT_EQ(rate(860e6, "pixels/s").unit, "M pixels/s");
  EXPECT_EQ(rate(12, "steps/s").unit, "steps/s");
  EXPECT_EQ(flop_rate(41.04e12).number, "41.0");
  EXPECT_EQ(flop_rate(41.04e12).unit, "TFLOP/s");
  EXPECT_EQ(flop_rate(5.6e9).unit, "GFLOP/s");
}

TEST(Format, Percent) {
  EXPECT_EQ(percent(0.006), "0.6 %");
  EXPECT_EQ(percent(0.083), "8.3 %");
  EXPECT_EQ(percent(0.64), "64 %");
}

TEST(Format, Duration) {
  EXPECT_EQ(duration(11.2), "12 s");
  EXPECT_EQ(duration(125), "2 min 5 s");
  EXPECT_EQ(duration(-3), "0 s");
  EXPECT_EQ(duration(7260), "2 h 1 min");
}

TEST(Format, AxesAreNiceAndStandStill) {
  EXPECT_DOUBLE_EQ(nice_ceiling(8.37), 10);
  EXPECT_DOUBLE_EQ(nice_ceiling(11.2), 15);
  EXPECT_DOUBLE_EQ(nice_ceiling(0.00012), 0.00015);
  EXPECT_DOUBLE_EQ(nice_ceiling(0), 1);
  for (double value = 1e-6; value < 1e6; value *= 1.37) {
    EXPECT_GE(nice_ceiling(value) * (1 + 1e-9), value);
    EXPECT_LE(nice_ceiling(value), value * 2);
  }
  const double axis = sticky_maximum(0, 8.4);
  EXPECT_DOUBLE_EQ(sticky_maximum(axis, 9.0), axis);
  EXPECT_DOUBLE_EQ(sticky_maximum(axis, 4.0), axis);
  EXPECT_GT(sticky_maximum(axis, axis * 1.01), axis);
  EXPECT_LT(sticky_maximum(axis, axis / 4), axis);
}

}  // namespace
}  // namespace livewarp::ui
