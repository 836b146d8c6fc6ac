/// The tab Occupancy: what is asked for, what is shown, and what one may assume.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <string>

#include "kernels/core/workload/shared_reserve.h"
#include "ui/model/ids.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

class OccupancyTab : public testing::Test {
 protected:
  void SetUp() override {
    app.frames(model, 4);
    app.key(model, ImGuiKey_W);
    app.activate(model, ids::path(ids::analysis, ids::occupancy_tab));
  }
  OccupancyRequest asked_for() {
    const Result result = app.frame(model);
    EXPECT_TRUE(result.occupancy.has_value());
    return result.occupancy.value_or(OccupancyRequest());
  }
  /// 40 registers and 4 KiB, with three blocks.
  void look_up() {
    view = {};
    view.request = asked_for();
    view.compute = view.request.compute != 0 ? view.request.compute : 90;
    view.code = "this program's code for 9.0";
    for (const int threads : {64, 128, 256}) {
      OccupancyBlock block{std::to_string(threads), threads, "forces", KernelResources{}, 0, 1000};
      block.resources->registers = 40;
      block.resources->static_shared = 4096;
      view.blocks.push_back(block);
    }
    view.now = 1;
    model.occupancy = &view;
    app.frames(model, 4);
  }

  const FakeWorld world;
  Model model = running_model(world);
  OccupancyView view;
  Headless app;
};

TEST_F(OccupancyTab, AsksForTheRunningStepOnThePresentGpu) {
  const OccupancyRequest asked = asked_for();
  EXPECT_EQ(asked.choice.variant, model.choice.variant);
  EXPECT_EQ(asked.choice.launch, model.choice.launch);
  EXPECT_TRUE(app.says("Looking up"));
  look_up();
  EXPECT_FALSE(app.says("Looking up"));
  EXPECT_TRUE(app.says("limited by registers"));
  EXPECT_TRUE(app.says("no spills"));
  app.resize(1920, 1080);
  app.frames(model, 4);
  EXPECT_TRUE(app.says("40 registers"));
}

TEST_F(OccupancyTab, SaysWhyThereIsNothing) {
  view.request = asked_for();
  view.refusal = "this program was built without CUDA";
  model.occupancy = &view;
  app.frames(model, 3);
  EXPECT_TRUE(app.says("this program was built without CUDA"));
}

TEST_F(OccupancyTab, SaysWhereTheFastestBlockIsNotTheFullest) {
  app.resize(1920, 1080);
  model.block_times = {{"64", 1.0}, {"128", 1.5}, {"256", 2}};
  look_up();
  EXPECT_TRUE(app.says("Measured: block"));
}

// The step runs on the first of two GPUs.
TEST_F(OccupancyTab, WhatIsMeasuredStandsBesideTheGpuInUseAlone) {
  app.resize(1920, 1080);
  Machine two = *model.machine;
  two.gpus.push_back(two.gpus.front());
  two.gpus.back().index = 1;
  two.gpus.back().name = "another";
  two.gpus.back().major = 8;
  two.gpus.back().minor = 6;
  model.machine = &two;
  model.block_times = {{"64", 1.0}, {"128", 1.5}, {"256", 2}};
  look_up();
  EXPECT_TRUE(app.says("Measured: block"));
  EXPECT_TRUE(app.says("hardware counters have not been read"));
  app.activate(model, ids::path(ids::analysis, ids::occupancy_gpu));
  app.frames(model, 2);
  app.activate(model, ids::path(ids::analysis, ids::occupancy_gpu, "8.6"));
  look_up();
  EXPECT_EQ(view.compute, 86);
  EXPECT_TRUE(app.says("limited by")) << "the other one's curves are shown";
  EXPECT_FALSE(app.says("Measured: block"));
  EXPECT_FALSE(app.says("hardware counters have not been read"));
}

