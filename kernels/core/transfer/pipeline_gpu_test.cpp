// Pipelines on a GPU. What fails before a call is made is seen without one.
#if LIVEWARP_HAS_CUDA

  #include <gtest/gtest.h>

  #include <algorithm>
  #include <chrono>
  #include <map>
  #include <optional>

  #include "kernels/core/base/error.h"
  #include "kernels/core/base/fault.h"
  #include "kernels/core/base/machine.h"
  #include "kernels/core/exec/cuda/cuda_check.h"
  #include "kernels/core/exec/executors.h"
  #include "kernels/core/transfer/pipeline.h"
  #include "kernels/core/transfer/pipeline_kernel.h"

namespace livewarp {
namespace {

TEST(PipelineFault, AKernelThatCannotStartIsTold) {
  const Fault fault("cudaLaunchKernel", 0, cudaErrorLaunchOutOfResources);
  try {
    filter_pictures(nullptr, nullptr, {16, 16, 1}, 0, nullptr);
    FAIL() << "started";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find("cannot start the kernel of a pipeline: "), 0u)
        << error.what();
  }
  EXPECT_EQ(fault.failures(), 1);
}

TEST(PipelineFault, WhatThereIsNoRoomForIsToldBeforeItIsAllocated) {
  PipelineRequest request;
  request.host_bytes = 1 << 20;
  try {
    make_pipeline_runner(request);
    FAIL() << "made";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "32 pictures of 1,920 x 1,080: they need 506 MiB of main memory, "
                               "1 MiB are free");
  }
}

class GpuPipelines : public testing::Test {
 protected:
  void SetUp() override {
    const Machine machine = detect_machine();
    if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  }
  static PipelineRequest small(bool pinned) {
    return {.pictures = 33, .width = 250, .height = 131, .pinned = pinned, .work = 3};
  }
  static std::vector<PipelineShape> shapes() {
    std::vector<PipelineShape> all;
    for (const PipelineScheduleInfo& info : pipeline_schedules())
      for (const int chunks : {1, 2, 5, 32})
        for (const int streams : {1, 2, 3, 8})
          for (const bool threads : {false, true}) {
            if (threads && !info.in_streams) continue;
            for (const bool callbacks : {false, true})
              all.push_back({info.schedule, chunks, streams, threads, callbacks});
          }
    return all;
  }
  static std::string name_of(const PipelineShape& shape) {
    return std::string(info_of(shape.schedule).id) + " " + std::to_string(shape.chunks) +
           " chunks, " + std::to_string(shape.streams) + " streams" +
           (shape.threads ? ", threads" : "") + (shape.callbacks ? ", callbacks" : "");
  }
};

TEST_F(GpuPipelines, EveryShapeGivesTheSameRightPictures) {
  for (const bool pinned : {true, false}) {
    const auto runner = make_pipeline_runner(small(pinned));
    std::optional<std::uint64_t> hash;
    for (const PipelineShape& shape : shapes()) {
      const std::string name = name_of(shape);
      runner->clear();
      EXPECT_NE(runner->mismatch(), "") << name << ": nothing came back yet";
      std::vector<PipelineSpan> spans;
      EXPECT_GT(runner->run(shape, &spans), 0) << name;
      EXPECT_EQ(runner->mismatch(), "") << name;
      if (!hash) hash = runner->hash();
      EXPECT_EQ(runner->hash(), *hash) << name;
      EXPECT_EQ(spans.size(), (shape.callbacks ? 4u : 3u) * std::size_t(shape.chunks)) << name;
    }
  }
}

// A chunk's stages follow one another, and what is issued to one stream does not overlap.
TEST_F(GpuPipelines, SpansAreInTheOrderOfTheirStream) {
  const auto runner = make_pipeline_runner(small(true));
  for (const PipelineShape& shape : shapes()) {
    std::vector<PipelineSpan> spans;
    const double ms = runner->run(shape, &spans);
    std::map<int, double> end;  // of each stream, so far
    for (const PipelineSpan& span : spans) {
      constexpr double resolution = 0.002;
      EXPECT_GE(span.begin_ms, end[span.command.stream] - resolution);
      EXPECT_GE(span.end_ms, span.begin_ms);
      EXPECT_LE(span.end_ms, ms + resolution);
      end[span.command.stream] = span.end_ms;
    }
  }
}

