// Bytes between GPUs: within one that is named twice, and between two where there are two. What
// fails before a call is made is seen without a GPU.
#if LIVEWARP_HAS_CUDA

  #include <gtest/gtest.h>

  #include <numeric>

  #include "kernels/core/base/error.h"
  #include "kernels/core/base/fault.h"
  #include "kernels/core/base/machine.h"
  #include "kernels/core/decomposition/peer_access.h"
  #include "kernels/core/exec/cuda/cuda_check.h"
  #include "kernels/core/peers/peer_kernels.h"
  #include "kernels/core/peers/peers.h"

namespace livewarp {
namespace {

constexpr std::size_t peer_mebibyte = std::size_t{1} << 20;

template <class F>
std::string peer_error(F&& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "done";
}

TEST(PeersFault, KernelsThatCannotStartAreTold) {
  const auto told = [](auto&& start) {
    const Fault fault("cudaLaunchKernel", 0, cudaErrorLaunchOutOfResources);
    return peer_error(start);
  };
  EXPECT_EQ(told([] {
              read_peer_memory(nullptr, nullptr, 16, nullptr);
            }).find("cannot start the kernel that reads a peer's memory: "),
            0u);
  EXPECT_EQ(told([] {
              write_peer_memory(nullptr, nullptr, 16, nullptr);
            }).find("cannot start the kernel that writes a peer's memory: "),
            0u);
  EXPECT_EQ(told([] {
              store_in_turn(nullptr, 1, 1, nullptr);
            }).find("cannot start the kernel that stores into a peer's memory: "),
            0u);
}

TEST(PeersFault, WhatTheDriverDoesNotTellAndWhatHasNoRoomAreSentences) {
  const Fault fault("cudaDeviceCanAccessPeer");
  EXPECT_EQ(
      peer_error([] { PeerAccess::possible(0, 1); }).find("peer access of device 0 to device 1: "),
      0u);
  EXPECT_EQ(peer_error([] {
              make_peer_runner({0, 0}, 64 * peer_mebibyte, peer_mebibyte);
            }),
            "copies of 64 MiB: they need 16 MiB of main memory, 1 MiB are free");
}

TEST(PeerRing, ComesBackToItsBeginning) {
  EXPECT_EQ(std::gcd(ring_places, ring_step), 1u) << "every place is passed";
  EXPECT_LT(unsigned(info_of(PeerWay::read).in_a_row), ring_places) << "none of them twice";
}

class GpuPeersTest : public testing::Test {
 protected:
  void SetUp() override {
    machine = detect_machine();
    if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  }
  /// Nothing is right before it was done; then every way and figure is, there and back.
  static void all_is_right(PeerRunner& runner, std::size_t bytes) {
    for (const auto& [from, to] : {std::pair<std::size_t, std::size_t>{0, 1}, {1, 0}})
      for (const PeerWayInfo& way : peer_ways()) {
        if (way.needs_access && !runner.no_access(from, to).empty()) continue;
        const std::vector<PeerWay> one{way.way};
        for (const PeerTask& task : peer_tasks(from, to, one, bytes)) {
          const std::string what = std::string(way.id) + " " + info_of(task.figure).id;
          runner.clear(task);
          EXPECT_NE(runner.mismatch(task), "") << what << ": nothing was done yet";
          const PeerResult result = measure_peers(runner, task, {.least = 20, .most = 20});
          ASSERT_TRUE(result.timed()) << what << ": " << result.why_not;
          EXPECT_EQ(result.ms.count, 20u);
          EXPECT_GT(result.ms.min, 0) << what;
        }
      }
  }
  Machine machine;
};

TEST_F(GpuPeersTest, AllPairsWithinOneGpu) {
  const auto runner = make_peer_runner({0, 0}, 16 * peer_mebibyte, 0);
  EXPECT_EQ(runner->no_access(0, 1), "");
  all_is_right(*runner, 16 * peer_mebibyte);
}

TEST_F(GpuPeersTest, SizesThatAreNoMultipleOfAPiece) {
  const std::size_t bytes = 9 * peer_mebibyte + 16;
  const auto runner = make_peer_runner({0, 0}, bytes, 0);
  all_is_right(*runner, bytes);
  all_is_right(*runner, 16);
}

using GpuTimingPeers = GpuPeersTest;

TEST_F(GpuTimingPeers, BothWaysTakeNoLessThanOne) {
  const auto runner = make_peer_runner({0, 0}, 64 * peer_mebibyte, 0);
  for (const PeerWayInfo& way : peer_ways()) {
    PeerTask task{.way = way.way, .figure = PeerFigure::one_way, .bytes = 64 * peer_mebibyte};
    const PeerResult one = measure_peers(*runner, task, {.least = 20, .most = 20});
    task.figure = PeerFigure::both_ways;
    const PeerResult both = measure_peers(*runner, task, {.least = 20, .most = 20});
    ASSERT_TRUE(one.timed() && both.timed()) << way.id << ": " << one.why_not << both.why_not;
    EXPECT_GT(both.ms.median, 0.9 * one.ms.median) << way.id;
  }
}

TEST_F(GpuPeersTest, BetweenTwoGpus) {
  if (machine.gpus.size() < 2) GTEST_SKIP() << "this machine has one GPU";
  const auto runner = make_peer_runner({0, 1}, 16 * peer_mebibyte, 0);
  all_is_right(*runner, 16 * peer_mebibyte);
  int current = -1;
  ASSERT_EQ(cudaGetDevice(&current), cudaSuccess);
  EXPECT_EQ(current, use_cuda_device()) << "the thread's device is what it was";
}

TEST_F(GpuPeersTest, AccessIsSharedAndWhatWasEnabledBeforeIsNoError) {
  if (machine.gpus.size() < 2) GTEST_SKIP() << "this machine has one GPU";
  if (!PeerAccess::possible(0, 1)) GTEST_SKIP() << "these GPUs have no peer access";
  const PeerAccess access(0, 1);
  EXPECT_NO_THROW(PeerAccess(0, 1)) << "enabled already";
  const DeviceScope scope(0);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessAlreadyEnabled)
      << "the end of the second one left it";
  cudaGetLastError();
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(GpuPeersTest, ACallThatFailsLeavesNothingInFlight) {
  const auto runner = make_peer_runner({0, 0}, peer_mebibyte, 0);
  for (const auto& [way, call] : {std::pair{PeerWay::copy, "cudaMemcpyPeerAsync"},
                                  {PeerWay::staged, "cudaMemcpyAsync"},
                                  {PeerWay::read, "cudaLaunchKernel"},
                                  {PeerWay::write, "cudaEventRecord"}}) {
    const PeerTask task{.way = way, .figure = PeerFigure::both_ways, .bytes = peer_mebibyte};
    {
      const Fault fault(call);
      EXPECT_NE(measure_peers(*runner, task, {}).why_not, "") << call;
    }
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << call;
    EXPECT_TRUE(measure_peers(*runner, task, {}).timed()) << call << ": the next one works";
  }
}

TEST_F(GpuPeersTest, ADeviceThatIsNotThereIsTold) {
  const int absent = int(machine.gpus.size());
  EXPECT_NE(peer_error([&] {
              make_peer_runner({0, absent}, peer_mebibyte, 0);
            }).find("device " + std::to_string(absent) + ": "),
            std::string::npos);
}

}  // namespace
}  // namespace livewarp

#endif
