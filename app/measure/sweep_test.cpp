#include "app/measure/sweep.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "app/measure/json_report.h"
#include "app/pictures/graph_picture.h"
#include "app/testing/test_commands.h"
#include "app/testing/toy_workload.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/verification.h"
#include "render/gl/offscreen.h"
#include "render/gl/png.h"

namespace livewarp {
namespace {

using test::Bench;
using test::content_of;
using test::has;
using test::run;
using test::TemporaryFolder;

/// Lines of a CSV file without quoted fields, by the names of its columns.
std::vector<std::map<std::string, std::string>> records_of(const std::string& csv) {
  const auto fields = [](const std::string& line) {
    std::vector<std::string> all{""};
    for (const char c : line)
      if (c == ',')
        all.emplace_back();
      else if (c != '\r')
        all.back() += c;
    return all;
  };
  std::istringstream stream(csv);
  std::string line;
  std::getline(stream, line);
  const std::vector<std::string> names = fields(line);
  std::vector<std::map<std::string, std::string>> records;
  while (std::getline(stream, line)) {
    const std::vector<std::string> values = fields(line);
    EXPECT_EQ(values.size(), names.size()) << line;
    auto& record = records.emplace_back();
    for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i)
      record[names[i]] = values[i];
  }
  return records;
}

/// A measured point of a variant of the toy.
VariantResult result_of(const Workload& toy, const std::string& variant, std::int64_t n, double ms,
                        Conditions conditions, bool sound = true) {
  VariantResult result;
  result.variant.workload = &toy;
  result.variant.info = toy.find(variant);
  result.variant.choice = default_choice(toy, variant, Backend::cpu);
  result.variant.choice.problem["n"] = n;
  result.sizes.verdict = sound ? Verdict::at_check_sizes : Verdict::failed;
  Measurement& measured = result.measurement.emplace();
  measured.conditions = conditions;
  measured.samples = {ms, ms, ms};
  measured.step = summarize(measured.samples);
  measured.cost = toy.cost(result.variant.choice);
  return result;
}

TEST(SweepGraph, LiveAndBenchAreCurvesOfTheirOwnInAscendingOrder) {
  const auto toy = test::make_toy();
  const std::vector<VariantResult> results{result_of(*toy, "plain", 2048, 4, Conditions::bench),
                                           result_of(*toy, "plain", 1024, 2, Conditions::bench),
                                           result_of(*toy, "plain", 1024, 3, Conditions::live)};
  const Graph graph = sweep_graph(results, {});
  EXPECT_EQ(graph.title, "Time against cells");
  EXPECT_EQ(graph.x_label, "Cells");
  ASSERT_EQ(graph.curves.size(), 2u);
  EXPECT_EQ(graph.curves[0].kind, CurveKind::bench);
  EXPECT_EQ(graph.curves[1].kind, CurveKind::live);
  EXPECT_NE(graph.curves[0].series, graph.curves[1].series);
  EXPECT_TRUE(has(graph.curves[0].label, "bench"));
  EXPECT_TRUE(has(graph.curves[1].label, "live"));
  ASSERT_EQ(graph.curves[0].points.size(), 2u);
  EXPECT_EQ(graph.curves[0].points[0].x, 1024);
  EXPECT_EQ(graph.curves[0].points[1].median, 4);
  EXPECT_TRUE(graph.places.empty());
}

// 8 blocks of 128 threads on a multiprocessor; the toy asks for so many bytes a thread.
TEST(SweepTable, TellsOfResidentWarpsWhereOccupancyIsVaried) {
  const auto toy = test::make_toy();
  VariantResult result = result_of(*toy, "naive", 1024, 2, Conditions::bench);
  result.variant.choice.launch[reserve_axis_id] = std::int64_t{24};
  result.kernel.emplace();
  result.kernel->grid = {8};
  result.kernel->block = {128};
  result.kernel->resources.registers = 32;
  result.kernel->occupancy = {.blocks = 8, .warps = 29, .share = 0.5, .limiter = "shared memory"};
  const double requested = toy->cost(result.variant.choice).requested_bytes;
  const std::string table = sweep_table({result}, {reserve_axis_id, {}, {}, 0});
  EXPECT_TRUE(has(table, "warps  in flight")) << table;
  EXPECT_TRUE(has(table, " 29 ")) << table;
  EXPECT_EQ(requested > 0, has(table, memory_size(std::size_t(requested)))) << table;
  EXPECT_FALSE(has(sweep_table({result}, {"block", {}, {}, 0}), "in flight"));
}

TEST(SweepGraph, AWrongResultIsNoPoint) {
  const auto toy = test::make_toy();
  EXPECT_TRUE(sweep_graph({result_of(*toy, "plain", 8, 1, Conditions::bench, false)}, {}).empty());
}

TEST(SweepGraph, ABoundFollowsFromTheShareOfItsCeiling) {
  const auto toy = test::make_toy();
  std::vector<VariantResult> results;
  for (const std::int64_t n : {1024, 2048, 4096}) {
    results.push_back(result_of(*toy, "plain", n, double(n), Conditions::bench));
    results.back().of_ceiling = OfCeiling{n == 4096 ? 1.5 : 0.25, "copy bandwidth"};
  }
  const Graph graph = sweep_graph(results, {});
  ASSERT_EQ(graph.curves.size(), 2u);
  EXPECT_EQ(graph.curves[1].kind, CurveKind::bound);
  EXPECT_TRUE(has(graph.curves[1].label, "model"));
  ASSERT_EQ(graph.curves[1].points.size(), 2u) << "what is faster fits into a cache: no bound";
  EXPECT_EQ(graph.curves[1].points[1].median, 512);
}

TEST(SweepCommand, WritesVerifiedPointsInAscendingOrder) {
  const auto toy = test::make_toy();
  const TemporaryFolder folder;
  Bench bench({toy.get()});
  ASSERT_EQ(run(bench, "sweep toy --variant plain,threads --from 65536 --to 1048576 --time 0.4 "
                       "--json " +
                           folder.file("s.json") + " --csv " + folder.file("s.csv")),
            exit_ok)
      << bench.out.str() << bench.err.str();
  const Json report = Json::parse(content_of(folder.file("s.json")));
  EXPECT_FALSE(report["partial"].get<bool>());
  ASSERT_EQ(report["results"].size(), 10u);
  std::map<std::string, std::vector<double>> medians;
  std::int64_t before = 0;
  for (const Json& result : report["results"]) {
    const std::int64_t n = result["problem"]["n"];
    EXPECT_GE(n, before) << "all variants at one size, then the next";
    before = n;
    EXPECT_TRUE(result["verified"].get<bool>()) << result.dump(2);
    EXPECT_EQ(result["conditions"], "bench");
    EXPECT_NEAR(result["rate"].get<double>(), double(n) / (result["median_ms"].get<double>() / 1e3),
                1e-6 * result["rate"].get<double>());
    medians[result["variant"]].push_back(result["median_ms"]);
  }
  for (const auto& [variant, times] : medians) {
    ASSERT_EQ(times.size(), 5u);
    EXPECT_GT(times.back(), times.front()) << "sixteen times the work takes longer: " << variant;
  }
  const auto records = records_of(content_of(folder.file("s.csv")));
  ASSERT_EQ(records.size(), 10u);
  for (std::size_t i = 0; i < records.size(); ++i) {
    EXPECT_EQ(records[i].at("variant"), report["results"][i]["variant"]);
    EXPECT_EQ(std::stod(records[i].at("median_ms")),
              report["results"][i]["median_ms"].get<double>());
    EXPECT_EQ(records[i].at("verified"), "true");
  }
  EXPECT_TRUE(has(bench.out.str(), "1,048,576  threads")) << bench.out.str();
  EXPECT_TRUE(has(bench.out.str(), "cells/s")) << bench.out.str();
}

TEST(SweepCommand, VariesTheRadiusOfABlur) {
  const Registry registry;
  const TemporaryFolder folder;
  Bench bench({registry.find("convolution")});
  ASSERT_EQ(run(bench, "sweep convolution --variant scalar --over radius --to 4 --width 40 "
                       "--height 30 --time 0.05 --json " +
                           folder.file("s.json")),
            exit_ok)
      << bench.out.str() << bench.err.str();
  const Json report = Json::parse(content_of(folder.file("s.json")));
  std::vector<std::int64_t> radii;
  for (const Json& result : report["results"]) {
    radii.push_back(result["problem"]["radius"]);
    EXPECT_TRUE(result["verified"].get<bool>()) << result.dump(2);
  }
  EXPECT_EQ(radii, (std::vector<std::int64_t>{1, 2, 4}));
  EXPECT_TRUE(has(bench.out.str(), "radius")) << bench.out.str();
  Bench other({registry.find("convolution")});
  EXPECT_EQ(run(other, "sweep convolution --over radius --radius 3"), exit_bad_request);
  EXPECT_TRUE(has(other.err.str(), "--radius: the sweep varies it")) << other.err.str();
}

// Predicted and counted, with a time or without a GPU.
TEST(SweepCommand, CountsSectorsPointByPoint) {
  const Registry registry;
  Bench bench({registry.find("access")});
  run(bench, "sweep access --variant stride --over stride --from 2 --to 8 --n 4096 --lens --time "
             "0.05");
  const std::string out = bench.out.str();
  EXPECT_TRUE(has(out, "model: 128 loads of 8 sectors, 128 stores of 8 ")) << out;
  EXPECT_TRUE(has(out, " 128 loads of 8 sectors, 128 stores of 8  ")) << out;
  EXPECT_TRUE(has(out, "model: 128 loads of 32 sectors, 128 stores of 32 ")) << out;
  EXPECT_TRUE(has(out, " 128 loads of 32 sectors, 128 stores of 32  ")) << out;
}

// A parameter of the problem that is neither size nor method.
TEST(SweepCommand, VariesTheRadiusOfAStencil) {
  const Registry registry;
  const TemporaryFolder folder;
  Bench bench({registry.find("access")});
  ASSERT_EQ(run(bench, "sweep access --variant threads --task stencil --over radius --n 5000 "
                       "--time 0.05 --json " +
                           folder.file("s.json")),
            exit_ok)
      << bench.out.str() << bench.err.str();
  const Json report = Json::parse(content_of(folder.file("s.json")));
  std::vector<std::int64_t> radii;
  for (const Json& result : report["results"]) radii.push_back(result["problem"]["radius"]);
  EXPECT_EQ(radii, (std::vector<std::int64_t>{1, 2, 4, 8}));
}

TEST(SweepCommand, AWrongVariantShowsNoTime) {
  const auto toy = test::make_wrong_toy();
  const TemporaryFolder folder;
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "sweep toy --backend cpu --from 1024 --to 2048 --time 0.02 --json " +
                           folder.file("w.json")),
            exit_wrong);
  EXPECT_TRUE(has(bench.out.str(), "wrong result")) << bench.out.str();
  const Json report = Json::parse(content_of(folder.file("w.json")));
  ASSERT_EQ(report["results"].size(), 6u);
  for (const Json& result : report["results"])
    EXPECT_EQ(result["median_ms"].is_null(), result["variant"] == "wrong") << result.dump(2);
}

