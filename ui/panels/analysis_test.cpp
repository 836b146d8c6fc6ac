#include <gtest/gtest.h>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

/// The panel below the picture, and the sweep in it.
namespace livewarp::ui {
namespace {

Graph sweep_graph(const std::string& title, const std::string& x_label, int points) {
  Graph graph;
  graph.title = title;
  graph.setting = "Shared tile, block 128, device";
  graph.x_label = x_label;
  for (const CurveKind kind : {CurveKind::bench, CurveKind::live}) {
    Curve curve{kind == CurveKind::bench ? "Shared tile \u00b7 bench" : "Shared tile \u00b7 live",
                kind,
                int(kind == CurveKind::live),
                {}};
    for (int i = 0; i < points; ++i) {
      const double n = 256 << i, ms = 1e-6 * n * (n + 900) * (kind == CurveKind::live ? 1.3 : 1);
      curve.points.push_back({n, ms, 0.95 * ms, 1.1 * ms, std::to_string(256 << i)});
    }
    graph.curves.push_back(std::move(curve));
  }
  return graph;
}

class Analysis : public testing::Test {
 protected:
  void SetUp() override { app.frames(model, 4); }
  bool is_open() {
    app.frames(model, 3);
    const ImGuiWindow* window = ImGui::FindWindowByName(ids::analysis);
    return window && window->Active;
  }
  void with_graphs() {
    model.graphs = {sweep_graph("Time against bodies", "Bodies", 6),
                    sweep_graph("Time against block", "Block, threads", 4)};
  }
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
};

TEST_F(Analysis, AKeyAsksWhatToVaryAndEnterBeginsWhatIsProposed) {
  EXPECT_FALSE(is_open());
  EXPECT_TRUE(app.key(model, ImGuiKey_G).commands.empty()) << "it asks first";
  EXPECT_TRUE(is_open());
  for (const char* text : {"Over sizes, about 17 s", "Over blocks, about 14 s", "Both, about 31 s"})
    EXPECT_TRUE(app.says(text)) << text;
  const Result begun = app.key(model, ImGuiKey_Enter);
  EXPECT_TRUE(asked(begun, AppCommand::sweep_size));
  EXPECT_FALSE(asked(begun, AppCommand::measure_this));
  model.job = JobStrip{"Sweep, live", 1, 20, 0.05, 30, false};
  EXPECT_FALSE(asked(app.key(model, ImGuiKey_Enter), AppCommand::sweep_size)) << "it measures";
  model.job.reset();
  with_graphs();
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_Enter), AppCommand::sweep_size)) << "again";
  app.key(model, ImGuiKey_G);
  EXPECT_FALSE(is_open());
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_Enter), AppCommand::measure_this));
}

TEST_F(Analysis, EnterMeasuresAVariantThatTheCursorMarksThoughATabIsOpen) {
  app.key(model, ImGuiKey_G);
  EXPECT_TRUE(app.says("Enter"));
  app.key(model, ImGuiKey_DownArrow);
  app.frames(model, 2);
  EXPECT_FALSE(app.says("Enter")) << "the sweep is not what Enter does now";
  const Result result = app.key(model, ImGuiKey_Enter);
  EXPECT_TRUE(asked(result, AppCommand::measure_this));
  EXPECT_FALSE(asked(result, AppCommand::sweep_size));
}

TEST_F(Analysis, ThereAreOthersThanTheProposedSweep) {
  app.key(model, ImGuiKey_G);
  for (const bool again : {false, true}) {
    app.frames(model, 3);
    EXPECT_TRUE(asked(app.activate(model, ids::path(ids::analysis, ids::sweep_launch)),
                      AppCommand::sweep_launch));
    EXPECT_TRUE(
        asked(app.activate(model, ids::path(ids::analysis, ids::sweep)), AppCommand::sweep));
    if (!again) with_graphs();
  }
  model.graphs.clear();
  model.sweeps.erase(model.sweeps.begin());  // a file that is opened has its own size
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_Enter), AppCommand::sweep_launch));
  app.type(model, "/");
  app.type(model, "sweep over sizes");
  app.frames(model, 2);
  EXPECT_TRUE(app.says("The size cannot be varied"));
}

