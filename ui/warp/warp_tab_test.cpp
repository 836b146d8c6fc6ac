/// The tab Warp: what is asked for, what is said of a step, and where keys and clicks lead.
#include <gtest/gtest.h>

#include <string>

#include "ui/frame/actions.h"
#include "ui/model/ids.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"
#include "ui/warp/warp_steps.h"

namespace livewarp::ui {
namespace {

/// 32 lanes of 4 bytes each, `apart` bytes from one to the next.
LanePattern lanes_at(std::uint64_t first, std::uint64_t apart) {
  LanePattern pattern{.active = ~0u, .address = {}, .bytes = 4};
  for (std::uint64_t lane = 0; lane < 32; ++lane) pattern.address[lane] = first + lane * apart;
  return pattern;
}

/// A kernel of a branch, a line with two loads, a barrier, a shared load with conflicts, a store.
WarpView five_steps() {
  constexpr std::uint64_t before = 1 << 20, after = 1 << 21, bytes = 4 * 256 * 64;
  WarpView view;
  view.kernel = "forces";
  view.problem = "256\u00d764";
  view.grid = {4, 16, 1};
  view.block = {64, 4, 1};
  view.at = {2, 8, 0};
  view.lanes = ~0u;
  view.arrays = {{"heat before", before, bytes, 4, 256, 64},
                 {"heat after", after, bytes, 4, 256, 64}};
  view.words = {"global load", "shared load", "global store"};
  view.groups = {{~0u}};
  view.files = {{"kernels/forces.cuh", {}}};
  for (int line = 10; line < 16; ++line)
    view.files[0].lines.push_back({line, "  line(" + std::to_string(line) + ");", {}});
  for (std::uint32_t row = 1; row < 6; ++row) view.lines.push_back({0, row});
  const std::uint64_t cell = before + 4 * (32 * 256 + 128);
  view.accesses = {{.pattern = lanes_at(cell - 4, 4), .what = 0, .array = 0, .cost = 5},
                   {.pattern = lanes_at(cell + 4, 4), .what = 0, .array = 0, .cost = 5},
                   {.pattern = lanes_at(4096, 128),
                    .space = LensSpace::shared,
                    .what = 1,
                    .cost = 32,
                    .degree = 32},
                   {.pattern = lanes_at(after + cell - before, 4),
                    .what = 2,
                    .writes = true,
                    .array = 1,
                    .cost = 4}};
  view.steps = {{0, 0xffffu, 0, 0, WarpEvent::none},
                {1, ~0u, 0, 2, WarpEvent::none},
                {2, ~0u, 2, 0, WarpEvent::barrier},
                {3, ~0u, 2, 1, WarpEvent::none},
                {4, ~0u, 3, 1, WarpEvent::none}};
  return view;
}

class WarpTab : public testing::Test {
 protected:
  void SetUp() override {
    app.resize(1920, 1080);
    app.frames(model, 4);
    app.key(model, ImGuiKey_K);
    app.key(model, ImGuiKey_2, true);
    app.frames(model, 2);
  }
  WarpRequest asked_for() {
    const Result result = app.frame(model);
    EXPECT_TRUE(result.warp.has_value());
    return result.warp.value_or(WarpRequest());
  }
  void follow() {
    view = five_steps();
    view.request = asked_for();
    model.warp = &view;
    app.frames(model, 4);
  }
  Result press(ImGuiKey key, bool shift = false) {
    app.key(model, key, shift);
    return app.frame(model);
  }

