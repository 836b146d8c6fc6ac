// What is said, written and drawn of pipelines, of results that a test makes up; and what the
// experiment takes.
#include "app/lab/pipeline_report.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/experiments/experiments.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

PipelineResult timed_pipeline(const PipelineShape& shape, double ms) {
  PipelineResult result;
  result.shape = shape;
  result.ms = summarize(std::vector<double>{ms, ms, ms});
  result.serial_ms = 15;
  result.bound = {5, 4, 4.5};
  result.hash = 0xABC;
  return result;
}

PipelineSpan span_of(PipelineStage stage, int chunk, int stream, double begin, double end) {
  const PipelineCommand command{stage, chunk, stream};
  return {pipeline_name(command), pipeline_lane(command), command, begin, end};
}

PipelineResults some_pipelines() {
  PipelineResults results;
  results.work = 1234;
  PipelineResult good = timed_pipeline({PipelineSchedule::depth_first, 8, 4}, 6);
  good.spans = {span_of(PipelineStage::kernel, 3, 3, 1, 2)};
  PipelineResult bad;
  bad.shape = {PipelineSchedule::blocked, 8, 1};
  bad.why_not = "picture 3 is wrong at pixel 1, 1";
  bad.wrong = true;
  results.results = {good, bad};
  return results;
}

bool has_part(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
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
  PipelineChoice choice{.schedules = {PipelineSchedule::serial, PipelineSchedule::depth_first},
                        .chunks = {1, 8},
                        .streams = {2, 4, 8}};
  auto shapes = pipeline_shapes(choice);
  EXPECT_EQ(shapes.size(), 2u + 2 * 3);
  EXPECT_EQ(shapes[0], (PipelineShape{PipelineSchedule::serial, 1, 1}));
  EXPECT_EQ(shapes.back(), (PipelineShape{PipelineSchedule::depth_first, 8, 8}));
  choice.threads = choice.callbacks = {false, true};
  shapes = pipeline_shapes(choice);
  EXPECT_EQ(shapes.size(), 2u * 2 + 2 * 3 * 4) << "without streams there are no threads for them";
  EXPECT_EQ(shapes.back(), (PipelineShape{PipelineSchedule::depth_first, 8, 8, true, true}));
}

TEST(PipelineReport, TellsTimeSpeedUpAndBound) {
  const Findings findings = pipeline_findings(some_pipelines());
  EXPECT_EQ(findings.setting, "32 pictures of 1,920 x 1,080, 253 MiB each way, pinned; a filter of "
                              "nine pixels and 1,234 rounds of arithmetic");
  EXPECT_TRUE(findings.wrong);
  const std::string text = findings_text(findings);
  for (const char* part :
       {"6.00 ms  6.00 ms      2.50  5.00 ms          83 %", "5.00 ms  4.00 ms   4.50 ms  copy in",
        "Fastest: depth first, 8 chunks, 4 streams: 6.00 ms, 2.50 times as fast as the serial "
        "schedule with its 15.0 ms.",
        "copy in alone lasts 5.00 ms, of which bound the fastest reaches 83 %.",
        "Wrong: blocked, no streams, 8 chunks: picture 3 is wrong at pixel 1, 1."})
    EXPECT_TRUE(has_part(text, part)) << part << "\n" << text;
  EXPECT_FALSE(has_part(text, "callbacks  ")) << "an empty column\n" << text;
}

TEST(PipelineReport, NamesItsFilter) {
  PipelineResults results = some_pipelines();
  results.filter = "convolution";
  results.work = 4;
  EXPECT_TRUE(has_part(pipeline_findings(results).setting, "pinned; blurred with radius 4"));
  EXPECT_EQ(to_json(results)["filter"], "convolution");
}

TEST(PipelineReport, NothingTimedIsNoTable) {
  PipelineResults results = some_pipelines();
  results.results.erase(results.results.begin());
  const Findings findings = pipeline_findings(results);
  EXPECT_TRUE(findings.tables.empty() && findings.verdict.empty() && findings.timelines.empty());
  EXPECT_EQ(findings.left_out.size(), 1u);
}

