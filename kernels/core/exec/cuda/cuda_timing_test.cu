#include "kernels/core/exec/cuda/cuda_exec_test.cuh"
#include "kernels/core/measure/statistics.h"

#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

namespace livewarp {
namespace {

class GpuExecTiming : public GpuExec {
 protected:
  /// Of all that was given, when it is done.
  std::vector<double> publishes() {
    exec_->set_queued(true);
    exec_->pump(1);
    exec_->synchronize();
    return exec_->collect_publish();
  }
};

TEST_F(GpuExecTiming, TimesStepsByEventsAndReadsThemLate) {
  for (const double ms : {20.0, 5.0}) {
    exec_->begin_step();
    exec_->stage(Stage::kernel);
    spin_ms(ms);
    exec_->end_step();
  }
  EXPECT_TRUE(exec_->collect().empty());  // 20 ms have not passed yet
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
  EXPECT_EQ(exec_->in_flight(), 2);
  exec_->synchronize();
  EXPECT_EQ(exec_->in_flight(), 0);
  const std::vector<StepTime> times = exec_->collect();
  ASSERT_EQ(times.size(), 2u);
  EXPECT_GE(times[0].kernel, 19.9);
  EXPECT_GE(times[1].kernel, 4.9);
  EXPECT_LT(times[1].kernel, times[0].kernel);
  EXPECT_EQ(times[0].upload + times[0].download, 0);
}

TEST_F(GpuExecTiming, KeepsManyStepsApart) {
  constexpr int steps = 50;
  for (int i = 0; i < steps; ++i) {
    exec_->begin_step();
    spin_ms(i % 2 ? 0.4 : 0.1);
    exec_->end_step();
  }
  exec_->synchronize();
  const std::vector<StepTime> times = exec_->collect();
  ASSERT_EQ(times.size(), std::size_t(steps));
  for (int i = 0; i + 1 < steps; i += 2)
    EXPECT_LT(times[std::size_t(i)].kernel, times[std::size_t(i) + 1].kernel);
}

TEST_F(GpuExecTiming, StagesAreTimedApart) {
  Buffer pinned(std::size_t{32} << 20, MemoryMode::pinned);
  exec_->begin_step();
  exec_->stage(Stage::upload);
  exec_->copy_in(pinned);
  exec_->stage(Stage::kernel);
  spin_ms(10);
  exec_->stage(Stage::download);
  exec_->copy_out(pinned);
  exec_->end_step();
  exec_->synchronize();
  const std::vector<StepTime> times = exec_->collect();
  ASSERT_EQ(times.size(), 1u);
  EXPECT_GE(times[0].kernel, 9.9);
  EXPECT_LT(times[0].kernel, 30);
  // 32 MiB at no more than 200 GB/s
  EXPECT_GT(times[0].upload, 0.16);
  EXPECT_GT(times[0].download, 0.16);
}

/// Stages and pictures tell when they were, on the clock of the host.
TEST_F(GpuExecTiming, SpansLieBetweenTheCallsThatBeganAndEndedThem) {
  exec_->set_queued(true);
  exec_->keep_spans(true);
  exec_->collect();  // sets the clocks side by side
  const double before = steady_ms();
  exec_->begin_step();
  exec_->stage(Stage::kernel);
  spin_ms(5);
  exec_->end_step();
  exec_->stage(Stage::publish);
  spin_ms(2);
  exec_->pump(2);
  publishes();
  const double after = steady_ms();
  const std::vector<StepTime> steps = exec_->collect();
  const std::vector<StageSpan> spans = exec_->take_spans();
  ASSERT_EQ(steps.size(), 1u);
  ASSERT_EQ(spans.size(), 2u);
  const StageSpan& publish = spans[0].stage == Stage::publish ? spans[0] : spans[1];
  const StageSpan& kernel = spans[0].stage == Stage::publish ? spans[1] : spans[0];
  EXPECT_EQ(kernel.stage, Stage::kernel);
  EXPECT_EQ(publish.stage, Stage::publish);
  const double margin = kernel.clock_uncertainty + publish.clock_uncertainty + 0.01;
  EXPECT_GE(kernel.span.begin, before - margin);
  EXPECT_LE(publish.span.end, after + margin);
  EXPECT_GE(publish.span.begin, kernel.span.end - margin);
  EXPECT_NEAR(kernel.span.ms(), steps[0].kernel, margin);
  EXPECT_TRUE(exec_->take_spans().empty());
}

/// While spans are kept each launch has its own, and together they are the step.
TEST_F(GpuExecTiming, LaunchesAreToldApart) {
  exec_->set_queued(true);
  for (const bool kept : {true, false}) {
    exec_->keep_spans(kept);
    exec_->collect();
    exec_->begin_step();
    exec_->stage(Stage::kernel);
    spin_ms(5);
    spin_ms(2);
    exec_->end_step();
    exec_->pump(2);
    exec_->synchronize();
    const std::vector<StepTime> steps = exec_->collect();
    const std::vector<StageSpan> spans = exec_->take_spans();
    ASSERT_EQ(steps.size(), 1u);
    EXPECT_GE(steps[0].kernel, 6.9);
    if (!kept) {
      EXPECT_TRUE(spans.empty());
      continue;
    }
    ASSERT_EQ(spans.size(), 2u);
    for (const StageSpan& span : spans) {
      EXPECT_EQ(span.stage, Stage::kernel);
      EXPECT_EQ(span.name.find('<'), std::string::npos) << span.name;
      EXPECT_NE(span.name, "kernel");
    }
    EXPECT_GE(spans[0].span.ms(), 4.9);
    EXPECT_GE(spans[1].span.ms(), 1.9);
    EXPECT_NEAR(spans[0].span.ms() + spans[1].span.ms(), steps[0].kernel, 0.05);
  }
}

/// What a stage adds to a bare copy of the runtime, on a stream of its own, is next to nothing.
TEST_F(GpuExecTiming, APinnedCopyTakesWhatABareOneTakes) {
  constexpr std::size_t bytes = std::size_t{12} << 20;
  constexpr int copies = 41;
  Buffer pinned(bytes, MemoryMode::pinned);
  SampleRing bare(copies), ours(copies);
  cudaStream_t stream = nullptr;
  cudaEvent_t begin = nullptr, end = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&begin), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&end), cudaSuccess);
  for (int i = 0; i < copies; ++i) {  // in turn, so that both see the same bus
    cudaEventRecord(begin, stream);
    cudaMemcpyAsync(pinned.data(), pinned.shadow(), bytes, cudaMemcpyHostToDevice, stream);
    cudaEventRecord(end, stream);
    ASSERT_EQ(cudaEventSynchronize(end), cudaSuccess);
    float ms = 0;
    cudaEventElapsedTime(&ms, begin, end);
    bare.add(double(ms));
    exec_->begin_step();
    exec_->stage(Stage::upload);
    exec_->copy_in(pinned);
    exec_->end_step();
    exec_->synchronize();
    for (const StepTime& time : exec_->collect()) ours.add(time.upload);
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  cudaStreamDestroy(stream);
  RecordProperty("bare_ms", std::to_string(bare.summary().median));
  RecordProperty("ours_ms", std::to_string(ours.summary().median));
  std::printf("a copy of 12 MiB: bare %.4f ms, a stage %.4f ms\n", bare.summary().median,
              ours.summary().median);
  EXPECT_GE(bare.summary().median, 0.95 * ours.summary().median);
}

