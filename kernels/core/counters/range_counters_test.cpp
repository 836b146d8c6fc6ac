#include "kernels/core/counters/range_counters.h"

#include <dlfcn.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>

#include "kernels/core/base/fault.h"
#include "kernels/core/counters/counter_metrics.h"

#ifndef LIVEWARP_CUPTI_DOUBLE
  #define LIVEWARP_CUPTI_DOUBLE ""
#endif

/// What is read by way of CUPTI, of a double in its place that knows sizes and order of the calls:
/// on any machine.
namespace livewarp {
namespace {

class RangeCountersTest : public testing::Test {
 protected:
  ~RangeCountersTest() override { unsetenv("LIVEWARP_CUPTI_DOUBLE"); }

  static void script(const char* words) { setenv("LIVEWARP_CUPTI_DOUBLE", words, 1); }
  int asked(const char* name) const {
    void* const library = dlopen(LIVEWARP_CUPTI_DOUBLE, RTLD_LAZY | RTLD_NOLOAD);
    const auto ask = reinterpret_cast<int (*)()>(dlsym(library, name));
    const int answer = ask();
    dlclose(library);
    return answer;
  }
  CounterReading read() {
    return count_range(cupti_, device_, [this] {
      ++steps_;
      steps_in_range_ += asked("cuptiDoubleInRange");
    });
  }
  /// What is said where none can be read: why, and the advice behind a bar.
  std::string refusal() {
    try {
      read();
      return "none";
    } catch (const CountersRefused& error) {
      return std::string(error.what()) + "|" + error.advice();
    }
  }

