// Predicted, counted and timed over a parameter as a command, on a machine without a GPU: each
// prediction beside a formula that is written here once more.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <sstream>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/testing/test_commands.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

using nlohmann::json;
using test::Bench;
using test::has;
using test::run;

class CurvesCommand : public testing::Test {
 protected:
  json curves(const std::string& line) {
    EXPECT_EQ(run(bench_, "curves " + line + " --json " + folder_.file("c.json")), exit_ok)
        << bench_.err.str();
    return json::parse(test::content_of(folder_.file("c.json")));
  }
  std::string refused(const std::string& line) {
    bench_.err.str("");
    EXPECT_EQ(run(bench_, "curves " + line), exit_bad_request) << line << bench_.out.str();
    return bench_.err.str();
  }
  static double value(const json& point, const char* key, const char* quantity) {
    return point[key].contains(quantity) ? point[key][quantity].get<double>() : -1;
  }
  static std::vector<double> values(const json& report) {
    std::vector<double> all;
    for (const json& point : report["points"]) all.push_back(point["value"]);
    return all;
  }

  const Registry registry_;
  Bench bench_{workloads_of(registry_)};
  const test::TemporaryFolder folder_;
};

/// Sectors of a load, mean over warps, of a loop over lanes and their addresses. Elements are taken
/// one remainder after another.
double sectors_by_hand(std::int64_t n, std::int64_t stride) {
  double sectors = 0, warps = 0;
  for (std::int64_t first = 0; first < stride; ++first)
    for (std::int64_t begin = first; begin < n; begin += 32 * stride) {
      std::set<std::int64_t> touched;
      for (std::int64_t lane = 0; lane < 32 && begin + lane * stride < n; ++lane)
        touched.insert(4 * (begin + lane * stride) / 32);
      sectors += double(touched.size());
      ++warps;
    }
  return sectors / warps;
}

TEST_F(CurvesCommand, AStrideTouchesMoreAndMoreSectors) {
  const json report = curves("access --variant stride --over stride --n 8192");
  EXPECT_EQ(report["over"], "stride");
  const std::vector<double> strides = values(report);
  EXPECT_EQ(strides.size(), 16u);
  EXPECT_TRUE(std::ranges::is_sorted(strides));
  for (const json& point : report["points"]) {
    const auto stride = std::int64_t(point["value"]);
    for (const char* const quantity : {"load-sectors", "store-sectors"}) {
      EXPECT_NEAR(value(point, "predicted", quantity), sectors_by_hand(8192, stride), 1e-9)
          << stride;
      EXPECT_EQ(value(point, "predicted", quantity), value(point, "counted", quantity)) << stride;
      EXPECT_TRUE(point["agrees"][quantity]) << stride;
      if (stride == 1 || stride == 2 || stride == 4 || stride == 64) {
        EXPECT_EQ(value(point, "counted", quantity),
                  double(std::min<std::int64_t>(4 * stride, 32)));
      }
    }
    EXPECT_TRUE(point["median_ms"].is_null()) << "there is no GPU";
    EXPECT_TRUE(has(point["untimed"].get<std::string>(), "no CUDA device")) << point;
  }
  EXPECT_EQ(report["verdict"], "Counted as predicted, at all 16 values.");
  const std::string text = bench_.out.str();
  for (const char* const part :
       {"sectors a load", "not timed: no CUDA device", "predicted and counted at 8,192",
        "Counted as predicted, at all 16 values."})
    EXPECT_TRUE(has(text, part)) << part << "\n" << text;
}

// 32 lanes from element -offset on: one sector more where that is no multiple of eight.
TEST_F(CurvesCommand, AnOffsetTouchesOneSectorMore) {
  const json report =
      curves("access --variant offset --over offset --n 8192 --values 0,1,4,8,31,32");
  EXPECT_EQ(values(report), (std::vector<double>{0, 1, 4, 8, 31, 32}));
  constexpr double warps = 8192 / 32;
  for (const json& point : report["points"]) {
    const auto offset = std::int64_t(point["value"]), rest = offset % 32;
    // The first warp and the last hold what a full one would; both together are one more.
    double sectors = 0, requests = 0;
    for (std::int64_t begin = -rest; begin < 8192; begin += 32) {
      const std::int64_t first = std::max<std::int64_t>(begin, 0),
                         last = std::min<std::int64_t>(begin + 31, 8191);
      sectors += double(last / 8 - first / 8 + 1);
      ++requests;
    }
    EXPECT_EQ(requests, rest == 0 ? warps : warps + 1);
    EXPECT_NEAR(value(point, "predicted", "load-sectors"), sectors / requests, 1e-9) << offset;
    EXPECT_EQ(value(point, "predicted", "load-sectors"), value(point, "counted", "load-sectors"));
  }
}

