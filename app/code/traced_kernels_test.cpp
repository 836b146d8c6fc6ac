// A kernel around every kernel: NVRTC makes it of the same source, without a GPU.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "app/code/kernel_compiler.h"
#include "app/code/step_launches.h"
#include "kernels/core/base/error.h"
#include "kernels/core/exec/cubin.h"
#include "kernels/emulator/lens/lens.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

constexpr int compute = 90;

class TracedKernels : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = compiler_.code_hindrance(compute); !reason.empty())
      GTEST_SKIP() << reason;
  }
  /// Main kernels of a workload's CUDA variants that the host can launch, at their usual launch.
  std::set<std::string> main_kernels(const Workload& workload) const {
    std::set<std::string> names;
    for (const VariantInfo* const variant : workload.variants()) {
      if (variant->backend != Backend::cuda || variant->gpu_only) continue;
      Choice choice = default_choice(workload, variant->name, Backend::cuda);
      try {
        choice.problem = emulator::lens_problem(workload, choice);
        names.insert(StepLaunches(workload, choice).main(choice.launch).kernel.name);
      } catch (const Error&) {
        continue;  // calls a library, or cannot compute it
      }
    }
    return names;
  }
  void expect_wrapped(const std::string& name) {
    const Workload& workload = *registry_.find(name);
    const std::set<std::string> names = main_kernels(workload);
    ASSERT_FALSE(names.empty());
    const auto code = compiler_.traced(name, {names.begin(), names.end()}, 256, compute);
    const std::vector<CubinKernel> kernels = cubin_kernels(code, compute);
    EXPECT_EQ(kernels.size(), names.size());
    for (const CubinKernel& kernel : kernels) {
      EXPECT_NE(kernel.symbol.find("traced_kernel"), std::string::npos) << kernel.symbol;
      EXPECT_EQ(kernel.resources.max_threads, 256) << kernel.symbol;
    }
  }

  const Registry registry_;
  const KernelCompiler compiler_{std::filesystem::path()};
};

TEST_F(TracedKernels, OfHeat) { expect_wrapped("heat"); }
TEST_F(TracedKernels, OfScaling) { expect_wrapped("scaling"); }
TEST_F(TracedKernels, OfBodies) { expect_wrapped("nbody"); }

// All others take a minute: once by hand, with --gtest_also_run_disabled_tests.
TEST_F(TracedKernels, DISABLED_OfAllWorkloads) {
  for (const auto& workload : registry_.workloads()) {
    SCOPED_TRACE(workload->info().name);
    expect_wrapped(workload->info().name);
  }
}

// What the wrapper adds is a few registers, and no shared memory.
TEST_F(TracedKernels, NeedLittleMore) {
  const std::string kernel = "heat_naive<float>";
  const auto plain = compiler_.code("heat", {kernel}, compute);
  const auto wrapped = compiler_.traced("heat", {kernel}, 1024, compute);
  const auto before = cubin_kernels(plain.cubin, compute), after = cubin_kernels(wrapped, compute);
  ASSERT_EQ(before.size(), 1u);
  ASSERT_EQ(after.size(), 1u);
  EXPECT_EQ(after[0].resources.static_shared, before[0].resources.static_shared);
  EXPECT_LE(after[0].resources.registers, before[0].resources.registers + 16);
}

}  // namespace
}  // namespace livewarp