TEST(SweepCommand, DrawsItsGraphWithoutADisplay) {
  try {
    const Offscreen probe;
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  const auto toy = test::make_toy();
  const TemporaryFolder folder;
  Bench bench({toy.get()});
  ASSERT_EQ(run(bench, "sweep toy --variant plain --from 65536 --to 524288 --time 0.4 --png " +
                           folder.file("g.png")),
            exit_ok)
      << bench.err.str();
  const PixelImage image = read_png(folder.file("g.png"));
  ASSERT_EQ(image.width, graph_width);
  ASSERT_EQ(image.height, graph_height);
  // Far from grey are the curve and its line of the legend alone; the latter is at the upper left.
  int left = image.width, right = 0, top = image.height, bottom = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const std::uint8_t* pixel = image.at(x, y);
      if (std::max({pixel[0], pixel[1], pixel[2]}) - std::min({pixel[0], pixel[1], pixel[2]}) < 90)
        continue;
      right = std::max(right, x);
      if (y < image.height / 5) continue;
      left = std::min(left, x);
      top = std::min(top, y);
      bottom = std::max(bottom, y);
    }
  EXPECT_LT(left, image.width / 4);
  EXPECT_GT(right, 3 * image.width / 4) << "from the smallest size to the largest";
  EXPECT_GT(bottom - top, image.height / 5) << "and upward";
}

