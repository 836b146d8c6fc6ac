// What is plotted at the foot of the timing panel.
#include <gtest/gtest.h>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

class Plots : public testing::Test {
 protected:
  Plots() : model(running_model(world)) {
    for (int i = 0; i < 50; ++i) recorder.add(0.5 * i, readouts(1e-6 * i, 1 + 0.01 * i));
    model.series = &recorder.all();
    app.frames(model, 4);
  }
  static std::vector<Readout> readouts(double drift, double virial) {
    return {{.id = "energy-drift", .label = "Energy drift", .value = drift, .plotted = true},
            {.id = "virial", .label = "Virial ratio", .value = virial, .plotted = true}};
  }
  std::string tab(const char* id) const { return ids::path(ids::timing, ids::plot, id); }

  FakeWorld world;
  Model model;
  SeriesRecorder recorder;
  Headless app;
};

TEST_F(Plots, AreTheTimesOfStepsFirst) {
  EXPECT_TRUE(app.says("ms per step"));
  EXPECT_TRUE(app.says("Energy drift"));
  EXPECT_TRUE(app.says("Virial ratio"));
  EXPECT_FALSE(app.says("Collecting"));
}

TEST_F(Plots, OfASeriesFollowAClickAndStay) {
  app.activate(model, tab("energy-drift"));
  app.frames(model, 2);
  SeriesRecorder young;
  young.add(0, readouts(0, 1));
  model.series = &young.all();
  app.frames(model, 2);
  EXPECT_TRUE(app.says("Collecting: 1 of 2")) << "the drift's, and not of step times";
  app.activate(model, tab(ids::plot_steps));
  app.frames(model, 2);
  EXPECT_FALSE(app.says("Collecting"));
}

TEST_F(Plots, GoBackToStepsWhereTheSeriesIsNotThere) {
  app.activate(model, tab("virial"));
  app.frames(model, 2);
  const SeriesRecorder none;
  model.series = &none.all();
  app.frames(model, 2);
  EXPECT_TRUE(app.says("ms per step, latest at the right"));
}

}  // namespace
}  // namespace livewarp::ui
