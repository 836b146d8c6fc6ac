#include <gtest/gtest.h>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

/// The block control: mouse, keys and typing come to the same choice.
namespace livewarp::ui {
namespace {

class BlockControl : public testing::Test {
 protected:
  void offer(std::initializer_list<const char*> shapes, const char* current) {
    model.axes.front().options.clear();
    for (const char* shape : shapes) model.axes.front().options.push_back({shape, shape, {}});
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
  EXPECT_EQ(stepped.choice, clicked.choice);
  EXPECT_EQ(typed.choice, clicked.choice);
  EXPECT_FALSE(shift(ImGuiKey_UpArrow).choice) << "a row has no height";
}

TEST_F(BlockControl, APlaneByMouseKeysAndTyping) {
  offer({"16x16", "32x4", "32x8", "64x4", "32x32"}, "32x4");
  const Result higher = press("32x8");
  ASSERT_TRUE(higher.choice);
  EXPECT_EQ(block_of(higher), "32x8");
  EXPECT_EQ(shift(ImGuiKey_UpArrow).choice, higher.choice);
  EXPECT_EQ(block_of(shift(ImGuiKey_RightArrow)), "64x4");
  EXPECT_EQ(block_of(shift(ImGuiKey_LeftArrow)), "16x16");
  EXPECT_FALSE(shift(ImGuiKey_DownArrow).choice);
  EXPECT_EQ(type("32x8").choice, higher.choice);
}

TEST_F(BlockControl, WhatIsTypedAndCannotBeSaysItsLimit) {
  app.frames(model, 3);
  EXPECT_FALSE(type("2048").choice);
  EXPECT_TRUE(app.says("this GPU allows 1,024")) << "the limit";
  EXPECT_TRUE(app.says("block 2,048")) << "the value";
  model.choice.launch["block"] = std::string("256");
  app.frames(model, 2);
  EXPECT_FALSE(app.says("this GPU allows")) << "of another block";
}

TEST_F(BlockControl, AForbiddenCellCannotBePressed) {
  offer({"16x16", "32x4", "64x64"}, "32x4");
  model.axes.front().options[2].reason = "block 64x64: this GPU allows 1,024 threads";
  app.frames(model, 2);
  EXPECT_FALSE(press("64x64").choice);
  EXPECT_EQ(block_of(shift(ImGuiKey_RightArrow)), "");
  EXPECT_FALSE(type("64x64").choice);
  EXPECT_TRUE(app.says("block 64x64: this GPU"));
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
  model.axes.front().options.clear();
  for (int i = 1; i <= 32; ++i)
    model.axes.front().options.push_back({std::to_string(32 * i), std::to_string(32 * i), {}});
  app.frames(model, 4);
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
