#include <set>

#include <gtest/gtest.h>

#include "app/measure/json_report.h"
#include "app/testing/test_commands.h"
#include "app/testing/toy_workload.h"

namespace livewarp {
namespace {

using test::Bench;
using test::content_of;
using test::has;
using test::run;
using test::TemporaryFolder;

/// The report of a search whose two best differ much: a machine on which nothing could be decided
/// in time is asked again.
Json decided(const Workload& workload, const std::string& line, std::string& said) {
  const TemporaryFolder folder;
  Json report;
  for (int i = 0; i < 4 && (i == 0 || report["tune"]["time"]["verdict"] == "undecided"); ++i) {
    Bench bench({&workload});
    EXPECT_EQ(run(bench, line + " --json " + folder.file("t.json")), exit_ok)
        << bench.out.str() << bench.err.str();
    report = Json::parse(content_of(folder.file("t.json")));
    said = bench.out.str();
  }
  return report;
}

TEST(TuneCommand, FindsTheBestAndSaysHowToRunIt) {
  const Registry registry;
  std::string out;
  const Json report = decided(
      *registry.find("nbody"),
      "tune nbody --variant scalar,vector --n 512 --over variant --exhaustive --time 2", out);
  const Json& tune = report["tune"];
  EXPECT_EQ(tune["settings"], 2);
  EXPECT_EQ(tune["seen"], 2);
  EXPECT_EQ(tune["best"], "livewarp nbody --variant vector --n 512");
  EXPECT_EQ(tune["time"]["verdict"], "faster");
  EXPECT_LT(tune["time"]["high"].get<double>(), 1);
  EXPECT_LT(tune["time"]["ratio"].get<double>(), tune["time"]["high"].get<double>());
  EXPECT_TRUE(tune["cycles"].is_null()) << "the clock of a CPU is not known";
  ASSERT_EQ(report["results"].size(), 2u);
  EXPECT_EQ(report["results"][0]["variant"], "vector") << "the best first";
  for (const Json& result : report["results"])
    EXPECT_TRUE(result["verified"].get<bool>()) << result.dump(2);
  EXPECT_TRUE(has(out, "Best: vector\n  livewarp nbody --variant vector --n 512\n")) << out;
  EXPECT_TRUE(has(out, "FASTER than scalar")) << out;
  EXPECT_TRUE(has(out, "Seen 2 of 2 settings")) << out;
  // What it prints can be pasted.
  Bench again({registry.find("nbody")});
  EXPECT_EQ(run(again, "bench nbody --variant vector --n 512 --time 0.05"), exit_ok);
}

TEST(TuneCommand, SeesEverySettingWhereItIsToldTo) {
  const auto toy = test::make_toy();
  const TemporaryFolder folder;
  Bench bench({toy.get()});
  ASSERT_EQ(run(bench, "tune toy --n 4096 --over variant,threads --exhaustive --time 0.2 --json " +
                           folder.file("t.json")),
            exit_ok)
      << bench.out.str() << bench.err.str();
  const Json report = Json::parse(content_of(folder.file("t.json")));
  EXPECT_EQ(report["tune"]["seen"], 8) << "plain, and threads with 1, 2, 4 ... 64 of them";
  std::set<std::string> launches;
  for (const Json& result : report["results"])
    launches.insert(result["variant"].get<std::string>() + result["launch"].dump());
  EXPECT_EQ(launches.size(), 8u) << "each once";
  EXPECT_TRUE(has(bench.out.str(), "Varied: variant (2), threads (7): 8 settings"));
}

TEST(TuneCommand, SaysHowMuchItSawWhereTheTimeIsShort) {
  const Registry registry;
  const TemporaryFolder folder;
  Bench bench({registry.find("heat")});
  ASSERT_EQ(run(bench, "tune heat --backend cpu --nx 64 --ny 64 --time 0.05 --json " +
                           folder.file("t.json")),
            exit_ok)
      << bench.out.str() << bench.err.str();
  const Json tune = Json::parse(content_of(folder.file("t.json")))["tune"];
  EXPECT_LT(tune["seen"].get<int>(), tune["settings"].get<int>());
  EXPECT_GE(tune["seen"].get<int>(), 1);
  EXPECT_TRUE(has(bench.out.str(), "Seen " + std::to_string(tune["seen"].get<int>()) + " of " +
                                       std::to_string(tune["settings"].get<int>()) + " settings"))
      << bench.out.str();
  EXPECT_TRUE(has(bench.out.str(), "The space is larger than 0.05 s allow")) << bench.out.str();
}

TEST(TuneCommand, SizesAreComparedByWhatAnItemTakes) {
  const auto toy = test::make_toy();
  std::string out;
  const Json tune = decided(*toy,
                            "tune toy --variant plain --over size --from 16 --to 65536 --points 2 "
                            "--exhaustive --time 0.5",
                            out)["tune"];
  EXPECT_EQ(tune["best"], "livewarp toy --variant plain --n 65536")
      << "what a step costs beside its cells is shared by more of them";
  EXPECT_EQ(tune["time"]["verdict"], "faster");
}

TEST(TuneCommand, AWrongSettingHasNoTimeAndIsNoBest) {
  const auto toy = test::make_wrong_toy();
  const TemporaryFolder folder;
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "tune toy --n 2048 --over variant --exhaustive --time 0.2 --json " +
                           folder.file("t.json")),
            exit_wrong);
  const Json report = Json::parse(content_of(folder.file("t.json")));
  bool found = false;
  for (const Json& result : report["results"])
    if (result["variant"] == "wrong") {
      found = true;
      EXPECT_TRUE(result["median_ms"].is_null());
    }
  EXPECT_TRUE(found);
  EXPECT_EQ(report["tune"]["wrong"][0]["settings"], 1);
  EXPECT_TRUE(has(bench.out.str(), "1 without a right result")) << bench.out.str();
  EXPECT_FALSE(has(bench.out.str(), "Best: wrong"));
}

