// What is said and written of pipelines, of results that a test makes up.
#include "app/explain/pipeline_report.h"

#include <gtest/gtest.h>

#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

PipelineResults some_pipelines() {
  PipelineResults results;
  results.work = 1234;
  PipelineResult good;
  good.shape = {PipelineSchedule::depth_first, 8, 4};
  good.ms = summarize(std::vector<double>{6, 6, 6});
  good.serial_ms = 15;
  good.bound = {5, 4, 4.5};
  good.hash = 0xABC;
  good.spans.push_back({"kernel 3", "kernel, stream 3", {PipelineStage::kernel, 3, 3}, 1, 2});
  PipelineResult bad;
  bad.shape = {PipelineSchedule::blocked, 8, 1};
  bad.why_not = "picture 3 is wrong at pixel 1, 1";
  bad.wrong = true;
  results.results = {good, bad};
  return results;
}

TEST(PipelineReport, NamesAndCountsAreRead) {
  EXPECT_EQ(parse_pipeline_schedules("all").size(), pipeline_schedules().size());
  EXPECT_EQ(parse_pipeline_schedules("blocked,serial,blocked"),
            (std::vector{PipelineSchedule::blocked, PipelineSchedule::serial}));
  for (const char* text : {"", "sideways", "serial,x", ","})
    EXPECT_THROW(parse_pipeline_schedules(text), Error) << text;
  EXPECT_EQ(parse_counts("1,4,1,32", "chunks", 32), (std::vector{1, 4, 32}));
  for (const char* text : {"", "0", "33", "x", "1,,2", "-1"})
    EXPECT_THROW(parse_counts(text, "chunks", 32), Error) << text;
}

TEST(PipelineReport, ShapesAreAllCombinations) {
  const auto shapes =
      pipeline_shapes({PipelineSchedule::serial, PipelineSchedule::depth_first}, {1, 8}, {2, 4, 8});
  EXPECT_EQ(shapes.size(), 2u + 2 * 3);
  EXPECT_EQ(shapes[0], (PipelineShape{PipelineSchedule::serial, 1, 1}));
  EXPECT_EQ(shapes.back(), (PipelineShape{PipelineSchedule::depth_first, 8, 8}));
}

TEST(PipelineReport, TellsTimeSpeedUpAndBound) {
  const std::string text = pipeline_text(some_pipelines());
  for (const char* part :
       {"32 pictures of 1,920 x 1,080, 253 MiB each way, pinned", "1,234 rounds of arithmetic",
        "6.00 ms      2.50        \u00d7 1.20", "picture 3 is wrong at pixel 1, 1",
        "Alone, in 8 chunks: copy in 5.00 ms, kernel 4.00 ms, copy out 4.50 ms; bound: copy in"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(PipelineReport, FilesHoldEveryShapeAndItsCommands) {
  const Json json = to_json(some_pipelines());
  ASSERT_EQ(json["pipelines"].size(), 2u);
  const Json& good = json["pipelines"][0];
  EXPECT_EQ(good["speed_up"], 2.5);
  EXPECT_EQ(good["bound_ms"], 5);
  EXPECT_EQ(good["hash"], "0000000000000abc");
  EXPECT_EQ(good["spans"][0]["lane"], "kernel, stream 3");
  EXPECT_EQ(good["spans"][0]["end_ms"], 2);
  const Json& bad = json["pipelines"][1];
  EXPECT_TRUE(bad["median_ms"].is_null() && bad["speed_up"].is_null());
  EXPECT_TRUE(bad["wrong"]);
  const std::string csv = pipeline_csv(some_pipelines());
  EXPECT_EQ(csv.find("schedule,chunks,streams,median_ms,"), 0u) << csv;
  EXPECT_NE(csv.find("\r\ndepth-first,8,4,6.0,"), std::string::npos) << csv;
  EXPECT_NE(csv.find("\r\nblocked,8,,,"), std::string::npos) << csv;
}

}  // namespace
}  // namespace livewarp
