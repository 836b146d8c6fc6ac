#include "ui/model/occupancy_words.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ui/model/occupancy_curves.h"

namespace livewarp::ui {
namespace {

OccupancyBlock block(int threads, int registers, std::size_t shared, std::int64_t grid) {
  OccupancyBlock made;
  made.block = std::to_string(threads);
  made.threads = threads;
  made.kernel = "forces";
  made.resources = KernelResources{};
  made.resources->registers = registers;
  made.resources->static_shared = shared;
  made.grid = grid;
  return made;
}

OccupancyGpu rtx_3060() { return {*sm_limits(86), "RTX 3060", 28, false}; }

TEST(OccupancyWords, SayWhatStaysAndWhy) {
  // 28 multiprocessors with 6 blocks each hold 168.
  const OccupancyFigures figures = occupancy_figures(rtx_3060(), block(256, 40, 0, 400));
  EXPECT_EQ(resident_words(rtx_3060(), figures),
            "6 blocks, 48 of 48 warps, limited by warps and registers");
  EXPECT_EQ(waves_words(figures, rtx_3060()), "3 waves of 168 blocks, the last one 38 % full");
  const OccupancyFigures even = occupancy_figures(rtx_3060(), block(256, 40, 0, 168));
  EXPECT_EQ(waves_words(even, rtx_3060()), "1 wave of 168 blocks, all full");
  const OccupancyFigures small = occupancy_figures(rtx_3060(), block(256, 40, 0, 42));
  EXPECT_EQ(waves_words(small, rtx_3060()), "42 blocks fill 25 % of one wave of 168 blocks");
  const OccupancyFigures one = occupancy_figures(rtx_3060(), block(1024, 40, 60'000, 0));
  EXPECT_EQ(resident_words(rtx_3060(), one),
            "1 block, 32 of 48 warps, limited by warps, registers and shared memory");
  EXPECT_EQ(waves_words(one, rtx_3060()), "waves: the size of the grid is not known");
  const OccupancyFigures none = occupancy_figures(rtx_3060(), block(1024, 255, 0, 10));
  EXPECT_EQ(resident_words(rtx_3060(), none), "no block fits: too much of registers");
  OccupancyBlock bounded = block(512, 40, 0, 10);
  bounded.resources->max_threads = 256;
  EXPECT_EQ(resident_words(rtx_3060(), occupancy_figures(rtx_3060(), bounded)),
            "no block fits: more threads than the kernel may have");
  OccupancyGpu unknown = rtx_3060();
  unknown.multiprocessors = 0;
  EXPECT_EQ(waves_words(occupancy_figures(unknown, block(256, 40, 0, 10)), unknown),
            "waves: how many multiprocessors it has is not known");
}

TEST(OccupancyWords, WhatIsAssumedTakesThePlaceOfWhatIs) {
  OccupancyBlock launched = block(256, 40, 0, 10);
  launched.dynamic_shared = 30'000;
  EXPECT_EQ(occupancy_figures(rtx_3060(), launched).fits.blocks, 3);
  const OccupancyFigures assumed = occupancy_figures(rtx_3060(), launched, {64, 0});
  EXPECT_EQ(assumed.registers, 64);
  EXPECT_EQ(assumed.shared, 0u);
  EXPECT_EQ(assumed.fits.blocks, 4);  // 2,048 registers a warp: 8 a scheduler, 32 in all
}

TEST(OccupancyWords, TheFastestBlockNeedNotBeTheFullest) {
  EXPECT_EQ(speed_words({}), "");
  EXPECT_EQ(speed_words({{"64", 0.5, 1}}), "");
  EXPECT_EQ(speed_words({{"64", 0.5, 2}, {"128", 1, 2.5}, {"256", 1, 2.2}}),
            "Measured: block 64, 50 %, is the fastest of 3; block 256, 100 %, takes 1.10\u00d7 as "
            "long: occupancy is not speed.");
  EXPECT_EQ(speed_words({{"64", 0.5, 2}, {"128", 1, 1.5}}),
            "Measured: block 128, 100 %, is the fastest of 2: none has a higher occupancy.");
}

TEST(OccupancyGpus, BeginWithThoseOfTheMachine) {
  const auto without = occupancy_gpus(Machine{}, 0);
  EXPECT_EQ(without.size(), known_sm_limits().size());
  EXPECT_TRUE(std::ranges::none_of(without, &OccupancyGpu::present));
  Machine machine;
  GpuInfo first, second;
  first.index = 0, first.name = "first", first.major = 8, first.minor = 6,
  first.multiprocessors = 30;
  second = first;
  second.index = 1, second.name = "second", second.major = 9, second.minor = 0;
  machine.gpus = {first, second};
  const auto with = occupancy_gpus(machine, 1);
  EXPECT_EQ(with.size(), without.size());
  EXPECT_EQ(label_of(with[0]), "9.0 \u00b7 second");
  EXPECT_EQ(label_of(with[1]), "8.6 \u00b7 first");
  EXPECT_EQ(with[1].multiprocessors, 30);
  EXPECT_EQ(with[2].limits.compute, 75);
  ASSERT_TRUE(occupancy_gpu_in_use(machine, 1));
  EXPECT_EQ(occupancy_gpu_in_use(machine, 1)->name, "second");
  // Of a GPU that nobody knows the limits of nothing is told.
  machine.gpus[1].major = 31;
  EXPECT_EQ(occupancy_gpus(machine, 1)[0].name, "first");
  EXPECT_FALSE(occupancy_gpu_in_use(machine, 1)) << "another's occupancy is not its own";
  EXPECT_FALSE(occupancy_gpu_in_use(Machine{}, 0));
}

TEST(OccupancyCurves, GoThroughTheWorkingPoint) {
  OccupancyView view;
  view.blocks = {block(64, 40, 0, 10), block(256, 40, 8'000, 10), block(1024, 40, 0, 10)};
  view.now = 1;
  const OccupancyGpu gpu = rtx_3060();
  const OccupancyCurves curves = occupancy_curves(gpu, view, {});
  ASSERT_EQ(curves.blocks.size(), 3u);
  EXPECT_EQ(curves.blocks[0].warps, 32);  // 16 blocks of two
  EXPECT_EQ(curves.blocks[1].warps, 48);
  EXPECT_EQ(curves.blocks[2].warps, 32);
  ASSERT_EQ(curves.registers.size(), 255u);
  EXPECT_EQ(curves.registers[39].x, 40);
  EXPECT_EQ(curves.registers[39].warps, 48);
  EXPECT_EQ(curves.registers[40].warps, 40);  // 41: 1,536 a warp, 10 a scheduler, 5 blocks
  EXPECT_TRUE(std::ranges::is_sorted(curves.registers, std::greater<>(), &WarpPoint::warps));
  EXPECT_TRUE(std::ranges::is_sorted(curves.shared, std::greater<>(), &WarpPoint::warps));
  EXPECT_EQ(curves.shared.front().warps, 48);
  EXPECT_EQ(curves.shared.back().warps, 8);  // one block
  EXPECT_EQ(curves.shared.back().x, double(most_shared(gpu)));
  EXPECT_TRUE(occupancy_curves(gpu, OccupancyView{}, {}).blocks.empty());
}

// 32-byte sectors: eight floats of a row are one, and a warp of a column has one for each.
TEST(Shapes, TouchSectorsByTheirWidth) {
  EXPECT_EQ(sectors_of_warp({256, 1, 1}, 4), 4);
  EXPECT_EQ(sectors_of_warp({32, 8, 1}, 4), 4);
  EXPECT_EQ(sectors_of_warp({8, 32, 1}, 4), 4);
  EXPECT_EQ(sectors_of_warp({4, 64, 1}, 4), 8);
  EXPECT_EQ(sectors_of_warp({1, 256, 1}, 4), 32);
  EXPECT_EQ(sectors_of_warp({32, 8, 1}, 8), 8);
  EXPECT_EQ(sectors_of_warp({8, 32, 1}, 2), 4);  // half of each sector is not asked for
  EXPECT_EQ(sectors_of_warp({4, 4, 1}, 4), 4);   // half a warp
}

TEST(Shapes, AreThoseOfAsManyThreads) {
  OccupancyView view;
  for (const char* const shape : {"8x8", "1x256", "32x8", "256x1", "32x16"}) {
    OccupancyBlock made = block(int(parse_dim(shape).count()), 40, 0, 10);
    made.block = shape;
    view.blocks.push_back(made);
  }
  view.now = 2;
  const auto shapes = shapes_of_threads(view);
  ASSERT_EQ(shapes.size(), 3u);
  EXPECT_EQ(view.blocks[shapes[0].at].block, "256x1");
  EXPECT_EQ(view.blocks[shapes[1].at].block, "32x8");
  EXPECT_EQ(view.blocks[shapes[2].at].block, "1x256");
  EXPECT_EQ(shape_words(view, shapes, {}),
            "Sectors of a warp (model): 1x256 takes 8.0\u00d7 as long as 256x1.");
  EXPECT_EQ(shape_words(view, shapes, {2, 0, 5}),
            "Sectors of a warp (model): 1x256 takes 8.0\u00d7 as long as 256x1; "
            "measured 2.5\u00d7.");
  view.now = 0;
  EXPECT_EQ(shape_words(view, shapes_of_threads(view), {}), "");
  EXPECT_TRUE(has_shapes(view));
}

TEST(OccupancyWords, SayWhatTheHardwareCounted) {
  EXPECT_EQ(achieved_words(0.75, {}), "achieved \u2014: hardware counters have not been read");
  CounterResult counters;
  counters.why_absent = "the driver refuses";
  counters.advice = "ask somebody";
  EXPECT_EQ(achieved_words(0.75, counters), "achieved \u2014: the driver refuses; ask somebody");
  counters.reading = CounterReading{};
  EXPECT_EQ(achieved_words(0.75, counters),
            "achieved \u2014: this GPU does not count active warps");
  counters.reading->achieved_occupancy = 0.6;
  EXPECT_EQ(achieved_words(0.75, counters),
            "achieved 60 %, 0.8 of the theoretical, by hardware counters");
}

}  // namespace
}  // namespace livewarp::ui
