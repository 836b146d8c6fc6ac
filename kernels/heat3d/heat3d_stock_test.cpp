#include "kernels/core/machine.h"
#include "kernels/core/stock_test.h"
#include "kernels/heat3d/heat3d_test_support.h"

namespace livewarp {
namespace {

using Heat3dStock = Heat3dRows;
using GpuHeat3dStock = Heat3dRows;

TEST_F(Heat3dStock, KernelsSeeWhatTheHostSees) {
  stock_test::compare_stock(workload_, Executor::simt, *exec_for(Executor::simt));
}

TEST_F(Heat3dStock, NativeRowsTakeNone) {
  const Choice choice = default_choice(workload_, workload_.info().default_cpu, Backend::cpu);
  EXPECT_FALSE(workload_.simulate(choice, Executor::cpu)->take_stock(*exec_for(Executor::cpu)));
}

TEST_F(GpuHeat3dStock, KernelsSeeWhatTheHostSees) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  stock_test::compare_stock(workload_, Executor::cuda, *CudaExec::create());
}

}  // namespace
}  // namespace livewarp