TEST(PipelineReport, TellsTheTextbooksStoryWithItsOwnFigures) {
  PipelineResults results;
  results.results = {timed_pipeline({PipelineSchedule::blocked, 8, 1}, 21),
                     timed_pipeline({PipelineSchedule::depth_first, 8, 4}, 7.5),
                     timed_pipeline({PipelineSchedule::synchronised, 8, 4}, 15.3)};
  const auto told = [&] {
    for (const std::string& sentence : pipeline_verdict(results))
      if (has_part(sentence, "Textbooks")) return sentence;
    return std::string();
  };
  EXPECT_EQ(told(),
            "In 8 chunks, serial 1.00: blocked without streams 1.40, overlapped 0.50, "
            "synchronised in the loop 1.02. Textbooks have 1.0, 1.4 and 0.8 of an old GPU. Chunks "
            "gain by calls that do not wait, on several streams.");
  results.results[1] = timed_pipeline({PipelineSchedule::depth_first, 8, 4}, 15);
  EXPECT_FALSE(has_part(told(), "gain")) << "nothing was gained";
  results.results.erase(results.results.begin());
  EXPECT_EQ(told(), "") << "nothing to compare with";
}

TEST(PipelineReport, ComparesWithAndWithout) {
  PipelineResults results;
  PipelineResult called = timed_pipeline({PipelineSchedule::depth_first, 8, 4, false, true}, 6.5);
  for (const double ms : {0.02, 0.04, 0.03})
    called.spans.push_back(span_of(PipelineStage::host, 0, 0, 1, 1 + ms));
  results.results = {timed_pipeline({PipelineSchedule::depth_first, 8, 4}, 6),
                     timed_pipeline({PipelineSchedule::depth_first, 8, 4, true, false}, 5.5),
                     called};
  const std::string text = findings_text(pipeline_findings(results));
  for (const char* part :
       {"With a host thread for each stream the fastest takes 5.50 ms, without 6.00 ms (depth "
        "first, 8 chunks, 4 streams).",
        "A callback keeps its stream for 30.0 \u00b5s (median of 3).",
        "With callbacks the fastest takes 6.50 ms, without 6.00 ms (depth first, 8 chunks, 4 "
        "streams).",
        "threads  callbacks"})
    EXPECT_TRUE(has_part(text, part)) << part << "\n" << text;
}

TEST(PipelineReport, OnATimelineAnEngineDoesOneThingAtATime) {
  PipelineResults results;
  PipelineResult result = timed_pipeline({PipelineSchedule::depth_first, 2, 2, false, true}, 6);
  result.spans = {
      span_of(PipelineStage::copy_in, 0, 0, 0, 1),  span_of(PipelineStage::kernel, 0, 0, 1, 3),
      span_of(PipelineStage::copy_out, 0, 0, 3, 4), span_of(PipelineStage::host, 0, 0, 4, 4.5),
      span_of(PipelineStage::copy_in, 1, 1, 0, 2),  span_of(PipelineStage::kernel, 1, 1, 2, 4),
      span_of(PipelineStage::copy_out, 1, 1, 4, 5), span_of(PipelineStage::host, 1, 1, 5, 5.5)};
  results.results = {result, timed_pipeline({PipelineSchedule::depth_first, 2, 1}, 7)};
  auto timelines = pipeline_timelines(results);
  ASSERT_EQ(timelines.size(), 1u) << "of the fastest of each schedule";
  const Timeline& timeline = timelines[0];
  EXPECT_EQ(timeline.title, "depth first, 2 chunks, 2 streams, callbacks");
  EXPECT_EQ(timeline.lanes, (std::vector<std::string>{"copy in", "kernel, stream 0",
                                                      "kernel, stream 1", "copy out", "host"}));
  EXPECT_EQ(timeline.end_ms, 5.5);
  const auto second = std::ranges::find(timeline.spans, "copy in 1", &TimelineSpan::name);
  EXPECT_EQ(second->begin_ms, 1) << "it waited for the first";
  EXPECT_EQ(second->end_ms, 2);
  const auto last = std::ranges::find(timeline.spans, "callback 1", &TimelineSpan::name);
  EXPECT_EQ(last->kind, SpanKind::host);
  results.request.pinned = false;
  results.results[0].shape.threads = true;
  timelines = pipeline_timelines(results);
  EXPECT_EQ(timelines[0].lanes[1], "copy in, stream 1") << "threads overlap pageable copies";
  EXPECT_EQ(timelines[0].lanes.size(), 7u);
}

