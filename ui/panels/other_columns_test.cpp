// Times of other machines in the table of variants: loaded ones, and those that are recorded.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <string>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

/// A machine more, with a time of each variant.
void load(Model& model, const std::string& name, double ms) {
  model.others.push_back({name, name + ", all of its name"});
  for (VariantEntry& variant : model.variants)
    variant.others.push_back(
        {.median_ms = ms,
         .items = 1e9,
         .about = name + ", driver for CUDA 13.0\n2026-01-31, Livewarp 0.1.0"});
}

/// Without a GPU: each CUDA variant has a recorded rate.
Model recorded_model(const FakeWorld& world) {
  Model model = cpu_model(world);
  model.recorded_on = "NVIDIA H200";
  double rate = 100e9;
  for (VariantEntry& variant : model.variants)
    if (variant.info->backend == Backend::cuda)
      variant.recorded = OtherTime{.rate = rate += 1e9,
                                   .at = "bodies 16,384",
                                   .about = "NVIDIA H200, driver for CUDA 13.0\n2026-11-23, "
                                            "Livewarp 0.1.0 (0fde0f33cb)"};
  return model;
}

/// What hover says of a variant's row.
void hover(Headless& app, const Model& model, const std::string& variant) {
  app.find(model, ids::path(ids::variants, ids::row, variant), 1100);
  app.frames(model, 60);
}

TEST(OtherColumns, ThereIsNoneWhereNothingIsLoaded) {
  const FakeWorld world;
  Headless app;
  app.frames(running_model(world), 4);
  EXPECT_FALSE(std::ranges::any_of(
      app.helped, [](const Helped& each) { return each.name == "Loaded results"; }));
  EXPECT_FALSE(app.says("recorded"));
}

TEST(OtherColumns, ALoadedMachineStandsBesideThisOnesTimes) {
  const FakeWorld world;
  Model model = running_model(world);
  load(model, "H200", 4.15);
  Headless app;
  app.frames(model, 4);
  EXPECT_TRUE(whole(app, "H200"));
  EXPECT_TRUE(whole(app, "4.15 ms"));
  EXPECT_TRUE(whole(app, "12.900")) << "its own bench stays";
  hover(app, model, model.variants[0].info->name);
  EXPECT_TRUE(app.says("driver for CUDA 13.0"));
  EXPECT_TRUE(app.says("2026-01-31"));
  EXPECT_TRUE(app.says("3.11\u00d7 the speed of this")) << "12.9 over 4.15";
}

TEST(OtherColumns, AnotherSizeHasARateAndOtherWorkADash) {
  const FakeWorld world;
  Model model = running_model(world);
  load(model, "H200", 0);
  model.variants[0].others[0].rate = 184e9;
  model.variants[1].others[0].reason = "other work: precision fp32 (here fp64)";
  model.variants[1].others[0].about = "H200\nNot compared, other work: precision fp32 (here fp64)";
  Headless app;
  app.frames(model, 4);
  EXPECT_TRUE(whole(app, "184 G/s"));
  hover(app, model, model.variants[1].info->name);
  EXPECT_TRUE(app.says("precision fp32 (here fp64)"));
}

TEST(OtherColumns, AClickOnTheHeadShowsTheNextMachine) {
  const FakeWorld world;
  Model model = running_model(world);
  load(model, "H200", 4.15);
  load(model, "EPYC 9654", 33.3);
  Headless app;
  app.frames(model, 4);
  EXPECT_TRUE(app.says("4.15 ms"));
  EXPECT_FALSE(app.says("33.3 ms"));
  app.activate(model, ids::path(ids::variants, ids::sort, ids::other_machine));
  app.activate(model, ids::path(ids::variants, ids::other_machine));
  EXPECT_TRUE(app.says("33.3 ms"));
  EXPECT_FALSE(app.says("4.15 ms"));
  model.others.pop_back();
  for (VariantEntry& variant : model.variants) variant.others.pop_back();
  app.frames(model, 2);
  EXPECT_TRUE(app.says("4.15 ms")) << "the one that is left";
}

TEST(OtherColumns, RecordedFiguresStandInGreyedRowsAndSaySo) {
  const FakeWorld world;
  const Model model = recorded_model(world);
  Headless app;
  app.frames(model, 4);
  EXPECT_TRUE(whole(app, "recorded: NVIDIA H200, bodies 16,384"));
  EXPECT_TRUE(whole(app, "101 G/s"));
  const auto greyed = std::ranges::find_if(
      model.variants, [](const VariantEntry& each) { return each.recorded.has_value(); });
  hover(app, model, greyed->info->name);
  EXPECT_TRUE(app.says("Recorded, not measured here: 101 G/s"));
  EXPECT_TRUE(app.says("2026-11-23"));
  EXPECT_TRUE(app.says("0fde0f33cb"));
}

TEST(OtherColumns, RecordedFiguresAreNotSortedNorCopied) {
  const FakeWorld world;
  Model model = recorded_model(world);
  Headless app;
  const auto order = [&] {
    std::vector<std::pair<float, std::string>> found;
    for (const Written& each : app.written)
      for (const VariantEntry& variant : model.variants)
        if (variant.recorded && each.text == variant.info->title) found.emplace_back(0, each.text);
    return found;
  };
  app.frames(model, 4);
  const auto before = order();
  ASSERT_GT(before.size(), 1U);
  app.activate(model, ids::path(ids::variants, ids::sort, ids::sort_median));
  app.activate(model, ids::path(ids::variants, ids::sort, ids::sort_median));
  EXPECT_EQ(order(), before) << "what is recorded is not among what is measured";
  model.choice.variant = "";
  std::string copied;
  app.activate(model, ids::path(ids::top, ids::menu));
  app.activate(model, ids::path(ids::top, ids::menu, "copy-variant"));
  copied = ImGui::GetClipboardText() ? ImGui::GetClipboardText() : "";
  EXPECT_EQ(copied.find("G/s"), std::string::npos) << copied;
}

// 1280 x 720 is the smallest window with this table beside the picture.
TEST(OtherColumns, NothingOfThemIsCut) {
  const FakeWorld world;
  for (const bool with_gpu : {false, true}) {
    Model model = with_gpu ? running_model(world) : recorded_model(world);
    load(model, "EPYC 9654", 1234);
    for (VariantEntry& variant : model.variants) variant.others[0].rate = 999e9;
    Headless app;
    app.frames(model, 4);
    EXPECT_TRUE(whole(app, "EPYC 9654"));
    EXPECT_TRUE(whole(app, "1,234 ms") || whole(app, "1234 ms") || whole(app, "1.23 s"));
    if (!with_gpu) {
      EXPECT_TRUE(whole(app, "recorded: NVIDIA H200, bodies 16,384"));
    }
  }
}

}  // namespace
}  // namespace livewarp::ui
