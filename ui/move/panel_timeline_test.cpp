#include "ui/move/panel_timeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "ui/frame/analysis_tabs.h"
#include "ui/model/format.h"
#include "ui/testing/fake_frames.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

/// The tab Timeline: what it asks for, what it shows of the last frames, how it is held and moved.
namespace livewarp::ui {
namespace {

class TimelineTab : public testing::Test {
 protected:
  void SetUp() override {
    app.resize(1920, 1080);
    app.frames(model, 4);
    app.key(model, ImGuiKey_M);
    app.activate(model, ids::path(ids::analysis, ids::timeline_tab));
    model.last_frames = &frames;
    app.frames(model, 4);
  }
  /// From where a control is met to the end of the panel.
  ImRect place_of(const char* id) {
    const ImGuiWindow* window = ImGui::FindWindowByName(ids::analysis);
    const ImVec2 found = app.find(model, ids::path(ids::analysis, id), window->Pos.x + 20 * 16);
    return {found.x, found.y, window->Pos.x + window->Size.x, window->Pos.y + window->Size.y};
  }
  const FakeWorld world;
  Model model = running_model(world);
  FramesView frames = fake_frames();
  Headless app;
};

TEST_F(TimelineTab, AsksForFramesAsLongAsItIsShown) {
  const auto asked = app.frame(model).frames;
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->frames, 3);
  EXPECT_FALSE(asked->held);
  app.activate(model, ids::path(ids::analysis, ids::timeline_frames, "10"));
  EXPECT_EQ(app.frame(model).frames->frames, 10);
  app.activate(model, ids::path(ids::analysis, ids::clocks_tab));
  EXPECT_FALSE(app.frame(model).frames);
}

TEST_F(TimelineTab, ShowsLanesSharesAndTheGapAtAllSizes) {
  struct Screen {
    int width, height, larger;
  };
  for (const Screen& screen : {Screen{1920, 1080, 0}, {1280, 720, 0}, {3840, 2160, 0}}) {
    app.resize(screen.width, screen.height);
    app.frames(model, 6);
    for (const char* text :
         {"Host", "Copies in", "Kernels", "Copies out", "Publish", "GL draw", "GL panels",
          "kernels", "6.80 ms 42 %", "copies", "host waits", "12.0 ms 75 %", "Hold"})
      EXPECT_TRUE(whole(app, text)) << text << " at " << screen.width;
    EXPECT_TRUE(screen.width == 1280 || app.says("The GPU is idle for 2.80 ms at most"))
        << screen.width;
  }
}

TEST_F(TimelineTab, LargeTextHasFewerLabelsAndCutsNone) {
  app.resize(1280, 720);
  for (int i = 0; i < 4; ++i) app.key(model, ImGuiKey_Equal, false, true);
  app.frames(model, 6);
  EXPECT_TRUE(app.says("Kernels") || app.says("Host"));
  for (const Written& each : app.written)
    for (const std::string& lane : frames.timeline.lanes)
      EXPECT_FALSE(each.text == lane && each.cut) << lane;
}

TEST_F(TimelineTab, IsHeldByItsKeyAndByTheMouse) {
  app.key(model, ImGuiKey_H);
  EXPECT_TRUE(app.frames(model, 2).frames->held);
  EXPECT_TRUE(app.says("Go on"));
  app.key(model, ImGuiKey_H);
  EXPECT_FALSE(app.frames(model, 2).frames->held);
  const ImRect chart = place_of(ids::timeline_plot);
  EXPECT_TRUE(app.frames(model, 2).frames->held) << "the mouse is over the chart";
  app.mouse_to(model, 4, 4);
  EXPECT_FALSE(app.frames(model, 3).frames->held);
  EXPECT_GT(chart.Max.x, 0);
}

TEST_F(TimelineTab, TheKeyElsewhereSaysWhereItWorks) {
  app.activate(model, ids::path(ids::analysis, ids::clocks_tab));
  app.key(model, ImGuiKey_H);
  EXPECT_TRUE(app.says("The tab Timeline is not open"));
}

TEST_F(TimelineTab, TheWheelZoomsAtTheMouseAndADoubleClickFits) {
  EXPECT_TRUE(whole(app, "ms"));
  const ImRect chart = place_of(ids::timeline_plot);
  const ImVec2 at{chart.Min.x + 200, chart.Min.y + 30};
  app.mouse_to(model, at.x, at.y);
  for (int i = 0; i < 24; ++i) {
    ImGui::GetIO().AddMouseWheelEvent(0, 1);
    app.frame(model);
  }
  app.frame(model);
  EXPECT_TRUE(whole(app, "\u00b5s")) << "nearer than a millisecond";
  for (int i = 0; i < 2; ++i) app.click(model, at.x, at.y);
  app.frames(model, 2);
  EXPECT_TRUE(whole(app, "ms"));
  EXPECT_FALSE(whole(app, "\u00b5s"));
}

TEST_F(TimelineTab, WhatIsUnderTheMouseSaysWhenItWas) {
  const ImRect chart = place_of(ids::timeline_plot);
  bool said = false;
  for (float x = chart.Min.x; x < chart.Max.x && !said; x += 6) {
    app.mouse_to(model, x, chart.Min.y + 14);
    app.frame(model);
    said = app.says("begins at ") && app.says("lasts");
  }
  EXPECT_TRUE(said);
}

TEST_F(TimelineTab, SaysWhatComesAndWhyNothingDoes) {
  model.last_frames = nullptr;
  app.frames(model, 3);
  EXPECT_TRUE(app.says("The frames come in a moment."));
  model.choice.paused = true;
  app.frames(model, 3);
  EXPECT_TRUE(app.says("Paused: the last frames are shown once it runs."));
  model.last_frames = &frames;
  app.frames(model, 3);
  EXPECT_TRUE(whole(app, "Kernels")) << "what was shown stays";
}

TEST_F(TimelineTab, ASetOfFramesWithoutVerifiedStepsSaysSo) {
  frames.note = "Steps are shown once their result is verified.";
  frames.shares[0].ms.reset();
  app.frames(model, 3);
  EXPECT_TRUE(app.says("Steps are shown once their result is verified."));
  EXPECT_TRUE(whole(app, missing));
}

TEST_F(TimelineTab, EveryControlHelps) {
  app.frame(model);
  for (const char* id : {ids::timeline_plot, ids::hold_timeline})
    EXPECT_TRUE(std::ranges::any_of(app.helped, [&](const Helped& each) {
      return each.id == ids::id_of(ids::path(ids::analysis, id)) && !each.text.empty();
    })) << id;
}

}  // namespace
}  // namespace livewarp::ui