TEST_F(Analysis, AGraphWithoutPointsIsNotShownYet) {
  with_graphs();
  model.graphs.front() = Graph{};
  for (const int width : {1280, 3840}) {
    app.resize(width, width * 9 / 16);
    app.key(model, ImGuiKey_G);
    app.frames(model, 6);
    EXPECT_TRUE(app.says("Time against block")) << width;
    app.key(model, ImGuiKey_Escape);
    app.frames(model, 3);
  }
}

TEST_F(Analysis, ThePictureMakesRoomAndGetsItBack) {
  const Result before = app.frames(model, 4);
  app.key(model, ImGuiKey_G);
  const Result with = app.frames(model, 4);
  EXPECT_EQ(with.scene_width, before.scene_width);
  const double em = 16;
  EXPECT_NEAR(before.scene_height - with.scene_height, 18 * em, 2 * em);
  for (const char* name : {ids::controls, ids::timing, ids::variants}) {
    const ImGuiWindow* window = ImGui::FindWindowByName(name);
    EXPECT_EQ(window->ScrollMax.y, 0) << name << " is not displaced";
  }
  app.key(model, ImGuiKey_Escape);
  EXPECT_FALSE(is_open()) << "Esc closes it";
  const Result after = app.frames(model, 4);
  EXPECT_EQ(after.scene_height, before.scene_height);
  EXPECT_FALSE(asked(app.key(model, ImGuiKey_Escape), AppCommand::quit));
}

TEST_F(Analysis, EscapeEndsTheJobFirst) {
  app.key(model, ImGuiKey_G);
  model.job = JobStrip{"Sweep, live", 1, 20, 0.05, 30, false};
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_Escape), AppCommand::cancel_job));
  EXPECT_TRUE(is_open());
}

TEST_F(Analysis, EmptyItIsASentenceAndAButton) {
  app.activate(model, ids::path(ids::top, ids::menu));
  app.activate(model, ids::path(ids::top, ids::menu, ids::menu_view));
  app.activate(model, ids::path(ids::top, ids::menu, "analysis"));
  ASSERT_TRUE(is_open());
  EXPECT_TRUE(app.says("What is to be varied?"));
  EXPECT_TRUE(asked(app.activate(model, ids::path(ids::analysis, ids::sweep)), AppCommand::sweep));
  model.graph_reason = "This variant is emulated on the host, which yields no time.";
  app.frames(model, 3);
  EXPECT_TRUE(app.says("This variant is emulated"));
  EXPECT_FALSE(app.says("What is to be varied?"));
  EXPECT_TRUE(app.key(model, ImGuiKey_Enter).commands.empty());
}

TEST_F(Analysis, CurvesAreNamedAndNothingIsCut) {
  with_graphs();
  for (const int width : {1280, 1920}) {
    app.resize(width, width * 9 / 16);
    app.frames(model, 4);
    if (!is_open()) app.key(model, ImGuiKey_G);
    app.frames(model, 4);
    EXPECT_TRUE(app.says("Shared tile \u00b7 bench"));
    EXPECT_TRUE(app.says("Shared tile \u00b7 live"));
    EXPECT_TRUE(app.says("ms per step"));
    EXPECT_TRUE(app.says("Bodies"));
    EXPECT_EQ(app.says("Block, threads"), width > 1280) << "side by side where there is room";
    for (const Written& each : app.written) {
      const bool ours = each.text.starts_with("Shared tile \u00b7 ") ||
                        each.text.starts_with("Time against") || each.text == "Sweep" ||
                        each.text.starts_with("Save ");
      EXPECT_FALSE(ours && each.cut) << each.text << " at " << width;
    }
    EXPECT_EQ(ImGui::FindWindowByName(ids::analysis)->ScrollMax.y, 0);
  }
}

