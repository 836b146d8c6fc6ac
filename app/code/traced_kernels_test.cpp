// A kernel around every kernel: NVRTC makes it of the same source, without a GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

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
    constexpr int bound = 256;
    const Workload& workload = *registry_.find(name);
    const std::set<std::string> names = main_kernels(workload);
    ASSERT_FALSE(names.empty());
    const auto code =
        compiler_.traced(name, {names.begin(), names.end()}, {bound, 1, false}, compute);
    const std::vector<CubinKernel> kernels = cubin_kernels(code, compute);
    EXPECT_EQ(kernels.size(), names.size() + 1);
    int clocks = 0;
    for (const CubinKernel& kernel : kernels) {
      if (kernel.symbol == "livewarp_read_clocks" && ++clocks == 1) continue;
      EXPECT_NE(kernel.symbol.find("traced_kernel"), std::string::npos) << kernel.symbol;
      EXPECT_EQ(kernel.resources.max_threads, bound) << kernel.symbol;
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

// What the wrapper adds is a few registers, or a word of shared memory beside them.
TEST_F(TracedKernels, NeedLittleMore) {
  const std::string kernel = "heat_naive<float>";
  const auto plain = compiler_.code("heat", {kernel}, compute);
  const auto wrapped = compiler_.traced("heat", {kernel}, {}, compute);
  const auto in_register = compiler_.traced("heat", {kernel}, {256, 8, true}, compute);
  // What is no template is compiled with it.
  const auto found = [](const std::vector<CubinKernel>& kernels, const char* name) {
    const auto at = std::ranges::find_if(kernels, [&](const CubinKernel& kernel) {
      return kernel.symbol.find(name) != std::string::npos;
    });
    return at == kernels.end() ? KernelResources{} : at->resources;
  };
  const auto before = found(cubin_kernels(plain.cubin, compute), "heat_naive");
  const auto after = found(cubin_kernels(wrapped, compute), "traced_kernel");
  ASSERT_GT(before.registers, 0);
  ASSERT_GT(after.registers, 0);
  EXPECT_GT(after.static_shared, before.static_shared);
  EXPECT_LE(after.static_shared, before.static_shared + 16);
  EXPECT_LE(after.registers, before.registers + 16);
  const auto other = found(cubin_kernels(in_register, compute), "traced_kernel");
  EXPECT_EQ(other.static_shared, before.static_shared);
  EXPECT_LE(other.registers, 32) << "eight blocks of 256 threads share 65,536";
}

}  // namespace
}  // namespace livewarp
