// Iterations on a GPU. What fails before a call is made is seen without one.
#if LIVEWARP_HAS_CUDA

  #include <gtest/gtest.h>

  #include <algorithm>
  #include <random>
  #include <string>
  #include <utility>
  #include <vector>

  #include "kernels/core/base/detect.h"
  #include "kernels/core/base/error.h"
  #include "kernels/core/base/fault.h"
  #include "kernels/core/base/machine.h"
  #include "kernels/core/exec/cuda/cuda_check.h"
  #include "kernels/core/launches/iterate.h"
  #include "kernels/core/launches/kernel_graph.h"

namespace livewarp {
namespace {

TEST(LaunchesFault, AGraphThatCannotBeMadeIsTold) {
  const Fault fault("cudaGraphCreate", 0, cudaErrorMemoryAllocation);
  try {
    const KernelGraph graph;
    FAIL() << "made";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find("making a CUDA graph: "), 0u) << error.what();
  }
}

class GpuIterations : public testing::Test {
 protected:
  void SetUp() override {
    const Machine machine = detect_machine();
    if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  }
};

TEST_F(GpuIterations, EveryWayGivesThePlateOfTheReference) {
  const auto runner = make_iterate_runner();
  for (const int size : {16, 33, 64, 500, 1024}) {
    runner->resize(size);
    for (const int steps : {2, 20, 100}) {
      const std::vector<double> reference = iterate_reference(size, steps);
      for (const IterateWayInfo& way : iterate_ways()) {
        EXPECT_GT(runner->run(way.way, steps), 0) << way.id;
        EXPECT_LE(rms_difference(runner->result(), reference), iterate_tolerance)
            << way.id << ", size " << size << ", " << steps << " steps";
      }
    }
  }
}

TEST_F(GpuIterations, StepsThatDoNothingTakeTime) {
  const auto runner = make_iterate_runner();
  for (const IterateWayInfo& way : iterate_ways())
    EXPECT_GT(runner->run_nothing(way.way, 100), 0) << way.id;
}

TEST_F(GpuIterations, QuicksortSortsAnyNumbers) {
  const auto runner = make_iterate_runner();
  std::mt19937 random(3);
  for (const int count : {1, 2, 3, 255, 2048, 2049, 5000, 100'000, 1 << 18})
    for (const unsigned values : {1u, 7u, 0u}) {  // all alike, few, any
      std::vector<unsigned> numbers;
      for (int i = 0; i < count; ++i)
        numbers.push_back(values ? unsigned(random()) % values : unsigned(random()));
      std::vector<unsigned> expected = numbers;
      std::ranges::sort(expected);
      runner->sort(numbers);
      EXPECT_EQ(numbers == expected, true) << count << " numbers of " << values;
    }
  std::vector<unsigned> falling(50'000);
  for (std::size_t i = 0; i < falling.size(); ++i) falling[i] = unsigned(falling.size() - i);
  runner->sort(falling);
  EXPECT_TRUE(std::ranges::is_sorted(falling));
}

TEST_F(GpuIterations, AFailedCallIsToldAndTheNextRunIsRight) {
  const std::vector<double> reference = iterate_reference(64, 20);
  const std::pair<const char*, IterateWay> calls[]{
      {"cudaLaunchKernel", IterateWay::relaunch},
      {"cudaGraphCreate", IterateWay::graph},
      {"cudaGraphAddKernelNode", IterateWay::graph},
      {"cudaGraphInstantiate", IterateWay::graph},
      {"cudaGraphLaunch", IterateWay::graph},
      {"cudaLaunchCooperativeKernel", IterateWay::grid_sync},
      {"cudaDeviceGetAttribute", IterateWay::grid_sync}};
  for (const auto& [call, way] : calls) {
    const auto runner = make_iterate_runner();
    runner->resize(64);
    {
      const Fault fault(call);
      EXPECT_THROW(runner->run(way, 20), Error) << call;
      EXPECT_EQ(fault.failures(), 1) << call;
    }
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << call;
    runner->run(way, 20);
    EXPECT_LE(rms_difference(runner->result(), reference), iterate_tolerance) << call;
  }
}

}  // namespace
}  // namespace livewarp

#endif
