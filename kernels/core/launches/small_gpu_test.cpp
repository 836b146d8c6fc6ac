// Many small problems on a GPU.
#if LIVEWARP_HAS_CUDA

  #include <gtest/gtest.h>

  #include "kernels/core/base/detect.h"
  #include "kernels/core/base/error.h"
  #include "kernels/core/base/fault.h"
  #include "kernels/core/base/machine.h"
  #include "kernels/core/exec/cuda/cuda_check.h"
  #include "kernels/core/launches/small.h"

namespace livewarp {
namespace {

class GpuSmallProblems : public testing::Test {
 protected:
  void SetUp() override {
    const Machine machine = detect_machine();
    if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  }
};

TEST_F(GpuSmallProblems, EveryWaySolvesAllOfThem) {
  for (const SmallProblem problem : {SmallProblem::plates, SmallProblem::bodies})
    for (const int count : {1, 37, 500}) {
      const auto reference = small_reference(problem, count);
      const auto runner = make_small_runner(problem, count);
      for (const SmallWay& way : small_ways()) {
        EXPECT_GT(runner->run(way), 0) << label_of(way);
        EXPECT_EQ(small_mismatch(problem, runner->result(), reference), "") << label_of(way);
      }
    }
}

TEST_F(GpuSmallProblems, AFailedCallIsToldAndTheNextRunIsRight) {
  constexpr auto problem = SmallProblem::plates;
  const auto reference = small_reference(problem, 20);
  for (const char* call : {"cudaLaunchKernel", "cudaStreamWaitEvent", "cudaEventRecord",
                           "cudaGraphAddKernelNode", "cudaGraphInstantiate", "cudaGraphLaunch"}) {
    const auto runner = make_small_runner(problem, 20);
    const SmallWay way{std::string(call).starts_with("cudaGraph") ? SmallWay::Kind::graph
                                                                  : SmallWay::Kind::streams,
                       4};
    {
      const Fault fault(call);
      EXPECT_THROW(runner->run(way), Error) << call;
      EXPECT_EQ(fault.failures(), 1) << call;
    }
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << call;
    runner->run(way);
    EXPECT_EQ(small_mismatch(problem, runner->result(), reference), "") << call;
  }
}

}  // namespace
}  // namespace livewarp

#endif
