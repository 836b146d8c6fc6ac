// Pipelines on a GPU in which one call of CUDA fails, each of them in turn; and many runs, which
// must leave nothing behind.
#if LIVEWARP_HAS_CUDA

  #include <gtest/gtest.h>

  #include <algorithm>
  #include <deque>
  #include <fstream>
  #include <set>

  #include <unistd.h>

  #include "kernels/core/base/error.h"
  #include "kernels/core/base/fault.h"
  #include "kernels/core/base/machine.h"
  #include "kernels/core/exec/cuda/cuda_check.h"
  #include "kernels/core/exec/executors.h"
  #include "kernels/core/transfer/pipeline.h"

namespace livewarp {
namespace {

/// Objects of a kind: the calls that make one, and the one that gives it back.
struct OwnedKind {
  std::vector<const char*> made;
  const char* given_back;
};
const std::vector<OwnedKind>& owned_kinds() {
  static const std::vector<OwnedKind> kinds{
      {{"cudaMalloc"}, "cudaFree"},
      {{"cudaHostAlloc"}, "cudaFreeHost"},
      {{"cudaHostRegister"}, "cudaHostUnregister"},
      {{"cudaStreamCreateWithPriority"}, "cudaStreamDestroy"},
      {{"cudaEventCreate", "cudaEventCreateWithFlags"}, "cudaEventDestroy"}};
  return kinds;
}

/// Counts what is made and given back while it lives.
class LiveObjects {
 public:
  LiveObjects() {
    for (const OwnedKind& kind : owned_kinds()) {
      auto& made = made_.emplace_back();
      for (const char* call : kind.made) made.emplace_back(call, Fault::never);
      given_back_.emplace_back(kind.given_back, Fault::never);
    }
  }
  /// Of the i-th kind; `failed`: the calls that made nothing.
  int alive(std::size_t i, const std::string& failed_call, int failed) const {
    int alive = -given_back_[i].calls();
    for (std::size_t k = 0; k < made_[i].size(); ++k)
      alive += made_[i][k].calls() - (owned_kinds()[i].made[k] == failed_call ? failed : 0);
    return alive;
  }

 private:
  std::deque<std::deque<Fault>> made_;
  std::deque<Fault> given_back_;
};

/// Positions at which calls are made to fail: all of a few, else some from the first to the last.
std::vector<int> positions_of(int calls) {
  constexpr int few = 12, some = 7;
  std::set<int> positions;
  for (int i = 0; i < std::min(calls, few); ++i)
    positions.insert(calls <= few ? i : int(std::int64_t{i} * (calls - 1) / (some - 1)));
  positions.erase(positions.lower_bound(calls), positions.end());
  return {positions.begin(), positions.end()};
}

/// In which the driver takes memory; a buffer of these pictures is larger.
constexpr double memory_granule = 2 << 20;

class GpuPipelineFaults : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    const Machine machine = detect_machine();
    if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  }
  static PipelineRequest request() {
    return {.pictures = 9, .width = 330, .height = 240, .pinned = GetParam(), .work = 3};
  }
  static std::vector<PipelineShape> shapes() {
    std::vector<PipelineShape> all;
    for (const PipelineScheduleInfo& info : pipeline_schedules())
      for (const bool threads : {false, true})
        if (!threads || info.in_streams) all.push_back({info.schedule, 4, 3, threads, true});
    return all;
  }
  /// All that is done with a pipeline, from its making to its end. Throws `Error`.
  static void use_once() {
    const auto runner = make_pipeline_runner(request());
    for (const PipelineShape& shape : shapes()) {
      std::vector<PipelineSpan> spans;
      runner->clear();
      runner->run(shape, &spans);
      EXPECT_EQ(runner->mismatch(), "");
    }
    runner->bound(4);
  }
};

