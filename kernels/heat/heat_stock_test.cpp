#include <memory>

#include "kernels/core/machine.h"
#include "kernels/core/stock_test.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

class HeatStock : public testing::Test {
 protected:
  const Registry registry_;
  const Workload& workload_ = *registry_.find("heat");
};
using GpuHeatStock = HeatStock;

TEST_F(HeatStock, KernelsSeeWhatTheHostSees) {
  stock_test::compare_stock(workload_, Executor::simt, *make_exec(Executor::simt));
}

TEST_F(HeatStock, NativeRowsTakeNone) {
  const Choice choice = default_choice(workload_, workload_.info().default_cpu, Backend::cpu);
  EXPECT_FALSE(workload_.simulate(choice, Executor::cpu)->take_stock(*make_exec(Executor::cpu)));
}

TEST_F(GpuHeatStock, KernelsSeeWhatTheHostSees) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  stock_test::compare_stock(workload_, Executor::cuda, *make_exec(Executor::cuda));
}

}  // namespace
}  // namespace livewarp
