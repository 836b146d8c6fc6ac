#include "kernels/core/model/memory_modes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/core/workload/variant.h"

namespace livewarp {
namespace {

GpuInfo able() {
  GpuInfo gpu;
  gpu.can_map_host = gpu.managed = gpu.concurrent_managed = gpu.memory_pools = true;
  return gpu;
}

TEST(MemoryModes, ACudaVariantHasAllButTheHostsOwnAndBeginsWithDevice) {
  const std::vector<MemoryMode> modes = cuda_memory_modes();
  EXPECT_EQ(modes.front(), MemoryMode::device);
  for (const char* const name : {"device", "pageable", "pinned", "mapped", "managed", "prefetch",
                                 "read-mostly", "preferred-gpu", "accessed-by", "pool"})
    EXPECT_EQ(std::ranges::count(modes, parse_memory(name)), 1) << name;
  EXPECT_EQ(modes.size(), 10u);
}

TEST(MemoryModes, EachNamesTheAttributeThatItLacks) {
  for (const MemoryMode mode : cuda_memory_modes()) EXPECT_EQ(memory_refusal(mode, able()), "");
  const auto expect = [](bool GpuInfo::*attribute, const std::vector<MemoryMode>& lost,
                         const std::string& name) {
    GpuInfo gpu = able();
    gpu.*attribute = false;
    for (const MemoryMode mode : cuda_memory_modes()) {
      const std::string reason = memory_refusal(mode, gpu);
      EXPECT_EQ(!reason.empty(), std::ranges::count(lost, mode) == 1) << name_of(mode);
      EXPECT_EQ(reason.find(name + " is 0") != std::string::npos, !reason.empty()) << reason;
    }
  };
  expect(&GpuInfo::can_map_host, {MemoryMode::mapped}, "cudaDevAttrCanMapHostMemory");
  const std::vector<MemoryMode> managed{MemoryMode::managed, MemoryMode::prefetch,
                                        MemoryMode::read_mostly, MemoryMode::preferred_gpu,
                                        MemoryMode::accessed_by};
  expect(&GpuInfo::managed, managed, "cudaDevAttrManagedMemory");
  expect(&GpuInfo::concurrent_managed, managed, "cudaDevAttrConcurrentManagedAccess");
  expect(&GpuInfo::memory_pools, {MemoryMode::pool}, "cudaDevAttrMemoryPoolsSupported");
}

TEST(MemoryModes, AVariantSaysWhyItCannotHaveOne) {
  VariantInfo variant;
  variant.memory_modes = cuda_memory_modes();
  refuse_memory(variant, MemoryMode::mapped, "too many trips");
  EXPECT_EQ(std::ranges::count(variant.memory_modes, MemoryMode::mapped), 0);
  EXPECT_EQ(variant.memory_modes.size(), 9u);
  EXPECT_EQ(memory_reason(variant, MemoryMode::mapped, nullptr), "too many trips");
  EXPECT_EQ(memory_reason(variant, MemoryMode::pool, nullptr), "");
  GpuInfo old = able();
  old.memory_pools = false;
  EXPECT_NE(memory_reason(variant, MemoryMode::pool, &old), "");
}

TEST(MemoryModes, OnlyRoundTripsCopyAndOnlyManagedMemoryIsReadAfterwards) {
  for (const MemoryMode mode : cuda_memory_modes()) {
    const std::string_view name = name_of(mode);
    EXPECT_EQ(is_round_trip(mode), name == "pageable" || name == "pinned") << name;
    const bool advised = name == "read-mostly" || name == "preferred-gpu" || name == "accessed-by";
    EXPECT_EQ(is_advised(mode), advised) << name;
    EXPECT_EQ(is_managed(mode), name == "managed" || name == "prefetch" || advised) << name;
    EXPECT_FALSE(what_it_does(mode).empty()) << name;
    EXPECT_EQ(ends_on_host(mode), is_round_trip(mode) || is_managed(mode)) << name;
  }
}

}  // namespace
}  // namespace livewarp
