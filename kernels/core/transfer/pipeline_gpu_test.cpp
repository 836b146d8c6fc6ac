// Pipelines on a GPU. What fails before a call is made is seen without one.
#if LIVEWARP_HAS_CUDA

  #include <gtest/gtest.h>

  #include <algorithm>
  #include <map>

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
        for (const int streams : {1, 2, 3, 8}) all.push_back({info.schedule, chunks, streams});
    return all;
  }
};

TEST_F(GpuPipelines, EveryShapeGivesTheSameRightPictures) {
  for (const bool pinned : {true, false}) {
    const auto runner = make_pipeline_runner(small(pinned));
    std::optional<std::uint64_t> hash;
    for (const PipelineShape& shape : shapes()) {
      const std::string name = std::string(info_of(shape.schedule).id) + " " +
                               std::to_string(shape.chunks) + " chunks, " +
                               std::to_string(shape.streams) + " streams";
      runner->clear();
      EXPECT_NE(runner->mismatch(), "") << name << ": nothing came back yet";
      std::vector<PipelineSpan> spans;
      EXPECT_GT(runner->run(shape, &spans), 0) << name;
      EXPECT_EQ(runner->mismatch(), "") << name;
      if (!hash) hash = runner->hash();
      EXPECT_EQ(runner->hash(), *hash) << name;
      EXPECT_EQ(spans.size(), 3u * std::size_t(shape.chunks)) << name;
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

TEST_F(GpuPipelines, AFailedCallIsToldAndTheNextRunIsRight) {
  const PipelineShape shape{PipelineSchedule::depth_first, 8, 4};
  const auto runner = make_pipeline_runner(small(true));
  for (const char* call :
       {"cudaMemcpyAsync", "cudaLaunchKernel", "cudaEventRecord", "cudaStreamWaitEvent",
        "cudaStreamSynchronize", "cudaEventElapsedTime", "cudaEventCreate"}) {
    {
      const Fault fault(call, call == std::string("cudaMemcpyAsync") ? 5 : 0);
      std::vector<PipelineSpan> spans;
      try {
        runner->run(shape, &spans);
        ADD_FAILURE() << call << " did not fail";
      } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("unknown error"), std::string::npos)
            << call << ": " << error.what();
      }
      EXPECT_EQ(fault.failures(), 1) << call;
    }
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << call;
    runner->clear();
    runner->run(shape, nullptr);
    EXPECT_EQ(runner->mismatch(), "") << call;
  }
  for (const char* call : {"cudaMalloc", "cudaHostAlloc", "cudaStreamCreateWithFlags",
                           "cudaEventCreate", "cudaEventCreateWithFlags"}) {
    const Fault fault(call);
    EXPECT_THROW(make_pipeline_runner(small(true)), Error) << call;
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << call;
  }
}

TEST_F(GpuPipelines, AThousandRunsLeaveMemoryFlat) {
  const auto runner = make_pipeline_runner(small(true));
  const std::vector<PipelineShape> all = shapes();
  std::vector<PipelineSpan> spans;
  for (const PipelineShape& shape : all) runner->run(shape, &spans);
  wait_for_device();
  const std::size_t before = cuda_free_bytes();
  for (std::size_t i = 0; i < 1000; ++i) runner->run(all[i % all.size()], &spans);
  wait_for_device();
  EXPECT_NEAR(double(cuda_free_bytes()), double(before), 4.0 * (1 << 20))
      << "others may use the GPU too";
}

class GpuPipelinesTiming : public GpuPipelines {};

TEST_F(GpuPipelinesTiming, ABalancedPipelineOverlaps) {
  const auto runner = make_pipeline_runner({});
  const std::vector<PipelineShape> shapes{{PipelineSchedule::depth_first, 16, 4},
                                          {PipelineSchedule::breadth_first, 16, 4},
                                          {PipelineSchedule::synchronised, 16, 4}};
  std::vector<PipelineResult> results;
  measure_pipelines(*runner, shapes, 0.5, {},
                    [&](const PipelineResult& result) { results.push_back(result); });
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

}  // namespace
}  // namespace livewarp

#endif
