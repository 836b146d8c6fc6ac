// Transfers between host and GPU. What fails before a call is made is seen without a GPU.
#if LIVEWARP_HAS_CUDA

  #include <gtest/gtest.h>

  #include <algorithm>
  #include <array>
  #include <vector>

  #include "kernels/core/base/detect.h"
  #include "kernels/core/base/error.h"
  #include "kernels/core/base/fault.h"
  #include "kernels/core/exec/executors.h"
  #include "kernels/core/memory/buffer.h"
  #include "kernels/core/transfer/transfer_clock.h"
  #include "kernels/core/transfer/transfer_kernels.h"
  #include "kernels/core/transfer/transfer_movers.h"
  #include "kernels/core/transfer/write_combined_memory.h"

namespace livewarp {
namespace {

constexpr std::size_t a_kib = 1024, a_mib = 1024 * a_kib;

template <class F>
std::string transfer_error(F&& use) {
  try {
    use();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(TransferFault, AKernelThatCannotStartIsTold) {
  const Fault fault("cudaLaunchKernel", 0, cudaErrorLaunchOutOfResources);
  EXPECT_EQ(transfer_error([] { copy_by_kernel(nullptr, nullptr, 64, nullptr); }),
            std::string("cannot start the kernel that transfers: ") +
                cudaGetErrorString(cudaErrorLaunchOutOfResources) +
                " (cudaErrorLaunchOutOfResources)");
  EXPECT_EQ(fault.failures(), 1);
}

TEST(TransferFault, WriteCombinedMemoryNeedsItsDevice) {
  const Fault fault("cudaSetDevice", 0, cudaErrorDevicesUnavailable);
  EXPECT_EQ(transfer_error([] { const WriteCombinedMemory memory(64); }).find("device 0: "), 0u);
  EXPECT_EQ(fault.failures(), 1);
}

TEST(TransferFault, AKindOfTheHostHasNoPathToAGpu) {
  EXPECT_EQ(transfer_error([] { make_path(TransferKind::touch, TransferWay::to_gpu, 64); }),
            "first touch, small pages is no transfer of a GPU");
}

std::vector<TransferKind> gpu_kinds() {
  std::vector<TransferKind> kinds;
  for (const TransferKindInfo& kind : transfer_kinds())
    if (kind.needs_gpu) kinds.push_back(kind.kind);
  return kinds;
}
constexpr std::array gpu_ways{TransferWay::to_gpu, TransferWay::from_gpu, TransferWay::both};

class GpuTransfer : public testing::Test {
 protected:
  void SetUp() override {
    machine_ = detect_machine();
    if (!machine_.has_gpu()) GTEST_SKIP() << machine_.gpu_reason;
  }
  const GpuInfo& gpu() const { return machine_.gpus.front(); }
  std::vector<TransferPoint> measured(TransferRequest request) const {
    std::vector<TransferPoint> points;
    TransferWatch watch;
    watch.done = [&](const TransferPoint& point) { points.push_back(point); };
    request.seconds = 0.01;
    measure_transfers(request, &gpu(), watch);
    return points;
  }
  static TransferRequest one(TransferKind kind, TransferWay way, std::size_t bytes) {
    TransferRequest request;
    request.kinds = {kind};
    request.ways = {way};
    request.from = request.to = bytes;
    return request;
  }
  static std::size_t free_bytes() {
    wait_for_device();
    return cuda_free_bytes();
  }

  Machine machine_;
};

TEST_F(GpuTransfer, WhatWasSentArrivesByEveryKindEveryWayWholeAndInPieces) {
  for (const TransferKind kind : gpu_kinds()) {
    if (!gpu_refusal(kind, gpu()).empty()) continue;
    for (const std::size_t bytes : {a_kib, 64 * a_kib, 16 * a_mib})
      for (const int pieces : {1, 7, 64}) {
        const auto mover = make_gpu_mover(kind, bytes, pieces);
        for (const TransferWay way : gpu_ways) {
          const std::string name = std::string(info_of(kind).id) + " " + info_of(way).id + " " +
                                   memory_size(bytes) + " in " + std::to_string(pieces);
          mover->prepare(way);
          // Pages that were only asked for are read where they are, brought or not.
          if (kind != TransferKind::prefetch || way != TransferWay::to_gpu) {
            EXPECT_NE(mover->mismatch(way), "") << name << ": nothing was sent yet";
            mover->prepare(way);
          }
          EXPECT_GT(mover->sample(way, mover->in_a_row(way)), 0) << name;
          EXPECT_EQ(mover->mismatch(way), "") << name;
        }
      }
  }
}

TEST_F(GpuTransfer, QueuedCopiesAreHeldBackUntilAllAreIssued) {
  for (const TransferKind kind :
       {TransferKind::pinned, TransferKind::write_combined, TransferKind::mapped})
    for (const TransferPoint& point : measured(one(kind, TransferWay::both, a_kib))) {
      EXPECT_TRUE(point.held) << info_of(kind).id;
      EXPECT_EQ(point.in_a_row, 16) << info_of(kind).id;
    }
  // The host moves these bytes itself, or asks for them one call after another.
  for (const TransferKind kind : {TransferKind::pageable, TransferKind::prefetch})
    for (const TransferPoint& point : measured(one(kind, TransferWay::to_gpu, a_kib)))
      EXPECT_FALSE(point.held) << info_of(kind).id;
}

TEST_F(GpuTransfer, MoreCopiesThanMayWaitArriveAllTheSame) {
  TransferRequest request = one(TransferKind::pinned, TransferWay::both, a_mib);
  request.pieces = 2000;
  const TransferPoint point = measured(request).at(0);
  EXPECT_TRUE(point.timed()) << point.why_not;
  EXPECT_EQ(point.in_a_row, 1);
  EXPECT_FALSE(point.held) << "not all of them could be";
}

TEST_F(GpuTransfer, AFailedCallIsToldAndTheNextPointIsMeasured) {
  struct Case {
    TransferKind kind;
    TransferWay way;
    const char* call;
  };
  using enum TransferKind;
  using enum TransferWay;
  for (const Case& one_case : {Case{pinned, to_gpu, "cudaHostAlloc"},
                               {pinned, to_gpu, "cudaMalloc"},
                               {pinned, to_gpu, "cudaMemcpyAsync"},
                               {pinned, from_gpu, "cudaMemcpy"},
                               {pinned, to_gpu, "cudaMemset"},
                               {pinned, to_gpu, "cudaEventRecord"},
                               {pinned, to_gpu, "cudaEventElapsedTime"},
                               {pinned, to_gpu, "cudaEventCreate"},
                               {pinned, to_gpu, "cudaStreamCreateWithPriority"},
                               {pinned, both, "cudaStreamWaitEvent"},
                               {pinned, to_gpu, "cudaStreamSynchronize"},
                               {pageable, both, "cudaMemcpyAsync"},
                               {write_combined, from_gpu, "cudaHostAlloc"},
                               {write_combined, from_gpu, "cudaMemcpy"},
                               {mapped, both, "cudaLaunchKernel"},
                               {mapped, to_gpu, "cudaHostGetDevicePointer"},
                               {managed, to_gpu, "cudaMallocManaged"},
                               {managed, both, "cudaLaunchKernel"}}) {
    if (!gpu_refusal(one_case.kind, gpu()).empty()) continue;
    const std::string name = std::string(info_of(one_case.kind).id) + ", " + one_case.call;
    {
      const Fault fault(one_case.call);
      const TransferPoint point = measured(one(one_case.kind, one_case.way, 64 * a_kib)).at(0);
      EXPECT_EQ(fault.failures(), 1) << name;
      EXPECT_FALSE(point.timed()) << name;
      EXPECT_NE(point.why_not.find("unknown error"), std::string::npos)
          << name << ": " << point.why_not;
      EXPECT_FALSE(point.wrong) << name;
    }
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << name;
    const TransferPoint next = measured(one(one_case.kind, one_case.way, 64 * a_kib)).at(0);
    EXPECT_TRUE(next.timed()) << name << ": " << next.why_not;
  }
}

TEST_F(GpuTransfer, MemoryIsGivenBack) {
  for (const TransferKind kind : gpu_kinds())
    for (const TransferWay way : gpu_ways) {
      // For managed memory the driver keeps up to 128 MiB, takes 2 MiB of it with a round or two
      // and then begins anew. Objects that were never freed would be 31 MiB a round.
      const bool paged = kind == TransferKind::managed || kind == TransferKind::prefetch;
      const double kept = (paged ? 128.0 : 0.0) + 4.0;
      TransferRequest request = one(kind, way, a_mib);
      request.to = 16 * a_mib;
      for (int i = 0; i < 2; ++i) measured(request);  // the runtime keeps some for itself at first
      const std::size_t before = free_bytes();
      for (int i = 0; i < 6; ++i) measured(request);
      EXPECT_GE(double(free_bytes()), double(before) - kept * double(a_mib))
          << info_of(kind).id << ", " << info_of(way).id << "; others may use the GPU too";
    }
}

TEST_F(GpuTransfer, AStopInTheMiddleKeepsWhatIsDoneAndLeavesTheGpuIdle) {
  TransferRequest request = one(TransferKind::pinned, TransferWay::both, a_mib);
  request.to = 64 * a_mib;
  std::stop_source stop;
  std::vector<TransferPoint> points;
  TransferWatch watch;
  watch.stop = stop.get_token();
  watch.done = [&](const TransferPoint& point) {
    points.push_back(point);
    stop.request_stop();
  };
  EXPECT_THROW(measure_transfers(request, &gpu(), watch), Cancelled);
  EXPECT_EQ(points.size(), 1u);
  EXPECT_NO_THROW(wait_for_device());
  EXPECT_TRUE(measured(one(TransferKind::pinned, TransferWay::to_gpu, a_mib)).at(0).timed());
}

class GpuTransferTiming : public GpuTransfer {
 protected:
  /// Bytes a second of copies in a row, the best of several rows: nothing of this room takes part.
  static double bare_loop(std::size_t bytes, bool to_gpu) {
    constexpr int copies = 4, rows = 8;
    void *host = nullptr, *device = nullptr;
    cudaStream_t stream = nullptr;
    cudaEvent_t begin = nullptr, end = nullptr;
    EXPECT_EQ(cudaMallocHost(&host, bytes), cudaSuccess);
    EXPECT_EQ(cudaMalloc(&device, bytes), cudaSuccess);
    EXPECT_EQ(cudaStreamCreate(&stream), cudaSuccess);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    double best = 0;
    for (int row = 0; row < rows; ++row) {
      cudaEventRecord(begin, stream);
      for (int i = 0; i < copies; ++i)
        to_gpu ? cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream)
               : cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream);
      cudaEventRecord(end, stream);
      EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
      float ms = 0;
      cudaEventElapsedTime(&ms, begin, end);
      best = std::max(best, double(bytes) * copies / double(ms) * 1000);
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaStreamDestroy(stream);
    cudaFreeHost(host);
    cudaFree(device);
    return best;
  }
};

TEST_F(GpuTransferTiming, PinnedCopiesAreAsFastAsABareLoop) {
  constexpr std::size_t bytes = 256 * a_mib;
  for (const bool to_gpu : {true, false}) {
    const TransferWay way = to_gpu ? TransferWay::to_gpu : TransferWay::from_gpu;
    const double bare = bare_loop(bytes, to_gpu);
    const TransferPoint point = measured(one(TransferKind::pinned, way, bytes)).at(0);
    ASSERT_TRUE(point.timed()) << point.why_not;
    const double rate = point.bytes_per_second();
    EXPECT_GE(rate, 0.97 * bare) << info_of(way).label << ": " << rate / 1e9 << " of " << bare / 1e9
                                 << " GB/s";
    EXPECT_LE(rate, 1.05 * bare) << "faster than the bus";
    RecordProperty(std::string("gbs_") + info_of(way).id, std::to_string(rate / 1e9));
    RecordProperty(std::string("bare_gbs_") + info_of(way).id, std::to_string(bare / 1e9));
  }
}

// Issuing a copy takes microseconds; so would a copy of a KiB, were they not held back.
TEST_F(GpuTransferTiming, ShortCopiesAreShorterThanTheirIssueCost) {
  const TransferPoint short_copy =
      measured(one(TransferKind::pinned, TransferWay::to_gpu, a_kib)).at(0);
  ASSERT_TRUE(short_copy.timed()) << short_copy.why_not;
  EXPECT_TRUE(short_copy.held);
  EXPECT_LT(short_copy.ms.median, 0.01);
  const TransferPoint long_copy =
      measured(one(TransferKind::pinned, TransferWay::to_gpu, 64 * a_mib)).at(0);
  EXPECT_GT(long_copy.bytes_per_second(), 4 * short_copy.bytes_per_second());
}

TEST_F(GpuTransferTiming, BothWaysAtOnceAreFasterThanOneAfterTheOther) {
  if (gpu().name.find("Laptop") != std::string::npos) GTEST_SKIP() << "it may have one engine";
  const auto ms = [&](TransferWay way) {
    return measured(one(TransferKind::pinned, way, 256 * a_mib)).at(0).ms.median;
  };
  EXPECT_LT(ms(TransferWay::both), 0.9 * (ms(TransferWay::to_gpu) + ms(TransferWay::from_gpu)));
}

}  // namespace
}  // namespace livewarp

#endif
