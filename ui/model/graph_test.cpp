#include "ui/model/graph_axes.h"

#include <gtest/gtest.h>

namespace livewarp::ui {
namespace {

Graph graph_of(std::vector<GraphPoint> points) {
  Graph graph;
  graph.curves.push_back({"row", CurveKind::bench, 0, std::move(points)});
  return graph;
}

TEST(GraphAxes, ShortTimesAreInMicroseconds) {
  EXPECT_STREQ(unit_of(graph_of({{1, 0.2}, {2, 0.9}})).name, "\u00b5s");
  EXPECT_STREQ(unit_of(graph_of({{1, 0.2}, {2, 1.5}})).name, "ms");
  EXPECT_STREQ(unit_of({}).name, "ms");
}

TEST(GraphAxes, RatesAreInTheirOwnUnit) {
  Graph graph = graph_of({{1024, 0.2, 0.2, 0.2, "1 KiB"}, {2048, 50, 49, 51, "2 KiB"}});
  const std::vector<GraphPoint>& points = graph.curves[0].points;
  EXPECT_EQ(unit_text(graph), "ms per step");
  EXPECT_EQ(value_text(graph, points[0]), "1 KiB: 200 \u00b5s");
  EXPECT_EQ(value_text(graph, points[1]), "2 KiB: 50.0 ms, p05 49.0, p95 51.0");
  graph.rate_unit = "GB/s";
  EXPECT_EQ(unit_text(graph), "GB/s");
  EXPECT_EQ(unit_of(graph).per_ms, 1) << "not thousandths, however low";
  EXPECT_EQ(value_text(graph, points[0]), "1 KiB: 0.20 GB/s");
  EXPECT_EQ(value_text(graph, points[1]), "2 KiB: 50.0 GB/s, p05 49.0, p95 51.0");
}

TEST(GraphAxes, WhatIsFittedShowsEveryPoint) {
  const Graph graph = graph_of({{256, 0.15}, {4096, 78}});
  const Span x = fitted_x(graph), y = fitted_y(graph, unit_of(graph));
  EXPECT_LT(x.low, 256);
  EXPECT_GT(x.low, 128);
  EXPECT_GT(x.high, 4096);
  EXPECT_LT(y.low, 0.15);
  EXPECT_GT(y.high, 78);
  EXPECT_GT(y.low, 0) << "a logarithm of nothing";
  const Span one = fitted_y(graph_of({{1, 3}}), {"ms", 1});
  EXPECT_GE(one.high / one.low, 4 * 0.999) << "noise is not blown up";
  Graph spread = graph_of({{1, 3}});
  spread.curves[0].points[0].low = 1, spread.curves[0].points[0].high = 20;
  const Span whole = fitted_y(spread, {"ms", 1});
  EXPECT_LT(whole.low, 1);
  EXPECT_GT(whole.high, 20) << "whiskers end within the plot";
  spread.curves[0].points[0].low = 0;  // a whisker that reaches zero has no logarithm
  EXPECT_GT(fitted_y(spread, {"ms", 1}).low, 0);
}

TEST(GraphAxes, LinearOnesBeginAtZeroAndHaveRoundNumbers) {
  using Labels = std::vector<std::string>;
  EXPECT_EQ(linear_ticks({0, 35.8}, 5, true).labels, (Labels{"0", "8", "16", "24", "32"}));
  EXPECT_EQ(linear_ticks({0, 35.8}, 4).labels, (Labels{"0", "10", "20", "30"}));
  EXPECT_EQ(linear_ticks({0, 5.6}, 1, true).labels, (Labels{"0", "2", "4"})) << "not 0 alone";
  EXPECT_EQ(linear_ticks({0, 2.2e6}, 3).labels, (Labels{"0", "1 M", "2 M"}));
  Graph graph = graph_of({{0, 4, 4, 4, "0"}, {0.03125, 20, 20, 20, "0.03125"}, {1, 32, 30, 40}});
  graph.linear_x = graph.linear_y = true;
  graph.x_label = "Share";
  EXPECT_EQ(unit_text(graph), "ms per step over share");
  EXPECT_EQ(fitted_y(graph, unit_of(graph)).low, 0);
  EXPECT_GT(fitted_y(graph, unit_of(graph)).high, 40);
  EXPECT_LT(fitted_x(graph).low, 0);
  EXPECT_EQ(x_ticks(graph, 5).labels, (Labels{"0", "0.2", "0.4", "0.6", "0.8", "1"}));
  graph.curves[0].points = {{1, 1}, {2, 1}, {3, 1}};
  EXPECT_EQ(x_ticks(graph, 9).at, (std::vector<double>{1, 2, 3})) << "no halves of whole numbers";
}

TEST(GraphAxes, PlacesAreCounted) {
  Graph graph = graph_of({{0, 1}, {1, 2}});
  graph.places = {"32x8", "16x16"};
  EXPECT_EQ(fitted_x(graph), (Span{-0.5, 1.5}));
  EXPECT_EQ(x_ticks(graph, 9).labels, graph.places);
}

TEST(GraphAxes, LabelsAreThinnedAndKeepTheLast) {
  Graph graph;
  std::vector<GraphPoint> points;
  points.reserve(10);
  for (int i = 0; i < 10; ++i) points.push_back({double(1 << i), 1, 1, 1, std::to_string(1 << i)});
  graph = graph_of(points);
  for (std::size_t room = 1; room < 12; ++room) {
    const Ticks ticks = x_ticks(graph, room);
    EXPECT_LE(ticks.at.size(), room);
    ASSERT_FALSE(ticks.labels.empty());
    EXPECT_EQ(ticks.labels.back(), "512");
  }
}

TEST(GraphAxes, LabelsOfValuesThatLieCloseDoNotMeet) {
  const Graph graph = graph_of({{1024, 1, 1, 1, "1,024"},
                                {2048, 1, 1, 1, "2,048"},
                                {3840, 1, 1, 1, "3,840"},
                                {4096, 1, 1, 1, "4,096"},
                                {8192, 1, 1, 1, "8,192"}});
  EXPECT_EQ(x_ticks(graph, 8).labels,
            (std::vector<std::string>{"1,024", "2,048", "4,096", "8,192"}));
}

TEST(GraphAxes, TimesHaveRoundTicksWithinTheSpan) {
  const Ticks fine = log_ticks({0.8, 9}, 20);
  EXPECT_EQ(fine.labels.front(), "0.8");
  EXPECT_EQ(fine.labels.back(), "9");
  const Ticks ticks = log_ticks({0.06, 120}, 12);
  EXPECT_EQ(ticks.labels, (std::vector<std::string>{"0.1", "0.2", "0.5", "1", "2", "5", "10", "20",
                                                    "50", "100"}));
  const Ticks few = log_ticks({1e-3, 1e4}, 3);
  EXPECT_LE(few.at.size(), 3u);
  EXPECT_GE(few.at.size(), 2u);
  EXPECT_TRUE(log_ticks({0, 1}, 5).at.empty());
}

}  // namespace
}  // namespace livewarp::ui
