// Pipelines as far as they need no GPU: what is issued in which order, and what is made of a
// runner's times.
#include "kernels/core/transfer/pipeline.h"

#include <gtest/gtest.h>

#include <map>

#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

std::vector<PipelineShape> all_shapes() {
  std::vector<PipelineShape> shapes;
  for (const PipelineScheduleInfo& info : pipeline_schedules())
    for (const int chunks : {1, 2, 7, 32})
      for (const int streams : {1, 3, 8})
        for (const bool callbacks : {false, true})
          shapes.push_back({info.schedule, chunks, streams, false, callbacks});
  return shapes;
}

TEST(PipelinePlan, EveryChunkPassesItsStagesInOrderOnOneStream) {
  for (const PipelineShape& shape : all_shapes()) {
    std::map<int, std::vector<PipelineCommand>> chunks;
    for (const PipelineCommand& command : pipeline_plan(shape)) {
      EXPECT_LT(command.stream, shape.streams);
      if (command.stage != PipelineStage::wait) chunks[command.chunk].push_back(command);
    }
    EXPECT_EQ(chunks.size(), std::size_t(shape.chunks));
    for (const auto& [chunk, commands] : chunks) {
      ASSERT_EQ(commands.size(), shape.callbacks ? 4u : 3u);
      EXPECT_EQ(commands[0].stage, PipelineStage::copy_in);
      EXPECT_EQ(commands[1].stage, PipelineStage::kernel);
      EXPECT_EQ(commands[2].stage, PipelineStage::copy_out);
      EXPECT_EQ(commands.back().stage,
                shape.callbacks ? PipelineStage::host : PipelineStage::copy_out);
      for (const PipelineCommand& command : commands) EXPECT_EQ(command.stream, commands[0].stream);
    }
  }
}

TEST(PipelinePlan, SchedulesDifferInOrderStreamsAndWaits) {
  using enum PipelineStage;
  const auto plan = [](PipelineSchedule schedule) { return pipeline_plan({schedule, 2, 2}); };
  using Plan = std::vector<PipelineCommand>;
  EXPECT_EQ(plan(PipelineSchedule::depth_first), (Plan{{copy_in, 0, 0},
                                                       {kernel, 0, 0},
                                                       {copy_out, 0, 0},
                                                       {copy_in, 1, 1},
                                                       {kernel, 1, 1},
                                                       {copy_out, 1, 1}}));
  EXPECT_EQ(plan(PipelineSchedule::breadth_first), (Plan{{copy_in, 0, 0},
                                                         {copy_in, 1, 1},
                                                         {kernel, 0, 0},
                                                         {kernel, 1, 1},
                                                         {copy_out, 0, 0},
                                                         {copy_out, 1, 1}}));
  EXPECT_EQ(plan(PipelineSchedule::synchronised), (Plan{{copy_in, 0, 0},
                                                        {kernel, 0, 0},
                                                        {copy_out, 0, 0},
                                                        {wait, 0, 0},
                                                        {copy_in, 1, 1},
                                                        {kernel, 1, 1},
                                                        {copy_out, 1, 1},
                                                        {wait, 1, 1}}));
  for (const PipelineSchedule schedule : {PipelineSchedule::serial, PipelineSchedule::blocked})
    for (const PipelineCommand& command : plan(schedule)) EXPECT_EQ(command.stream, 0);
}

TEST(PipelinePlan, CallbacksAreAStage) {
  using enum PipelineStage;
  using Plan = std::vector<PipelineCommand>;
  EXPECT_EQ(pipeline_plan({PipelineSchedule::synchronised, 1, 2, false, true}),
            (Plan{{copy_in, 0, 0}, {kernel, 0, 0}, {copy_out, 0, 0}, {host, 0, 0}, {wait, 0, 0}}));
  const Plan breadth = pipeline_plan({PipelineSchedule::breadth_first, 2, 2, false, true});
  ASSERT_EQ(breadth.size(), 8u);
  EXPECT_EQ(breadth[5], (PipelineCommand{copy_out, 1, 1}));
  EXPECT_EQ(breadth[6], (PipelineCommand{host, 0, 0}));
}

