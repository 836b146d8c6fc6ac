#include "kernels/core/machine.h"
#include "kernels/core/stock_test.h"
#include "kernels/heat/heat_test_support.h"

namespace livewarp {
namespace {

using HeatStock = HeatRows;
using GpuHeatStock = HeatRows;

TEST_F(HeatStock, KernelsSeeWhatTheHostSees) {
  stock_test::compare_stock(workload_, Executor::simt, *exec_for(Executor::simt));
}

TEST_F(HeatStock, NativeRowsTakeNone) {
  const Choice choice = default_choice(workload_, workload_.info().default_cpu, Backend::cpu);
  EXPECT_FALSE(workload_.simulate(choice, Executor::cpu)->take_stock(*exec_for(Executor::cpu)));
}

TEST_F(GpuHeatStock, KernelsSeeWhatTheHostSees) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  stock_test::compare_stock(workload_, Executor::cuda, *CudaExec::create());
}

}  // namespace
}  // namespace livewarp