// e of 32 lanes make 37 rounds and the others 5: a branch goes through both, one after the other.
TEST_F(CurvesCommand, AFractionOfLanesHoldsUpTheOthers) {
  const json report =
      curves("divergence --variant branch --over fraction --n 2048 --cheap 5 --expensive 37 "
             "--values 0,0.03125,0.25,0.5,0.96875,1");
  for (const json& point : report["points"]) {
    const double e = 32 * point["value"].get<double>();
    const double rounds = (e > 0 ? 37 : 0) + (e < 32 ? 5 : 0);
    const double lanes = (e * 37 + (32 - e) * 5) / rounds;
    EXPECT_NEAR(value(point, "predicted", "active-lanes"), lanes, 1e-9) << e;
    EXPECT_NEAR(value(point, "counted", "active-lanes"), lanes, 1e-9) << e;
    EXPECT_NEAR(value(point, "predicted", "loop-rounds"), rounds, 1e-9) << e;
    EXPECT_NEAR(value(point, "counted", "loop-rounds"), rounds, 1e-9) << e;
  }
  EXPECT_EQ(report["verdict"], "Counted as predicted, at all 6 values.");
}

TEST_F(CurvesCommand, OtherWaysThroughTheSameItems) {
  struct Way {
    const char* variant;
    double rounds, lanes;  ///< at 8 of 32 lanes
  };
  const double needed = 8 * 37 + 24 * 5;
  for (const Way& way :
       {Way{"vote", 42, 32}, Way{"loop", 37, needed / 37}, Way{"by-index", 42, needed / 42}}) {
    const json report = curves("divergence --variant " + std::string(way.variant) +
                               " --over fraction --n 2048 --cheap 5 --expensive 37 "
                               "--values 0.25,0.5");
    const json& point = report["points"][0];
    for (const char* const key : {"predicted", "counted"}) {
      EXPECT_NEAR(value(point, key, "loop-rounds"), way.rounds, 1e-9) << way.variant << " " << key;
      EXPECT_NEAR(value(point, key, "active-lanes"), way.lanes, 1e-9) << way.variant << " " << key;
    }
  }
  // Both sides for every lane, whatever the share.
  const json predicated =
      curves("divergence --variant predicated --over expensive --n 2048 --cheap 5 --values 8,37");
  for (const char* const key : {"predicted", "counted"}) {
    EXPECT_EQ(value(predicated["points"][0], key, "loop-rounds"), 8 + 5) << key;
    EXPECT_EQ(value(predicated["points"][1], key, "loop-rounds"), 37 + 5) << key;
    EXPECT_EQ(value(predicated["points"][1], key, "active-lanes"), 32) << key;
  }
  // Lists: 512 items of 2,048 are expensive, 16 whole warps of 64.
  const json report =
      curves("divergence --variant sorted --over fraction --n 2048 --cheap 5 --expensive 37 "
             "--values 0.25,0.5");
  for (const char* const key : {"predicted", "counted"}) {
    EXPECT_NEAR(value(report["points"][0], key, "loop-rounds"), (16 * 37 + 48 * 5) / 64.0, 1e-9);
    EXPECT_EQ(value(report["points"][0], key, "active-lanes"), 32);
  }
}

// At random a warp of 32 has an expensive item with 1 - (1 - f)^32.
TEST_F(CurvesCommand, WhatIsRandomComesNearWhatIsToBeExpected) {
  const json report =
      curves("divergence --variant branch --over fraction --arrangement random --n 16384 --cheap 5 "
             "--expensive 37 --values 0.03125,0.5");
  const json& point = report["points"][0];
  const double f = 1 / 32.0, some = 1 - std::pow(1 - f, 32), cheap = 1 - std::pow(f, 32);
  EXPECT_NEAR(value(point, "predicted", "loop-rounds"), some * 37 + cheap * 5, 1e-9);
  EXPECT_TRUE(point["agrees"]["loop-rounds"]) << point;
  EXPECT_NE(value(point, "counted", "loop-rounds"), value(point, "predicted", "loop-rounds"));
  EXPECT_TRUE(has(report["verdict"].get<std::string>(), "of what is to be expected, at all 2"));
}

// More chains than there are elements for: threads begin fewer of them one after another. Each
// element is 8 bytes in and 8 out, and one thread tells 16 bytes more.
TEST_F(CurvesCommand, ChainsInFlightLeaveFewerOperationsToWaitFor) {
  const json report =
      curves("rates --variant fp32 --over chains --n 65536 --steps 33 --block 32 --blocks 1");
  EXPECT_EQ(values(report), (std::vector<double>{1, 2, 4, 8}));
  for (const json& point : report["points"]) {
    const double at_once = 132 * 32 * point["value"].get<double>();  // of a large GPU
    EXPECT_EQ(value(point, "predicted", "dependent-operations"), 33 * std::ceil(65536 / at_once));
    EXPECT_EQ(value(point, "counted", "dependent-operations"), -1);
    EXPECT_EQ(value(point, "counted", "load-sectors"), 8);
    EXPECT_EQ(value(point, "predicted", "load-sectors"), 8);
    EXPECT_TRUE(point["agrees"]["store-sectors"]) << point;
  }
}