// As long as a callback lasts its stream does nothing else, and the host's lane tells how long.
TEST_F(GpuPipelines, ACallbackFollowsItsCopyOut) {
  const auto runner = make_pipeline_runner(small(true));
  std::vector<PipelineSpan> spans;
  runner->run({PipelineSchedule::depth_first, 8, 4, false, true}, &spans);
  std::map<int, double> copied;
  int callbacks = 0;
  for (const PipelineSpan& span : spans) {
    if (span.command.stage == PipelineStage::copy_out) copied[span.command.chunk] = span.end_ms;
    if (span.command.stage != PipelineStage::host) continue;
    ++callbacks;
    EXPECT_EQ(span.lane, "host");
    EXPECT_GT(span.end_ms, span.begin_ms);
    EXPECT_GE(span.begin_ms, copied.at(span.command.chunk) - 0.002);
  }
  EXPECT_EQ(callbacks, 8);
}

class GpuPipelinesTiming : public GpuPipelines {};

TEST_F(GpuPipelinesTiming, ABalancedPipelineOverlaps) {
  const auto runner = make_pipeline_runner({});
  const std::vector<PipelineShape> shapes{{PipelineSchedule::depth_first, 16, 4},
                                          {PipelineSchedule::breadth_first, 16, 4},
                                          {PipelineSchedule::synchronised, 16, 4}};
  std::vector<PipelineResult> results;
  measure_pipelines(*runner, shapes, 0.5,
                    {.done = [&](const PipelineResult& result) { results.push_back(result); }});
  ASSERT_EQ(results.size(), 3u);
  double best = results[0].serial_ms;
  for (const PipelineResult& result : results) {
    ASSERT_TRUE(result.timed()) << result.why_not;
    best = std::min(best, result.ms.median);
  }
  EXPECT_LE(best, 0.6 * results[0].serial_ms);
  EXPECT_LE(best, 1.25 * results[0].bound.ms());
  EXPECT_GT(results[2].ms.median, 0.9 * results[2].serial_ms) << "nothing overlaps in the loop";
}

// Copies from pageable memory keep the thread that issues them, so that only threads overlap them.
TEST_F(GpuPipelinesTiming, ThreadsOverlapPageableCopies) {
  PipelineRequest request;
  request.pinned = false;
  const auto runner = make_pipeline_runner(request);
  const auto fastest = [&](bool threads) {
    double least = 0;
    for (int i = 0; i < 6; ++i) {
      const double ms =
          runner->run({PipelineSchedule::depth_first, 16, 4, threads, false}, nullptr);
      if (i == 1 || (i > 1 && ms < least)) least = ms;
    }
    return least;
  };
  const double one = fastest(false), four = fastest(true);
  RecordProperty("one_thread_ms", std::to_string(one));
  RecordProperty("four_threads_ms", std::to_string(four));
  EXPECT_LT(four, one);
}

// Every schedule in every number of chunks and streams that is usually asked for.
TEST_F(GpuPipelinesTiming, AllShapesTakeLessThanAMinute) {
  std::vector<PipelineShape> all;
  for (const PipelineScheduleInfo& info : pipeline_schedules())
    for (const int chunks : {1, 2, 4, 8, 16, 32})
      for (const int streams : {1, 2, 4, 8})
        if (info.in_streams || streams == 1) all.push_back({info.schedule, chunks, streams});
  const auto begin = std::chrono::steady_clock::now();
  const auto runner = make_pipeline_runner({});
  std::size_t timed = 0;
  measure_pipelines(*runner, all, 0.2,
                    {.done = [&](const PipelineResult& result) { timed += result.timed(); }});
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  RecordProperty("seconds", std::to_string(spent.count()));
  EXPECT_EQ(timed, all.size());
  EXPECT_LT(spent.count(), 60);
}

}  // namespace
}  // namespace livewarp

#endif
