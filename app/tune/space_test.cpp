#include "app/tune/space.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "app/testing/test_commands.h"
#include "app/testing/toy_workload.h"
#include "kernels/core/base/text.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

using test::has;

/// A GPU as any, but with so many threads a block.
GpuInfo gpu_with(int threads) {
  GpuInfo gpu;
  gpu.max_threads_per_block = threads;
  gpu.can_map_host = gpu.managed = gpu.concurrent_managed = true;
  return gpu;
}

/// As selected on a machine that can run them.
SelectedVariant selected(const Workload& workload, const std::string& name) {
  const VariantInfo* info = workload.find(name);
  return {&workload,
          info,
          info->backend == Backend::cuda ? Executor::cuda : Executor::cpu,
          default_choice(workload, name, info->backend),
          {},
          false};
}

std::size_t settings_of(const SettingSpace& space, const std::string& variant) {
  return std::size_t(std::ranges::count_if(space.settings, [&](const SpaceSetting& setting) {
    return setting.variant.info->name == variant;
  }));
}

std::string refusal_of(const Workload& workload, const std::string& over,
                       const ParsedOptions& given = {}, Backend usual = Backend::cuda) {
  SpaceOver asked{read_over(over), {}, {}, 0};
  try {
    selection_over(variant_selection(&workload, given), asked, given, usual);
  } catch (const Error& error) {
    return error.what() + ("\n" + error.advice());
  }
  return {};
}

TEST(SettingSpace, IsTheProductOfWhatEachVariantHas) {
  const auto toy = test::make_toy();
  const GpuInfo gpu = gpu_with(1024);
  const SettingSpace space = make_space({selected(*toy, "naive"), selected(*toy, "tile")},
                                        {{"variant", "block", "items"}, {}, {}, 0}, &gpu);
  EXPECT_EQ(settings_of(space, "naive"), 4u) << "four blocks, and no items";
  EXPECT_EQ(settings_of(space, "tile"), 6u) << "two blocks by three numbers of items";
  EXPECT_EQ(space.refused_count(), 0u);
  std::set<std::string> texts;
  for (const SpaceSetting& setting : space.settings) {
    texts.insert(setting_text(space, setting));
    EXPECT_EQ(checked_choice(*toy, setting.variant.choice), setting.variant.choice);
    for (std::size_t d = 0; d < space.dimensions.size(); ++d) {
      const std::string& id = space.dimensions[d].id;
      const auto value = setting.variant.choice.launch.find(id);
      if (value == setting.variant.choice.launch.end()) continue;
      EXPECT_EQ(space.dimensions[d].values[std::size_t(setting.places[d])], to_text(value->second));
    }
  }
  EXPECT_EQ(texts.size(), 10u) << "no two are the same";
  EXPECT_TRUE(texts.contains("naive, block 64"));
  EXPECT_TRUE(texts.contains("tile, block 16x8, items 4"));
  ASSERT_EQ(space.first.size(), 2u);
  EXPECT_EQ(setting_text(space, space.settings[space.first[0]]), "naive, block 128");
  EXPECT_EQ(setting_text(space, space.settings[space.first[1]]), "tile, block 32x8, items 2");
}

TEST(SettingSpace, CountsWhatCannotBeWithItsReasons) {
  const auto toy = test::make_toy();
  const GpuInfo gpu = gpu_with(100);
  const SettingSpace space = make_space({selected(*toy, "naive"), selected(*toy, "tile")},
                                        {{"variant", "block", "memory"}, {}, {}, 0}, &gpu);
  // Of naive the blocks 32 and 64 are left, in device memory; of tile none is. Each block is
  // refused in both modes.
  EXPECT_EQ(space.settings.size(), 2u);
  EXPECT_EQ(space.refused().at("memory pinned: it moves its state by itself"), 2u);
  EXPECT_EQ(space.refused().at("block 256: this GPU allows 100 threads"), 2u);
  EXPECT_EQ(space.refused().at("block 32x8: this GPU allows 100 threads"), 2u);
  EXPECT_EQ(space.settings.size() + space.refused_count(), 4u * 2 + 2 * 2);
}

TEST(SettingSpace, OfHeatHoldsNothingThatItsWorkloadRefuses) {
  const Registry registry;
  const Workload& heat = *registry.find("heat");
  const GpuInfo gpu = gpu_with(1024);
  std::vector<SelectedVariant> variants;
  for (const VariantInfo* info : heat.variants())
    if (info->backend == Backend::cuda) variants.push_back(selected(heat, info->name));
  const SettingSpace space =
      make_space(variants, {{"variant", "block", "precision", "memory"}, {}, {}, 0}, &gpu);
  EXPECT_GT(space.settings.size(), 500u);
  for (const SpaceSetting& setting : space.settings) {
    EXPECT_EQ(heat.refusal(setting.variant.choice, Executor::cuda), "");
    EXPECT_EQ(memory_reason(*setting.variant.info, setting.variant.choice.memory, &gpu), "");
  }
  EXPECT_GT(space.refused_count(), 0u) << "textures hold no fp64";
}

TEST(SettingSpace, NumbersAndBlocksAscend) {
  const Registry registry;
  const Workload& heat = *registry.find("heat");
  const SettingSpace space = make_space({selected(heat, "naive"), selected(heat, "float4")},
                                        {{"variant", "block", "rows", "size"}, {}, {}, 3}, nullptr);
  const std::vector<std::string>& blocks = space.dimensions[space.dimension("block")].values;
  for (std::size_t i = 1; i < blocks.size(); ++i)
    EXPECT_LE(parse_dim(blocks[i - 1]).count(), parse_dim(blocks[i]).count());
  EXPECT_EQ(space.dimensions[space.dimension("size")].values.size(), 3u);
  EXPECT_EQ(space.dimensions[space.dimension("rows")].values, (std::vector<std::string>{"2", "4"}));
}

