/// The tab Blocks: what is asked for and said, how the picture is tinted, and the replay.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <memory>
#include <string>

#include "ui/frame/actions.h"
#include "ui/model/ids.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

class BlocksTab : public testing::Test {
 protected:
  void SetUp() override {
    app.resize(1920, 1080);
    app.frames(model, 4);
    app.key(model, ImGuiKey_W);
    app.activate(model, ids::path(ids::analysis, ids::blocks_tab));
  }
  BlocksRequest asked_for() {
    const Result result = app.frame(model);
    EXPECT_TRUE(result.blocks.has_value());
    return result.blocks.value_or(BlocksRequest());
  }
  /// Five blocks on two multiprocessors, one at a time on each: 0 2 4, and 1 3.
  void look(bool with_regions = true) {
    view = {};
    view.request = asked_for();
    view.kernel = "forces";
    view.grid = {5, 1, 1};
    view.block = {64, 1, 1};
    view.predicted = predicted_trace("forces", {5, 1, 1}, {64, 1, 1}, 1, 2);
    view.gpu = "a GPU, 9.0";
    view.blocks_at_a_time = 1;
    view.figures = figures_of(*view.predicted);
    view.rows = rows_of(*view.predicted);
    if (with_regions) count();
    model.blocks = &view;
    app.frames(model, 4);
  }
  void count() {
    BlockRegions regions;
    regions.array = "positions";
    regions.grid = {5, 1, 1};
    regions.block = {64, 1, 1};
    regions.width = 300;
    regions.counted_blocks = 5;
    for (unsigned i = 0; i < 300; ++i) regions.writers.push_back(warp_of_grid(i / 64, i / 32 % 2));
    view.hues = std::make_shared<const RegionHues>(hues_of(regions));
    view.regions = std::make_shared<const BlockRegions>(std::move(regions));
  }
  Result press(const char* control, const char* option = "") {
    app.activate(model, ids::path(ids::analysis, control, option));
    return app.frame(model);
  }
  /// The timeline's left and right end at the height of a row's middle, found by the mouse.
  Box timeline() {
    const ImGuiWindow* const window = ImGui::FindWindowByName(ids::analysis);
    const float x = window->Pos.x + window->Size.x / 2;
    const ImVec2 top = app.find(model, ids::path(ids::analysis, ids::blocks_timeline), x);
    Box box{x, top.y, x, top.y};
    const auto over = [&](float at_x, float at_y) {
      app.mouse_to(model, at_x, at_y);
      app.frame(model);
      return ImGui::GetCurrentContext()->HoveredId ==
             ids::id_of(ids::path(ids::analysis, ids::blocks_timeline));
    };
    while (over(box.x0 - 8, top.y)) box.x0 -= 8;
    while (over(box.x1 + 8, top.y)) box.x1 += 8;
    while (over(x, box.y1 + 4)) box.y1 += 4;
    return box;
  }

  const FakeWorld world;
  Model model = running_model(world);
  BlocksView view;
  Headless app;
};

TEST_F(BlocksTab, AsksForTheRunningStepUntilItIsClosed) {
  const BlocksRequest asked = asked_for();
  EXPECT_EQ(asked.choice.variant, model.choice.variant);
  EXPECT_EQ(asked.choice.launch, model.choice.launch);
  EXPECT_EQ(asked.choice.problem, model.choice.problem);
  EXPECT_FALSE(asked.measure) << "that takes a job";
  EXPECT_TRUE(app.says("Looking up what the step launches"));
  app.key(model, ImGuiKey_W);
  EXPECT_FALSE(app.frame(model).blocks);
}

// By hand: 5 blocks over 2 places are 2.5 waves; the second multiprocessor has nothing to do in the
// last of three block times; busy times are 3 and 2, whose mean is 2.5.
TEST_F(BlocksTab, SaysWavesTailAndImbalance) {
  look();
  EXPECT_TRUE(app.says("2.50 waves of 2 blocks; blocks per multiprocessor 2 to 3, median 2.5"));
  EXPECT_TRUE(app.says("predicted: 2.50 waves"));
  EXPECT_TRUE(app.says("tail 33.3 % of the time, imbalance 1.20"));
  EXPECT_TRUE(app.says("predicted for a GPU, 9.0: 2 multiprocessors with 1 block at a time"));
  EXPECT_TRUE(app.says("forces: 5 blocks of 64, 2 warps each"));
  EXPECT_TRUE(app.says("a block writes 64 elements of positions, a warp 32"));
}