TEST(TuneCommand, AnInterruptionKeepsWhatIsDone) {
  const auto toy = test::make_toy();
  const TemporaryFolder folder;
  Bench bench({toy.get()});
  int made = 0;
  bench.context.make_exec = [&](Executor executor) {
    if (++made == 14) bench.source.request_stop();
    return make_exec(executor, bench.source.get_token());
  };
  EXPECT_EQ(run(bench, "tune toy --n 4096 --over threads --variant threads --json " +
                           folder.file("i.json")),
            exit_interrupted);
  const Json report = Json::parse(content_of(folder.file("i.json")));
  EXPECT_TRUE(report["partial"].get<bool>());
  const int seen = report["tune"]["seen"];
  EXPECT_GE(seen, 1);
  EXPECT_LT(seen, 7);
  EXPECT_FALSE(report["results"][0]["median_ms"].is_null());
  EXPECT_FALSE(report["tune"]["best"].is_null());
  EXPECT_TRUE(has(bench.err.str(), "partial"));
  EXPECT_TRUE(has(bench.out.str(), "Seen " + std::to_string(seen) + " of 7 settings"))
      << bench.out.str();
}

TEST(TuneCommand, RefusesWhatMakesNoSenseBeforeItBegins) {
  const Registry registry;
  for (const auto& [line, words] : std::vector<std::pair<std::string, std::string>>{
           {"tune heat --over blok", "no variant of heat has an axis of this name"},
           {"tune heat --over isa --variant scalar", "scalar has no axis isa"},
           {"tune heat --over memory --backend cpu", "only CUDA variants have memory modes"},
           {"tune heat --over threads --threads 1 --backend cpu", "this is what is varied"},
           {"tune heat --over size --nx 64 --backend cpu", "this is what is varied"},
           {"tune heat --over size --backend cpu --from 9 --to 3", "larger than to 3"},
           {"tune heat --over variant --backend cpu --from 64", "the size, which is not varied"},
           {"tune heat --over block --variant naive", "the space is empty"},
           {"tune heat --over ,", "--over names nothing"},
           {"tune heat --time 0", "0"}}) {
    Bench bench({registry.find("heat")});
    EXPECT_EQ(run(bench, line), exit_bad_request) << line;
    EXPECT_TRUE(has(bench.err.str(), words)) << line << ": " << bench.err.str();
    EXPECT_EQ(bench.out.str(), "") << line;
  }
}

}  // namespace
}  // namespace livewarp
