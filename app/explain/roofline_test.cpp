/// Points under roofs, by hand; and the model's requested bytes beside what the lens counts.
#include "app/explain/roofline.h"

#include <gtest/gtest.h>

#include <string>

#include "app/measure/lens_view.h"
#include "kernels/emulator/lens/lens.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

using ui::BytesOf;

/// 100 GB/s of memory, 250 of the second cache, 1,000 of the first; 200 GFLOP/s.
Ceilings round_ceilings() {
  Ceilings all;
  const auto add = [&](const char* id, double value) {
    Ceiling ceiling = ceiling_of_kind(id, Backend::cpu);
    ceiling.value = value;
    all.all.push_back(ceiling);
  };
  add("copy", 90e9);
  add("read", 100e9);
  add("l2", 250e9);
  add("l1", 1000e9);
  add("fma32", 200e9);
  add("fma64", 100e9);
  return all;
}

class RooflineOfHeat : public testing::Test {
 protected:
  Choice choice(const std::string& variant, int side) const {
    const VariantInfo* const info = workload().find(variant);
    Choice made = default_choice(workload(), variant, info->backend);
    made.problem["nx"] = std::int64_t(side);
    made.problem["ny"] = std::int64_t(side);
    return made;
  }
  const Workload& workload() const { return *registry_.find("heat"); }

  const Registry registry_;
  const Ceilings ceilings_ = round_ceilings();
};

// 6 operations a cell of radius 1; 4 bytes in and 4 out, of which 10 ms of 1,000 x 1,000 cells make
// 0.8 GB/s and 0.6 GFLOP/s.
TEST_F(RooflineOfHeat, PointsStandUnderTheRoofOfTheLevelOfTheirBytes) {
  const RooflineParts parts{workload(), Backend::cpu, ceilings_, 1 << 20, "a CPU"};
  const Choice now = choice(workload().info().default_cpu, 1000);
  const ui::Roofline roofline = roofs_of(parts, now);
  EXPECT_TRUE(roofline.refusal.empty());
  EXPECT_EQ(roofline.operation, "FLOP");
  EXPECT_EQ(roofline.roofs.size(), ceilings_.all.size());
  const CostModel cost = workload().cost(now).of_one_time_step();
  ASSERT_DOUBLE_EQ(cost.flops, 6e6);
  const ui::RoofPoint point =
      roof_point(parts, roofline, {.choice = now, .median_ms = 10, .running = true});
  EXPECT_DOUBLE_EQ(point.performance, 0.6e9);
  ASSERT_TRUE(point.by(BytesOf::compulsory) && point.by(BytesOf::requested));
  EXPECT_FALSE(point.by(BytesOf::counted));
  const ui::RoofIntensity& compulsory = *point.by(BytesOf::compulsory);
  EXPECT_EQ(compulsory.level, MemoryLevel::dram) << "the state does not fit 1 MiB";
  EXPECT_DOUBLE_EQ(compulsory.value, cost.flops / cost.compulsory_bytes);
  EXPECT_DOUBLE_EQ(compulsory.attainable, 100e9 * compulsory.value) << "the best of both roofs";
  EXPECT_EQ(compulsory.roof, "DRAM read");
  EXPECT_DOUBLE_EQ(point.share(BytesOf::compulsory), 0.6e9 / compulsory.attainable);
  EXPECT_EQ(point.by(BytesOf::requested)->level, MemoryLevel::l1);
  EXPECT_DOUBLE_EQ(point.by(BytesOf::requested)->value, cost.flops / cost.requested_bytes);
}

TEST_F(RooflineOfHeat, WhatFitsTheCacheStandsUnderTheCache) {
  const RooflineParts parts{workload(), Backend::cpu, ceilings_, std::size_t{1} << 30, "a CPU"};
  const Choice now = choice(workload().info().default_cpu, 1000);
  const ui::RoofPoint point =
      roof_point(parts, roofs_of(parts, now), {.choice = now, .median_ms = 10});
  EXPECT_EQ(point.by(BytesOf::compulsory)->level, MemoryLevel::l2);
  EXPECT_EQ(point.by(BytesOf::compulsory)->roof, "L2");
}

TEST_F(RooflineOfHeat, CountedBytesAreScaledFromTheSmallerProblem) {
  const RooflineParts parts{workload(), Backend::cpu, ceilings_, 1 << 20, "a CPU"};
  const Choice now = choice(workload().info().default_cpu, 1000);
  ui::LensTraffic counted{.requested = 3e3, .moved = 2e3};
  counted.cost.flops = 1e3;
  const ui::RoofPoint point =
      roof_point(parts, roofs_of(parts, now), {.choice = now, .median_ms = 10, .counted = counted});
  // 24 bytes of a cell are asked for, two thirds of that move, and 6 operations are done.
  EXPECT_DOUBLE_EQ(point.by(BytesOf::counted)->value, 6.0 / 16);
  EXPECT_EQ(point.by(BytesOf::counted)->level, MemoryLevel::l1);
}

