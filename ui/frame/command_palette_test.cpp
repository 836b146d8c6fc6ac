#include "ui/frame/command_palette.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/pictures/image_file.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

class CommandPaletteTest : public testing::Test {
 protected:
  std::vector<PaletteEntry> entries(std::string_view typed) const {
    return palette_entries(model, remembered, model.choice, Theme::dark, typed);
  }

  const FakeWorld world;
  Model model = running_model(world);
  Remembered remembered;
};

TEST_F(CommandPaletteTest, NamesAreFoundByTheirBeginningFirst) {
  const auto all = entries("");
  EXPECT_GE(all.size(), 6u);
  for (const PaletteEntry& entry : all) EXPECT_FALSE(entry.complete()) << entry.text;
  ASSERT_FALSE(entries("blo").empty());
  EXPECT_EQ(entries("blo").front().text, "block ");
  EXPECT_EQ(entries("BLO").front().note, "128") << "what it is now";
  EXPECT_TRUE(entries("no such thing").empty());
}

TEST_F(CommandPaletteTest, AnOptionIsWholeOnceItIsNamed) {
  const auto blocks = entries("block 256");
  ASSERT_EQ(blocks.size(), 1u);
  ASSERT_TRUE(blocks.front().complete());
  EXPECT_EQ(get_text(blocks.front().choice->launch, "block"), "256");
  EXPECT_GT(entries("block ").size(), 3u);
  const auto other = entries("block 96");
  ASSERT_EQ(other.size(), 1u);
  ASSERT_TRUE(other.front().complete()) << other.front().reason;
  EXPECT_EQ(get_text(other.front().choice->launch, "block"), "96");
  EXPECT_EQ(entries("block 96x1").front().text, "block 96");
}

TEST_F(CommandPaletteTest, NumbersSayTheirRangeAndWhatIsWrongWithThem) {
  ASSERT_EQ(entries("n ").size(), 1u);
  EXPECT_FALSE(entries("n ").front().complete());
  EXPECT_NE(entries("n ").front().note, "");
  ASSERT_TRUE(entries("n 4096").front().complete());
  EXPECT_EQ(get_integer(entries("n 4096").front().choice->problem, "n"), 4096);
  EXPECT_FALSE(entries("n many").front().complete());
  EXPECT_NE(entries("n many").front().reason, "");
  EXPECT_FALSE(entries("n -3").front().complete());
}

TEST_F(CommandPaletteTest, LabelsAreAsGoodAsNames) {
  const auto steps = entries("time step 0.01");
  ASSERT_EQ(steps.size(), 1u);
  ASSERT_TRUE(steps.front().complete());
  EXPECT_EQ(get_real(steps.front().choice->problem, "dt"), 0.01);
  EXPECT_EQ(steps.front().choice, entries("dt 0.01").front().choice);
  EXPECT_EQ(entries("Time step ").front().note, entries("dt ").front().note);
}

TEST_F(CommandPaletteTest, FilesAreNamedByTheirPath) {
  model.params.push_back(image_file_param("bodies", "Body file", {}, "Where bodies come from."));
  ASSERT_EQ(entries("body f").size(), 1u);
  EXPECT_FALSE(entries("body f").front().complete());
  for (const char* const line : {"bodies /Tmp/Two.csv", "body file /Tmp/Two.csv "}) {
    const auto files = entries(line);
    ASSERT_EQ(files.size(), 1u) << "a path is no number of bodies";
    ASSERT_TRUE(files.front().file) << line;
    EXPECT_EQ(files.front().file->path, "/Tmp/Two.csv");
    EXPECT_EQ(files.front().file->param, "bodies");
  }
  model.params.back().label = find_param(model.params, "n")->label;
  const auto both = entries("n 4096");
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(get_integer(both.front().choice->problem, "n"), 4096) << "the number first";
  Headless app;
  app.frames(model, 3);
  app.type(model, "/");
  app.type(model, "bodies /tmp/x.csv");
  const Result taken = app.key(model, ImGuiKey_Enter);
  ASSERT_EQ(taken.files.size(), 1u);
  EXPECT_EQ(taken.files.front().path, "/tmp/x.csv");
}

TEST_F(CommandPaletteTest, WhatCannotBeSaysWhy) {
  const auto values = entries("block 77777");
  ASSERT_EQ(values.size(), 1u);
  EXPECT_FALSE(values.front().complete());
  EXPECT_NE(values.front().reason.find("1,024"), std::string::npos) << values.front().reason;
  const auto plane = entries("block 48x4");
  ASSERT_EQ(plane.size(), 1u);
  EXPECT_FALSE(plane.front().complete());
  EXPECT_NE(plane.front().reason.find("one dimension"), std::string::npos);
  model.axes.clear();
  const auto lacking = entries("block 256");
  ASSERT_EQ(lacking.size(), 1u);
  EXPECT_FALSE(lacking.front().complete());
  EXPECT_NE(lacking.front().reason.find(model.variant->title), std::string::npos)
      << lacking.front().reason;
}