// What is typed is no assumption: the step runs so.
TEST_F(OccupancyTab, ReservesSharedMemoryOfTheRunningStep) {
  app.resize(1920, 1080);
  look_up();
  app.activate(model, ids::path(ids::analysis, ids::occupancy_reserve));
  app.type(model, "16");
  const Result typed = app.key(model, ImGuiKey_Enter);
  ASSERT_TRUE(typed.choice);
  EXPECT_EQ(typed.choice->launch.at(reserve_axis_id), Value(std::int64_t{16}));
  EXPECT_FALSE(app.says("Reserved shared")) << "the panel of controls leaves it out";
}

// 40 registers let 12 blocks of 128 threads stay, 4 + 42 KiB with 1 KiB of the system four of them.
TEST_F(OccupancyTab, ShowsTimesOverResidentWarps) {
  app.resize(1920, 1080);
  look_up();
  EXPECT_FALSE(app.says("Warps")) << "nothing was measured";
  model.reserve_times = {{"0", 1.0}, {"42", 3.0}};
  app.frames(model, 3);
  app.activate(model, ids::path(ids::analysis, ids::occupancy_over));
  app.frames(model, 2);
  app.activate(model, ids::path(ids::analysis, ids::occupancy_over, "warps"));
  app.frames(model, 3);
  EXPECT_TRUE(app.says("48 warps a multiprocessor"));
  EXPECT_TRUE(app.says("16 take 3.00\u00d7 as long"));
}

// What is assumed is typed or dragged; a right click, or the button, takes what was compiled.
TEST_F(OccupancyTab, ComputesWhatIsAssumed) {
  app.resize(1920, 1080);
  look_up();
  EXPECT_FALSE(app.says("As compiled"));
  const std::string field = ids::path(ids::analysis, ids::occupancy_registers);
  app.activate(model, field);
  app.type(model, "128");
  app.key(model, ImGuiKey_Enter);
  app.frames(model, 3);
  EXPECT_TRUE(app.says("128 registers"));
  EXPECT_TRUE(app.says("4 blocks, 16 of"));  // 4,096 registers a warp: 16 in all, in blocks of 4
  app.activate(model, ids::path(ids::analysis, ids::occupancy_reset));
  EXPECT_TRUE(app.says("40 registers"));
  EXPECT_FALSE(app.says("As compiled"));
}

TEST_F(OccupancyTab, ReadsCountersOnRequestAndShowsThemBesideTheTheory) {
  app.resize(1920, 1080);
  look_up();
  EXPECT_TRUE(app.says("hardware counters have not been read"));
  EXPECT_TRUE(asked(app.activate(model, ids::path(ids::analysis, ids::read_counters)),
                    AppCommand::read_counters));
  model.counters = CounterResult{{}, "the driver refuses", "ask somebody"};
  app.frames(model, 2);
  EXPECT_TRUE(app.says("the driver refuses; ask somebody"));
  model.counters->reading = CounterReading{};
  model.counters->reading->achieved_occupancy = 0.25;
  app.frames(model, 2);
  EXPECT_TRUE(app.says("achieved 25 %"));
  model.counters_reason = "Only steps on a GPU are counted by its hardware.";
  app.frames(model, 2);
  EXPECT_FALSE(app.says("achieved 25 %")) << "of another run than the one that is looked at";
}

// In a narrow panel buttons have no words, and are there.
TEST_F(OccupancyTab, ReadsCountersInANarrowPanel) {
  app.resize(1280, 720);
  look_up();
  EXPECT_FALSE(app.says("Read counters"));
  EXPECT_TRUE(asked(app.activate(model, ids::path(ids::analysis, ids::read_counters)),
                    AppCommand::read_counters));
}

TEST_F(OccupancyTab, IsDrawnInTheSmallestPanel) {
  for (const auto& [width, height] : {std::pair{640, 400}, {1280, 720}, {3840, 2160}}) {
    app.resize(width, height);
    look_up();
    EXPECT_FALSE(app.says("Looking up")) << width;
  }
}

}  // namespace
}  // namespace livewarp::ui
