// Transfers as a command, on a machine without a GPU: the host's part.
#include <set>
#include <sstream>

#include <nlohmann/json.hpp>

#include "app/lab/experiment.h"
#include "app/testing/test_commands.h"
#include "render/gl/offscreen.h"

namespace livewarp {
namespace {

using test::Bench;
using test::has;
using test::run;

class TransferLine : public testing::Test {
 protected:
  nlohmann::json report() const {
    return nlohmann::json::parse(test::content_of(folder_.file("t.json")));
  }
  std::string json() const { return " --json " + folder_.file("t.json"); }

  Bench bench_{{}};
  const test::TemporaryFolder folder_;
};

TEST_F(TransferLine, WithoutAGpuMeasuresTheHostAndSaysWhatNeedsOne) {
  ASSERT_EQ(
      run(bench_, "transfer --to 4M --time 0.01" + json() + " --csv " + folder_.file("t.csv")),
      exit_ok)
      << bench_.err.str();
  const std::string text = bench_.out.str();
  EXPECT_TRUE(has(text, "Need a GPU: pageable, pinned, write-combined, mapped, managed, prefetch: "
                        "no CUDA device: hidden by this test"))
      << text;
  EXPECT_TRUE(has(text, "memcpy on the host")) << text;
  EXPECT_FALSE(has(text, "Link:")) << text;
  const auto points = report()["points"];
  ASSERT_EQ(points.size(), 3u * 13);
  std::size_t timed = 0;
  for (const auto& point : points) {
    EXPECT_EQ(point["way"], "host");
    EXPECT_FALSE(point["wrong"]);
    if (point["median_ms"].is_null()) {
      EXPECT_EQ(point["kind"], "touch-huge") << point;
      EXPECT_NE(point["why_not"], "");
      continue;
    }
    ++timed;
    EXPECT_GE(point["count"].get<int>(), 5);
    EXPECT_NEAR(point["bytes_per_second"].get<double>() * point["median_ms"].get<double>() / 1000,
                point["bytes"].get<double>(), 1e-3 * point["bytes"].get<double>());
  }
  EXPECT_GE(timed, 2u * 13);
  std::istringstream csv(test::content_of(folder_.file("t.csv")));
  std::size_t lines = 0;
  for (std::string line; std::getline(csv, line);) ++lines;
  EXPECT_EQ(lines, points.size() + 1);
}

TEST_F(TransferLine, MovesTheSameBytesInPieces) {
  ASSERT_EQ(
      run(bench_, "transfer --kinds memcpy --from 1K --to 64K --pieces 256 --time 0.01" + json()),
      exit_ok)
      << bench_.err.str();
  const auto points = report()["points"];
  ASSERT_EQ(points.size(), 7u);
  EXPECT_EQ(points[0]["why_not"], "1 KiB has no 256 pieces of 16 bytes or more");
  EXPECT_TRUE(points[0]["median_ms"].is_null());
  EXPECT_EQ(points[6]["pieces"], 256);
  EXPECT_GT(points[6]["median_ms"].get<double>(), 0);
  EXPECT_TRUE(has(bench_.out.str(), "1 KiB \u2026 64 KiB, in 256 pieces")) << bench_.out.str();
}

TEST_F(TransferLine, WhatIsAskedForAndNeedsAGpuFails) {
  EXPECT_EQ(run(bench_, "transfer --kinds pinned,memcpy --to 2K --time 0.01" + json()), exit_wrong);
  EXPECT_TRUE(has(bench_.err.str(), "no GPU to measure: no CUDA device: hidden by this test"))
      << bench_.err.str();
  EXPECT_EQ(report()["points"].size(), 2u) << "the host's part is there";
}

TEST_F(TransferLine, ABadRequestIsRefusedBeforeAnyWork) {
  for (const auto& [line, words] :
       {std::pair{"--from 3K", "--from 3K: must be a power of two, 1K \u2026 1G"},
        {"--to 2G", "--to 2G: must be"},
        {"--from 1M --to 1K", "--from 1 MiB is more than --to 1 KiB"},
        {"--kinds floppy", "--kinds floppy: must be of pageable, pinned"},
        {"--ways sideways", "--ways sideways: must be of to-gpu, from-gpu, both"},
        {"--pieces 0", "pieces"},
        {"--png plot.txt", "png"},
        {"bandwidht", "unknown experiment bandwidht"},
        {"--chunks 4", "unknown option --chunks"},
        {"pipeline --chunks 1,33", "--chunks 33: must be 1 \u2026 32"},
        {"pipeline --streams 0", "--streams 0: must be 1 \u2026 8"},
        {"pipeline --schedule sideways", "--schedule sideways: must be all, or of serial, blocked"},
        {"pipeline --chunks 8 --pictures 4", "--chunks 8: there are 4 pictures"},
        {"pipeline --host-threads maybe", "offered are off, on, both"},
        {"pipeline --filter convolution --work 33", "--work 33: the radius is 1 \u2026 32"},
        {"pipeline --memory floppy", "memory"},
        {"peers --devices 0,x", "--devices 0,x: x is no number of a GPU"},
        {"peers --devices 0,,1", "--devices 0,,1: a number is missing"},
        {"peers --devices=-1", "must be 0 \u2026 1,023"},
        {"peers --devices", "--devices"},
        {"peers --mib 0", "mib"},
        {"peers --staged never", "offered are needed, always"}}) {
    Bench bench({});
    EXPECT_EQ(run(bench, std::string("transfer ") + line + json()), exit_bad_request) << line;
    EXPECT_TRUE(has(bench.err.str(), words)) << line << ": " << bench.err.str();
    EXPECT_TRUE(folder_.empty()) << line;
  }
}

TEST_F(TransferLine, WhatNeedsAGpuSaysSo) {
  for (const MakeExperiment make : experiments()) {
    const auto experiment = make();
    if (!experiment->info().needs_gpu) continue;
    Bench bench({});
    EXPECT_EQ(run(bench, std::string("transfer ") + experiment->info().id + json()), exit_wrong);
    EXPECT_TRUE(has(bench.err.str(), std::string(experiment->info().label) +
                                         " needs a GPU: no CUDA device: hidden by this test"))
        << bench.err.str();
    EXPECT_TRUE(folder_.empty()) << "no file of nothing";
  }
}

TEST_F(TransferLine, EveryExperimentExplainsItself) {
  std::set<std::string> ids;
  for (const MakeExperiment make : experiments()) {
    const auto experiment = make();
    const ExperimentInfo& info = experiment->info();
    EXPECT_TRUE(ids.insert(info.id).second) << info.id;
    EXPECT_TRUE(std::string(info.answers).ends_with('.')) << info.id;
    EXPECT_LT(std::string(info.label).size(), 20u) << info.id;
    Bench bench({});
    EXPECT_EQ(run(bench, std::string("transfer ") + info.id + " --help"), exit_ok) << info.id;
    for (const Param& param : experiment->params()) {
      EXPECT_NO_THROW(check_value(param, param.default_value)) << param.id;
      EXPECT_FALSE(param.help.empty()) << param.id;
      EXPECT_TRUE(has(bench.out.str(), option_name(param.id))) << bench.out.str();
    }
    EXPECT_NO_THROW(experiment->check(defaults(experiment->params()))) << info.id;
  }
}

TEST_F(TransferLine, InterruptedKeepsWhatIsKnown) {
  bench_.source.request_stop();
  EXPECT_EQ(run(bench_, "transfer --kinds memcpy" + json()), exit_interrupted);
  EXPECT_TRUE(has(bench_.err.str(), "interrupted, the results are partial")) << bench_.err.str();
  EXPECT_TRUE(report()["interrupted"]);
  EXPECT_TRUE(report()["points"].empty());
}

TEST_F(TransferLine, DrawsItsCurves) {
  try {
    const Offscreen probe;
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  const std::string png = folder_.file("t.png");
  ASSERT_EQ(run(bench_, "transfer --kinds memcpy,touch --to 64K --time 0.01 --png " + png), exit_ok)
      << bench_.err.str();
  EXPECT_EQ(test::content_of(png).substr(1, 3), "PNG");
}

}  // namespace
}  // namespace livewarp
