#include <gtest/gtest.h>

#include "kernels/core/base/error.h"
#include "kernels/core/base/machine.h"
#include "kernels/core/exec/occupancy.h"

#if LIVEWARP_HAS_CUDA
  #include <cuda_occupancy.h>

  #include "kernels/core/measure/ceilings.h"
#endif

namespace livewarp {
namespace {

KernelResources kernel(int registers, std::size_t static_shared = 0) {
  KernelResources resources;
  resources.registers = registers;
  resources.static_shared = static_shared;
  return resources;
}

TEST(Occupancy, ByHandOnComputeCapability9) {
  const SmLimits hopper = *sm_limits(90);
  // 32 registers fill 64 warps exactly: 32 * 32 * 64 = 65,536.
  EXPECT_EQ(occupancy(hopper, kernel(32), 256, 0).blocks, 8);
  EXPECT_DOUBLE_EQ(occupancy(hopper, kernel(32), 256, 0).share, 1);
  // 33 registers round up to 1,280 a warp: 12 warps a scheduler, 48 in all, 6 blocks of 8.
  const Occupancy by_registers = occupancy(hopper, kernel(33), 256, 0);
  EXPECT_EQ(by_registers.blocks, 6);
  EXPECT_EQ(by_registers.warps, 48);
  EXPECT_DOUBLE_EQ(by_registers.share, 0.75);
  EXPECT_EQ(by_registers.limiter, "registers");
  // 100 KiB + 1 KiB reserved: two blocks in 228 KiB.
  const Occupancy by_shared = occupancy(hopper, kernel(32), 128, 100 * 1024);
  EXPECT_EQ(by_shared.blocks, 2);
  EXPECT_EQ(by_shared.limiter, "shared memory");
  // 32 blocks of one warp leave half of the warps empty.
  const Occupancy by_blocks = occupancy(hopper, kernel(16), 32, 0);
  EXPECT_EQ(by_blocks.blocks, 32);
  EXPECT_EQ(by_blocks.limiter, "blocks");
  EXPECT_DOUBLE_EQ(by_blocks.share, 0.5);
  // 513 threads cost as 544.
  EXPECT_EQ(occupancy(hopper, kernel(16), 513, 0).warps, 51);
  EXPECT_EQ(occupancy(hopper, kernel(16), 2048, 0).blocks, 0);
  EXPECT_EQ(occupancy(hopper, kernel(16), 128, 229 * 1024).blocks, 0);
  EXPECT_THROW(occupancy(hopper, kernel(16), 0, 0), Error);
}

TEST(Occupancy, KnowsTheArchitectures) {
  for (const int compute : {75, 80, 86, 87, 89, 90, 100, 103, 120})
    EXPECT_TRUE(sm_limits(compute)) << compute;
  EXPECT_FALSE(sm_limits(60));
}

#if LIVEWARP_HAS_CUDA

/// The toolkit's own calculator, which needs no GPU, fed with the same limits.
int toolkit_blocks(const SmLimits& limits, const KernelResources& kernel, int block_threads,
                   std::size_t dynamic_shared) {
  cudaOccDeviceProp device;
  device.computeMajor = limits.compute / 10;
  device.computeMinor = limits.compute % 10;
  device.maxThreadsPerBlock = 1024;
  device.maxThreadsPerMultiprocessor = limits.warps * 32;
  device.regsPerBlock = device.regsPerMultiprocessor = limits.registers;
  device.warpSize = 32;
  device.sharedMemPerMultiprocessor = limits.shared_bytes;
  device.sharedMemPerBlock = 48 * 1024;
  device.sharedMemPerBlockOptin = limits.shared_bytes - limits.reserved_shared_per_block;
  device.reservedSharedMemPerBlock = limits.reserved_shared_per_block;
  device.numSms = 100;
  cudaOccFuncAttributes function;
  function.maxThreadsPerBlock = kernel.max_threads;
  function.numRegs = kernel.registers;
  function.sharedSizeBytes = kernel.static_shared;
  function.partitionedGCConfig = PARTITIONED_GC_OFF;
  function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  function.maxDynamicSharedSizeBytes = device.sharedMemPerBlockOptin - kernel.static_shared;
  cudaOccDeviceState state;
  state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;
  cudaOccResult result;
  const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(
      &result, &device, &function, &state, block_threads, dynamic_shared);
  return error == CUDA_OCC_SUCCESS ? result.activeBlocksPerMultiprocessor : -1;
}

TEST(Occupancy, AgreesWithTheToolkitsCalculator) {
  int compared = 0;
  for (const SmLimits& limits : known_sm_limits())
    for (const int registers : {16, 24, 32, 33, 40, 41, 64, 72, 80, 96, 127, 128, 168, 255})
      for (const int block : {1, 32, 33, 64, 96, 128, 160, 192, 256, 384, 512, 640, 768, 1024})
        for (const std::size_t shared :
             {0, 1, 1000, 4096, 16'384, 33'000, 48'000, 65'536, 101'376}) {
          const KernelResources resources = kernel(registers, 512);
          const int expected = toolkit_blocks(limits, resources, block, shared);
          if (expected < 0) continue;
          ++compared;
          EXPECT_EQ(occupancy(limits, resources, block, shared).blocks, expected)
              << limits.compute << " " << registers << " " << block << " " << shared;
        }
  EXPECT_GT(compared, 10'000);
}

TEST(GpuOccupancy, TheDriverAgrees) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  const GpuInfo& gpu = machine.gpus.front();
  const auto limits = sm_limits(gpu.major * 10 + gpu.minor);
  if (!limits)
    GTEST_SKIP() << "no limits known for compute capability " << gpu.major << "." << gpu.minor;
  for (const KernelRef& ref : ceiling_kernels()) {
    const KernelResources resources = kernel_resources(ref);
    EXPECT_GT(resources.registers, 0);
    EXPECT_EQ(resources.local_bytes, 0u) << ref.name << " spills";
    for (const int block : {32, 64, 96, 128, 192, 256, 512, 1024}) {
      if (block > resources.max_threads) continue;
      for (const std::size_t shared : {std::size_t{0}, std::size_t{1024}, std::size_t{20'000},
                                       std::size_t{48} << 10, gpu.shared_per_block_optin})
        EXPECT_EQ(occupancy(*limits, resources, block, shared).blocks,
                  driver_occupancy_blocks(ref, block, shared))
            << ref.name << " " << block << " " << shared;
    }
  }
}

#endif

}  // namespace
}  // namespace livewarp
