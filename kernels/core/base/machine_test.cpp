#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "kernels/core/base/detect.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/machine.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/measure/ceilings.h"

namespace livewarp {
namespace {

TEST(Machine, DescribesTheHost) {
  const CpuInfo cpu = detect_machine().cpu;
  EXPECT_FALSE(cpu.name.empty());
  EXPECT_GE(cpu.cores, 1);
  EXPECT_LE(cpu.cores, int(std::max(1u, std::thread::hardware_concurrency())));
  EXPECT_GT(cpu.memory_bytes, std::size_t{64} << 20);
#if defined(__x86_64__)
  // Worst first, and the compiler's own question agrees.
  const auto has = [&](const char* isa) {
    return std::ranges::find(cpu.isas, isa) != cpu.isas.end();
  };
  EXPECT_EQ(has("avx2"), __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"));
  EXPECT_EQ(has("avx512"), bool(__builtin_cpu_supports("avx512bw")));
  EXPECT_TRUE(has("sse4") || !has("avx2"));
  EXPECT_TRUE(std::ranges::is_sorted(cpu.isas, {}, [](const std::string& isa) {
    return isa == "sse4" ? 0 : isa == "avx2" ? 1 : 2;
  }));
#endif
}

TEST(Machine, HasAGpuOrAReason) {
  const Machine machine = detect_machine();
  EXPECT_NE(machine.has_gpu(), !machine.gpu_reason.empty());
  EXPECT_EQ(machine.gpu(-1), nullptr);
  EXPECT_EQ(machine.gpu(1000), nullptr);
  if (machine.has_gpu()) return;
  // What needs a GPU says so instead of crashing.
  EXPECT_THROW(CudaExec::create(), Error);
  EXPECT_THROW(select_cuda_device(0), Error);
  EXPECT_THROW(measure_gpu_ceilings(0.1, {}), Error);
  EXPECT_EQ(cuda_free_bytes(), 0u);
  EXPECT_EQ(cuda_pci_bus_id(), "");
  EXPECT_EQ(cuda_sticky_error(), "");
}

TEST(Machine, KnowsWhichCodeAGpuRuns) {
  EXPECT_EQ(code_for("75-virtual,90-real", 90), 90);
  EXPECT_EQ(code_for("75-virtual,90-real", 86), 75) << "its PTX";
  EXPECT_EQ(code_for("75-virtual,90-real", 120), 75);
  EXPECT_EQ(code_for("75-virtual,90-real", 70), 0);
  EXPECT_EQ(code_for("90", 120), 90) << "no suffix: machine code and PTX";
  EXPECT_EQ(code_for("80,86-real,90-real", 89), 86) << "machine code of a lesser minor version";
  EXPECT_EQ(code_for("80-real,90", 86), 80);
  EXPECT_EQ(code_for("86-real", 80), 0) << "of a greater one it is not";
  EXPECT_EQ(code_for("90a-real", 90), 90);
  EXPECT_EQ(code_for("90-real", 100), 0);
  EXPECT_EQ(code_for("all-major", 86), 86);
}

TEST(GpuMachine, DescribesTheGpu) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  const auto usable = std::ranges::find(machine.gpus, std::string(), &GpuInfo::reason);
  ASSERT_NE(usable, machine.gpus.end());
  EXPECT_FALSE(usable->name.empty());
  EXPECT_GE(usable->major, 5);
  EXPECT_GT(usable->multiprocessors, 0);
  EXPECT_GE(usable->max_threads_per_block, 1024);
  EXPECT_GT(usable->clock_khz, 100'000);
  EXPECT_GT(usable->memory_clock_khz, 100'000);
  EXPECT_GE(usable->bus_bits, 32);
  EXPECT_GE(usable->shared_per_block_optin, usable->shared_per_block);
  EXPECT_GE(usable->shared_per_block, std::size_t{48} << 10);
  EXPECT_GT(usable->l2_bytes, 0u);
  EXPECT_GT(usable->memory_bytes, std::size_t{1} << 30);
  EXPECT_FALSE(usable->pci.empty());
  EXPECT_GE(machine.driver_cuda, machine.runtime_cuda / 1000 * 1000);
  EXPECT_GT(cuda_free_bytes(), 0u);
  EXPECT_LE(cuda_free_bytes(), usable->memory_bytes);
  EXPECT_EQ(cuda_sticky_error(), "");
  EXPECT_NO_THROW(select_cuda_device(usable->index));
  EXPECT_THROW(select_cuda_device(int(machine.gpus.size())), Error);
  EXPECT_THROW(select_cuda_device(-1), Error);
}

}  // namespace
}  // namespace livewarp