TEST(PipelineReport, TheTimelineOfTheFastestScheduleComesFirst) {
  PipelineResults results;
  for (const auto& [schedule, ms] : {std::pair{PipelineSchedule::serial, 9.0},
                                     {PipelineSchedule::breadth_first, 6.0},
                                     {PipelineSchedule::depth_first, 7.0}}) {
    results.results.push_back(timed_pipeline({schedule, 2, 2}, ms));
    results.results.back().spans = {span_of(PipelineStage::kernel, 0, 0, 0, ms)};
  }
  const auto timelines = pipeline_timelines(results);
  ASSERT_EQ(timelines.size(), 3u);
  EXPECT_EQ(timelines[0].end_ms, 6);
  EXPECT_EQ(timelines[2].end_ms, 9);
}

TEST(PipelineReport, DrawsTimesAgainstChunks) {
  PipelineResults results = some_pipelines();
  EXPECT_TRUE(pipeline_graphs(results).empty()) << "of one number of chunks";
  results.results.push_back(timed_pipeline({PipelineSchedule::depth_first, 2, 8}, 9));
  results.results.push_back(timed_pipeline({PipelineSchedule::depth_first, 2, 4}, 8));
  const auto graphs = pipeline_graphs(results);
  ASSERT_EQ(graphs.size(), 1u);
  ASSERT_EQ(graphs[0].curves.size(), 2u);
  ASSERT_EQ(graphs[0].curves[0].points.size(), 2u);
  EXPECT_EQ(graphs[0].curves[0].points[0].median, 8);
  EXPECT_EQ(graphs[0].curves[1].kind, CurveKind::bound);
  EXPECT_EQ(graphs[0].curves[1].points[1].median, 5);
}

TEST(PipelineReport, FilesHoldEveryShapeAndItsCommands) {
  const Json json = to_json(some_pipelines());
  ASSERT_EQ(json["pipelines"].size(), 2u);
  const Json& good = json["pipelines"][0];
  EXPECT_EQ(good["speed_up"], 2.5);
  EXPECT_EQ(good["bound_ms"], 5);
  EXPECT_EQ(good["host_threads"], 1);
  EXPECT_EQ(good["callbacks"], false);
  EXPECT_EQ(good["hash"], "0000000000000abc");
  EXPECT_EQ(good["spans"][0]["lane"], "kernel, stream 3");
  EXPECT_EQ(good["spans"][0]["end_ms"], 2);
  const Json& bad = json["pipelines"][1];
  EXPECT_TRUE(bad["median_ms"].is_null() && bad["speed_up"].is_null());
  EXPECT_TRUE(bad["wrong"]);
  const std::string csv = pipeline_csv(some_pipelines());
  EXPECT_EQ(csv.find("schedule,chunks,streams,host_threads,callbacks,median_ms,"), 0u) << csv;
  EXPECT_TRUE(has_part(csv, "\r\ndepth-first,8,4,1,false,6.0,")) << csv;
  EXPECT_TRUE(has_part(csv, "\r\nblocked,8,,1,false,,")) << csv;
}

TEST(PipelineExperiment, AChunkHasAPictureAtLeast) {
  const auto experiment = make_pipeline_experiment();
  Values values = defaults(experiment->params());
  EXPECT_NO_THROW(experiment->check(values));
  values["pictures"] = std::int64_t{7};
  try {
    experiment->check(values);
    ADD_FAILURE() << "taken";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "--chunks 8: there are 7 pictures, and a chunk has one at least");
  }
}

}  // namespace
}  // namespace livewarp