// Of memory, whatever fits a cache: that is what was counted.
TEST_F(RooflineOfHeat, BytesOfCountersComeFromMemory) {
  const RooflineParts parts{workload(), Backend::cpu, ceilings_, std::size_t{1} << 30, "a CPU"};
  const Choice now = choice(workload().info().default_cpu, 1000);
  const ui::RoofPoint point =
      roof_point(parts, roofs_of(parts, now), {.choice = now, .median_ms = 10, .dram_bytes = 12e6});
  ASSERT_TRUE(point.by(BytesOf::measured));
  EXPECT_DOUBLE_EQ(point.by(BytesOf::measured)->value, 0.5);
  EXPECT_EQ(point.by(BytesOf::measured)->roof, "DRAM read");
  EXPECT_STREQ(ui::origin_of(BytesOf::measured), "counters");
}

// 20 operations a pair by convention, of which tensor cores make 50, and a root each.
TEST(Roofline, TheLowestRoofOverArithmeticIsInOperationsOfTheWorkload) {
  const auto roof = [](const char* id, double value) {
    return ui::Roof{id, id, "", "", value, MemoryLevel::none};
  };
  const std::vector<ui::Roof> roofs{roof("fma32", 60e12), roof("fma64", 30e12),
                                    roof("tensor", 600e12), roof("special", 4e12)};
  const FlatRoof ordinary = flat_roof(roofs, {.flops = 20e9});
  ASSERT_TRUE(ordinary.roof);
  EXPECT_EQ(ordinary.roof->id, "fma32");
  EXPECT_DOUBLE_EQ(ordinary.attainable, 60e12);
  const FlatRoof tensor = flat_roof(roofs, {.flops = 20e9, .tensor_flops = 50e9});
  ASSERT_TRUE(tensor.roof);
  EXPECT_EQ(tensor.roof->id, "tensor");
  EXPECT_DOUBLE_EQ(tensor.attainable, 240e12);
  const FlatRoof roots = flat_roof(roofs, {.flops = 20e9, .tensor_flops = 50e9, .roots = 1e9});
  ASSERT_TRUE(roots.roof);
  EXPECT_EQ(roots.roof->id, "special");
  EXPECT_DOUBLE_EQ(roots.attainable, 80e12);
  EXPECT_FALSE(flat_roof(roofs, {.flops = 20e9, .other_units = true}).roof);
  EXPECT_FALSE(flat_roof({}, {.flops = 20e9}).roof);
}

TEST(Roofline, AnotherBackendsCeilingsAreNoRoofs) {
  const Registry registry;
  const Workload& nbody = *registry.find("nbody");
  const Ceilings ceilings = round_ceilings();
  const RooflineParts parts{nbody, Backend::cuda, ceilings, 0, "a GPU"};
  const Choice choice = default_choice(nbody, "naive", Backend::cuda);
  EXPECT_TRUE(roofs_of(parts, choice).roofs.empty());
  const ui::RoofPoint point =
      roof_point(parts, roofs_of(parts, choice), {.choice = choice, .median_ms = 1});
  EXPECT_EQ(point.share(BytesOf::compulsory), 0) << "no roof is known";
}

TEST(Roofline, WorkWithoutArithmeticCountsItems) {
  const Registry registry;
  const Workload& transpose = *registry.find("transpose");
  const Ceilings ceilings = round_ceilings();
  const RooflineParts parts{transpose, Backend::cpu, ceilings, 0, "a CPU"};
  const Choice choice = default_choice(transpose, transpose.info().default_cpu, Backend::cpu);
  const ui::Roofline roofline = roofs_of(parts, choice);
  EXPECT_FALSE(roofline.arithmetic);
  EXPECT_EQ(roofline.operation, transpose.info().item);
  for (const ui::Roof& roof : roofline.roofs) EXPECT_TRUE(roof.slanted()) << roof.label;
}

// An independent count of what the model says: every lane's bytes, of all the kernel's warps. The
// model takes every cell for one inside; one at the border reads and writes itself alone, a quarter
// of the 7 + 1 values of a volume.
TEST(Roofline, RequestedBytesAreWhatTheLensCounts) {
  const Registry registry;
  Values problem;
  const auto ratio = [&](const std::string& name, const std::string& variant) {
    const Workload& workload = *registry.find(name);
    Choice choice = default_choice(workload, variant, Backend::cuda);
    problem = choice.problem = emulator::lens_problem(workload, choice);
    emulator::LensScope scope;
    scope.whole_grid = true;
    const auto traffic = lens_traffic(workload, choice, emulator::look(workload, choice, scope));
    EXPECT_TRUE(traffic) << name << " " << variant;
    return traffic ? traffic->requested / traffic->cost.requested_bytes : 0;
  };
  for (const char* variant : {"naive", "shared"})
    EXPECT_NEAR(ratio("transpose", variant), 1, 1e-9) << variant;
  EXPECT_NEAR(ratio("heat", "naive"), 1, 0.05);
  EXPECT_NEAR(ratio("nbody", "naive"), 1, 0.05);
  const double volume = ratio("heat3d", "point");
  double inside = 1;
  for (const char* side : {"nx", "ny", "nz"}) {
    const auto cells = double(get_integer(problem, side));
    inside *= (cells - 2) / cells;
  }
  EXPECT_NEAR(volume, inside + (1 - inside) / 4, 1e-9);
}

TEST(Roofline, TexturesHaveNoCountedBytes) {
  const Registry registry;
  const Workload& heat = *registry.find("heat");
  Choice choice = default_choice(heat, "texture", Backend::cuda);
  choice.problem = emulator::lens_problem(heat, choice);
  EXPECT_FALSE(lens_traffic(heat, choice, emulator::look(heat, choice)));
}

}  // namespace
}  // namespace livewarp
