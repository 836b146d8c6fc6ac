#include "kernels/core/counters/page_faults.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>

#include "kernels/core/base/error.h"

#ifndef LIVEWARP_CUPTI_DOUBLE
  #define LIVEWARP_CUPTI_DOUBLE ""
#endif

#if __has_include(<cupti_activity.h>) && __has_include(<cuda.h>)
  #include <cupti_activity.h>
  #define LIVEWARP_HAS_CUPTI_ACTIVITY 1
#else
  #define LIVEWARP_HAS_CUPTI_ACTIVITY 0
#endif

namespace livewarp {
namespace {

/// By a double in CUPTI's place, which tells three groups of faults and two moves.
class PageFaultsTest : public testing::Test {
 protected:
  ~PageFaultsTest() override { unsetenv("LIVEWARP_CUPTI_DOUBLE"); }
  static void script(const char* words) { setenv("LIVEWARP_CUPTI_DOUBLE", words, 1); }

  const Cupti cupti_{{LIVEWARP_CUPTI_DOUBLE}};
};

TEST_F(PageFaultsTest, AreCountedByGroupsAndBytes) {
  for (int i = 0; i < 2; ++i) {
    int made = 0;
    const PageFaults found = count_page_faults(cupti_, [&] { ++made; });
    EXPECT_EQ(made, 1);
    EXPECT_EQ(found.groups, 3);
    EXPECT_EQ(found.faults, 60);
    EXPECT_EQ(found.to_gpu_pieces, 2);
    EXPECT_EQ(found.to_gpu_bytes, 3 << 16);
    EXPECT_EQ(found.to_host_pieces, 1);
    EXPECT_EQ(found.to_host_bytes, 4096);
  }
}

TEST_F(PageFaultsTest, ASystemThatRefusesIsToldOf) {
  script("no-pages");
  try {
    count_page_faults(cupti_, [] { FAIL() << "nothing would be counted"; });
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "the system tells nothing of managed pages "
                               "(cuptiActivityConfigureUnifiedMemoryCounter: status 28)");
  }
}

TEST_F(PageFaultsTest, WithoutALibraryNothingIsTold) {
  const Cupti none(std::vector<std::string>{});
  EXPECT_THROW(count_page_faults(none, [] {}), Error);
}

TEST_F(PageFaultsTest, WhatTheWorkThrowsIsPassedOnAndTheNextOneCounts) {
  EXPECT_THROW(count_page_faults(cupti_, [] { throw std::runtime_error("the work"); }),
               std::runtime_error);
  EXPECT_EQ(count_page_faults(cupti_, [] {}).groups, 3);
}

TEST(PageFaultsAbi, RecordsAreLaidOutAsCuptisOwn) {
#if LIVEWARP_HAS_CUPTI_ACTIVITY
  EXPECT_EQ(int(CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER), cupti::unified_memory_counter);
  EXPECT_EQ(int(CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_HTOD),
            cupti::bytes_to_gpu);
  EXPECT_EQ(int(CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_DTOH),
            cupti::bytes_to_host);
  EXPECT_EQ(int(CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_GPU_PAGE_FAULT), cupti::gpu_page_fault);
  EXPECT_EQ(int(CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_PROCESS_SINGLE_DEVICE),
            cupti::of_this_process);
  EXPECT_EQ(int(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED), cupti::flush_all_of_it);
  using Counter = CUpti_ActivityUnifiedMemoryCounterConfig;
  EXPECT_EQ(sizeof(Counter), sizeof(cupti::PageCounter));
  EXPECT_EQ(offsetof(Counter, kind), offsetof(cupti::PageCounter, counter));
  EXPECT_EQ(offsetof(Counter, enable), offsetof(cupti::PageCounter, enable));
  using Record = CUpti_ActivityUnifiedMemoryCounter3;
  EXPECT_EQ(offsetof(Record, kind), offsetof(cupti::PageRecord, kind));
  EXPECT_EQ(offsetof(Record, counterKind), offsetof(cupti::PageRecord, counter));
  EXPECT_EQ(offsetof(Record, value), offsetof(cupti::PageRecord, value));
#else
  GTEST_SKIP() << "no CUDA toolkit with CUPTI's headers is installed here";
#endif
}

}  // namespace
}  // namespace livewarp
