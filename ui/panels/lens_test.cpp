/// The tab Lens: what is asked for, and what is shown of what was counted.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <optional>
#include <string>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

LensAccess global_load() {
  LensAccess access{
      .what = "global load", .requests = 128, .lanes = 32, .cost = 16, .ideal = 4, .used = 0.25};
  access.costliest = {.active = ~0u, .address = {}, .bytes = 4};
  access.findings = {{false, "uncoalesced", "uncoalesced: 25 % of the sectors' bytes used",
                      "Neighbouring lanes stand 16 bytes apart.", "Exchange the indices."}};
  for (unsigned lane = 0; lane < 32; ++lane) access.costliest.address[lane] = 4096 + 16 * lane;
  return access;
}

LensAccess shared_store() {
  LensAccess access = global_load();
  access.what = "shared store";
  access.space = LensSpace::shared;
  access.cost = 4;
  access.ideal = 1;
  access.requests = 64;
  access.groups = {~0u};
  access.findings = {{true, "no conflict", "no bank conflict", "None meet.", ""}};
  return access;
}

class Lens : public testing::Test {
 protected:
  void SetUp() override { app.frames(model, 4); }

  /// What is asked for once the tab is open.
  Choice asked_for() {
    const Result result = app.frame(model);
    EXPECT_TRUE(result.lens.has_value());
    return result.lens.value_or(Choice());
  }
  /// Two accesses of one line, and a line without any.
  void count(const Choice& choice) {
    view.choice = choice;
    LensKernel kernel{.name = "forces", .launch = "grid 4 \u00b7 block 128", .active = 31.5};
    kernel.files = {{"kernels/nbody/cuda/nbody.cuh",
                     {{40, "const int t = threadIdx.x;", {}},
                      {41, "  tile[t] = bodies[first + t];", {global_load(), shared_store()}}}}};
    view.kernels = {kernel};
    model.lens = &view;
    app.frames(model, 4);
  }

  const FakeWorld world;
  Model model = running_model(world);
  LensView view;
  Headless app;
};

TEST_F(Lens, AKeyOpensItAndAsksForTheRunningStep) {
  EXPECT_FALSE(app.frame(model).lens.has_value());
  app.key(model, ImGuiKey_W);
  const Choice asked = asked_for();
  EXPECT_EQ(asked.variant, model.choice.variant);
  EXPECT_EQ(asked.launch, model.choice.launch);
  EXPECT_EQ(asked.problem, model.choice.problem);
  EXPECT_TRUE(app.says("Counting"));
  app.key(model, ImGuiKey_W);
  EXPECT_FALSE(app.frame(model).lens.has_value()) << "the key closes it";
}

TEST_F(Lens, SaysThatTheEditedKernelIsNotCounted) {
  app.resize(1920, 1080);
  app.key(model, ImGuiKey_W);
  count(asked_for());
  EXPECT_FALSE(app.says("not the edited one"));
  model.runs_edited = true;
  app.frames(model, 2);
  EXPECT_TRUE(app.says("Livewarp's own kernel is counted here, not the edited one that runs."));
}

/// As many rows as the shared tile of heat has with its lesson: 30 lines, one of them a comment
/// without a word, and six accesses beside the first of their line.
LensFile page_of_source() {
  LensFile file{"kernels/heat/cuda/heat_plain.cuh", {}};
  for (int i = 0; i < 30; ++i) {
    LensLine line{74 + i, i == 4 ? "//" : "  const int i = y * nx + x;", {}};
    if (i >= 18 && i < 24) line.accesses = {global_load(), shared_store()};
    file.lines.push_back(line);
  }
  return file;
}

TEST_F(Lens, AloneAKernelWithItsLessonStandsOnOnePage) {
  app.resize(1920, 1080);
  const auto scale = [] { return ImGui::GetStyle().FontScaleMain; };
  for (int i = 0; i < 20 && scale() < 1.49f; ++i) app.key(model, ImGuiKey_Equal, false, true);
  ASSERT_NEAR(scale(), 1.5, 0.01);
  app.key(model, ImGuiKey_W);
  count(asked_for());
  view.kernels[0].files = {page_of_source()};
  app.key(model, ImGuiKey_F8);
  app.frames(model, 4);
  EXPECT_TRUE(app.says("kernels/heat/cuda/heat_plain.cuh"));
  int sources = 0;
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (!window->Active || std::string(window->Name).find("lens-source") == std::string::npos)
      continue;
    ++sources;
    EXPECT_EQ(window->ScrollMax.y, 0);
  }
  EXPECT_EQ(sources, 1);
}

