// The paired test on what real GPUs do: a setting is not told from itself, and one with 2 % more
// work is.
#if LIVEWARP_HAS_CUDA

  #include <gtest/gtest.h>

  #include <cstdint>
  #include <cstdio>

  #include "kernels/core/base/machine.h"
  #include "kernels/core/exec/executors.h"
  #include "kernels/core/measure/ab_run.h"
  #include "kernels/registry.h"

namespace livewarp {
namespace {

class GpuInTurnTiming : public testing::Test {
 protected:
  void SetUp() override {
    if (!machine_.has_gpu()) GTEST_SKIP() << machine_.gpu_reason;
  }

  PairedTest::Result compared(const char* name, const Choice& a, const Choice& b, unsigned seed) {
    const Workload& workload = *registry_.find(name);
    const AbSide side_a(workload, a, CudaExec::create(), nullptr);
    const AbSide side_b(workload, b, CudaExec::create(), nullptr);
    InTurnOptions options;
    options.seconds = 4;
    options.test.seed = seed;
    return compare_in_turn(side_a.contender(), side_b.contender(), options, {}).result;
  }
  Choice chosen(const char* name) const {
    const Workload& workload = *registry_.find(name);
    return default_choice(workload, workload.info().default_cuda, Backend::cuda);
  }

  Machine machine_ = detect_machine();
  Registry registry_;
};

TEST_F(GpuInTurnTiming, ASettingIsHardlyEverToldFromItself) {
  int told = 0;
  for (const char* const name : {"nbody", "transpose"})
    for (unsigned seed = 1; seed <= 10; ++seed) {
      const Choice choice = chosen(name);
      const PairedTest::Result result = compared(name, choice, choice, seed);
      std::printf("%s: %s\n", name, ratio_text(result, "A's time").c_str());
      if (result.verdict == PairedTest::Verdict::faster ||
          result.verdict == PairedTest::Verdict::slower)
        ++told;
    }
  // Two in twenty at a rate of 1 %: a probability of 2 %. Two places in memory may differ too.
  EXPECT_LE(told, 1);
}

TEST_F(GpuInTurnTiming, TwoPercentMoreWorkAreFound) {
  Choice less = chosen("heat");
  less.problem["nx"] = std::int64_t{8192};
  less.problem["ny"] = std::int64_t{10000};
  Choice more = less;
  more.problem["ny"] = std::int64_t{10200};
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const PairedTest::Result slower = compared("heat", less, more, seed);
    std::printf("%s\n", ratio_text(slower, "A's time").c_str());
    EXPECT_EQ(slower.verdict, PairedTest::Verdict::slower);
    EXPECT_NEAR(slower.ratio.value, 1.02, 0.01);
    EXPECT_EQ(compared("heat", more, less, seed).verdict, PairedTest::Verdict::faster);
  }
}

}  // namespace
}  // namespace livewarp

#endif