TEST(SettingSpace, HasACoordinateForEachSideOfABlock) {
  const auto toy = test::make_toy();
  const SettingSpace space = make_space({selected(*toy, "naive"), selected(*toy, "tile")},
                                        {{"variant", "block", "items"}, {}, {}, 0}, nullptr);
  const Terrain terrain = space.terrain();
  ASSERT_EQ(terrain.size(), space.settings.size());
  EXPECT_EQ(terrain.ordered, (std::vector<bool>{false, true, true, true, true, true}));
  for (std::size_t i = 0; i < terrain.size(); ++i) {
    const SpaceSetting& setting = space.settings[i];
    const Dim3 block = parse_dim(get_text(setting.variant.choice.launch, "block"));
    EXPECT_EQ(terrain.points[i][1], std::log2(block.x));
    EXPECT_EQ(terrain.points[i][2], std::log2(block.y));
    EXPECT_EQ(std::isnan(terrain.points[i][5]), setting.variant.info->name == "naive");
  }
}

TEST(SettingSpace, AnAutomaticValueIsNoNeighbourOfTheSmallest) {
  const Registry registry;
  const SettingSpace space =
      make_space({selected(*registry.find("heat"), "stream")}, {{"chunk"}, {}, {}, 0}, nullptr);
  const Terrain terrain = space.terrain();
  ASSERT_GT(terrain.size(), 2u);
  for (std::size_t i = 0; i < terrain.size(); ++i) {
    const std::int64_t rows = get_integer(space.settings[i].variant.choice.launch, "chunk");
    if (rows == 0)
      EXPECT_TRUE(std::isnan(terrain.points[i][0]));
    else
      EXPECT_EQ(terrain.points[i][0], std::log2(double(rows)));
  }
}

TEST(SettingSpace, TakesAnyBlockThatAVariantAllowsWhereItIsToldTo) {
  const auto toy = test::make_toy();
  const GpuInfo gpu = gpu_with(100);
  SpaceOver over{{"variant", "block"}, {}, {}, 0, true};
  const SettingSpace space =
      make_space({selected(*toy, "naive"), selected(*toy, "tile")}, over, &gpu);
  std::set<std::string> rows;
  for (const SpaceSetting& setting : space.settings) {
    const Dim3 block = parse_dim(get_text(setting.variant.choice.launch, "block"));
    EXPECT_LE(block.count(), 100u);
    if (setting.variant.info->name == "naive") rows.insert(to_text(block));
  }
  EXPECT_EQ(rows, (std::set<std::string>{"32", "64", "96"}));
  EXPECT_GT(settings_of(space, "tile"), 6u) << "shapes of 32 and 64 threads";
  EXPECT_EQ(space.refused().at("block 256: this GPU allows 100 threads"), 1u) << "of the presets";
}

TEST(SettingSpace, AnEmptyOneIsRefusedWithAReason) {
  const auto toy = test::make_toy();
  const GpuInfo gpu = gpu_with(16);
  try {
    make_space({selected(*toy, "naive")}, {{"block"}, {}, {}, 0}, &gpu);
    FAIL() << "all blocks are too large";
  } catch (const Error& error) {
    EXPECT_TRUE(has(error.what(), "the space is empty")) << error.what();
    EXPECT_TRUE(has(error.what(), "this GPU allows 16 threads")) << error.what();
  }
}

TEST(SpaceOver, WhatIsNotToldIsVariantsBlocksAndOwnAxes) {
  const Registry registry;
  const Workload& heat = *registry.find("heat");
  VariantSelection selection = variant_selection(&heat, {{"variant", "float4"}});
  EXPECT_EQ(usual_over(heat, selection), (std::vector<std::string>{"variant", "block", "rows"}));
  selection = variant_selection(&heat, {{"variant", "float4"}, {"block", "32x8"}});
  EXPECT_EQ(usual_over(heat, selection), (std::vector<std::string>{"variant", "rows"}));
}

TEST(SpaceOver, SaysWhatCannotBeVaried) {
  const Registry registry;
  const Workload& heat = *registry.find("heat");
  EXPECT_EQ(refusal_of(heat, "block,memory"), "");
  EXPECT_TRUE(has(refusal_of(heat, "blok"), "no variant of heat has an axis of this name"));
  EXPECT_TRUE(has(refusal_of(heat, "blok"), "--over takes variant, size, memory, block"));
  EXPECT_TRUE(has(refusal_of(heat, "nx"), "the size is called size here"));
  EXPECT_TRUE(has(refusal_of(heat, "equation"), "is no axis of a variant"));
  EXPECT_TRUE(has(refusal_of(heat, "rows", {{"variant", "naive"}}), "naive has no axis rows"));
  EXPECT_TRUE(has(refusal_of(heat, "rows", {{"variant", "naive"}}), "it belongs to register"));
  EXPECT_TRUE(has(refusal_of(heat, "memory", {{"backend", "cpu"}}), "only CUDA variants"));
  EXPECT_TRUE(has(refusal_of(heat, "memory", {}, Backend::cpu), "only CUDA variants"));
  EXPECT_TRUE(has(refusal_of(heat, "block", {{"block", "32x8"}, {"backend", "cuda"}}),
                  "--block: this is what is varied"));
  EXPECT_TRUE(has(refusal_of(heat, "size", {{"nx", "64"}}), "--nx: this is what is varied"));
  EXPECT_THROW(read_over(","), Error);
  EXPECT_THROW(read_over("block,block"), Error);
  EXPECT_EQ(read_over("block,memory"), (std::vector<std::string>{"block", "memory"}));
}

}  // namespace
}  // namespace livewarp
