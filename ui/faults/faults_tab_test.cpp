/// The tab Faults: faults are planted and mended, what was found stands beside the kernel, and the
/// quiz gives nothing away.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "ui/faults/open_fault.h"
#include "ui/frame/command_palette.h"
#include "ui/model/ids.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

class FaultsTab : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* const name : {"first", "second", "third"}) {
      FaultOffer offer;
      offer.name = name;
      offer.title = std::string("The ") + name + " fault";
      offer.workload = "nbody";
      offer.variant = "shared";
      offer.about = "N-body, Shared tile";
      offer.seen = std::string("Nobody sees the ") + name + " one.";
      offer.mended = std::string("By taking the ") + name + " one back.";
      offer.sanitizer = std::string("compute-sanitizer livewarp fault ") + name + " --once";
      offer.sanitizer_says = "racecheck says so.";
      view.offers.push_back(offer);
    }
    view.questions = {{1, {0, 1, 2}}, {0, {0, 1, 2}}};
    model.faults = &view;
    app.resize(1920, 1080);
    app.frames(model, 4);
    app.key(model, ImGuiKey_K);
    app.activate(model, ids::path(ids::analysis, ids::faults_tab));
    source_for(asked_for().name);
  }
  FaultRequest asked_for() {
    const Result result = app.frame(model);
    EXPECT_TRUE(result.fault.has_value());
    return result.fault.value_or(FaultRequest());
  }
  /// What the program around the panels does with a request.
  void source_for(const std::string& name) {
    auto source = std::make_shared<FaultSource>();
    source->name = name;
    source->kernel = "forces";
    source->sound = std::make_shared<const std::string>("a\nb\nc\n");
    source->planted = std::make_shared<const std::string>("a\nB\nc\n");
    source->lines = {{2, 2}};
    view.source = source;
    app.frames(model, 3);
  }
  void found(const std::string& name, bool planted) {
    FaultVerdict verdict;
    verdict.found = planted;
    verdict.head = planted ? "found by the checker" : "nothing is found";
    verdict.text =
        planted ? "kernel forces, block (0, 0, 0), thread (3, 0, 0), forces.cuh:2: races" : "";
    verdict.line = planted ? 2 : 0;
    view.verdicts[{name, planted}] = std::make_shared<const FaultVerdict>(verdict);
    app.frames(model, 3);
  }
  Result press(const char* control) {
    return app.activate(model, ids::path(ids::analysis, control));
  }

  const FakeWorld world;
  Model model = running_model(world);
  FaultsView view;
  Headless app;
};

TEST_F(FaultsTab, ShowsTheSoundKernelUntilAFaultIsPlanted) {
  EXPECT_EQ(asked_for(), (FaultRequest{"first", false, false}));
  EXPECT_TRUE(app.says("the kernel as the project has it"));
  app.key(model, ImGuiKey_Enter);
  EXPECT_EQ(asked_for(), (FaultRequest{"first", true, true}));
  EXPECT_TRUE(app.says("planted"));
  found("first", true);
  EXPECT_TRUE(app.says("found by the checker"));
  EXPECT_TRUE(app.says("forces.cuh:2:")) << "in the checker's own words";
  press(ids::switch_fault);
  EXPECT_EQ(asked_for(), (FaultRequest{"first", false, true}));
  found("first", false);
  EXPECT_TRUE(app.says("mended"));
  EXPECT_FALSE(app.says("forces.cuh:2:"));
}

TEST_F(FaultsTab, KeysAndTheLineLeadToEach) {
  app.key(model, ImGuiKey_C);
  EXPECT_EQ(asked_for().name, "second");
  app.key(model, ImGuiKey_C, true);
  app.key(model, ImGuiKey_C, true);
  EXPECT_EQ(asked_for().name, "third");
  app.type(model, "/");
  app.type(model, "fault second");
  app.key(model, ImGuiKey_Enter);
  EXPECT_EQ(asked_for().name, "second");
}

TEST_F(FaultsTab, SaysWhyNothingCanBeChecked) {
  view.hindrance = "there is no g++ on the PATH";
  app.frames(model, 3);
  EXPECT_TRUE(app.says("there is no g++ on the PATH"));
  app.key(model, ImGuiKey_Enter);
  EXPECT_FALSE(asked_for().tried);
}

TEST_F(FaultsTab, ItsVariantRunsWithoutTheFault) {
  model.choice.variant = "naive";
  EXPECT_EQ(press(ids::fault_variant).run_fault, "first");
}

TEST_F(FaultsTab, TheQuizGivesNothingAwayAndKeepsTheScore) {
  app.key(model, ImGuiKey_U);
  EXPECT_EQ(asked_for(), (FaultRequest{"second", true, true}));
  source_for("second");
  found("second", true);
  EXPECT_TRUE(app.says("which fault is in it?"));
  EXPECT_TRUE(app.says("The second fault")) << "one of the answers";
  for (const char* const telling :
       {"Nobody sees", "races", "By taking", "compute-sanitizer livewarp", "found by"})
    EXPECT_FALSE(app.says(telling)) << telling;
  app.key(model, ImGuiKey_C);
  app.key(model, ImGuiKey_Enter);
  app.frames(model, 2);
  EXPECT_TRUE(app.says("right: The second fault"));
  EXPECT_TRUE(app.says("1 of 1 right"));
  EXPECT_TRUE(app.says("races"));
  app.key(model, ImGuiKey_Enter);
  EXPECT_EQ(asked_for().name, "first");
  source_for("first");
  EXPECT_TRUE(app.says("Question 2"));
  app.key(model, ImGuiKey_C);
  app.key(model, ImGuiKey_Enter);
  app.frames(model, 2);
  EXPECT_TRUE(app.says("it is: The first fault"));
  EXPECT_TRUE(app.says("1 of 2 right"));
  app.key(model, ImGuiKey_U);
  EXPECT_FALSE(asked_for().planted);
}

}  // namespace
}  // namespace livewarp::ui
