#include "app/tune/setting_graphs.h"

#include <gtest/gtest.h>

#include "app/testing/toy_workload.h"

namespace livewarp {
namespace {

using Kind = Finding::Kind;
using State = HeatCell::State;

class SettingGraphs : public testing::Test {
 protected:
  /// naive with four blocks, tile with two by three numbers of items; of a GPU with 200 threads.
  SettingGraphs() {
    GpuInfo gpu;
    gpu.max_threads_per_block = 200;
    std::vector<SelectedVariant> variants;
    for (const char* name : {"naive", "tile"})
      variants.push_back({toy_.get(),
                          toy_->find(name),
                          Executor::cuda,
                          default_choice(*toy_, name, Backend::cuda),
                          {},
                          false});
    space_ = make_space(variants, {{"variant", "block", "items"}, {}, {}, 0}, &gpu);
    findings_.resize(space_.settings.size());
  }
  std::size_t place(const std::string& text) const {
    for (std::size_t i = 0; i < space_.settings.size(); ++i)
      if (setting_text(space_, space_.settings[i]) == text) return i;
    ADD_FAILURE() << "no setting " << text;
    return 0;
  }
  void found(const std::string& text, Kind kind, double ms, const std::string& reason = "") {
    findings_[place(text)] = {kind, ms, reason};
  }
  const HeatCell& cell(const HeatMap& map, const std::string& x, const std::string& y) const {
    const auto at = [](const std::vector<std::string>& all, const std::string& one) {
      return std::size_t(std::ranges::find(all, one) - all.begin());
    };
    return map.at(at(map.x, x), at(map.y, y));
  }

  std::unique_ptr<Workload> toy_ = test::make_toy();
  SettingSpace space_;
  std::vector<Finding> findings_;
};

TEST_F(SettingGraphs, ACellStandsForTheBestOfWhatItDoesNotShow) {
  found("tile, block 16x8, items 1", Kind::measured, 4);
  found("tile, block 16x8, items 2", Kind::measured, 2);
  found("naive, block 64", Kind::measured, 3);
  found("naive, block 32", Kind::cut_off, 9);
  found("naive, block 128", Kind::wrong, 0, "wrong result");
  const HeatMap map = heat_map(space_, findings_, 1, 0);
  EXPECT_EQ(map.title, "Time over block and variant");
  EXPECT_EQ(map.setting, "n 1,000; items at their best");
  EXPECT_EQ(map.y, (std::vector<std::string>{"naive", "tile"}));
  EXPECT_EQ(cell(map, "16x8", "tile").ms, 2);
  EXPECT_EQ(cell(map, "16x8", "tile").setting,
            setting_words(space_, space_.settings[place("tile, block 16x8, items 2")]));
  EXPECT_EQ(cell(map, "16x8", "tile").ratio, 1);
  ASSERT_TRUE(map.best);
  EXPECT_EQ(&map.cells[*map.best], &cell(map, "16x8", "tile"));
  EXPECT_EQ(cell(map, "64", "naive").ratio, 1.5);
  EXPECT_EQ(cell(map, "32", "naive").state, State::cut_off);
  EXPECT_EQ(cell(map, "32", "naive").ratio, 4.5);
  EXPECT_EQ(cell(map, "128", "naive").state, State::wrong);
  EXPECT_EQ(cell(map, "128", "naive").reason, "wrong result");
  EXPECT_EQ(cell(map, "64", "tile").state, State::absent) << "tile has no such block";
  EXPECT_FALSE(map.empty());
}

TEST_F(SettingGraphs, WhatCannotBeHasItsReason) {
  const GpuInfo none;
  std::vector<SelectedVariant> variants;
  for (const char* name : {"naive", "tile"})
    variants.push_back({toy_.get(),
                        toy_->find(name),
                        Executor::cuda,
                        default_choice(*toy_, name, Backend::cuda),
                        {},
                        false});
  const SettingSpace space = make_space(variants, {{"variant", "memory"}, {}, {}, 0}, &none);
  const std::vector<Finding> findings(space.settings.size());
  const HeatMap map = heat_map(space, findings, 1, 0);
  EXPECT_EQ(cell(map, "pinned", "naive").state, State::refused);
  EXPECT_EQ(cell(map, "pinned", "naive").reason, "memory pinned: it moves its state by itself");
  EXPECT_EQ(cell(map, "pinned", "tile").state, State::unseen);
  EXPECT_TRUE(map.empty());
  EXPECT_FALSE(map.best);
}

// naive has no items.
TEST_F(SettingGraphs, AVariantWithoutTheAxisSaysSo) {
  const HeatMap map = heat_map(space_, findings_, 2, 0);
  for (const char* items : {"1", "2"}) {
    EXPECT_EQ(cell(map, items, "naive").state, State::refused);
    EXPECT_EQ(cell(map, items, "naive").reason, toy_->find("naive")->title + " has no items");
    EXPECT_EQ(cell(map, items, "tile").reason, "");
  }
}

TEST_F(SettingGraphs, MarksWhatRuns) {
  Choice running = default_choice(*toy_, "tile", Backend::cuda);
  running.launch["block"] = std::string("16x8");
  running.paused = true;
  const HeatMap map = heat_map(space_, findings_, 1, 2, {&running, {}});
  ASSERT_TRUE(map.running);
  EXPECT_EQ(&map.cells[*map.running], &cell(map, "16x8", "2"));
  running.problem["n"] = std::int64_t{7};
  EXPECT_FALSE(heat_map(space_, findings_, 1, 2, {&running, {}}).running) << "of another size";
}

// Measured in turn, the second of the ranking may have been the faster one.
TEST_F(SettingGraphs, MarksTheBestThatWasDecided) {
  found("tile, block 16x8, items 1", Kind::measured, 2.1);
  found("tile, block 16x8, items 2", Kind::measured, 2);
  const HeatMap map =
      heat_map(space_, findings_, 1, 0, {nullptr, place("tile, block 16x8, items 1")});
  ASSERT_TRUE(map.best);
  EXPECT_EQ(map.cells[*map.best].place, place("tile, block 16x8, items 1"));
  EXPECT_EQ(map.cells[*map.best].ratio, 1);
}

TEST_F(SettingGraphs, ItsAxesAreThoseWithMostCells) {
  // Variant and block make three and one, variant and items three, block and items three.
  const auto [x, y] = fullest_axes(space_);
  EXPECT_EQ(space_.dimensions[x].id, "block");
  EXPECT_EQ(space_.dimensions[y].id, "variant") << "names stand at the left";
}

TEST_F(SettingGraphs, ALineHasTheBestForEachValue) {
  found("tile, block 16x8, items 1", Kind::measured, 4);
  found("tile, block 16x8, items 2", Kind::measured, 2);
  found("naive, block 64", Kind::measured, 3);
  const Graph graph = value_graph(space_, findings_, 1);
  ASSERT_EQ(graph.curves.size(), 1u);
  ASSERT_EQ(graph.curves[0].points.size(), 2u);
  EXPECT_EQ(graph.places, space_.dimensions[1].values);
  for (const GraphPoint& point : graph.curves[0].points)
    EXPECT_EQ(point.median, graph.places[std::size_t(point.x)] == "64" ? 3 : 2);
  EXPECT_TRUE(value_graph(space_, std::vector<Finding>(findings_.size()), 1).empty());
}

}  // namespace
}  // namespace livewarp