  const Cupti cupti_{{LIVEWARP_CUPTI_DOUBLE}};
  int somewhere_ = 0;
  const CounterDevice device_{&somewhere_, 1};
  int steps_ = 0, steps_in_range_ = 0;
};

TEST_F(RangeCountersTest, AStepIsMadeOnceForEachPassAndCounted) {
  ASSERT_EQ(cupti_.reason(), "");
  EXPECT_EQ(cupti_.version(), "13.0");
  const CounterReading reading = read();
  EXPECT_EQ(steps_, 3);
  EXPECT_EQ(steps_in_range_, 3);
  EXPECT_EQ(reading.dram_bytes, 1200);
  EXPECT_EQ(reading.l2_bytes, 40 * 32);
  EXPECT_EQ(reading.global_bytes, (50 + 25 + 4 + 1 + 20) * 32) << "atomics and textures too";
  EXPECT_EQ(reading.shared_wavefronts, 7);
  EXPECT_EQ(reading.instructions, 90000);
  EXPECT_EQ(reading.achieved_occupancy, 0.625);
  EXPECT_EQ(asked("cuptiDoubleOpen"), 0) << "all is undone";
}

TEST_F(RangeCountersTest, AMetricThatTheChipLacksIsLeftOut) {
  script("no-dram no-stores");
  const CounterReading reading = read();
  EXPECT_FALSE(reading.dram_bytes);
  EXPECT_FALSE(reading.global_bytes) << "loads alone are not all";
  EXPECT_EQ(reading.l2_bytes, 40 * 32);
  EXPECT_EQ(reading.achieved_occupancy, 0.625);
  script("no-number");
  EXPECT_FALSE(read().dram_bytes) << "of the first metric";
  script("no-metrics");
  EXPECT_EQ(refusal(), "this GPU has none of the hardware counters that are asked for|");
}

TEST_F(RangeCountersTest, RefusalsSayWhyAndWhatHelps) {
  script("refused");
  EXPECT_EQ(refusal(),
            "the driver lets only administrators read hardware counters "
            "(cuptiProfilerGetCounterAvailability: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES)|"
            "an administrator permits it by 'options nvidia "
            "NVreg_RestrictProfilingToAdminUsers=0' in /etc/modprobe.d/livewarp.conf and a reboot; "
            "or run this as root");
  EXPECT_EQ(steps_, 0);
  EXPECT_EQ(asked("cuptiDoubleOpen"), 0);
  script("busy");
  EXPECT_TRUE(refusal().starts_with("another tool has the hardware counters (")) << refusal();
  script("dropped");
  EXPECT_EQ(refusal(), "CUPTI lost what it counted (1 ranges, 1 dropped)|");
  script("endless");
  EXPECT_EQ(refusal(), "CUPTI asks for ever more passes (3 were planned)|");
  EXPECT_EQ(asked("cuptiDoubleOpen"), 0);
  script("");
  EXPECT_EQ(refusal(), "none");
}

TEST_F(RangeCountersTest, EachCallMayFailAndTheNextReadingWorks) {
  for (const char* const call :
       {"cuptiProfilerInitialize", "cuptiDeviceGetChipName", "cuptiProfilerGetCounterAvailability",
        "cuptiProfilerHostInitialize", "cuptiProfilerHostConfigAddMetrics",
        "cuptiProfilerHostGetConfigImageSize", "cuptiProfilerHostGetConfigImage",
        "cuptiProfilerHostGetNumOfPasses", "cuptiRangeProfilerEnable",
        "cuptiRangeProfilerGetCounterDataSize", "cuptiRangeProfilerCounterDataImageInitialize",
        "cuptiRangeProfilerSetConfig", "cuptiRangeProfilerStart", "cuptiRangeProfilerPushRange",
        "cuptiRangeProfilerDecodeData", "cuptiRangeProfilerGetCounterDataInfo",
        "cuptiProfilerHostEvaluateToGpuValues"}) {
    {
      const Fault fault(call);
      const std::string said = refusal();
      EXPECT_EQ(fault.failures(), 1) << call;
      EXPECT_TRUE(said.starts_with("CUPTI reads no hardware counters (" + std::string(call) +
                                   ": CUPTI_ERROR_UNKNOWN)|"))
          << said;
      EXPECT_EQ(asked("cuptiDoubleOpen"), 0) << call;
    }
    EXPECT_EQ(refusal(), "none") << call;
  }
}

TEST_F(RangeCountersTest, AStepThatFailsSaysItsOwnAndLeavesNothingOpen) {
  EXPECT_THROW(count_range(cupti_, device_, [] { throw std::runtime_error("the step's own"); }),
               std::runtime_error);
  EXPECT_EQ(asked("cuptiDoubleOpen"), 0);
  EXPECT_EQ(refusal(), "none");
}

TEST_F(RangeCountersTest, WithoutLibraryOrContextThereIsAReason) {
  const Cupti none({"/nowhere/libcupti.so.13"});
  EXPECT_EQ(none.reason(), "no CUPTI is found (libcupti.so.13), the library of hardware counters");
  EXPECT_NE(none.advice(), "");
  EXPECT_THROW(count_range(none, device_, [] {}), CountersRefused);
  EXPECT_THROW(count_range(cupti_, {}, [] {}), CountersRefused);
  const Cupti another({LIVEWARP_NVML_DOUBLE});
  EXPECT_EQ(another.reason(), LIVEWARP_NVML_DOUBLE " has no range profiler");
  const Cupti after_another({LIVEWARP_NVML_DOUBLE, LIVEWARP_CUPTI_DOUBLE});
  EXPECT_EQ(after_another.reason(), "") << "an older one hides no newer one";
  EXPECT_EQ(after_another.opened(), LIVEWARP_CUPTI_DOUBLE);
  EXPECT_EQ(Cupti({LIVEWARP_NVML_DOUBLE, "/nowhere/libcupti.so.13"}).reason(), another.reason());
  const Fault fault("dlopen");
  EXPECT_NE(Cupti({LIVEWARP_CUPTI_DOUBLE}).reason(), "");
}

TEST_F(RangeCountersTest, TheEnvironmentNamesTheLibrary) {
  setenv("LIVEWARP_CUPTI", LIVEWARP_CUPTI_DOUBLE, 1);
  EXPECT_EQ(usual_cupti_libraries(), std::vector<std::string>{LIVEWARP_CUPTI_DOUBLE});
  EXPECT_EQ(Cupti().opened(), LIVEWARP_CUPTI_DOUBLE);
  unsetenv("LIVEWARP_CUPTI");
  ASSERT_GE(usual_cupti_libraries().size(), 2u);
  EXPECT_EQ(usual_cupti_libraries().front(), "libcupti.so.13");
}

/// Answers that chips give need no GPU: where a CUPTI is installed, its own are asked.
TEST(CounterMetrics, ChipsHaveThemAndCountThemInFewPasses) {
#if defined(LIVEWARP_SANITIZED)
  GTEST_SKIP() << "CUPTI opens its libraries in a way that AddressSanitizer forbids";
#endif
  const Cupti cupti;
  if (!cupti.reason().empty()) GTEST_SKIP() << cupti.reason();
  const Cupti::Functions& call = cupti.functions();
  for (const char* const chip : {"TU102", "GA100", "GA102", "AD102", "GH100"}) {
    auto made = cupti::parameters<cupti::HostInitialize>();
    made.chip = chip;
    ASSERT_EQ(call.host_initialize(made), cupti::success) << chip;
    std::vector<const char*> names;
    for (const CounterMetric& metric : counter_metrics) {
      auto asked = cupti::parameters<cupti::MetricProperties>();
      asked.host = made.host;
      asked.metric = metric.name;
      EXPECT_EQ(call.metric_properties(asked), cupti::success) << chip << " " << metric.name;
      names.push_back(metric.name);
    }
    auto added = cupti::parameters<cupti::AddMetrics>();
    added.host = made.host;
    added.metrics = names.data();
    added.count = names.size();
    EXPECT_EQ(call.add_metrics(added), cupti::success);
    auto size = cupti::parameters<cupti::ConfigSize>();
    size.host = made.host;
    EXPECT_EQ(call.config_size(size), cupti::success);
    std::vector<std::uint8_t> image(size.bytes);
    auto config = cupti::parameters<cupti::ConfigImage>();
    config.host = made.host;
    config.bytes = image.size();
    config.image = image.data();
    EXPECT_EQ(call.config_image(config), cupti::success);
    auto count = cupti::parameters<cupti::PassCount>();
    count.bytes = image.size();
    count.image = image.data();
    EXPECT_EQ(call.pass_count(count), cupti::success);
    EXPECT_GE(count.passes, 1u) << chip;
    EXPECT_LE(count.passes, 12u) << chip;
    auto of = cupti::parameters<cupti::HostDeinitialize>();
    of.host = made.host;
    EXPECT_EQ(call.host_deinitialize(of), cupti::success);
  }
}

}  // namespace
}  // namespace livewarp