TEST_P(GpuPipelineFaults, EveryCallThatFailsIsToldAndLeavesNothing) {
  constexpr const char* calls[]{"cudaSetDevice",
                                "cudaMalloc",
                                "cudaHostAlloc",
                                "cudaHostRegister",
                                "cudaMemset",
                                "cudaMemcpy",
                                "cudaMemcpyAsync",
                                "cudaLaunchKernel",
                                "cudaLaunchHostFunc",
                                "cudaEventCreate",
                                "cudaEventRecord",
                                "cudaEventCreateWithFlags",
                                "cudaEventQuery",
                                "cudaStreamWaitEvent",
                                "cudaStreamCreateWithPriority",
                                "cudaDeviceSynchronize",
                                "cudaStreamSynchronize",
                                "cudaEventElapsedTime"};
  use_once();  // the driver takes memory for itself
  wait_for_device();
  const std::size_t at_first = cuda_free_bytes();
  std::size_t tried = 0;
  for (const std::string call : calls) {
    int count = 0;
    {
      const Fault counted(call, Fault::never);
      use_once();
      count = counted.calls();
    }
    for (const int nth : positions_of(count)) {
      const std::string where =
          call + ", call " + std::to_string(nth) + " of " + std::to_string(count);
      wait_for_device();
      const std::size_t before = cuda_free_bytes();
      const LiveObjects objects;
      int failed = 0;
      {
        const Fault fault(call, nth);
        try {
          use_once();
          ADD_FAILURE() << where << " did not fail";
        } catch (const Error& error) {
          EXPECT_NE(std::string(error.what()).find(": unknown error"), std::string::npos)
              << where << ": " << error.what();
        }
        failed = fault.failures();
        EXPECT_EQ(failed, 1) << where;
      }
      EXPECT_EQ(cudaGetLastError(), cudaSuccess) << where;
      for (std::size_t i = 0; i < owned_kinds().size(); ++i)
        EXPECT_EQ(objects.alive(i, call, failed), 0)
            << where << ": not one " << owned_kinds()[i].given_back << " for each that was made";
      wait_for_device();
      EXPECT_GE(double(cuda_free_bytes()), double(before) - memory_granule)
          << where << "; others may use the GPU too";
      ++tried;
    }
    use_once();
  }
  RecordProperty("calls_failed", int(tried));
  wait_for_device();
  EXPECT_GE(double(cuda_free_bytes()), double(at_first) - 4 * memory_granule)
      << "after " << tried << " failures; others may use the GPU too";
  EXPECT_GT(tried, 100u) << "what is counted is not what is called";
}

// What failed in a run is no matter to the next run of the same pipeline.
TEST_P(GpuPipelineFaults, TheNextRunIsRight) {
  const auto runner = make_pipeline_runner(request());
  for (const PipelineShape& shape : shapes())
    for (const std::string call :
         {"cudaMemcpy", "cudaMemcpyAsync", "cudaLaunchKernel", "cudaLaunchHostFunc",
          "cudaEventCreate", "cudaEventRecord", "cudaStreamWaitEvent", "cudaStreamSynchronize",
          "cudaEventElapsedTime", "cudaSetDevice"}) {
      std::vector<PipelineSpan> spans;
      int count = 0;
      {
        const Fault counted(call, Fault::never);
        runner->run(shape, &spans);
        count = counted.calls();
      }
      for (const int nth : positions_of(count)) {
        {
          const Fault fault(call, nth);
          EXPECT_THROW(runner->run(shape, &spans), Error) << call << " " << nth;
        }
        EXPECT_EQ(cudaGetLastError(), cudaSuccess) << call << " " << nth;
        runner->clear();
        runner->run(shape, &spans);
        EXPECT_EQ(runner->mismatch(), "") << call << " " << nth;
      }
    }
}

/// Of this process, in bytes; 0 where the system does not tell.
std::size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t size = 0, resident = 0;
  file >> size >> resident;
  return resident * std::size_t(sysconf(_SC_PAGESIZE));
}

TEST_P(GpuPipelineFaults, AThousandRunsLeaveMemoryFlat) {
  const auto runner = make_pipeline_runner(request());
  const std::vector<PipelineShape> all = shapes();
  std::vector<PipelineSpan> spans;
  const auto run = [&](std::size_t times) {
    for (std::size_t i = 0; i < times; ++i) {
      runner->run(all[i % all.size()], i % 2 ? &spans : nullptr);
      if (i % 100 == 0) {
        EXPECT_EQ(runner->mismatch(), "");
      }
    }
    wait_for_device();
  };
  run(100);  // threads are there, and what the driver keeps for them
  const std::size_t device = cuda_free_bytes(), host = resident_bytes();
  run(1000);
  EXPECT_NEAR(double(cuda_free_bytes()), double(device), 2 * memory_granule)
      << "others may use the GPU too";
  EXPECT_LT(double(resident_bytes()), double(host) + 4 * memory_granule);
}

INSTANTIATE_TEST_SUITE_P(Memory, GpuPipelineFaults, testing::Bool(), [](const auto& made) {
  return std::string(made.param ? "Pinned" : "Pageable");
});

}  // namespace
}  // namespace livewarp

#endif