  const FakeWorld world;
  Model model = running_model(world);
  WarpView view;
  Headless app;
};

TEST_F(WarpTab, AsksForTheMiddleBlockUntilItIsClosed) {
  const WarpRequest request = asked_for();
  EXPECT_EQ(request.choice.variant, model.choice.variant);
  EXPECT_FALSE(request.block);
  EXPECT_EQ(request.warp, 0u);
  EXPECT_TRUE(app.says("Executing the warp's block on the host"));
  app.key(model, ImGuiKey_K);
  EXPECT_FALSE(app.frame(model).warp);
}

TEST_F(WarpTab, KeysGoForwardsAndBack) {
  follow();
  EXPECT_TRUE(app.says("step 1"));
  EXPECT_TRUE(app.says("of 5"));
  EXPECT_TRUE(app.says("no access of memory"));
  EXPECT_TRUE(app.says("Lanes: 16 of 32 active"));
  press(ImGuiKey_D);
  EXPECT_TRUE(app.says("global load of 4 bytes a lane (1 of 2)"));
  // A row of 256: cells from 32 * 256 + 127 on.
  EXPECT_TRUE(app.says("heat before: elements 8,319 \u2026 8,350, row 32, columns 127 \u2026 158"));
  EXPECT_TRUE(app.says("5 sectors of 32 bytes in 2 cache lines; of the bytes moved 80 %"));
  press(ImGuiKey_D);
  EXPECT_TRUE(app.says("waits until the block's other 7 warps have come"));
  press(ImGuiKey_D);
  EXPECT_TRUE(app.says("32 wavefronts over the 32 banks, conflict degree 32"));
  press(ImGuiKey_D);
  EXPECT_TRUE(app.says("heat after: elements 8,320"));
  press(ImGuiKey_D);
  EXPECT_TRUE(app.says("This is the last step."));
  press(ImGuiKey_F);
  EXPECT_TRUE(app.says("step 1"));
  press(ImGuiKey_A);
  EXPECT_TRUE(app.says("This is the first step."));
  press(ImGuiKey_F, true);
  EXPECT_TRUE(app.says("step 5"));
  press(ImGuiKey_A);
  EXPECT_TRUE(app.says("step 4"));
}

TEST_F(WarpTab, WithShiftKeysGoFromAccessToAccess) {
  follow();
  press(ImGuiKey_D, true);
  EXPECT_TRUE(app.says("(1 of 2)"));
  press(ImGuiKey_D, true);
  EXPECT_TRUE(app.says("(2 of 2)"));
  EXPECT_TRUE(app.says("row 32, columns 129 \u2026 160"));
  press(ImGuiKey_D, true);
  EXPECT_TRUE(app.says("step 4"));
  press(ImGuiKey_A, true);
  EXPECT_TRUE(app.says("(2 of 2)"));
  press(ImGuiKey_S);
  EXPECT_TRUE(app.says("step 3"));
  press(ImGuiKey_S);
  EXPECT_TRUE(app.says("No barrier comes after this step."));
}

TEST_F(WarpTab, LightsWhatWasTouchedLast) {
  follow();
  EXPECT_FALSE(app.frame(model).warp_tint) << "nothing yet";
  ASSERT_TRUE(press(ImGuiKey_D).warp_tint);
  EXPECT_EQ(app.frame(model).warp_tint->access, 0u);
  EXPECT_TRUE(app.says("lit: read at step 2"));
  press(ImGuiKey_D);
  EXPECT_EQ(app.frame(model).warp_tint->access, 1u) << "a barrier touches nothing";
  EXPECT_EQ(press(ImGuiKey_F, true).warp_tint->access, 3u);
  EXPECT_TRUE(app.says("lit: written at step 5"));
}

TEST_F(WarpTab, AnotherWarpAndBlockAreAskedForByKeys) {
  follow();
  EXPECT_EQ(press(ImGuiKey_I).warp->warp, 1u);
  EXPECT_EQ(press(ImGuiKey_I, true).warp->warp, 0u);
  EXPECT_EQ(press(ImGuiKey_I, true).warp->warp, 7u) << "the last before the first";
  view.request = asked_for();
  app.frames(model, 3);
  const auto block = press(ImGuiKey_O).warp->block;
  ASSERT_TRUE(block);
  EXPECT_EQ(*block, (Dim3{3, 8, 0}));
  EXPECT_EQ(*press(ImGuiKey_O).warp->block, (Dim3{0, 9, 0})) << "x first";
}

TEST_F(WarpTab, PlaysToTheEnd) {
  follow();
  app.dt = 0.1;
  press(ImGuiKey_J);
  EXPECT_TRUE(app.frame(model).animating);
  app.frames(model, 20);
  EXPECT_TRUE(app.says("step 5"));
  EXPECT_FALSE(app.frame(model).animating) << "it rests there";
}

TEST_F(WarpTab, SaysWhyThereIsNothingToSee) {
  view = five_steps();
  view.request = asked_for();
  view.refusal = "there is no block (5, 900): the grid of forces is 4x16, the first is (0, 0)";
  model.warp = &view;
  app.frames(model, 4);
  EXPECT_TRUE(app.says("there is no block (5, 900)"));
  press(ImGuiKey_D);
  EXPECT_TRUE(app.says("There are no steps: there is no block"));
}

TEST_F(WarpTab, SaysThatTheTraceIsCut) {
  follow();
  view.cut = true;
  app.frames(model, 2);
  EXPECT_TRUE(app.says("cut after step 5, the warp goes on"));
  EXPECT_TRUE(app.says("of 5, cut"));
}

TEST_F(WarpTab, SaysThatTheEditedKernelIsNotFollowed) {
  follow();
  EXPECT_FALSE(app.says("not the edited one"));
  model.runs_edited = true;
  app.frames(model, 2);
  EXPECT_TRUE(app.says("Livewarp's own kernel is followed here, not the edited one that runs."));
}

TEST_F(WarpTab, NothingIsCutOffAtAnySize) {
  follow();
  for (const auto& [width, height] : {std::pair{1280, 720}, {1920, 1080}, {3840, 2160}})
    for (int step = 0; step < 5; ++step) {
      app.resize(width, height);
      app.frames(model, 4);
      for (const std::string& text : app.cut())
        for (const char* ours : {"step", "Access", "global load", "wavefront", "barrier", "lanes"})
          EXPECT_EQ(text.find(ours), std::string::npos) << width << ": " << text;
      press(step < 4 ? ImGuiKey_D : ImGuiKey_F);
    }
}

TEST(WarpSteps, AnAccessKnowsItsStep) {
  const WarpView view = five_steps();
  EXPECT_EQ(step_of(view, 0), 1u);
  EXPECT_EQ(step_of(view, 1), 1u);
  EXPECT_EQ(step_of(view, 2), 3u);
  EXPECT_EQ(step_of(view, 3), 4u);
  EXPECT_EQ(access_from(view, {2, 0}, -1), (WarpPlace{1, 1}));
  EXPECT_EQ(access_from(view, {2, 0}, 1), (WarpPlace{3, 0}));
  EXPECT_FALSE(access_from(view, {4, 0}, 1));
  EXPECT_FALSE(access_from(view, {0, 0}, -1));
  EXPECT_EQ(line_from(view, {4, 0}, 1), (WarpPlace{1, 0})) << "from the beginning again";
  EXPECT_EQ(step_from(view, {4, 0}, 9).step, 4u);
  EXPECT_EQ(step_from(view, {1, 1}, -9), (WarpPlace{0, 0}));
}

}  // namespace
}  // namespace livewarp::ui