TEST_F(GpuExecTiming, GapsBetweenPumpsAreNotCounted) {
  exec_->set_queued(true);
  exec_->begin_step();
  spin_ms(2);
  spin_ms(2);
  exec_->end_step();
  exec_->pump(1);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  exec_->pump(1);
  exec_->synchronize();
  const std::vector<StepTime> times = exec_->collect();
  ASSERT_EQ(times.size(), 1u);
  EXPECT_GE(times[0].kernel, 3.9);
  EXPECT_LT(times[0].kernel, 50);
}

TEST_F(GpuExecTiming, PublishIsAnIntervalOfItsOwn) {
  exec_->set_queued(true);
  exec_->begin_step();
  spin_ms(2);
  spin_ms(2);
  exec_->end_step();
  exec_->pump(1);
  exec_->set_queued(false);
  exec_->stage(Stage::publish);
  spin_ms(30);
  const std::vector<double> took = publishes();
  ASSERT_EQ(took.size(), 1u);
  EXPECT_GE(took[0], 29.9);
  const std::vector<StepTime> times = exec_->collect();
  ASSERT_EQ(times.size(), 1u);
  EXPECT_GE(times[0].kernel, 3.9);
  EXPECT_LT(times[0].kernel, 25);
}

// Strokes are painted between a picture and the next step.
TEST_F(GpuExecTiming, APublishEndsBeforeWhatIsDoneAtOnceAfterIt) {
  exec_->set_queued(false);
  exec_->stage(Stage::publish);
  spin_ms(2);
  exec_->set_queued(true);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  exec_->set_queued(false);
  spin_ms(30);
  const std::vector<double> took = publishes();
  ASSERT_EQ(took.size(), 1u);
  EXPECT_GE(took[0], 1.9);
  EXPECT_LT(took[0], 20);
}

/// Milliseconds that `launches` small ones take by events, while the host needs a while for each.
class GpuHeldTiming : public GpuExec {
 protected:
  static constexpr auto pause = std::chrono::microseconds(300);
  double small_launches_ms(int launches) {
    exec_->begin_step();
    for (int i = 0; i < launches; ++i) {
      add_to_all(1);
      std::this_thread::sleep_for(pause);
    }
    exec_->end_step();
    exec_->release();
    exec_->synchronize();
    return exec_->collect().back().kernel;
  }
  static double paused_ms(int launches) {
    return std::chrono::duration<double, std::milli>(pause).count() * launches;
  }
};

TEST_F(GpuHeldTiming, TheHostsPaceIsNotTimed) {
  constexpr int launches = 10;
  small_launches_ms(launches);  // loads the kernel
  EXPECT_GE(small_launches_ms(launches), paused_ms(launches - 1)) << "nothing held";
  exec_->hold();
  EXPECT_LE(small_launches_ms(launches), paused_ms(launches) / 10);
  EXPECT_EQ(result(), all(3 * launches));
}

TEST_F(GpuHeldTiming, WhatIsNeverReleasedGoesOnAndIsNotHeldAgain) {
  constexpr int launches = 10;
  small_launches_ms(launches);
  exec_->hold();
  add_to_all(1);
  exec_->synchronize();  // would wait for ever
  exec_->hold();
  EXPECT_GE(small_launches_ms(launches), paused_ms(launches - 1));
}

TEST_F(GpuHeldTiming, ManyCommandsReleaseThemselves) {
  constexpr int many = 3000;  // more than a driver's queue holds
  exec_->hold();
  for (int i = 0; i < many; ++i) add_to_all(1);
  exec_->synchronize();
  exec_->hold();
  EXPECT_LE(small_launches_ms(10), paused_ms(10) / 10) << "still held when asked for";
  EXPECT_EQ(result(), all(many + 10));
}

}  // namespace
}  // namespace livewarp