TEST_F(CommandPaletteTest, VariantsWorkloadsMemoryAndTheme) {
  const auto variants = entries("variant reg");
  ASSERT_FALSE(variants.empty());
  EXPECT_EQ(variants.front().choice->variant, "register");
  EXPECT_EQ(entries("memory pinned").front().choice->memory, MemoryMode::pinned);
  EXPECT_EQ(entries("theme l").front().theme, Theme::light);
  EXPECT_TRUE(entries("workload basics").front().complete());
  model.variants[2].reason = "no tensor cores";
  const PaletteEntry greyed = entries("variant register").front();
  EXPECT_TRUE(greyed.complete());
  EXPECT_EQ(greyed.study, "register") << "it is studied";
  EXPECT_EQ(greyed.why, "no tensor cores");
  EXPECT_FALSE(greyed.choice) << "and does not run";
}

TEST_F(CommandPaletteTest, AVariantIsFoundByItsNameAlone) {
  model.variants[2].reason = "no tensor cores";
  const auto found = entries("regis");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front().study, "register");
  ASSERT_FALSE(entries("naive").empty());
  EXPECT_EQ(entries("naive").front().choice->variant, "naive");
}

TEST_F(CommandPaletteTest, WhatOnlyGreyedVariantsHaveLeadsToThem) {
  model = cpu_model(world);
  ASSERT_EQ(model.memory_modes.size(), 1u);
  const auto memory = entries("memory pinned");
  ASSERT_EQ(memory.size(), 1u);
  const VariantEntry* found = nullptr;
  for (const VariantEntry& each : model.variants)
    if (each.info->name == memory.front().study) found = &each;
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->info->backend, Backend::cuda);
  EXPECT_EQ(memory.front().why, found->reason);
}

TEST_F(CommandPaletteTest, AxesAndMemoryAreThoseOfWhatIsStudied) {
  model = cpu_model(world);
  const VariantEntry& cuda = *std::ranges::find_if(
      model.variants, [](const VariantEntry& each) { return each.info->backend == Backend::cuda; });
  Choice studied = model.choice;
  studied.variant = cuda.info->name;
  const std::vector<Option> modes{{"device", "device", {}}, {"pinned", "pinned round trip", {}}};
  const PaletteStudy study{studied, cuda.info->axes, modes};
  const auto typed = [&](std::string_view line) {
    return palette_entries(model, remembered, model.choice, Theme::dark, line, &study).front();
  };
  ASSERT_TRUE(typed("block 256").studied);
  EXPECT_EQ(get_text(typed("block 256").studied->launch, "block"), "256");
  EXPECT_FALSE(typed("block 256").choice) << "the run stays";
  EXPECT_EQ(typed("memory pinned").studied->memory, MemoryMode::pinned);
  EXPECT_TRUE(typed("n 4096").choice) << "the problem is that of the run";
}

TEST_F(CommandPaletteTest, IsTypedCompletedAndTaken) {
  Headless app;
  app.frames(model, 3);
  app.type(model, "/");
  app.frames(model, 2);
  EXPECT_TRUE(app.says("Esc closes"));
  app.type(model, "bl");
  EXPECT_FALSE(app.key(model, ImGuiKey_Tab).choice);
  EXPECT_FALSE(app.type(model, "256").choice) << "characters are no keys of the window";
  const Result taken = app.key(model, ImGuiKey_Enter);
  ASSERT_TRUE(taken.choice);
  EXPECT_EQ(get_text(taken.choice->launch, "block"), "256");
  app.frames(model, 2);
  EXPECT_FALSE(app.says("Esc closes"));
  ASSERT_TRUE(app.key(model, ImGuiKey_Space).choice) << "the keys are not ours again";
}

TEST_F(CommandPaletteTest, ArrowsChooseAndEscapeCloses) {
  Headless app;
  app.frames(model, 3);
  app.type(model, "/");
  app.type(model, "block x");
  app.key(model, ImGuiKey_Enter);
  EXPECT_TRUE(app.says("Block: 32")) << "what there is";
  app.key(model, ImGuiKey_Backspace);
  app.key(model, ImGuiKey_DownArrow);
  app.key(model, ImGuiKey_UpArrow);
  const Result first = app.key(model, ImGuiKey_Enter);
  ASSERT_TRUE(first.choice);
  EXPECT_EQ(get_text(first.choice->launch, "block"), "32");
  app.type(model, "/");
  EXPECT_FALSE(app.key(model, ImGuiKey_Space).choice);
  EXPECT_TRUE(app.key(model, ImGuiKey_Escape).commands.empty());
  app.frames(model, 2);
  EXPECT_FALSE(app.says("Esc closes"));
  EXPECT_FALSE(app.says("Press again to quit"));
}

TEST_F(CommandPaletteTest, NothingOfItIsCutAndAllOfItHasHelp) {
  for (const bool presenter : {false, true}) {
    Headless app({.presenter = presenter});
    app.frames(model, 3);
    app.type(model, "/");
    app.frames(model, 3);
    const auto said = std::ranges::count_if(app.helped, [](const Helped& each) {
      return each.option.starts_with("--") && each.text.starts_with("Enter takes it");
    });
    EXPECT_GE(said, 6);
  }
}

}  // namespace
}  // namespace livewarp::ui