TEST_F(BlocksTab, NamesTheBlockUnderTheMouse) {
  look();
  const Box box = timeline();
  const float third = box.width() / 3, row = box.height() / 4;
  app.mouse_to(model, box.x0 + 2.5f * third, box.y0 + row);
  app.frames(model, 2);
  EXPECT_TRUE(app.says("block 4 of 5"));
  EXPECT_TRUE(app.says("multiprocessor 0"));
  EXPECT_TRUE(app.says("predicted in wave 3"));
  app.mouse_to(model, box.x0 + 1.5f * third, box.y0 + 3 * row);
  app.frames(model, 2);
  EXPECT_TRUE(app.says("block 3 of 5"));
  EXPECT_TRUE(app.says("multiprocessor 1"));
  app.mouse_to(model, box.x0 + 2.5f * third, box.y0 + 3 * row);
  app.frames(model, 2);
  EXPECT_FALSE(app.says(" of 5\n")) << "the second has nothing to do there";
}

TEST_F(BlocksTab, WhatWasTimedHasMicroseconds) {
  look();
  BlockTrace trace = *view.predicted;
  trace.predicted = false;
  for (BlockRecord& record : trace.records) {
    record.begin *= 10;
    record.end *= 10;
  }
  trace.kernel_us = 32;
  trace.traced_us = 40;
  view.measured = trace;
  view.request.measure = true;
  view.result = "equal bit by bit";
  view.figures = figures_of(trace);
  view.rows = rows_of(trace);
  app.frames(model, 3);
  EXPECT_TRUE(app.says("measured: one step on this GPU, its result equal bit by bit"));
  EXPECT_FALSE(app.says("predicted"));
  const Box box = timeline();
  app.mouse_to(model, box.x0 + 0.5f * box.width(), box.y0 + 0.75f * box.height());
  app.frames(model, 2);
  EXPECT_TRUE(app.says("begins at 10.0 \u00b5s, lasts 10.0 \u00b5s"));
}

TEST_F(BlocksTab, TintsThePictureWhetherItIsOpenOrNot) {
  look();
  EXPECT_FALSE(app.frame(model).tint);
  for (const auto& [id, by, words] :
       {std::tuple{"warp", TintBy::warp, "hue: warp"},
        {"block", TintBy::block, "hue: block"},
        {"multiprocessor", TintBy::multiprocessor, "hue: multiprocessor, predicted"}}) {
    const Result result = press(ids::block_tint, id);
    ASSERT_TRUE(result.tint) << id;
    EXPECT_EQ(result.tint->by, by);
    EXPECT_FALSE(result.tint->now) << "no replay: all of it is tinted";
    EXPECT_TRUE(app.says(words)) << words;
  }
  app.key(model, ImGuiKey_W);
  const Result closed = app.frame(model);
  ASSERT_TRUE(closed.tint);
  EXPECT_TRUE(closed.blocks) << "what it is tinted by is still asked for";
  model.tint_reason = "its picture looks through a volume";
  app.frames(model, 2);
  EXPECT_TRUE(app.says("no tint: its picture looks through a volume"));
  app.key(model, ImGuiKey_W);
  EXPECT_FALSE(press(ids::block_tint, "off").tint);
}

TEST_F(BlocksTab, TheLineTintsToo) {
  app.type(model, "/");
  app.frames(model, 2);
  app.type(model, "tint by warp");
  app.frames(model, 2);
  app.key(model, ImGuiKey_Enter);
  const Result result = app.frame(model);
  ASSERT_TRUE(result.tint);
  EXPECT_EQ(result.tint->by, TintBy::warp);
}

TEST_F(BlocksTab, ReplaysTheLaunchInEightSeconds) {
  look();
  app.dt = 0.5;
  Result result = press(ids::replay_blocks);
  ASSERT_TRUE(result.tint);
  EXPECT_EQ(result.tint->by, TintBy::block) << "a replay is seen by its tint";
  ASSERT_TRUE(result.tint->now);
  const double before = *result.tint->now;
  EXPECT_TRUE(result.animating);
  result = app.frame(model);
  ASSERT_TRUE(result.tint->now);
  EXPECT_NEAR(*result.tint->now - before, 3 * 0.5 / 8, 1e-6) << "of three block times";
  for (int i = 0; i < 20; ++i) result = app.frame(model);
  EXPECT_FALSE(result.tint->now) << "all blocks have ended";
}

