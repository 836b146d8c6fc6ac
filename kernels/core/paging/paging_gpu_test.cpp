// Managed memory on a GPU. What fails before a call is made is seen without one.
#if LIVEWARP_HAS_CUDA

  #include <gtest/gtest.h>

  #include <algorithm>
  #include <vector>

  #include "kernels/core/base/detect.h"
  #include "kernels/core/base/error.h"
  #include "kernels/core/base/fault.h"
  #include "kernels/core/base/machine.h"
  #include "kernels/core/exec/cuda/cuda_check.h"
  #include "kernels/core/exec/executors.h"
  #include "kernels/core/memory/buffer.h"
  #include "kernels/core/model/memory_modes.h"
  #include "kernels/core/paging/paging.h"
  #include "kernels/core/paging/paging_kernels.h"
  #include "kernels/core/transfer/transfer_pattern.h"

namespace livewarp {
namespace {

constexpr std::size_t paging_mib = std::size_t{1} << 20;

template <class F>
std::string paging_error(F&& use) {
  try {
    use();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(PagingFault, AKernelThatCannotStartIsTold) {
  const Fault fault("cudaLaunchKernel", 0, cudaErrorLaunchOutOfResources);
  EXPECT_EQ(paging_error([] {
              write_words({nullptr, 64, 0}, nullptr);
            }).find("cannot start a kernel on managed memory: "),
            0u);
  EXPECT_EQ(fault.failures(), 1);
}

TEST(PagingFault, WhatThereIsNoRoomForIsToldBeforeItIsAllocated) {
  PagingRequest request;
  request.bytes = 2 * most_paging_bytes;
  EXPECT_EQ(paging_error([&] { make_paging_runner(request); }),
            "unified memory: 1 GiB wanted, 512 MiB are the most here");
  request = {};
  request.host_bytes = 128 * paging_mib;
  EXPECT_EQ(paging_error([&] { make_paging_runner(request); }),
            "unified memory: 256 MiB wanted, the host has 128 MiB free");
}

class GpuPagingRounds : public testing::Test {
 protected:
  void SetUp() override {
    const Machine machine = detect_machine();
    if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
    const std::string reason = memory_refusal(MemoryMode::managed, machine.gpus.front());
    if (!reason.empty()) GTEST_SKIP() << reason;
  }
  static std::unique_ptr<PagingRunner> small(PagingTouch touch = PagingTouch::read) {
    return make_paging_runner({.bytes = 8 * paging_mib, .touch = touch});
  }
  static void expect_right_round(PagingRunner& runner, const PagingMethodInfo& info) {
    runner.begin(info.method);
    if (info.method == PagingMethod::prefetch) {
      EXPECT_GT(runner.prefetch_ms(), 0);
    }
    for (int pass = 0; pass < 3; ++pass) {
      EXPECT_GT(runner.pass_ms(), 0) << info.id;
      EXPECT_EQ(runner.found_by_gpu(), "") << info.id << ", pass " << pass;
    }
    std::string wrong;
    EXPECT_GT(runner.host_ms(wrong), 0) << info.id;
    EXPECT_EQ(wrong, "") << info.id;
  }
};

// By the host's own pattern, on sizes that no block and no warp divides.
TEST_F(GpuPagingRounds, KernelsWriteThePatternAndSeeEveryWordThatIsNot) {
  constexpr std::size_t words = 100'003;
  Buffer pages(words * sizeof(std::uint64_t), MemoryMode::managed);
  Buffer count(sizeof(unsigned), MemoryMode::managed);
  auto* const at = static_cast<std::uint64_t*>(pages.data());
  auto* const wrong = static_cast<unsigned*>(count.data());
  std::uint64_t seed = 1;
  for (const std::size_t of_a_warp : {0ul, 512ul, 65536ul, 2ul << 20}) {
    const PagedWords all{at, words, ++seed};
    if (of_a_warp > 0)
      write_words_by_warps(all, of_a_warp, nullptr);
    else
      write_words(all, nullptr);
    wait_for_device();
    EXPECT_EQ(pattern_mismatch(at, 0, words * sizeof(std::uint64_t), seed), "") << of_a_warp;
    add_to_words(all, nullptr);
    wait_for_device();
    for (std::size_t i = 0; i < words; ++i) ASSERT_EQ(at[i], pattern_word(i, seed) + 1) << i;
    at[0] += 1;
    at[words - 1] += 1;
    *wrong = 0;
    compare_words(all, 1, wrong, nullptr);
    wait_for_device();
    EXPECT_EQ(*wrong, 2u);
  }
}

TEST_F(GpuPagingRounds, EveryMethodIsRightByGpuAndByHost) {
  for (const PagingTouch touch : {PagingTouch::read, PagingTouch::update}) {
    const auto runner = small(touch);
    for (const PagingMethodInfo& info : paging_methods()) expect_right_round(*runner, info);
  }
}

TEST_F(GpuPagingRounds, AFailedCallIsToldAndTheNextRoundIsRight) {
  const auto runner = small(PagingTouch::update);
  const PagingMethodInfo& prefetch = info_of(PagingMethod::prefetch);
  expect_right_round(*runner, prefetch);
  for (const char* const call :
       {"cudaMallocManaged", "cudaMemPrefetchAsync", "cudaMemsetAsync", "cudaLaunchKernel",
        "cudaEventRecord", "cudaStreamSynchronize", "cudaEventElapsedTime"}) {
    {
      const Fault fault(call);
      EXPECT_NE(paging_error([&] {
                  runner->begin(prefetch.method);
                  runner->prefetch_ms();
                  runner->pass_ms();
                }),
                "")
          << call;
      EXPECT_EQ(fault.failures(), 1) << call;
    }
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << call;
    expect_right_round(*runner, prefetch);
  }
  const Fault fault("cudaMemAdvise");
  EXPECT_NE(paging_error([&] { runner->begin(PagingMethod::read_mostly); }), "");
}

TEST_F(GpuPagingRounds, ManyRoundsLeaveMemoryFlat) {
  const auto runner = small();
  const auto all_methods = [&] {
    for (const PagingMethodInfo& info : paging_methods()) {
      runner->begin(info.method);
      runner->pass_ms();
    }
    runner->begin(PagingMethod::host_first);
    wait_for_device();
  };
  all_methods();
  const std::size_t before = cuda_free_bytes();
  for (int i = 0; i < 30; ++i) all_methods();
  EXPECT_GT(double(cuda_free_bytes()), double(before) - 4.0 * double(paging_mib))
      << "others may use the GPU too";
}

class GpuPagingTiming : public GpuPagingRounds {};

// What the lesson says, by times.
TEST_F(GpuPagingTiming, PagesThatMoveTakeLongerThanThoseThatAreThere) {
  const auto runner = make_paging_runner({.bytes = 64 * paging_mib});
  std::vector<PagingMethod> methods;
  for (const PagingMethodInfo& info : paging_methods()) methods.push_back(info.method);
  std::vector<PagingResult> results;
  measure_paging(
      *runner, methods, 0.2, {}, [](const PagingMethodInfo&) {},
      [&](const PagingResult& result) { results.push_back(result); });
  ASSERT_EQ(results.size(), methods.size());
  for (const PagingResult& result : results) ASSERT_TRUE(result.timed()) << result.why_not;
  const auto of = [&](PagingMethod method) {
    return *std::ranges::find(results, method, &PagingResult::method);
  };
  const PagingResult faults = of(PagingMethod::host_first);
  EXPECT_GT(faults.first.median, 5 * faults.steady.median);
  EXPECT_LT(of(PagingMethod::prefetch).first.median, faults.first.median / 5);
  EXPECT_GT(of(PagingMethod::accessed_by).steady.median, 5 * faults.steady.median)
      << "every pass goes over the bus";
  EXPECT_LT(of(PagingMethod::read_mostly).host.median, faults.host.median)
      << "the host has kept its pages";
}

}  // namespace
}  // namespace livewarp

#endif
