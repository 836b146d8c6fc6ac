#include <gtest/gtest.h>

#include <algorithm>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

/// What the window says of the machine, and of what a launch takes of it.
namespace livewarp::ui {
namespace {

/// Whether all that the last frame wrote with that word in it can be read in full.
bool nowhere_cut(const Headless& app, const std::string& word) {
  return std::ranges::none_of(app.written, [&](const Written& each) {
    return each.text.find(word) != std::string::npos && (each.cut || each.scrolled);
  });
}

TEST(MachineWords, TheClockIsSaidOrWhyItIsNotKnown) {
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
  app.resize(1920, 1080);
  app.frames(model, 3);
  EXPECT_TRUE(app.says(", SM clock 1,980 MHz, 352 W"));
  model.gpu_state->power_w.reset();
  app.frames(model, 20);
  EXPECT_FALSE(app.says(" W ")) << "not told";
  model.gpu_state.emplace().unknown = "no driver tells them";
  app.frames(model, 20);
  EXPECT_TRUE(app.says(", clocks: no driver"));
  model.gpu_state.reset();
  app.frames(model, 20);
  EXPECT_FALSE(app.says("clock")) << "nobody has asked yet";
  const Model none = cpu_model(world);
  app.frames(none, 20);
  EXPECT_FALSE(app.says("clocks"));
}

TEST(MachineWords, RegistersAndSpillsAreThoseOfTheRunningLaunch) {
  const FakeWorld world;
  Model model = running_model(world);
  for (const bool presenter : {false, true}) {
    Headless app({.presenter = presenter});
    model.kernel_use->registers = 72;
    model.kernel_use->local_bytes = 0;
    app.frames(model, 3);
    EXPECT_TRUE(app.says("72 registers \u00b7 no spills")) << presenter;
    EXPECT_TRUE(nowhere_cut(app, "registers"));
    model.kernel_use->registers = 255;
    model.kernel_use->local_bytes = 1040;
    app.frame(model);
    EXPECT_TRUE(app.says("255 registers \u00b7 1,040 B spilled")) << "in the very frame";
    EXPECT_FALSE(app.says("no spills"));
    EXPECT_TRUE(nowhere_cut(app, "registers"));
  }
  Headless host;
  host.frames(cpu_model(world), 3);
  EXPECT_FALSE(host.says("registers")) << "a CPU's are not known";
}

TEST(MachineWords, WhatToDoAboutACopiedPictureIsSaidOnHover) {
  const FakeWorld world;
  Model model = running_model(world);
  model.path = DisplayPath::copy;
  model.path_reason = "interop failed (GL error 304, llvmpipe)";
  model.path_advice = "Choose --device 1 for interop.";
  Headless app;
  app.frames(model, 3);
  EXPECT_FALSE(app.says(model.path_advice));
  app.mouse_to(model, 1240, 18);
  app.frames(model, 60);
  EXPECT_TRUE(app.says(model.path_advice)) << "the chip";
}

TEST(MachineWords, ANoteOnTheRunningLaunchIsSaidOnHover) {
  const FakeWorld world;
  Model model = running_model(world);
  model.cost.note = "sorted anew every 5 steps, one level per step";
  Headless app;
  app.frames(model, 3);
  EXPECT_FALSE(app.says("sorted anew"));
  app.find(model, ids::path(ids::variants, ids::row, model.variant->name), 1100);
  app.frames(model, 60);
  EXPECT_TRUE(app.says("sorted anew every 5 steps")) << "its variant";
  app.find(model, ids::path(ids::variants, ids::row, "naive"), 1100);
  app.frames(model, 60);
  EXPECT_FALSE(app.says("sorted anew")) << "another variant";
}

}  // namespace
}  // namespace livewarp::ui