TEST_F(BlocksTab, ADragOverTheTimelineSetsTheTime) {
  look();
  press(ids::block_tint, "block");
  const Box box = timeline();
  app.mouse_to(model, box.x0 + box.width() / 2, box.y0 + 4);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  app.frames(model, 2);
  const Result held = app.frame(model);
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  app.frames(model, 2);
  ASSERT_TRUE(held.tint && held.tint->now);
  EXPECT_NEAR(*held.tint->now, 1.5, 0.05);
  EXPECT_TRUE(app.says("1.5")) << "beside the button";
}

TEST_F(BlocksTab, AnotherStepBeginsAnew) {
  look();
  app.dt = 0.5;
  press(ids::replay_blocks);
  model.choice.launch[ids::block] = std::string("64");
  Result result = app.frame(model);
  ASSERT_TRUE(result.blocks && result.tint);
  EXPECT_NE(result.blocks->choice, view.request.choice);
  EXPECT_FALSE(result.tint->now) << "nothing is known of it";
  EXPECT_FALSE(app.says("2.50 waves"));
  look();
  result = app.frame(model);
  EXPECT_FALSE(result.tint->now) << "it is not in the midst of a replay";
}

TEST_F(BlocksTab, SaysWhyAPartIsMissing) {
  look(false);
  view.regions_reason = "its picture looks through a volume";
  view.measured_reason = "its step fills constant memory";
  app.frames(model, 3);
  EXPECT_TRUE(app.says("its picture looks through a volume"));
  EXPECT_TRUE(app.says("not measured: its step fills constant memory"));
  EXPECT_FALSE(press(ids::block_tint, "block").tint) << "greyed";
  view.predicted.reset();
  view.figures.reset();
  view.predicted_reason = "no block of it fits";
  app.frames(model, 3);
  EXPECT_TRUE(app.says("no waves: no block of it fits"));
  view.refusal = "runs on the CPU: it has no blocks";
  app.frames(model, 3);
  EXPECT_TRUE(app.says("runs on the CPU: it has no blocks"));
}

// Waves are known at once, what blocks write later.
TEST_F(BlocksTab, WhatIsStillCountedIsNoRefusal) {
  look(false);
  view.counting = true;
  view.regions_reason = "its blocks are being executed on the host";
  app.frames(model, 3);
  EXPECT_TRUE(app.says("2.50 waves"));
  EXPECT_TRUE(app.says("its blocks are being executed on the host"));
  EXPECT_FALSE(app.says("Time blocks"));
  EXPECT_TRUE(press(ids::block_tint, "block").tint);
  EXPECT_TRUE(app.says("hue: block, comes in a moment"));
}

TEST_F(BlocksTab, EnterTimesTheBlocksWhereThereIsAGpu) {
  look();
  EXPECT_TRUE(app.says("Time blocks"));
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_Enter), AppCommand::trace_blocks));
  view.measured = view.predicted;
  view.measured->predicted = false;
  app.frames(model, 3);
  EXPECT_FALSE(app.says("Time blocks"));
  EXPECT_FALSE(asked(app.key(model, ImGuiKey_Enter), AppCommand::trace_blocks));
  view.measured.reset();
  Machine none = *model.machine;
  none.gpus.clear();
  none.gpu_reason = "no CUDA device";
  model.machine = &none;
  app.frames(model, 3);
  EXPECT_FALSE(app.says("Time blocks"));
  EXPECT_TRUE(app.says("predicted for a GPU"));
}

// 100,000 blocks, aggregated: a frame with them is as short as one without.
TEST_F(BlocksTab, ManyBlocksAreFewAreas) {
  look();
  view.predicted = predicted_trace("forces", {100'000, 1, 1}, {64, 1, 1}, 16, 132);
  view.grid = {100'000, 1, 1};
  view.rows = rows_of(*view.predicted);
  app.frames(model, 3);
  std::size_t vertices = 0;
  for (const auto* const list : ImGui::GetDrawData()->CmdLists)
    vertices = std::max(vertices, std::size_t(list->VtxBuffer.Size));
  EXPECT_LT(vertices, 40'000u);
}

TEST_F(BlocksTab, NothingIsCutInAnyPanel) {
  look();
  for (const auto& [width, height] : {std::pair{1280, 720}, {1920, 1080}, {3840, 2160}}) {
    app.resize(width, height);
    app.frames(model, 6);
    for (const char* words : {"Off", "Block", "Warp", "Multiprocessor", "Replay"})
      EXPECT_TRUE(whole(app, words)) << words << " at " << width;
  }
}

}  // namespace
}  // namespace livewarp::ui