// Dear ImGui leads back to the part of a panel that was focused last.
TEST_F(Lens, CtrlTabComesBackIntoTheSource) {
  app.resize(1920, 1080);
  app.key(model, ImGuiKey_W);
  count(asked_for());
  ImGuiWindow* source = nullptr;
  for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if (window->WasActive && std::string(window->Name).find("lens-source") != std::string::npos)
      source = window;
  ASSERT_NE(source, nullptr);
  ImGui::FocusWindow(source);
  app.frames(model, 2);
  bool came_back = false;
  for (int i = 0; i < 8; ++i) {
    app.key(model, ImGuiKey_Tab, false, true);
    app.frames(model, 2);
    came_back = came_back || ImGui::GetCurrentContext()->NavWindow == source;
  }
  EXPECT_TRUE(came_back);
}

// What is left out for it, the chosen line tells below.
TEST_F(Lens, AloneItsWholeLinesAreRead) {
  app.resize(1280, 720);
  app.key(model, ImGuiKey_W);
  count(asked_for());
  const std::string line(68, 'm');
  view.kernels[0].files[0].lines[1].text = line;
  app.key(model, ImGuiKey_F8);
  app.frames(model, 4);
  EXPECT_TRUE(app.says(line));
  for (const std::string& cut : app.cut()) EXPECT_NE(cut, line);
  EXPECT_TRUE(app.says("uncoalesced")) << "the finding stays";
}

TEST_F(Lens, WhatWasCountedStandsBesideItsLine) {
  app.resize(1920, 1080);
  app.key(model, ImGuiKey_W);
  count(asked_for());
  for (const char* text :
       {"kernels/nbody/cuda/nbody.cuh", "tile[t] = bodies[first + t];", "global load", "128",
        "16 / 4", "shared store", "4 / 1", "31.5 of 32 lanes"})
    EXPECT_TRUE(app.says(text)) << text;
  EXPECT_TRUE(app.says("32 lanes in 4 lines: 16 sectors")) << "the costliest access is chosen";
}

TEST_F(Lens, WhatTheCountsMeanIsSaidWithReasonAndCure) {
  app.resize(1920, 1080);
  app.key(model, ImGuiKey_W);
  count(asked_for());
  app.key(model, ImGuiKey_F8);
  app.frames(model, 4);
  for (const char* text : {"uncoalesced: 25 % of the sectors' bytes used", "16 bytes apart",
                           "Exchange the indices.", "no conflict"})
    EXPECT_TRUE(app.says(text)) << text;
  view.kernels[0].files[0].lines[1].accesses[0].findings = {
      {true, "by model", "8 sectors a fetch, by a model", "Not modelled: the caches.", ""}};
  view.kernels[0].files[0].lines[1].accesses[0].space = LensSpace::texture;
  app.frames(model, 4);
  EXPECT_TRUE(app.says("Not modelled: the caches.")) << "the panel states it";
}

TEST_F(Lens, AnotherVariantStandsBesideWithWhatDiffersFirst) {
  app.resize(1920, 1080);
  app.key(model, ImGuiKey_W);
  count(asked_for());
  EXPECT_FALSE(app.frame(model).lens_beside.has_value());
  const auto other =
      std::find_if(model.variants.rbegin(), model.variants.rend(), [&](const VariantEntry& each) {
        return each.info->backend == Backend::cuda && each.info->name != view.choice.variant;
      });
  ASSERT_NE(other, model.variants.rend());
  app.activate(model, ids::path(ids::analysis, ids::lens_beside));
  app.activate(model, ids::path(ids::analysis, ids::lens_beside, other->info->name));
  app.frames(model, 3);
  const std::optional<Choice> asked = app.frame(model).lens_beside;
  ASSERT_TRUE(asked.has_value());
  EXPECT_EQ(asked->variant, other->info->name);
  LensView beside = view;
  beside.choice = *asked;
  beside.kernels[0].files[0].lines[1].text = "  tile[t][0] = bodies[first + t];";
  model.lens_beside = &beside;
  app.frames(model, 4);
  EXPECT_TRUE(app.says("differs: kernels/nbody/cuda/nbody.cuh"));
  EXPECT_TRUE(app.says("tile[t][0] = bodies"));
  EXPECT_TRUE(app.says("tile[t] = bodies"));
}

