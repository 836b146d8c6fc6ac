#include "app/report/report_plots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/report/plot_scale.h"
#include "app/testing/markup_test.h"
#include "app/testing/toy_workload.h"

namespace livewarp {
namespace {

TEST(LogScale, EqualRatiosAreEqualLengths) {
  const LogScale scale = LogScale::around({1, 10, 100}, 0, 300);
  EXPECT_NEAR(scale.at(10) - scale.at(1), scale.at(100) - scale.at(10), 1e-9);
  EXPECT_GT(scale.at(1), 0);
  EXPECT_LT(scale.at(100), 300);
  EXPECT_EQ(scale.ticks(3), (std::vector<double>{1, 10, 100}));
}

TEST(LogScale, NearlyEqualValuesLookSo) {
  const LogScale scale = LogScale::around({1, 1.01}, 0, 100);
  EXPECT_NEAR(scale.high / scale.low, 2, 1e-9);
  EXPECT_LT(scale.at(1.01) - scale.at(1), 2);
  EXPECT_GE(scale.ticks(8).size(), 2u) << "an axis needs two numbers";
}

VariantResult measured(const Workload& workload, const char* name, std::vector<double> samples) {
  VariantResult result;
  result.variant.workload = &workload;
  result.variant.info = workload.find(name);
  result.sizes.verdict = Verdict::at_check_sizes;
  Measurement measurement;
  measurement.step = summarize(samples);
  measurement.samples = std::move(samples);
  measurement.cost.items = 1000;
  result.measurement = measurement;
  return result;
}

/// The numbers behind an attribute of all elements that hold a text.
std::vector<double> attributes(const std::string& svg, const std::string& element,
                               const std::string& name) {
  std::vector<double> found;
  for (std::size_t at = svg.find(element); at != std::string::npos;
       at = svg.find(element, at + 1)) {
    const std::size_t value = svg.find(name + "=\"", at) + name.size() + 2;
    found.push_back(std::stod(svg.substr(value)));
  }
  return found;
}

TEST(ReportPlots, TheFastestStandsFirstAndTimesLieOnALogarithmicAxis) {
  const auto toy = test::make_toy();
  const std::vector<VariantResult> results{measured(*toy, "plain", {9, 10, 11}),
                                           measured(*toy, "tile", {1, 1, 1}),
                                           measured(*toy, "plain", {100, 100, 100})};
  for (const int width : {760, 340}) {
    const std::string svg = times_plot(results, width);
    EXPECT_EQ(test::markup_problem(svg), "");
    const std::vector<double> x = attributes(svg, "<circle", "cx");
    const std::vector<double> y = attributes(svg, "<circle", "cy");
    ASSERT_EQ(x.size(), 3u);
    EXPECT_NEAR(x[1] - x[0], x[2] - x[1], 0.11) << "1, 10 and 100 ms, rounded to 0.1 px";
    EXPECT_GT(x[1], x[0]);
    EXPECT_TRUE(std::ranges::is_sorted(y));
    EXPECT_LT(*std::ranges::max_element(x), width);
    EXPECT_NE(svg.find("10.0 ms"), std::string::npos);
  }
}

TEST(ReportPlots, WhatIsNotVerifiedIsNoDot) {
  const auto toy = test::make_toy();
  VariantResult wrong = measured(*toy, "plain", {1, 1, 1});
  wrong.sizes.verdict = Verdict::failed;
  EXPECT_EQ(times_plot({wrong}, 760), "");
  EXPECT_EQ(curves_plot({}, 760), "");
}

TEST(ReportPlots, CurvesGoThroughTheirPoints) {
  Graph graph;
  graph.title = "Time against <n>";
  graph.x_label = "Bodies";
  graph.curves.push_back(
      {.label = "a",
       .points = {{.x = 256, .median = 1}, {.x = 512, .median = 4}, {.x = 1024, .median = 16}}});
  const std::string svg = curves_plot(graph, 760);
  EXPECT_EQ(test::markup_problem(svg), "");
  const std::vector<double> x = attributes(svg, "<circle", "cx");
  const std::vector<double> y = attributes(svg, "<circle", "cy");
  ASSERT_EQ(x.size(), 3u);
  EXPECT_NEAR(x[1] - x[0], x[2] - x[1], 0.11);
  EXPECT_NEAR(y[1] - y[0], y[2] - y[1], 0.11);
  EXPECT_LT(y[2], y[0]) << "longer times stand higher";
}

// Words, blocks of equal threads, and what begins with 0 stand at places 0, 1, ...
TEST(ReportPlots, PlacesThatAreNoNumbersAreEvenlySpreadAndNamed) {
  Graph graph;
  graph.x_label = "Precision";
  graph.places = {"fp16", "fp32", "fp64"};
  graph.curves.push_back(
      {.label = "a",
       .points = {{.x = 0, .median = 1}, {.x = 1, .median = 2}, {.x = 2, .median = 4}}});
  for (const int width : {760, 340}) {
    const std::string svg = curves_plot(graph, width);
    EXPECT_EQ(test::markup_problem(svg), "");
    const std::vector<double> x = attributes(svg, "<circle", "cx");
    ASSERT_EQ(x.size(), 3u);
    EXPECT_NEAR(x[1] - x[0], x[2] - x[1], 0.11);
    EXPECT_GT(x[0], 0);
    EXPECT_LT(x[2], width);
    EXPECT_EQ(svg.find("nan"), std::string::npos) << svg;
    for (const std::string& name : graph.places)
      EXPECT_NE(svg.find(">" + name + "<"), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace livewarp
