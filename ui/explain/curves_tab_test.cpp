/// The tab Curves: what is asked for, what it says, and what a click on a point does.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <memory>
#include <string>
#include <utility>

#include "ui/model/ids.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

/// Blocks 64, 128, 256 of what runs, counted; timed or not.
CurvesView three_blocks(const Choice& choice, bool timed) {
  CurvesView view;
  view.choice = choice;
  view.over = "softening";
  view.label = "Softening";
  view.of = "Tile \u00b7 bodies 16,384";
  view.params = {{"softening", "Softening"}, {"dt", "Time step"}};
  view.units = {{"sectors", "sectors"}, {"lanes", "lanes"}};
  view.unit = "sectors";
  view.verdict = "Counted as predicted, at all 3 values.";
  view.counted = view.to_count = 3;
  view.can_time = true;
  view.seconds = 6;
  Curve model{"sectors a load \u00b7 model", CurveKind::model, 0, {}},
      counted{"sectors a load \u00b7 counted", CurveKind::counted, 0, {}},
      measured{"measured \u00b7 bench", CurveKind::bench, 0, {}};
  for (const double x : {0.01, 0.02, 0.03}) {
    Choice at = choice;
    at.problem["softening"] = x;
    const auto shared = std::make_shared<const Choice>(at);
    model.points.push_back({x, 400 * x, 400 * x, 400 * x, std::to_string(x), shared});
    counted.points.push_back(model.points.back());
    measured.points.push_back({x, x, x, x, std::to_string(x), shared});
  }
  for (Graph* const graph : {&view.counts, &view.times}) {
    graph->x_label = view.label;
    graph->linear_x = graph->linear_y = true;
    graph->at = 0.02;
  }
  view.counts.title = "Predicted and counted";
  view.counts.rate_unit = "sectors";
  view.counts.curves = {model, counted};
  view.times.title = "Measured, and the bound";
  if (timed) view.times.curves = {measured};
  return view;
}

class CurvesTab : public testing::Test {
 protected:
  void SetUp() override {
    app.resize(1920, 1080);
    app.frames(model, 4);
    app.key(model, ImGuiKey_W);
    app.activate(model, ids::path(ids::analysis, ids::curves_tab));
    view = three_blocks(model.choice, true);
  }
  void show() {
    model.curves = &view;
    app.frames(model, 3);
  }
  /// Whether the button beside the counts asks for that.
  bool pressed(bool (*asks)(const CurvesRequest&)) {
    ImGui::ActivateItemByID(ids::id_of(ids::path(ids::analysis, ids::curves_stop)));
    bool any = false;
    for (int i = 0; i < 3; ++i) {
      const Result result = app.frame(model);
      any = any || (result.curves && asks(*result.curves));
    }
    return any;
  }
  const FakeWorld world;
  Model model = running_model(world);
  CurvesView view;
  Headless app;
};

TEST_F(CurvesTab, AsksForWhatRunsUntilItIsClosed) {
  const Result result = app.frame(model);
  ASSERT_TRUE(result.curves);
  EXPECT_TRUE(same_setting(result.curves->choice, model.choice));
  EXPECT_TRUE(result.animating) << "it comes with the next frame";
  app.key(model, ImGuiKey_W);
  EXPECT_FALSE(app.frame(model).curves);
}

TEST_F(CurvesTab, SaysWhatIsPredictedCountedAndTimed) {
  show();
  for (const char* words :
       {"Predicted and counted", "Measured, and the bound", "sectors a load \u00b7 model",
        "sectors a load \u00b7 counted", "measured \u00b7 bench", "Softening",
        "Counted as predicted, at all 3 values.", "Measure again"})
    EXPECT_TRUE(app.says(words)) << words;
  EXPECT_FALSE(app.says("Stop"));
}

TEST_F(CurvesTab, EnterTimesAndASmallWindowHasOneGraph) {
  view = three_blocks(model.choice, false);
  show();
  EXPECT_TRUE(app.says("Measure times the setting at each value"));
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_Enter), AppCommand::measure_curves));
  app.resize(1280, 720);
  app.frames(model, 4);
  EXPECT_TRUE(app.says("Counts") || app.says("Predicted and counted"));
}

TEST_F(CurvesTab, WhatIsMissingSaysWhy) {
  view = three_blocks(model.choice, false);
  view.can_time = false;
  view.untimed = "no CUDA device";
  view.uncounted = "the lens counts CUDA variants alone";
  view.verdict.clear();
  show();
  EXPECT_TRUE(app.says("Not timed: no CUDA device."));
  EXPECT_TRUE(app.says("not counted: the lens counts CUDA variants alone"));
  EXPECT_FALSE(asked(app.key(model, ImGuiKey_Enter), AppCommand::measure_curves));
  view = {};
  view.choice = model.choice;
  view.reason = "no formula is known of it";
  show();
  EXPECT_TRUE(app.says("no formula is known of it"));
}

TEST_F(CurvesTab, CountingIsStoppedAndGoesOn) {
  view.counting = true;
  view.counted = 1;
  show();
  EXPECT_TRUE(app.says("counting 1 of 3"));
  EXPECT_TRUE(pressed([](const CurvesRequest& request) { return request.stop; }));
  view.counting = false;
  view.stopped = true;
  show();
  EXPECT_TRUE(app.says("Count on"));
  EXPECT_TRUE(app.says("counted 1 of 3"));
  EXPECT_TRUE(pressed([](const CurvesRequest& request) { return request.again; }));
}

// The middle of the left graph's three points is where the mark of what runs stands: the right one
// is clicked.
TEST_F(CurvesTab, AClickOnAPointSetsTheParameterAlone) {
  model.choice.problem["softening"] = 0.02;
  model.choice.view["something"] = 1.0;
  show();
  Result found;
  for (float y = 500; y < 1060 && !found.choice; y += 6)
    for (float x = 500; x < 1300 && !found.choice; x += 12) found = app.click(model, x, y);
  ASSERT_TRUE(found.choice) << "no point was met";
  Choice as_before = *found.choice;
  EXPECT_NE(as_before.problem.at("softening"), model.choice.problem.at("softening"));
  as_before.problem["softening"] = 0.02;
  EXPECT_EQ(as_before, model.choice);
}

}  // namespace
}  // namespace livewarp::ui
