#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <string>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

const ImGuiWindow* table() {
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if (std::string(window->Name).find("/rows_") != std::string::npos) return window;
  return nullptr;
}

// 8.5 em is what titles may take, and 1280 x 720 the smallest window with this table beside the
// picture.
TEST(VariantsTable, TitlesFitBesideAllColumns) {
  const FakeWorld world;
  Model model = running_model(world);
  VariantInfo longest = *model.variants[0].info;
  longest.title = "Shared 4\u00d7, unrolled";
  model.variants[0].info = &longest;
  model.pinned.emplace();
  model.pinned->title = "Register tiling";
  for (VariantEntry& variant : model.variants)
    if (variant.bench) variant.times_a = Ratio{1.333, 1.32, 1.34};
  Headless app;
  app.frames(model, 4);
  EXPECT_TRUE(whole(app, longest.title));
  EXPECT_TRUE(whole(app, "1.33\u00d7"));
  EXPECT_TRUE(whole(app, "12.900"));
  EXPECT_TRUE(whole(app, "bench ms"));
}

TEST(VariantsTable, WhatIsDoubtfulStandsBesideTheTitleNotOnIt) {
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
  for (const char* title : {"Naive", "A title that is as long as the whole of its column is"}) {
    VariantInfo info = *model.variants[0].info;
    info.title = title;
    model.variants[0].info = &info;
    model.variants[0].bench->spread = 0.08;
    app.frames(model, 4);
    const bool room = std::string(title) == "Naive";
    EXPECT_EQ(whole(app, "noisy"), room) << "a sign where there is no room for the word";
    EXPECT_EQ(whole(app, title), room);
    app.find(model, ids::path(ids::variants, ids::row, info.name), 1100);
    app.frames(model, 60);
    EXPECT_TRUE(app.says("spread 8.0 %, noisy")) << title;
    app.mouse_to(model, 640, 5);
  }
}

// By a number, by undo, with another workload: whoever changed it, the variant that runs is seen.
TEST(VariantsTable, TheRunningVariantIsBroughtIntoView) {
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
  app.resize(1280, 500);
  const VariantInfo& first = *model.variants.front().info;
  const VariantInfo& last = *model.variants.back().info;
  switch_to(model, last.name);
  app.frames(model, 6);
  ASSERT_NE(table(), nullptr);
  ASSERT_GT(table()->ScrollMax.y, 0) << "there is nothing to scroll";
  EXPECT_EQ(table()->Scroll.y, table()->ScrollMax.y);
  switch_to(model, first.name);
  app.frames(model, 6);
  EXPECT_EQ(table()->Scroll.y, 0) << "the name of the group stands above its first row";
  ImGui::GetIO().AddMousePosEvent(1100, 440);
  app.frames(model, 2);
  ImGui::GetIO().AddMouseWheelEvent(0, -20);
  app.frames(model, 6);
  EXPECT_EQ(table()->Scroll.y, table()->ScrollMax.y) << "afterwards it is the reader's";
}

}  // namespace
}  // namespace livewarp::ui
