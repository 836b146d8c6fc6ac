/// The tab Tuner: what is varied, the search, its picture and what is said of the best.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

TunerView searched() {
  TunerView view;
  view.dimensions = {{"variant", "Variant", 2, true}, {"block", "Block, threads", 3, true}};
  view.settings = 6;
  view.seconds_for_all = 3;
  view.of = "N-body, n 16,384";
  view.seen = "seen 5 of 6 settings";
  view.counts = "4 measured, 1 cut off";
  view.best = "tile, block 64";
  view.figures = "median 2.0000 ms";
  view.verdict = "FASTER than naive, block 64: it takes 0.5 times its time\n";
  view.best_place = 4;
  view.axes = view.dimensions;
  view.x = "block";
  view.y = "variant";
  HeatMap& map = view.map;
  map.title = "Time over block and variant";
  map.x_label = "Block, threads";
  map.y_label = "Variant";
  map.x = {"32", "64", "128"};
  map.y = {"naive", "tile"};
  map.cells.resize(6);
  for (std::size_t i = 0; i < 6; ++i)
    map.cells[i] = {HeatCell::State::measured, 2.0 + double(i), 1 + double(i) / 2, "x", {}, i};
  map.best = 4;
  return view;
}

class Tuner : public testing::Test {
 protected:
  void SetUp() override {
    model.tuner.dimensions = {{"variant", "Variant", 2, true},
                              {"block", "Block, threads", 3, true}};
    model.tuner.settings = 1240;
    model.tuner.seconds_for_all = 496;
    app.resize(1920, 1080);
    app.frames(model, 4);
    app.key(model, ImGuiKey_G);
    app.activate(model, ids::path(ids::analysis, ids::tuner_tab));
    app.frames(model, 3);
  }
  /// What the tab asked for in the frames after a control was used.
  std::vector<TunerRequest> requests(const std::string& control) {
    ImGui::ActivateItemByID(ids::id_of(ids::path(ids::analysis, control)));
    std::vector<TunerRequest> all;
    for (int i = 0; i < 3; ++i)
      if (const Result result = app.frame(model); result.tuner) all.push_back(*result.tuner);
    EXPECT_EQ(all.size(), 3u) << "as long as it is shown";
    return all;
  }
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
};

TEST_F(Tuner, SaysWhatASearchGoesThroughAndEnterBeginsIt) {
  EXPECT_TRUE(app.says("1,240 settings, about 8 min 16 s for all: from coarse to fine in 20 s"));
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_Enter), AppCommand::tune));
  model.tuner.reason = "Nothing is varied: choose what is to be.";
  app.frames(model, 2);
  EXPECT_TRUE(app.says("Nothing is varied"));
  EXPECT_FALSE(asked(app.key(model, ImGuiKey_Enter), AppCommand::tune));
}

TEST_F(Tuner, ItsButtonsSayWhatToVaryAndForHowLong) {
  const std::vector<TunerRequest> vary = requests(std::string(ids::tune_vary) + "/block");
  EXPECT_EQ(std::ranges::count(vary, std::optional<std::string>("block"), &TunerRequest::toggle),
            1);
  const std::vector<TunerRequest> longer = requests(std::string(ids::tune_seconds) + "/60");
  EXPECT_EQ(std::ranges::count(longer, std::optional<double>(60), &TunerRequest::seconds), 1);
}

TEST_F(Tuner, RunsTheBestWhereItIsAskedTo) {
  model.tuner = searched();
  app.frames(model, 3);
  const std::vector<TunerRequest> run = requests(ids::tune_run);
  EXPECT_EQ(std::ranges::count(run, std::optional<std::size_t>(4), &TunerRequest::run), 1);
}

// In a low panel either what was found has room, or what to vary.
TEST_F(Tuner, ShowsThePictureInALowPanelAndWhatToVaryInItsPlace) {
  model.tuner = searched();
  app.resize(1280, 720);
  app.frames(model, 6);
  for (const char* text : {"tile, block 64", "FASTER than naive", "Run the best", "naive", "128",
                           "Across", "best, outlined"})
    EXPECT_TRUE(app.says(text)) << text;
  EXPECT_FALSE(app.says("1 min"));
  app.activate(model, ids::path(ids::analysis, ids::tune_setup));
  app.frames(model, 3);
  EXPECT_TRUE(app.says("1 min") && app.says("Block 3"));
  EXPECT_FALSE(app.says("Across"));
  const std::vector<TunerRequest> vary = requests(std::string(ids::tune_vary) + "/block");
  EXPECT_EQ(std::ranges::count(vary, std::optional<std::string>("block"), &TunerRequest::toggle),
            1);
  model.tuner.searching = true;
  app.frames(model, 3);
  EXPECT_TRUE(app.says("Across")) << "what is found is seen at once";
}

TEST_F(Tuner, ShowsTheBestAndWhatWasSeen) {
  model.tuner = searched();
  app.frames(model, 3);
  for (const char* text : {"tile, block 64", "median 2.0000 ms", "FASTER than naive",
                           "seen 5 of 6 settings", "Run the best", "naive", "128"})
    EXPECT_TRUE(app.says(text)) << text;
  model.tuner.partial = true;
  model.tuner.best_runs = true;
  app.frames(model, 2);
  EXPECT_TRUE(app.says("stopped"));
  EXPECT_FALSE(app.says("Run the best")) << "it runs";
}

}  // namespace
}  // namespace livewarp::ui
