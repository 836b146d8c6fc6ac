#include <gtest/gtest.h>

#include <set>

#include "kernels/core/model/block_rule.h"

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

/// The block control: mouse, keys and typing come to the same choice.
namespace livewarp::ui {
namespace {

class BlockControl : public testing::Test {
 protected:
  void offer(std::vector<std::string> shapes, const char* current,
             const BlockRule& rule = BlockRule::plane("a plate has no depth")) {
    model.axes.front() = block_axis(std::move(shapes), current, rule);
    model.choice.launch["block"] = std::string(current);
    app.frames(model, 3);
  }
  static std::string block_of(const Result& result) {
    return result.choice ? get_text(result.choice->launch, "block") : "";
  }
  Result type(const std::string& text) {
    ImGui::ActivateItemByID(ids::id_of(ids::path(ids::controls, ids::typed_block)));
    app.frames(model, 3);
    ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
    app.frames(model, 2);
    return app.key(model, ImGuiKey_Enter);
  }
  Result shift(ImGuiKey key) { return app.key(model, key, true); }
  Result press(const std::string& shape) {
    return app.activate(model, ids::path(ids::controls, ids::block, shape));
  }

  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
};

TEST_F(BlockControl, ARowByMouseKeysAndTyping) {
  app.frames(model, 3);
  const Result clicked = press("256"), stepped = shift(ImGuiKey_RightArrow), typed = type("256");
  ASSERT_TRUE(clicked.choice);
  EXPECT_EQ(block_of(clicked), "256");
  EXPECT_EQ(block_of(stepped), "160") << "a warp more";
  EXPECT_EQ(typed.choice, clicked.choice);
  EXPECT_EQ(type("160").choice, stepped.choice);
  EXPECT_EQ(block_of(type("7")), "7");
  EXPECT_FALSE(shift(ImGuiKey_UpArrow).choice) << "a row has no height";
}

TEST_F(BlockControl, APlaneByMouseKeysAndTyping) {
  offer({"16x16", "32x4", "32x8", "64x4", "32x32"}, "32x4");
  const Result higher = press("32x8");
  ASSERT_TRUE(higher.choice);
  EXPECT_EQ(block_of(higher), "32x8");
  EXPECT_EQ(shift(ImGuiKey_UpArrow).choice, higher.choice);
  EXPECT_EQ(block_of(shift(ImGuiKey_RightArrow)), "64x4");
  EXPECT_EQ(block_of(shift(ImGuiKey_LeftArrow)), "16x4");
  EXPECT_EQ(block_of(shift(ImGuiKey_DownArrow)), "32x2");
  EXPECT_EQ(type("32x8").choice, higher.choice);
  EXPECT_EQ(block_of(type("48 x 4")), "48x4");
}

TEST_F(BlockControl, WhatIsTypedAndCannotBeSaysItsLimit) {
  app.frames(model, 3);
  EXPECT_FALSE(type("2048").choice);
  EXPECT_TRUE(app.says("CUDA allows 1,024")) << "the limit";
  EXPECT_TRUE(app.says("block 2,048")) << "the value";
  model.choice.launch["block"] = std::string("256");
  app.frames(model, 2);
  EXPECT_FALSE(app.says("CUDA allows")) << "of another block";
}

TEST_F(BlockControl, AForbiddenCellCannotBePressed) {
  offer({"16x16", "32x4", "64x64"}, "32x4");
  model.axes.front().options[2].reason = "block 64x64: this GPU allows 1,024 threads";
  app.frames(model, 2);
  EXPECT_FALSE(press("64x64").choice);
  EXPECT_FALSE(type("64x64").choice);
  EXPECT_TRUE(app.says("block 64x64: this GPU"));
}

TEST_F(BlockControl, WhatTheKernelCannotTakeSaysItsCondition) {
  offer({"32x4", "32x8"}, "32x4",
        BlockRule::plane("a plate has no depth").one_warp_wide("a warp is a row"));
  EXPECT_FALSE(shift(ImGuiKey_RightArrow).choice);
  EXPECT_TRUE(app.says("block 64x4: needs a width of 32, since a warp is a row"));
  EXPECT_FALSE(type("48x4").choice);
  EXPECT_TRUE(app.says("block 48x4: needs a width of 32, since"));
  EXPECT_EQ(block_of(type("32x3")), "32x3");
}

TEST_F(BlockControl, SidesAreDraggedInStepsThatTheKernelAllows) {
  offer({"32x4", "32x8"}, "32x4",
        BlockRule::plane("a plate has no depth").whole_warps_wide("lanes are neighbours"));
  const ImVec2 at = app.find(model, ids::path(ids::controls, ids::block_width), 24);
  app.mouse_to(model, at.x, at.y);
  std::set<std::string> seen;
  const auto look = [&](const Result& result) {
    if (!result.choice) return;
    model.choice = *result.choice;
    seen.insert(block_of(result));
  };
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  look(app.frames(model, 1));
  for (int i = 1; i <= 120; ++i) look(app.mouse_to(model, at.x + float(i), at.y));
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  look(app.frames(model, 2));
  EXPECT_GE(seen.size(), 3u);
  for (const std::string& shape : seen) {
    EXPECT_EQ(parse_dim(shape).x % 32, 0u) << shape;
    EXPECT_EQ(parse_dim(shape).y, 4u) << shape;
  }
  EXPECT_GT(parse_dim(get_text(model.choice.launch, "block")).x, 32u);
}

TEST_F(BlockControl, ASideMayBeTypedToo) {
  offer({"32x4", "32x8"}, "32x4");
  ImGui::ActivateItemByID(ids::id_of(ids::path(ids::controls, ids::block_height)));
  app.frames(model, 3);
  ImGui::GetIO().AddInputCharactersUTF8("3");
  app.frames(model, 2);
  EXPECT_EQ(block_of(app.key(model, ImGuiKey_Enter)), "32x3");
}

TEST_F(BlockControl, EscapeLeavesItAsItWas) {
  app.frames(model, 3);
  ImGui::ActivateItemByID(ids::id_of(ids::path(ids::controls, ids::typed_block)));
  app.frames(model, 3);
  ImGui::GetIO().AddInputCharactersUTF8("64");
  app.frames(model, 2);
  EXPECT_FALSE(app.key(model, ImGuiKey_Escape).choice);
}

TEST_F(BlockControl, ManySizesScrollWithinThePanel) {
  std::vector<std::string> shapes;
  for (int i = 1; i <= 32; ++i) shapes.push_back(std::to_string(32 * i));
  offer(shapes, "32", BlockRule::row("bodies stand in a row"));
  const Result last = press("1024");
  EXPECT_EQ(block_of(last), "1024");
  const ImGuiWindow* controls = ImGui::FindWindowByName(ids::controls);
  bool scrolls = false;
  for (const ImGuiWindow* each : ImGui::GetCurrentContext()->Windows)
    scrolls = scrolls || (each->ParentWindow == controls && each->ScrollMax.y > 0);
  EXPECT_TRUE(scrolls);
}

TEST_F(BlockControl, HoverNamesThreadsWarpsAndTime) {
  app.frames(model, 3);
  const ImVec2 place = app.find(model, ids::path(ids::controls, ids::block, "64"), 100);
  app.mouse_to(model, place.x, place.y);
  app.frames(model, 60);
  EXPECT_TRUE(app.says("64: 64 threads, 2 warps"));
  EXPECT_TRUE(app.says("live 9.90 ms per step"));
}

}  // namespace
}  // namespace livewarp::ui