TEST_F(Analysis, SavingIsAskedFor) {
  with_graphs();
  app.key(model, ImGuiKey_G);
  app.frames(model, 3);
  EXPECT_TRUE(asked(app.activate(model, ids::path(ids::analysis, ids::graph_csv)),
                    AppCommand::save_graph_csv));
  EXPECT_TRUE(asked(app.activate(model, ids::path(ids::analysis, ids::graph_png)),
                    AppCommand::save_graph_png));
}

TEST_F(Analysis, WithoutADialogNothingPromisesOne) {
  with_graphs();
  app.key(model, ImGuiKey_G);
  app.frames(model, 3);
  EXPECT_TRUE(app.says("Save CSV\u2026") && app.says("Save PNG\u2026"));
  model.has_dialogs = false;
  model.result_is_picture = true;
  app.frames(model, 3);
  EXPECT_TRUE(app.says("Save CSV") && app.says("Save PNG"));
  for (const Written& each : app.written)
    EXPECT_FALSE(each.text.starts_with("Save") && each.text.ends_with("\u2026")) << each.text;
  int helped = 0;
  for (const Helped& each : app.helped) {
    if (!each.name.starts_with("Save ")) continue;
    ++helped;
    EXPECT_NE(each.text.find("the folder that the program runs in"), std::string::npos)
        << each.name;
  }
  EXPECT_GE(helped, 2);
}

TEST_F(Analysis, ThePointUnderTheMouseIsWrittenOut) {
  with_graphs();
  app.key(model, ImGuiKey_G);
  app.frames(model, 4);
  const ImGuiWindow* window = ImGui::FindWindowByName(ids::analysis);
  int found = 0;
  for (float x = window->Pos.x + 80; x < window->Pos.x + window->Size.x; x += 24)
    for (float y = window->Pos.y + 60; y < window->Pos.y + window->Size.y; y += 24) {
      app.mouse_to(model, x, y);
      app.frame(model);
      if (app.says(", p05 ")) ++found;
    }
  EXPECT_GE(found, 6) << "every point can be read";
}

TEST_F(Analysis, AClickOnAPointRunsIt) {
  with_graphs();
  Choice there = model.choice;
  there.problem["n"] = std::int64_t{4096};
  there.paused = true;
  for (Graph& graph : model.graphs)
    for (Curve& curve : graph.curves)
      for (GraphPoint& point : curve.points) point.choice = std::make_shared<const Choice>(there);
  app.key(model, ImGuiKey_G);
  app.frames(model, 4);
  const ImGuiWindow* window = ImGui::FindWindowByName(ids::analysis);
  int runs = 0, drags = 0;
  for (float x = window->Pos.x + 80; x < window->Pos.x + window->Size.x; x += 24)
    for (float y = window->Pos.y + 100; y < window->Pos.y + window->Size.y; y += 24) {
      app.mouse_to(model, x, y);
      app.frame(model);
      if (!app.says("click: runs it")) continue;
      const Result result = app.click(model, x, y);
      if (!result.choice) continue;
      ++runs;
      EXPECT_EQ(get_integer(result.choice->problem, "n"), 4096);
      EXPECT_FALSE(result.choice->paused) << "that is no part of a point's setting";
      app.frames(model, 30);  // else it were a double click
      // The same with the mouse moved meanwhile is a drag of the plane.
      ImGui::GetIO().AddMouseButtonEvent(0, true);
      app.frame(model);
      app.mouse_to(model, x + 12, y);
      ImGui::GetIO().AddMouseButtonEvent(0, false);
      drags += app.frame(model).choice.has_value();
      app.frames(model, 30);
    }
  EXPECT_GE(runs, 3);
  EXPECT_EQ(drags, 0);
}

TEST(AnalysisSettings, BeingOpenIsRemembered) {
  const FakeWorld world;
  const Model model = running_model(world);
  std::string kept;
  for (const bool remembered : {false, true}) {
    Headless app({.settings = kept});
    app.frames(model, 4);
    const ImGuiWindow* window = ImGui::FindWindowByName(ids::analysis);
    EXPECT_EQ(window && window->Active, remembered);
    if (!remembered) app.key(model, ImGuiKey_G);
    kept = app.ui().settings();
  }
}

}  // namespace
}  // namespace livewarp::ui
