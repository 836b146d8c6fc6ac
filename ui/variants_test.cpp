#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <string>

#include "ui/fake_model.h"
#include "ui/headless_test.h"

namespace livewarp::ui {
namespace {

const ImGuiWindow* table() {
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if (std::string(window->Name).find("/rows_") != std::string::npos) return window;
  return nullptr;
}

// By a number, by undo, with another workload: whoever changed it, the row that runs is seen.
TEST(VariantsTable, TheRunningRowIsBroughtIntoView) {
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
  app.resize(1280, 500);
  const VariantInfo& first = *model.rows.front().info;
  const VariantInfo& last = *model.rows.back().info;
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