TEST(SweepCommand, VariantsEndWhereAStepWouldTakeTooLong) {
  const auto toy = test::make_toy();
  Bench bench({toy.get()});
  // The first size takes microseconds on the slowest machine, the last one a second on the fastest.
  EXPECT_EQ(run(bench, "sweep toy --variant plain --from 1024 --to 1073741824 --time 0.01"),
            exit_ok)
      << bench.out.str() << bench.err.str();
  EXPECT_TRUE(has(bench.out.str(), "Ends: plain at ")) << bench.out.str();
  EXPECT_FALSE(has(bench.out.str(), "1,073,741,824  plain")) << bench.out.str();
}

TEST(SweepCommand, OverAnAxis) {
  const auto toy = test::make_toy();
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "sweep toy --variant threads --over threads --to 4 --time 0.02"), exit_ok)
      << bench.out.str() << bench.err.str();
  for (const char* line : {"1  threads", "2  threads", "4  threads"})
    EXPECT_TRUE(has(bench.out.str(), line)) << bench.out.str();
}

TEST(SweepCommand, AnInterruptionKeepsWhatIsDone) {
  const auto toy = test::make_toy();
  const TemporaryFolder folder;
  Bench bench({toy.get()});
  int made = 0;
  bench.context.make_exec = [&](Executor executor) {
    if (++made == 12) bench.source.request_stop();
    return make_exec(executor, bench.source.get_token());
  };
  EXPECT_EQ(run(bench, "sweep toy --variant plain --from 1024 --to 65536 --time 0.02 --json " +
                           folder.file("i.json")),
            exit_interrupted);
  const Json report = Json::parse(content_of(folder.file("i.json")));
  EXPECT_TRUE(report["partial"].get<bool>());
  ASSERT_GE(report["results"].size(), 1u);
  EXPECT_LT(report["results"].size(), 7u);
  EXPECT_FALSE(report["results"][0]["median_ms"].is_null());
  EXPECT_TRUE(has(bench.err.str(), "partial"));
}