TEST(PipelinePlan, AThreadForEachStreamThatHasSomething) {
  EXPECT_EQ((PipelineShape{PipelineSchedule::depth_first, 8, 4, true}).issuers(), 4);
  EXPECT_EQ((PipelineShape{PipelineSchedule::depth_first, 2, 4, true}).issuers(), 2);
  EXPECT_EQ((PipelineShape{PipelineSchedule::depth_first, 8, 4, false}).issuers(), 1);
  EXPECT_EQ((PipelineShape{PipelineSchedule::blocked, 8, 4, true}).issuers(), 1);
}

TEST(PipelinePlan, ChunksAreEvenAndCoverAllPictures) {
  for (const int chunks : {1, 3, 5, 32}) {
    EXPECT_EQ(chunk_begin(32, chunks, 0), 0);
    EXPECT_EQ(chunk_begin(32, chunks, chunks), 32);
    for (int i = 0; i < chunks; ++i) {
      const int size = chunk_begin(32, chunks, i + 1) - chunk_begin(32, chunks, i);
      EXPECT_GE(size, 32 / chunks);
      EXPECT_LE(size, 32 / chunks + 1);
    }
  }
}

TEST(PipelinePlan, LanesAreOfCopiesAndOfKernelsByStream) {
  EXPECT_EQ(pipeline_lane({PipelineStage::copy_in, 3, 2}), "copy in");
  EXPECT_EQ(pipeline_lane({PipelineStage::copy_out, 3, 2}), "copy out");
  EXPECT_EQ(pipeline_lane({PipelineStage::kernel, 3, 2}), "kernel, stream 2");
  EXPECT_EQ(pipeline_lane({PipelineStage::host, 3, 2}), "host");
  EXPECT_EQ(pipeline_name({PipelineStage::kernel, 3, 2}), "kernel 3");
  EXPECT_EQ(pipeline_name({PipelineStage::host, 3, 2}), "callback 3");
}

/// Takes as long as a test says.
class FakeRunner final : public PipelineRunner {
 public:
  std::map<PipelineSchedule, double> ms{{PipelineSchedule::serial, 12}};
  PipelineSchedule wrong = PipelineSchedule::serial, other_hash = wrong, throws = wrong;
  bool serial_is_wrong = false, bound_fails = false;
  int serial_runs = 0, runs = 0, cleared = 0;
  std::function<void()> before_run;

  unsigned work() const override { return 1; }
  void clear() override { ++cleared; }
  double run(const PipelineShape& shape, std::vector<PipelineSpan>* spans) override {
    if (before_run) before_run();
    ++runs;
    now_ = shape.schedule;
    const bool serial = now_ == PipelineSchedule::serial;
    serial_runs += serial;
    if (!serial && now_ == throws) throw Error("the launch failed");
    if (spans) spans->assign(pipeline_plan(shape).size(), {});
    return ms.contains(now_) ? ms[now_] : 6;
  }
  PipelineBound bound(int) override {
    if (bound_fails) throw Error("a stage failed");
    return {4, 5, 3};
  }
  std::string mismatch() override {
    const bool serial = now_ == PipelineSchedule::serial;
    return (serial ? serial_is_wrong : now_ == wrong) ? "picture 3 is wrong" : "";
  }
  std::uint64_t hash() override {
    return now_ != PipelineSchedule::serial && now_ == other_hash ? 2 : 1;
  }

 private:
  PipelineSchedule now_ = PipelineSchedule::serial;
};

std::vector<PipelineResult> results_of(FakeRunner& runner, const std::vector<PipelineShape>& shapes,
                                       const std::stop_token& stop = {}) {
  std::vector<PipelineResult> results;
  measure_pipelines(
      runner, shapes, 0.01,
      {.done = [&](const PipelineResult& result) { results.push_back(result); }, .stop = stop});
  return results;
}

constexpr PipelineShape depth{PipelineSchedule::depth_first, 8, 4},
    breadth{PipelineSchedule::breadth_first, 8, 4};

TEST(Pipeline, SpeedUpIsOverTheSerialScheduleOfAsManyChunks) {
  FakeRunner runner;
  const auto results = results_of(runner, {depth, breadth, {PipelineSchedule::blocked, 4, 1}});
  ASSERT_EQ(results.size(), 3u);
  for (const PipelineResult& result : results) {
    EXPECT_TRUE(result.timed());
    EXPECT_EQ(result.speed_up(), 2);
    EXPECT_EQ(result.bound.ms(), 5);
    EXPECT_NEAR(result.share_of_bound(), 5.0 / 6, 1e-12);
    EXPECT_STREQ(result.bound.longest(), "kernel");
    EXPECT_EQ(result.spans.size(), pipeline_plan(result.shape).size());
  }
  EXPECT_EQ(runner.serial_runs, 2 * (1 + 20 + 1)) << "once for 8 chunks, once for 4";
}

