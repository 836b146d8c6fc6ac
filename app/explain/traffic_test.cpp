/// Bytes, operations and times of a step by hand, beside what the lens counts of real kernels.
#include "app/explain/traffic.h"

#include <gtest/gtest.h>

#include <string>

#include "app/explain/traffic_words.h"
#include "app/measure/lens_view.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

/// 1 TB/s of memory, 4 of the second cache, 16 of the first; 20 TFLOP/s; 50 GB/s to the host.
Ceilings gpu_limits() {
  Ceilings limits;
  for (const auto& [id, value] : {std::pair{"copy", 1e12},
                                  {"l2", 4e12},
                                  {"l1", 16e12},
                                  {"transfer", 50e9},
                                  {"fma32", 20e12}}) {
    limits.all.push_back(ceiling_of_kind(id, Backend::cuda));
    limits.all.back().value = value;
  }
  return limits;
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class Traffic : public testing::Test {
 protected:
  TrafficFacts facts(const std::string& workload, const std::string& variant, Values sizes) {
    workload_ = registry_.find(workload);
    TrafficFacts facts;
    facts.choice = default_choice(*workload_, variant, workload_->find(variant)->backend);
    for (const auto& [id, value] : sizes) facts.choice.problem[id] = value;
    facts.why_uncounted = "not looked at";
    facts.counters.why_absent = "not permitted";
    facts.counters.advice = "ask for it";
    return facts;
  }
  ui::TrafficView view(const TrafficFacts& facts) const {
    return traffic_of({*workload_, Backend::cuda, limits_, 0, "a GPU"}, facts);
  }
  /// Its stages by the real lens.
  void count(TrafficFacts& facts) const {
    const CountedTraffic counted = count_traffic(*workload_, facts.choice, {});
    EXPECT_EQ(counted.refusal, "");
    facts.counted = counted.traffic;
  }
  /// A plate of 1,000 x 1,000 cells, 6 operations each: 8 MB must move, 24 are asked for; so much
  /// is counted of an operation.
  TrafficFacts plate(double counted_bytes) {
    TrafficFacts plate =
        facts("heat", "naive", {{"nx", std::int64_t{1000}}, {"ny", std::int64_t{1000}}});
    ui::LensTraffic counted{.moved = counted_bytes * 100};
    counted.cost.flops = 100;
    plate.counted = counted;
    return plate;
  }

  const Registry registry_;
  const Workload* workload_ = nullptr;
  Ceilings limits_ = gpu_limits();
};

// Two floats read and two written of each of 2^20 elements, side by side: 16.8 MB whoever counts,
// 16.8 us at 1 TB/s.
TEST_F(Traffic, OfAVectorAdditionAllCountsAgree) {
  TrafficFacts add = facts("basics", "blocks", {{"n", std::int64_t{1} << 20}});
  count(add);
  add.median_ms = 0.02097152;
  const ui::TrafficView seen = view(add);
  for (const char* id : {"compulsory", "requested", "counted"}) {
    ASSERT_TRUE(seen.find(id)) << id;
    EXPECT_DOUBLE_EQ(seen.find(id)->amount, 16.0 * (1 << 20)) << id;
  }
  EXPECT_DOUBLE_EQ(seen.find("compulsory")->to_next, 1);
  EXPECT_DOUBLE_EQ(seen.find("compulsory")->ms, 0.016777216);
  EXPECT_DOUBLE_EQ(seen.find("compulsory")->share, 0.8);
  EXPECT_TRUE(seen.find("compulsory")->binds);
  EXPECT_DOUBLE_EQ(seen.find("counted")->ms, 0.016777216 / 16);
  EXPECT_EQ(seen.pace, "800 GB/s, 80 % of DRAM copy");
  EXPECT_EQ(seen.sentence,
            "Memory limits: its traffic takes 80 % of the time at the DRAM copy roof.");
  EXPECT_EQ(traffic_line(seen),
            "model: compulsory 16.8 MB, requested 16.8 MB (\u00d71.00) \u00b7 counted 16.8 MB "
            "(\u00d71.00) \u00b7 counters \u2014 \u00b7 arithmetic 1.05 MFLOP \u00b7 "
            "21.0 \u00b5s = 800 GB/s, 80 % of DRAM copy");
}

TEST_F(Traffic, WhatTakesMuchLongerThanItsBytesIsLimitedByNeither) {
  TrafficFacts add = facts("basics", "blocks", {{"n", std::int64_t{1} << 20}});
  add.median_ms = 0.16777216;
  EXPECT_TRUE(says(view(add).sentence,
                   "The largest gap is between traffic and time: 16.8 MB would take 10 % of it at "
                   "the DRAM copy roof"))
      << view(add).sentence;
  add.median_ms = 0.0083886080;
  EXPECT_TRUE(says(view(add).sentence, "caches serve a part of them")) << view(add).sentence;
}

// 2,160 rows are 67.5 tiles: the half ones at the edge move no more than they ask for, at whatever
// size the lens counts.
TEST_F(Traffic, OfTilesThatDoNotFillThePictureNothingIsCountedInVain) {
  TrafficFacts tiles =
      facts("transpose", "padded", {{"width", std::int64_t{3840}}, {"height", std::int64_t{2160}}});
  count(tiles);
  EXPECT_NEAR(view(tiles).find("counted")->amount, 8.0 * 3840 * 2160, 1);
}

// A warp reads 32 pixels of 4 bytes side by side and writes them a row apart: 4 + 32 bytes for 8,
// the stores alone eight times what they ask for.
TEST_F(Traffic, OfANaiveTransposeTheLensCountsWholeSectors) {
  TrafficFacts naive =
      facts("transpose", "naive", {{"width", std::int64_t{512}}, {"height", std::int64_t{512}}});
  count(naive);
  const ui::TrafficView seen = view(naive);
  EXPECT_DOUBLE_EQ(seen.find("requested")->amount, 8.0 * 512 * 512);
  EXPECT_NEAR(seen.find("requested")->to_next, 4.5, 1e-9);
  EXPECT_EQ(seen.sentence,
            "The largest gap is between requested and counted traffic: of each sector that moves, "
            "lanes use 22 %.");
  EXPECT_FALSE(seen.find("arithmetic")) << "a transposition computes nothing";
  EXPECT_EQ(seen.time().absent, "it is not measured yet");
  EXPECT_EQ(seen.pace, "");
}

TEST_F(Traffic, CountersTellHowMuchEachCacheServes) {
  TrafficFacts heat = plate(5.4);  // 32.4 MB
  heat.counters.reading.emplace();
  heat.counters.reading->l2_bytes = 24.3e6;
  heat.counters.reading->dram_bytes = 4.86e6;
  const ui::TrafficView seen = view(heat);
  EXPECT_NEAR(seen.find("compulsory")->to_next, 3, 1e-9);
  EXPECT_NEAR(seen.find("requested")->to_next, 1.35, 1e-9);
  EXPECT_NEAR(seen.find("counted")->to_next, 0.75, 1e-9);
  EXPECT_NEAR(seen.find("l2")->to_next, 0.2, 1e-9);
  EXPECT_EQ(seen.find("dram")->to_next, 0);
  EXPECT_NEAR(seen.find("l2")->ms, 24.3e6 / 4e12 * 1000, 1e-12);
  EXPECT_TRUE(seen.find("l2")->binds) << "6.1 us; the 4.9 MB of DRAM take 4.9";
  EXPECT_FALSE(seen.find("counters"));
  EXPECT_EQ(seen.sentence,
            "The largest gap is between L2 and DRAM traffic: 80 % of what is asked for comes from "
            "L2.");
}

TEST_F(Traffic, WithoutACounterOfTheSecondCacheBothServe) {
  TrafficFacts heat = plate(5.4);
  heat.counters.reading.emplace();
  heat.counters.reading->global_bytes = 32.4e6;
  heat.counters.reading->dram_bytes = 8.1e6;
  heat.median_ms = 0.009;
  const ui::TrafficView seen = view(heat);
  EXPECT_NEAR(seen.find("counted")->to_next, 1, 1e-9);
  EXPECT_TRUE(seen.find("dram")->binds) << "in place of what was expected of it";
  EXPECT_EQ(seen.pace, "900 GB/s, 90 % of DRAM copy");
  EXPECT_EQ(seen.sentence,
            "The largest gap is between L1 and DRAM traffic: three quarters of what is asked for "
            "comes from caches.");
}

TEST_F(Traffic, ARefusedCounterIsSaidWithWhatHelps) {
  const ui::TrafficView seen = view(plate(5.4));
  ASSERT_TRUE(seen.find("counters"));
  EXPECT_EQ(seen.find("counters")->absent, "not permitted; ask for it");
  EXPECT_EQ(seen.find("counted")->to_next, 0) << "there is nothing after it";
  EXPECT_TRUE(says(traffic_line(seen), "counters \u2014"));
  TrafficFacts empty = plate(5.4);
  empty.counters = {CounterReading{}, "", ""};
  EXPECT_EQ(view(empty).find("counters")->absent, "this GPU has no counters of bytes");
}

// 20 operations of each of 2^28 pairs: 5.37 GFLOP, 268 us at 20 TFLOP/s.
TEST_F(Traffic, OfManyOperationsAByteArithmeticLimits) {
  TrafficFacts nbody = facts("nbody", "shared", {{"n", std::int64_t{16384}}});
  nbody.median_ms = 0.4;
  const ui::TrafficView seen = view(nbody);
  EXPECT_DOUBLE_EQ(seen.find("arithmetic")->amount, 20.0 * 16384 * 16384);
  EXPECT_NEAR(seen.find("arithmetic")->ms, 0.268435, 1e-6);
  EXPECT_TRUE(seen.find("arithmetic")->binds);
  EXPECT_EQ(seen.pace, "13.4 TFLOP/s, 67 % of fp32 FMA");
  EXPECT_TRUE(says(seen.sentence,
                   "Arithmetic limits: its operations take 67 % of the time at the fp32 FMA roof, "
                   "its traffic would take 0."))
      << seen.sentence;
  nbody.median_ms = 4;
  EXPECT_TRUE(says(view(nbody).sentence, "operations would take 6.7 % of it"))
      << view(nbody).sentence;
  nbody.median_ms.reset();
  EXPECT_TRUE(says(view(nbody).sentence, "times as long")) << view(nbody).sentence;
}

// A part of what a body asks for grows with the bodies, another with their pairs.
TEST_F(Traffic, WhatIsCountedOfASmallStepIsScaledByWhatIsAskedFor) {
  TrafficFacts nbody = facts("nbody", "shared", {{"n", std::int64_t{16384}}});
  nbody.counted.emplace();
  nbody.counted->moved = 3e6;
  nbody.counted->cost.flops = 1;
  nbody.counted->requested = 2e6;
  EXPECT_NEAR(view(nbody).find("requested")->to_next, 1.5, 1e-9);
}

TEST_F(Traffic, WithoutLimitsBytesStandAndWhatBindsIsOpen) {
  limits_.all.clear();
  TrafficFacts heat = plate(4);
  heat.median_ms = 0.01;
  const ui::TrafficView seen = view(heat);
  EXPECT_EQ(seen.device, "");
  for (const ui::TrafficStage& stage : seen.stages) {
    EXPECT_FALSE(stage.binds) << stage.id;
    EXPECT_TRUE(stage.kind == ui::StageKind::time || stage.ms == 0) << stage.id;
  }
  EXPECT_EQ(seen.pace, "800 GB/s") << "of its compulsory bytes";
  EXPECT_EQ(seen.sentence,
            "The largest gap is between compulsory and requested traffic: threads ask for each "
            "byte 3 times on average, and caches serve the repeats.");
  // Of many operations a byte it may be arithmetic.
  TrafficFacts nbody = facts("nbody", "naive", {{"n", std::int64_t{16384}}});
  nbody.median_ms = 1;
  EXPECT_TRUE(says(view(nbody).sentence, "traffic limits is open without measured roofs"))
      << view(nbody).sentence;
  nbody.median_ms.reset();
  EXPECT_TRUE(says(view(nbody).sentence, "traffic limits is open without a time"))
      << view(nbody).sentence;
}

TEST_F(Traffic, OfAVariantOfTheHostNothingIsCounted) {
  TrafficFacts scalar = facts("nbody", "scalar", {{"n", std::int64_t{256}}});
  scalar.why_uncounted = why_uncounted(Backend::cpu, "");
  scalar.counters = no_counter_reading(Backend::cpu);
  scalar.why_untimed = "its result is not checked yet";
  const ui::TrafficView seen = view(scalar);
  EXPECT_EQ(seen.find("counted")->absent, "the lens counts CUDA variants alone");
  EXPECT_EQ(seen.find("counters")->absent, "only GPUs have hardware counters");
  EXPECT_EQ(seen.time().absent, "its result is not checked yet");
}

TEST_F(Traffic, WhatNobodyCountedIsNoZero) {
  TrafficFacts heat = plate(5.4);
  heat.counted.reset();
  heat.why_uncounted.clear();
  EXPECT_EQ(view(heat).find("counted")->absent, "it was not counted");
  EXPECT_TRUE(says(traffic_line(view(heat)), "counted \u2014"));
}

TEST_F(Traffic, TexturesAreNotCounted) {
  TrafficFacts texture = facts("heat", "texture", {});
  const CountedTraffic counted = count_traffic(*workload_, texture.choice, {});
  EXPECT_FALSE(counted.traffic);
  EXPECT_TRUE(says(why_uncounted(Backend::cuda, counted.refusal), "textures"));
}

/// Counters, bytes and time are those of a time step, of whatever length a pass is.
TEST_F(Traffic, APassOfSeveralStepsIsSharedOut) {
  TrafficFacts pass =
      facts("heat", "tile-temporal", {{"nx", std::int64_t{1024}}, {"ny", std::int64_t{1024}}});
  const int steps = workload_->time_steps(pass.choice);
  ASSERT_GT(steps, 1);
  pass.counters.reading.emplace();
  pass.counters.reading->dram_bytes = 8e6;
  EXPECT_DOUBLE_EQ(view(pass).find("dram")->amount, 8e6);
  EXPECT_DOUBLE_EQ(view(pass).find("compulsory")->amount, 8.0 * 1024 * 1024 / steps);
}

// 1 MB to the GPU and back takes 21 us at 50 GB/s.
TEST_F(Traffic, CopiesOfTheMemoryModeMayLimit) {
  TrafficFacts add = facts("basics", "blocks", {{"n", std::int64_t{1} << 16}});
  add.choice.memory = MemoryMode::pageable;
  const CostModel cost = workload_->cost(add.choice);
  ASSERT_GT(cost.to_device_bytes, 0);
  const double ms = 1000 * (cost.to_device_bytes + cost.to_host_bytes) / 50e9;
  add.median_ms = ms / 0.9;
  const ui::TrafficView seen = view(add);
  EXPECT_TRUE(seen.find("transfer")->binds);
  EXPECT_EQ(seen.sentence,
            "Transfers limit: copies between host and GPU take 90 % of the time at the host "
            "transfer roof.");
}

TEST(TrafficWords, AmountsKeepThreeDigits) {
  EXPECT_EQ(amount_text(8388608, "B"), std::make_pair(std::string("8.39"), std::string("MB")));
  EXPECT_EQ(amount_text(999.7e3, "B"), std::make_pair(std::string("1.00"), std::string("MB")));
  EXPECT_EQ(amount_text(48, "B"), std::make_pair(std::string("48"), std::string("B")));
  EXPECT_EQ(amount_text(5.37e9, "FLOP"), std::make_pair(std::string("5.37"), std::string("GFLOP")));
  EXPECT_EQ(times_text(4.5), "\u00d74.50");
}

}  // namespace
}  // namespace livewarp