TEST_F(Lens, CountsOfAnotherBlockAreNotShown) {
  app.resize(1920, 1080);
  app.key(model, ImGuiKey_W);
  count(asked_for());
  model.choice.launch["block"] = std::string("64");
  app.frames(model, 3);
  EXPECT_EQ(asked_for().launch.at("block"), Value(std::string("64")));
  EXPECT_FALSE(app.says("16 / 4"));
  EXPECT_TRUE(app.says("Counting"));
}

TEST_F(Lens, HelpOffersTrueCommandsOrNone) {
  app.resize(1280, 720);
  app.key(model, ImGuiKey_W);
  count(asked_for());
  LensKernel second = view.kernels.front();
  second.name = "drift";
  view.kernels.push_back(second);
  app.frames(model, 3);
  const std::string command =
      "livewarp lens " + model.choice.workload + " --variant " + model.choice.variant;
  std::size_t of_lens = 0, kernels = 0;
  for (const Helped& each : app.helped) {
    kernels += each.name == "Kernel" && each.text.starts_with("Which") && each.option.empty();
    if (!each.option.starts_with("livewarp lens") || each.name == "Lens") continue;
    ++of_lens;
    EXPECT_TRUE(each.option.starts_with(command)) << each.name << ": " << each.option;
  }
  EXPECT_GE(of_lens, 3u) << "variant, block, and a line";
  EXPECT_EQ(kernels, 1u) << "no option chooses a kernel";
}

TEST_F(Lens, ARefusalIsSaid) {
  app.key(model, ImGuiKey_W);
  view.choice = asked_for();
  view.refusal = "needs a GPU: library code";
  model.lens = &view;
  app.frames(model, 3);
  EXPECT_TRUE(app.says("needs a GPU: library code"));
}

TEST_F(Lens, WithoutAGpuTheVariantUnderTheCursorIsLookedAt) {
  Model cpu = cpu_model(world);
  app.frames(cpu, 4);
  app.key(cpu, ImGuiKey_W);
  const Result first = app.frame(cpu);
  ASSERT_TRUE(first.lens.has_value());
  EXPECT_EQ(first.lens->variant, cpu.workload->info().default_cuda);
  const auto variant =
      std::find_if(cpu.variants.rbegin(), cpu.variants.rend(),
                   [](const VariantEntry& each) { return each.info->backend == Backend::cuda; });
  ASSERT_NE(variant, cpu.variants.rend());
  app.activate(cpu, ids::path(ids::variants, ids::row, variant->info->name));
  app.frames(cpu, 3);
  EXPECT_EQ(app.frame(cpu).lens->variant, variant->info->name);
}

TEST_F(Lens, InANarrowPanelTheLanesTakeThePlaceOfTheSource) {
  app.resize(1280, 720);
  app.key(model, ImGuiKey_W);
  count(asked_for());
  EXPECT_TRUE(app.says("16 / 4"));
  EXPECT_FALSE(app.says("in 4 lines"));
  app.activate(model, ids::path(ids::analysis, ids::lens_lanes));
  EXPECT_FALSE(app.says("16 / 4"));
  EXPECT_TRUE(app.says("in 4 lines"));
}

TEST_F(Lens, WordsOfALineComeBeforeItsIndentation) {
  app.resize(1280, 720);
  app.key(model, ImGuiKey_W);
  count(asked_for());
  view.kernels[0].files[0].lines[1].text = std::string(60, ' ') + "(load(at - pitch))";
  app.frames(model, 2);
  EXPECT_TRUE(app.says("    (load(at - pitch"));
}

TEST_F(Lens, WhatNoCounterConfirmsIsShownAndSaysSo) {
  app.resize(1920, 1080);
  app.key(model, ImGuiKey_W);
  count(asked_for());
  EXPECT_FALSE(app.says("Source-level count"));
  LensAccess atomic = shared_store();
  atomic.what = "shared atomic";
  atomic.source_level = true;
  view.kernels[0].files[0].lines[1].accesses = {atomic};
  app.frames(model, 4);
  EXPECT_TRUE(app.says("4 / 1"));
  EXPECT_TRUE(app.says("Source-level count"));
}

}  // namespace
}  // namespace livewarp::ui
