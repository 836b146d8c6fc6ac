// Streams, priorities and copy engines on a GPU. What fails before a call is made is seen without.
#if LIVEWARP_HAS_CUDA

  #include <gtest/gtest.h>

  #include "kernels/core/base/error.h"
  #include "kernels/core/base/fault.h"
  #include "kernels/core/base/machine.h"
  #include "kernels/core/exec/cuda/cuda_check.h"
  #include "kernels/core/streams/engine_kernels.h"
  #include "kernels/core/streams/engines.h"
  #include "kernels/core/streams/priorities.h"
  #include "kernels/core/streams/spin_kernel.h"
  #include "kernels/core/streams/stream_order.h"

namespace livewarp {
namespace {

constexpr std::size_t stream_mebibyte = std::size_t{1} << 20;

TEST(StreamsFault, KernelsThatCannotStartAreTold) {
  const auto told = [](auto&& start) {
    const Fault fault("cudaLaunchKernel", 0, cudaErrorLaunchOutOfResources);
    try {
      start();
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("started");
  };
  EXPECT_EQ(told([] {
              spin({}, 1, nullptr, nullptr, nullptr);
            }).find("cannot start the kernel that spins: "),
            0u);
  EXPECT_EQ(told([] {
              read_words(nullptr, 16, nullptr, nullptr);
            }).find("cannot start the kernel that reads: "),
            0u);
}

TEST(StreamsFault, CopiesThatThereIsNoRoomForAreToldBefore) {
  try {
    make_engine_runner(64 * stream_mebibyte, stream_mebibyte);
    FAIL() << "made";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "copies of 64 MiB: they need 256 MiB of main memory, 1 MiB are free");
  }
}

class GpuStreams : public testing::Test {
 protected:
  void SetUp() override {
    const Machine machine = detect_machine();
    if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  }
};

TEST_F(GpuStreams, DefaultStreamsHoldBackWhomTheRuleSays) {
  const auto runner = make_stream_order_runner(2);
  for (const StreamCaseInfo& info : stream_cases()) {
    const auto result = measure_stream_order(*runner, info.which, {.least = 5});
    ASSERT_TRUE(result.timed()) << info.id << ": " << result.why_not;
    EXPECT_TRUE(result.as_ruled()) << info.id << ": " << result.overlaps[0] << ", "
                                   << result.overlaps[1] << ", " << result.overlaps[2];
    for (const GpuInterval& kernel : result.kernels) {
      EXPECT_GE(kernel.ms(), 1.99) << info.id;
      EXPECT_LE(kernel.ms(), 3) << info.id;
    }
    EXPECT_GE(result.total_ms.min, info.beside ? 1.99 : 5.99) << info.id;
  }
}

TEST_F(GpuStreams, AHighPriorityPassesBlocksThatHaveNotBegun) {
  const auto runner = make_priority_runner({});
  if (runner->range().empty()) GTEST_SKIP() << "this GPU's streams have one priority only";
  EXPECT_LT(runner->range().greatest, runner->range().least);
  std::array<PriorityResult, 4> results;
  for (const PriorityCaseInfo& info : priority_cases()) {
    PriorityResult& result = results[std::size_t(info.which)];
    result = measure_priority(*runner, info.which, {.least = 20});
    ASSERT_TRUE(result.timed()) << info.id << ": " << result.why_not;
    EXPECT_GE(result.latency_ms.min, 0.02) << info.id << ": no shorter than the kernel";
    if (info.which != PriorityCase::idle) {
      EXPECT_GE(result.long_ms.median, 19.9) << info.id;
    }
  }
  const auto median = [&](PriorityCase which) {
    return results[std::size_t(which)].latency_ms.median;
  };
  EXPECT_LT(median(PriorityCase::idle), 1);
  EXPECT_LT(median(PriorityCase::short_high), 3) << "a block or two";
  EXPECT_GT(median(PriorityCase::short_low), 3 * median(PriorityCase::short_high));
  EXPECT_EQ(results[std::size_t(PriorityCase::short_high)].ended_before, 20u);
}

TEST_F(GpuStreams, EverySetOfEnginesIsRightAndNoneIsFasterThanItsParts) {
  const auto runner = make_engine_runner(32 * stream_mebibyte, 0);
  EXPECT_GE(runner->copy_engines(), 1);
  runner->clear();
  for (const EngineSet& set : engine_sets())
    EXPECT_NE(runner->mismatch(set), "") << set.label() << ": nothing was done yet";
  std::array<double, engine_tasks> alone{};
  for (const EngineSet& set : engine_sets()) {
    const EngineResult result = measure_engines(*runner, set, {.least = 10});
    ASSERT_TRUE(result.timed()) << set.label() << ": " << result.why_not;
    for (const EngineTask task : all_engine_tasks) {
      const auto i = std::size_t(task);
      if (!set.has(task)) continue;
      if (set.size() == 1) alone[i] = result.ms[i].median;
      EXPECT_GT(result.ms[i].median, 0.8 * alone[i]) << set.label();
      EXPECT_LE(result.ms[i].median, result.total_ms.median * 1.01) << set.label();
    }
    if (set.size() == 3) {
      EXPECT_LT(result.total_ms.median, 0.8 * (alone[0] + alone[1] + alone[2]));
    }
  }
}

TEST_F(GpuStreams, KernelsReachMemoryOfTheHost) {
  const auto runner = make_engine_runner(8 * stream_mebibyte, 0);
  runner->clear();
  for (const HostAccessInfo& info : host_accesses())
    EXPECT_NE(runner->mismatch(info.access), "") << info.id << ": nothing was done yet";
  for (const HostAccessInfo& info : host_accesses()) {
    const auto result = measure_host_access(*runner, info.access, {.least = 5});
    EXPECT_TRUE(result.timed()) << info.id << ": " << result.why_not;
    EXPECT_GT(result.gigabytes_per_second(), 0.5) << info.id;
  }
}

TEST_F(GpuStreams, AFailedCallIsToldAndTheNextRunIsRight) {
  const auto order = make_stream_order_runner(0.2);
  const auto engines = make_engine_runner(stream_mebibyte, 0);
  for (const char* call : {"cudaLaunchKernel", "cudaStreamSynchronize"}) {
    {
      const Fault fault(call, 1);
      EXPECT_NE(measure_stream_order(*order, StreamCase::blocking_legacy, {.least = 2}).why_not, "")
          << call;
    }
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << call;
    EXPECT_TRUE(measure_stream_order(*order, StreamCase::blocking_legacy, {.least = 2}).timed());
  }
  for (const char* call : {"cudaMemcpyAsync", "cudaLaunchKernel", "cudaEventRecord",
                           "cudaStreamWaitEvent", "cudaEventElapsedTime"}) {
    {
      const Fault fault(call);
      EXPECT_NE(measure_engines(*engines, EngineSet{7}, {.least = 2}).why_not, "") << call;
    }
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << call;
    EXPECT_TRUE(measure_engines(*engines, EngineSet{7}, {.least = 2}).timed()) << call;
  }
  const Fault fault("cudaStreamCreateWithPriority");
  EXPECT_THROW(make_priority_runner({}), Error);
}

}  // namespace
}  // namespace livewarp

#endif
