// The convolution's kernel between copies that overlap, on a GPU.
#include "kernels/convolution/convolution_pipeline.h"

#include <gtest/gtest.h>

#include <optional>

#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"
#include "kernels/core/base/machine.h"

namespace livewarp {
namespace {

class GpuConvolutionPipeline : public testing::Test {
 protected:
  void SetUp() override {
    const Machine machine = detect_machine();
    if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  }
  static std::unique_ptr<PipelineRunner> runner(const PipelineRequest& request) {
    return make_pipeline_runner(
        request, [](const PipelineRequest& of) { return make_convolution_filter(of); });
  }
  static PipelineRequest small(bool pinned) {
    return {.pictures = 9, .width = 250, .height = 131, .pinned = pinned, .work = 3};
  }
};

TEST_F(GpuConvolutionPipeline, EveryShapeGivesTheSameRightPictures) {
  for (const bool pinned : {true, false}) {
    const auto pipeline = runner(small(pinned));
    EXPECT_EQ(pipeline->work(), 3u);
    std::optional<std::uint64_t> hash;
    for (const PipelineScheduleInfo& info : pipeline_schedules())
      for (const int chunks : {1, 4, 9})
        for (const int streams : {1, 3, 8})
          for (const bool threads : {false, true}) {
            if (!info.in_streams && (threads || streams > 1)) continue;
            const PipelineShape shape{info.schedule, chunks, streams, threads, true};
            pipeline->clear();
            std::vector<PipelineSpan> spans;
            EXPECT_GT(pipeline->run(shape, &spans), 0);
            EXPECT_EQ(pipeline->mismatch(), "") << info.id << " " << chunks << " " << streams;
            if (!hash) hash = pipeline->hash();
            EXPECT_EQ(pipeline->hash(), *hash) << info.id << " " << chunks << " " << streams;
            EXPECT_EQ(spans.size(), 4u * std::size_t(chunks));
          }
  }
}

TEST_F(GpuConvolutionPipeline, ALaunchThatFailsIsToldAndTheNextRunIsRight) {
  const auto pipeline = runner(small(true));
  const PipelineShape shape{PipelineSchedule::depth_first, 4, 3, true};
  for (const int nth : {0, 4, 8}) {
    {
      const Fault fault("cudaLaunchKernel", nth);
      EXPECT_THROW(pipeline->run(shape, nullptr), Error);
      EXPECT_EQ(fault.failures(), 1);
    }
    pipeline->clear();
    pipeline->run(shape, nullptr);
    EXPECT_EQ(pipeline->mismatch(), "") << nth;
  }
}

// No constant memory that streams would take turns with: kernels overlap copies as others do.
TEST_F(GpuConvolutionPipeline, OverlapsWhatItIsBetween) {
  const auto pipeline = runner({.work = {}});
  EXPECT_GE(pipeline->work(), 1u);
  std::vector<PipelineResult> results;
  const std::vector<PipelineShape> shapes{{PipelineSchedule::depth_first, 16, 4}};
  measure_pipelines(*pipeline, shapes, 0.3,
                    {.done = [&](const PipelineResult& result) { results.push_back(result); }});
  ASSERT_TRUE(results.at(0).timed()) << results.at(0).why_not;
  EXPECT_GT(results[0].speed_up(), 1.3);
}

}  // namespace
}  // namespace livewarp