// The context's limits: 10 GB/s. 32 numbers that are `step` apart lie in 2 step cache lines.
TEST_F(CurvesCommand, OnTheHostThereAreTimesAndBounds) {
  const json report =
      curves("access --variant lines --over step --n 65536 --values 1,4,64 --time 0.02");
  for (const json& point : report["points"]) {
    const double lines = std::min(32.0, 2 * point["value"].get<double>());
    EXPECT_EQ(value(point, "predicted", "cache-lines"), lines);
    EXPECT_TRUE(has(point["uncounted"].get<std::string>(), "the lens counts CUDA variants alone"));
    EXPECT_GT(point["median_ms"].get<double>(), 0);
    EXPECT_NEAR(point["bound_ms"].get<double>(), 2 * 4 * 65536 / 10e9 * 1e3, 1e-9);
    EXPECT_NEAR(point["fetched_ms"].get<double>(), 2 * 64 * lines * 65536 / 32 / 10e9 * 1e3, 1e-9);
  }
  EXPECT_TRUE(report["verdict"].is_null());
}

TEST_F(CurvesCommand, WritesALineAValue) {
  EXPECT_EQ(
      run(bench_, "curves access --variant offset --over offset --n 1024 --values 0,1 --csv " +
                      folder_.file("c.csv")),
      exit_ok);
  const std::string text = test::content_of(folder_.file("c.csv"));
  EXPECT_TRUE(text.starts_with("variant,offset,load-sectors_predicted,load-sectors_counted,"))
      << text;
  EXPECT_TRUE(has(text, "\noffset,0.0,4.0,4.0,4.0,4.0,")) << text;
  EXPECT_EQ(std::ranges::count(text, '\n'), 3);
}

TEST_F(CurvesCommand, DistancesBeyondTheArrayAreLeftOutWithTheirReason) {
  const json report = curves("access --variant stride --over stride --n 64 --values 2,64,128");
  EXPECT_TRUE(report["points"][0]["refused"].is_null());
  EXPECT_EQ(report["points"][1]["refused"],
            "a stride of 64 elements reaches beyond the array of 64");
  EXPECT_TRUE(report["points"][2]["predicted"].empty());
  EXPECT_TRUE(has(bench_.out.str(), "not computed: a stride of 64 elements")) << bench_.out.str();
  const json zero = curves("divergence --variant branch --over fraction --n 1024 --values 0,0.01");
  EXPECT_EQ(value(zero["points"][0], "counted", "active-lanes"), 32) << "nobody waits";
  EXPECT_TRUE(has(zero["points"][1]["refused"].get<std::string>(), "less than half a lane"));
}

TEST_F(CurvesCommand, SaysInALineWhatIsWrong) {
  for (const auto& [line, words] :
       {std::pair{"curves", "WORKLOAD is missing"},
        {"curves access --variant stride --over offset", "has no parameter of this name"},
        {"curves access --variant stride --over radius", "nothing that is predicted of access "
                                                         "stride changes with it"},
        {"curves access --variant stride --over stride --values 9", "9"},
        {"curves access --variant stride --over stride --values ,", "--values names none"},
        {"curves access --variant stride --over stride --values 2 --from 1",
         "--values names all values"},
        {"curves access --variant stride --over stride --from 3000", "has no value from 3000 on"},
        {"curves access --variant stride --over stride --stride 2", "the curves are over it"},
        {"curves access --variant stride --over stride --n 64 --values 64,128",
         "reaches beyond the array of 64"},
        {"curves divergence --variant branch --over fraction --from 0.5 --to 0.25",
         "is larger than to"},
        {"curves divergence --variant branch --over fraction --to 2", "goes from 0 to 1"},
        {"curves divergence --variant flattened --over fraction", "no formula"},
        {"curves divergence --variant predicated --over fraction",
         "nothing that is predicted of divergence predicated changes with it"},
        {"curves access --variant gather", "it computes the task gather alone: --task gather"},
        {"curves nbody --variant naive", "no formula is known"},
        {"curves access --variant stride --json /nowhere/c.json", "/nowhere/c.json"}})
    EXPECT_TRUE(has(refused(std::string(line).substr(6)), words))
        << line << ": " << bench_.err.str();
}

TEST_F(CurvesCommand, AnInterruptKeepsWhatIsPredicted) {
  bench_.source.request_stop();
  EXPECT_EQ(run(bench_, "curves access --variant stride --over stride --n 1024 --json " +
                            folder_.file("c.json")),
            exit_interrupted);
  const json report = json::parse(test::content_of(folder_.file("c.json")));
  EXPECT_TRUE(report["partial"]);
  EXPECT_EQ(value(report["points"][0], "predicted", "load-sectors"), 4);
  EXPECT_TRUE(report["points"][0]["counted"].empty());
}

}  // namespace
}  // namespace livewarp
