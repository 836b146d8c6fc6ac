#include "app/telemetry/clocks_text.h"

#include <gtest/gtest.h>

#include "app/testing/test_commands.h"
#include "app/testing/toy_workload.h"

namespace livewarp {
namespace {

using Json = nlohmann::ordered_json;
using test::has;

StepClocks of_a_gpu() {
  StepClocks clocks;
  const auto warm = [](double ms) { return summarize(std::vector<double>(20, ms)); };
  clocks.device = {2.5, warm(2), {}};
  clocks.finished = {31, warm(2.1), {}};
  clocks.returned = {30, warm(0.005), {}};
  return clocks;
}

TEST(ClocksText, AFileHoldsFirstAndWarmOfEachClock) {
  const Json json = to_json(of_a_gpu());
  EXPECT_EQ(json["device"]["first_ms"], 2.5);
  EXPECT_EQ(json["finished"]["median_ms"], 2.1);
  EXPECT_EQ(json["returned"]["median_ms"], 0.005);
  EXPECT_EQ(json["returned"]["count"], 20);
  EXPECT_TRUE(json["device"]["reason"].is_null());
  StepClocks none;
  none.device.reason = "a CPU has no events";
  EXPECT_TRUE(to_json(none)["device"]["median_ms"].is_null());
  EXPECT_EQ(to_json(none)["device"]["reason"], "a CPU has no events");
}

TEST(ClocksText, ATableHasALineForEachClock) {
  const std::string table = clocks_table({{"naive", of_a_gpu()}});
  EXPECT_TRUE(has(table, "naive    GPU events")) << table;
  EXPECT_TRUE(has(table, "stopwatch, not waiting    30,000    5.000")) << table;
  EXPECT_EQ(clocks_table({}), "");
}

TEST(ClocksText, BenchReadsThemWhereItIsAsked) {
  const auto toy = test::make_toy();
  const test::TemporaryFolder folder;
  test::Bench bench({toy.get()});
  ASSERT_EQ(test::run(bench, "bench toy --variant plain --time 0.02 --clocks --json " +
                                 folder.file("r.json")),
            exit_ok)
      << bench.err.str();
  EXPECT_TRUE(has(bench.out.str(), "stopwatch, waiting")) << bench.out.str();
  EXPECT_TRUE(has(bench.out.str(), "the call computes")) << bench.out.str();
  const Json result = Json::parse(test::content_of(folder.file("r.json")))["results"][0];
  EXPECT_GT(result["clocks"]["finished"]["first_ms"].get<double>(), 0);
  EXPECT_GT(result["clocks"]["finished"]["median_ms"].get<double>(), 0);
  EXPECT_TRUE(result["clocks"]["device"]["median_ms"].is_null());

  test::Bench plain({toy.get()});
  test::run(plain, "bench toy --variant plain --time 0.02");
  EXPECT_FALSE(has(plain.out.str(), "stopwatch"));
}

TEST(ClocksText, AWrongResultHasNoTimeByAnyClock) {
  const auto toy = test::make_wrong_toy();
  const test::TemporaryFolder folder;
  test::Bench bench({toy.get()});
  EXPECT_EQ(test::run(bench, "bench toy --variant wrong --time 0.02 --clocks --json " +
                                 folder.file("r.json")),
            exit_wrong);
  EXPECT_FALSE(has(bench.out.str(), "stopwatch")) << bench.out.str();
  const Json result = Json::parse(test::content_of(folder.file("r.json")))["results"][0];
  EXPECT_FALSE(result.contains("clocks")) << result.dump(1);
}

}  // namespace
}  // namespace livewarp