TEST(Pipeline, AWrongPictureOrAnotherHashHasNoTime) {
  FakeRunner runner;
  runner.wrong = PipelineSchedule::depth_first;
  runner.other_hash = PipelineSchedule::breadth_first;
  const auto results = results_of(runner, {depth, breadth});
  EXPECT_EQ(results[0].why_not, "picture 3 is wrong");
  EXPECT_EQ(results[1].why_not, "its pictures are not those of the serial schedule");
  for (const PipelineResult& result : results) {
    EXPECT_TRUE(result.wrong);
    EXPECT_FALSE(result.timed());
    EXPECT_EQ(result.speed_up(), 0);
  }
}

TEST(Pipeline, WithoutASerialResultNothingIsBelieved) {
  FakeRunner runner;
  runner.serial_is_wrong = true;
  const auto results = results_of(runner, {depth});
  EXPECT_EQ(results[0].why_not, "the serial schedule is wrong: picture 3 is wrong");
  EXPECT_FALSE(results[0].timed());
}

TEST(Pipeline, AFailureIsOfItsShapeAlone) {
  FakeRunner runner;
  runner.throws = PipelineSchedule::depth_first;
  const auto results = results_of(runner, {depth, breadth});
  EXPECT_EQ(results[0].why_not, "the launch failed");
  EXPECT_FALSE(results[0].wrong);
  EXPECT_TRUE(results[1].timed());
}

TEST(Pipeline, TheSerialScheduleIsMeasuredOnceUnlessItHasCallbacks) {
  FakeRunner runner;
  PipelineShape serial{PipelineSchedule::serial, 8, 1};
  auto results = results_of(runner, {serial, depth});
  EXPECT_EQ(runner.serial_runs, 1 + 20 + 1);
  EXPECT_EQ(results[0].speed_up(), 1);
  serial.callbacks = true;
  results = results_of(runner, {serial});
  EXPECT_EQ(runner.serial_runs, 3 * (1 + 20 + 1));
  EXPECT_TRUE(results[0].shape.callbacks);
}

TEST(Pipeline, AWatchHearsOfEverySample) {
  FakeRunner runner;
  std::map<PipelineSchedule, int> samples;
  PipelineWatch watch;
  watch.samples = [&](const PipelineShape& shape) { ++samples[shape.schedule]; };
  watch.done = [](const PipelineResult&) {};
  measure_pipelines(runner, std::vector{depth, breadth}, 0.01, watch);
  EXPECT_EQ(samples, (std::map<PipelineSchedule, int>{{PipelineSchedule::serial, 20},
                                                      {PipelineSchedule::depth_first, 20},
                                                      {PipelineSchedule::breadth_first, 20}}));
}

TEST(Pipeline, WithoutABoundThereIsNoTimeAndTheNextOneTriesAgain) {
  FakeRunner runner;
  runner.bound_fails = true;
  std::vector<PipelineResult> results;
  PipelineWatch watch;
  watch.done = [&](const PipelineResult& result) {
    results.push_back(result);
    runner.bound_fails = false;
  };
  measure_pipelines(runner, std::vector{depth, breadth}, 0.01, watch);
  EXPECT_EQ(results[0].why_not, "a stage failed");
  EXPECT_FALSE(results[0].timed());
  EXPECT_TRUE(results[1].timed());
}

TEST(Pipeline, AStopKeepsWhatIsDone) {
  FakeRunner runner;
  std::stop_source stop;
  runner.before_run = [&] {
    if (runner.runs == 50) stop.request_stop();
  };
  std::vector<PipelineResult> results;
  const std::vector<PipelineShape> shapes{depth, breadth};
  const PipelineWatch watch{
      .done = [&](const PipelineResult& result) { results.push_back(result); },
      .stop = stop.get_token()};
  EXPECT_THROW(measure_pipelines(runner, shapes, 0.01, watch), Cancelled);
  EXPECT_EQ(results.size(), 1u);
}

}  // namespace
}  // namespace livewarp
