#include <gtest/gtest.h>

#include <algorithm>

#include "ui/frame/frame.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

/// A variant that cannot run here is studied while another one runs.
namespace livewarp::ui {
namespace {

class StudyTest : public testing::Test {
 protected:
  StudyTest() { app.frames(model, 3); }
  const VariantEntry& cuda() const {
    return *std::ranges::find_if(model.variants, [](const VariantEntry& variant) {
      return variant.info->backend == Backend::cuda;
    });
  }
  /// What the program around the panels says of it then.
  void describe(const Choice& choice) {
    model.studied = StudyView{.choice = choice,
                              .axes = cuda().info->axes,
                              .memory_modes = {{"device", "device", {}}, {"pinned", "pinned", {}}}};
  }
  Result study() {
    app.activate(model, ids::path(ids::controls, ids::backend, "cuda"));
    Result result = app.frame(model);
    if (result.studied) describe(*result.studied);
    return app.frame(model);
  }

  const FakeWorld world;
  Model model = cpu_model(world);
  Headless app;
};

TEST_F(StudyTest, TheRunStaysAndTheControlsAreItsOwn) {
  EXPECT_FALSE(app.frame(model).studied);
  const Result begun = study();
  ASSERT_TRUE(begun.studied);
  EXPECT_FALSE(begun.choice);
  EXPECT_TRUE(app.says(studied_tag));
  EXPECT_TRUE(app.says("running: " + model.variant->title));
  EXPECT_TRUE(app.says("The state stays in the GPU's memory")) << "what its mode does";
}

TEST_F(StudyTest, ABlockIsSetByKeysAndTheRunIsNot) {
  ASSERT_TRUE(study().studied);
  const Param* const block = find_param(cuda().info->axes, "block");
  ASSERT_NE(block, nullptr);
  ImGui::GetIO().AddInputCharactersUTF8("]");
  const Result result = app.frame(model);
  ASSERT_TRUE(result.studied);
  const auto set = result.studied->launch.find("block");
  ASSERT_NE(set, result.studied->launch.end());
  EXPECT_EQ(set->second, *neighbour(*block, block->default_value, +1)) << "the next larger one";
  EXPECT_FALSE(result.choice);
}

TEST_F(StudyTest, EscapeAndARunningVariantEndIt) {
  ASSERT_TRUE(study().studied);
  app.key(model, ImGuiKey_Escape);
  EXPECT_FALSE(app.frame(model).studied);
  EXPECT_FALSE(app.says(studied_tag));
  EXPECT_FALSE(app.says("Press again to quit"));
  ASSERT_TRUE(study().studied);
  app.key(model, ImGuiKey_1);
  EXPECT_FALSE(app.frame(model).studied);
}

TEST_F(StudyTest, TheEmulatorsVerdictIsNoTime) {
  EXPECT_FALSE(asked(app.key(model, ImGuiKey_V), AppCommand::emulate)) << "of what runs";
  ASSERT_TRUE(study().studied);
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_V), AppCommand::emulate));
  CheckResult found;
  found.verdict = Verdict::at_check_sizes;
  found.error = 1e-7;
  found.tolerance.rms = 1e-6;
  model.studied->emulated = found;
  for (VariantEntry& variant : model.variants)
    if (variant.info->name == model.studied->choice.variant) variant.emulated = found;
  app.frames(model, 2);
  EXPECT_TRUE(app.says("Emulated: right at the check sizes"));
  EXPECT_TRUE(app.says("emulated")) << "in its row of the table";
  EXPECT_FALSE(app.says("verified at check sizes")) << "as what is timed is";
  found.verdict = Verdict::failed;
  found.failure = "a race in naive";
  model.studied->emulated = found;
  app.frames(model, 2);
  EXPECT_TRUE(app.says("Emulated: a race in naive"));
  model.studied->emulator_reason = "no source is watched";
  EXPECT_FALSE(asked(app.key(model, ImGuiKey_V), AppCommand::emulate));
  EXPECT_TRUE(app.says("no source is watched"));
}

}  // namespace
}  // namespace livewarp::ui
