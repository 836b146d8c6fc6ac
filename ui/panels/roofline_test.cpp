/// The tab Roofline: what is asked for, what is drawn, and what a click does.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ui/charts/roofline_chart.h"
#include "ui/model/ids.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"
#include "ui/widgets/roof_place.h"

namespace livewarp::ui {
namespace {

/// Memory of 1 TB/s under 10 TFLOP/s: they meet at 10 FLOP/B.
Roofline round_roofline() {
  Roofline roofline;
  roofline.device = "a GPU";
  roofline.operation = "FLOP";
  roofline.roofs = {{"copy", "DRAM copy", "by a test", "GB/s", 0.9e12, MemoryLevel::dram},
                    {"read", "DRAM read", "by a test", "GB/s", 1e12, MemoryLevel::dram},
                    {"l1", "L1", "by a test", "GB/s", 8e12, MemoryLevel::l1},
                    {"fma32", "fp32 FMA", "by a test", "TFLOP/s", 10e12, MemoryLevel::none}};
  return roofline;
}

RoofPoint point_of(const std::string& variant, double performance, double intensity) {
  RoofPoint point;
  point.variant = variant;
  point.title = variant;
  point.seconds = 1e-3;
  point.performance = performance;
  const double bytes = performance * point.seconds / intensity;
  point.of[0] = {intensity, bytes, MemoryLevel::dram, std::min(10e12, 1e12 * intensity),
                 "DRAM read"};
  point.of[1] = {intensity / 4, 4 * bytes, MemoryLevel::l1, std::min(10e12, 2e12 * intensity),
                 "L1"};
  return point;
}

TEST(RooflineChart, OneLevelHasOneLineAndTheBindingOneIsMarked) {
  Roofline roofline = round_roofline();
  roofline.points = {point_of("a", 1e12, 2), point_of("b", 0.5e12, 2)};
  roofline.points[0].running = true;
  const RoofPlot plot = roof_plot(roofline, BytesOf::compulsory);
  ASSERT_EQ(plot.lines.size(), 3u) << "of two roofs over memory the higher one";
  EXPECT_EQ(plot.lines[0].label, "DRAM 1.00 TB/s");
  EXPECT_TRUE(plot.lines[0].binds);
  EXPECT_FALSE(plot.lines[2].binds);
  EXPECT_EQ(plot.lines[2].label, "fp32 FMA 10.0 T");
  ASSERT_EQ(plot.marks.size(), 2u);
  EXPECT_TRUE(plot.marks[0].working);
  EXPECT_FALSE(plot.marks[1].working);
  ASSERT_EQ(plot.tags.size(), 2u);
  EXPECT_EQ(plot.tags[1].label, "requested (model) 0.5");
  EXPECT_DOUBLE_EQ(roof_plot(roofline, BytesOf::requested).marks[0].x, 0.5);
  // All of it lies within the axes.
  for (const RoofMark& mark : plot.marks) {
    EXPECT_GT(mark.x, plot.x.low);
    EXPECT_LT(mark.x, plot.x.high);
    EXPECT_GT(mark.y, plot.y.low);
    EXPECT_LT(mark.y, plot.y.high);
  }
  EXPECT_LT(10, plot.x.high) << "where the roofs meet";
}

TEST(RooflineChart, AShareAboveOneIsExplained) {
  RoofPoint point = point_of("a", 4e12, 2);
  EXPECT_EQ(share_text(point, BytesOf::compulsory),
            "200 % of DRAM read: caches serve a part of it");
  point.performance = 1e12;
  EXPECT_EQ(share_text(point, BytesOf::compulsory), "50 % of DRAM read");
}

TEST(RooflineChart, LabelsMoveApartAndStayInside) {
  std::vector<float> middles{50, 51, 52, 10, 99};
  spread_labels(middles, 10, 0, 100);
  std::vector<float> sorted = middles;
  std::ranges::sort(sorted);
  for (std::size_t i = 1; i < sorted.size(); ++i) EXPECT_GE(sorted[i] - sorted[i - 1], 10 - 1e-4f);
  EXPECT_GE(sorted.front(), 5);
  EXPECT_LE(sorted.back(), 95);
  EXPECT_LT(middles[0], middles[1]) << "their order stays";
}

class RooflineTab : public testing::Test {
 protected:
  void SetUp() override {
    app.resize(1920, 1080);
    app.frames(model, 4);
    app.key(model, ImGuiKey_W);
    app.activate(model, ids::path(ids::analysis, ids::roofline_tab));
  }
  const FakeWorld world;
  Model model = running_model(world);
  Roofline roofline;
  Headless app;
};

TEST_F(RooflineTab, IsEmptyUntilEnterMeasures) {
  EXPECT_TRUE(app.frame(model).roofline) << "asked for as long as it is shown";
  model.roofline = &roofline;
  app.frames(model, 2);
  EXPECT_TRUE(app.says("Enter measures the roofs"));
  const Result result = app.key(model, ImGuiKey_Enter);
  EXPECT_TRUE(std::ranges::count(result.commands, AppCommand::measure_roofs) == 1);
}

TEST_F(RooflineTab, SaysWhyThereIsNone) {
  roofline.refusal = "toy has no roofline";
  model.roofline = &roofline;
  app.frames(model, 2);
  EXPECT_TRUE(app.says("toy has no roofline"));
}

TEST_F(RooflineTab, NamesRoofsAndPoints) {
  roofline = round_roofline();
  roofline.points = {point_of("shared", 1e12, 2), point_of("naive", 0.2e12, 2)};
  roofline.points[0].running = true;
  model.roofline = &roofline;
  app.frames(model, 3);
  for (const char* words :
       {"DRAM 1.00 TB/s", "fp32 FMA 10.0 T", "shared", "naive", "compulsory (model)",
        "requested (model)", "FLOP per byte, compulsory", "hardware counters have not been read"})
    EXPECT_TRUE(app.says(words)) << words;
}

TEST_F(RooflineTab, ShowsWhatCountersMeasured) {
  roofline = round_roofline();
  roofline.points = {point_of("shared", 1e12, 2)};
  roofline.points[0].running = true;
  roofline.points[0].of[std::size_t(BytesOf::measured)] =
      RoofIntensity{1.6, 6.25e8, MemoryLevel::dram, 1.6e12, "DRAM read"};
  model.roofline = &roofline;
  app.frames(model, 3);
  EXPECT_TRUE(app.says("measured (counters) 1.6"));
  EXPECT_FALSE(app.says("hardware counters have not been read"));
}

TEST_F(RooflineTab, IsDrawnInTheSmallestPanel) {
  roofline = round_roofline();
  for (int i = 0; i < 12; ++i)
    roofline.points.push_back(point_of("variant " + std::to_string(i), 1e12 + 1e9 * i, 2));
  roofline.points[3].running = true;
  roofline.trail = {roofline.points[1], roofline.points[3]};
  model.roofline = &roofline;
  for (const auto& [width, height] : {std::pair{640, 400}, {1280, 720}, {3840, 2160}}) {
    app.resize(width, height);
    app.frames(model, 4);
    EXPECT_FALSE(app.says("Enter measures the roofs")) << width;
  }
}

}  // namespace
}  // namespace livewarp::ui