TEST(SweepCommand, RefusesWhatMakesNoSense) {
  const auto toy = test::make_toy();
  for (const auto& [line, words] : std::vector<std::pair<std::string, std::string>>{
           {"sweep toy --over nothing",
            "--over nothing: no variant of toy has an axis of this name"},
           {"sweep toy --over nothing", "--over takes size, "},
           {"sweep toy --over n", "--over n: the size is called size here"},
           {"sweep toy --over threads,", "--over threads,: names one thing only"},
           {"sweep toy --over dt", "--over dt: is no axis of a variant, no sweep varies it"},
           {"sweep toy --over threads --from 1,000,000",
            "nothing to sweep: no selected variant has values of threads"},
           {"sweep toy --from 9 --to 5", "from 9 is larger than to 5"},
           {"sweep toy --variant threads --threads 2 --over threads",
            "--threads: this axis is what the sweep varies"},
           {"sweep toy --n 4096", "--n: the size is what the sweep varies"},
           {"sweep toy --png graph.jpg", "cannot write graph.jpg: pictures are PNG files"},
           {"sweep toy --points 0", "points 0: must be 1"},
           {"sweep toy --csv /nowhere/at/all.csv", "cannot write /nowhere/at/all.csv"}}) {
    Bench bench({toy.get()});
    EXPECT_EQ(run(bench, line), exit_bad_request) << line;
    EXPECT_TRUE(has(bench.err.str(), words)) << bench.err.str();
  }
}

}  // namespace
}  // namespace livewarp
