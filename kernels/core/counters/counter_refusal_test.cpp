#include "kernels/core/counters/counter_refusal.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "kernels/core/counters/cupti_abi.h"

namespace livewarp {
namespace {

namespace fs = std::filesystem;

/// A folder in the place of /proc.
class CounterRefusalTest : public testing::Test {
 protected:
  CounterRefusalTest() {
    std::string name = (fs::temp_directory_path() / "livewarp-proc-XXXXXX").string();
    if (mkdtemp(name.data())) proc_ = name;
    fs::create_directories(proc_ / "driver/nvidia");
    fs::create_directories(proc_ / "self");
  }
  ~CounterRefusalTest() override {
    std::error_code ignored;
    fs::remove_all(proc_, ignored);
  }
  void write(const char* file, const char* text) { std::ofstream(proc_ / file) << text; }

  fs::path proc_;
};

TEST_F(CounterRefusalTest, ARestrictedDriverRefusesWhoIsNoAdministrator) {
  write("driver/nvidia/params", "ResmanDebugLevel: 4294967295\nRmProfilingAdminOnly: 1\n");
  write("self/status", "Name:\tlivewarp\nCapEff:\t0000000000000000\n");
  const CounterRefusal refusal = refusal_of_driver(proc_);
  EXPECT_EQ(refusal.why,
            "the driver lets only administrators read hardware counters (RmProfilingAdminOnly: "
            "1)");
  EXPECT_NE(refusal.advice.find("NVreg_RestrictProfilingToAdminUsers=0"), std::string::npos);
  write("self/status", "Name:\tlivewarp\nCapEff:\t000001ffffffffff\n");
  EXPECT_FALSE(refusal_of_driver(proc_).any()) << "root has CAP_SYS_ADMIN";
  write("self/status", "CapEff:\t00000040a80425fb\n");
  EXPECT_FALSE(refusal_of_driver(proc_).any()) << "CAP_PERFMON is enough for the driver";
  write("self/status", "CapEff:\t00000000a80425fb\n");
  EXPECT_TRUE(refusal_of_driver(proc_).any()) << "root of a container has not";
  write("driver/nvidia/params", "RmProfilingAdminOnly: 0\n");
  EXPECT_FALSE(refusal_of_driver(proc_).any());
  EXPECT_FALSE(refusal_of_driver(proc_ / "nowhere").any()) << "nobody knows: CUPTI is asked";
}

TEST_F(CounterRefusalTest, EveryStatusIsALine) {
  for (const int status :
       {cupti::invalid_device, cupti::out_of_memory, cupti::not_compatible, cupti::hardware_busy,
        cupti::not_supported, cupti::virtualized_device_not_supported,
        cupti::insufficient_privileges, cupti::multiple_subscribers_not_supported,
        cupti::mig_device_not_supported, cupti::wsl_device_not_supported, cupti::invalid_chip_name,
        cupti::unknown_error}) {
    const CounterRefusal refusal = refusal_of_status(status, "cuptiCall", "CUPTI_ERROR_X", proc_);
    EXPECT_TRUE(refusal.why.ends_with(" (cuptiCall: CUPTI_ERROR_X)")) << refusal.why;
    EXPECT_EQ(refusal.why.find('\n'), std::string::npos);
    EXPECT_FALSE(refusal.advice.empty()) << status;
  }
}

TEST_F(CounterRefusalTest, ASandboxIsNamedWhereTheDriverHides) {
  const auto advice = [&] {
    return refusal_of_status(cupti::unknown_error, "f", "g", proc_).advice;
  };
  EXPECT_NE(advice().find("gVisor"), std::string::npos);
  write("driver/nvidia/params", "RmProfilingAdminOnly: 0\n");
  EXPECT_EQ(advice().find("gVisor"), std::string::npos);
}

}  // namespace
}  // namespace livewarp
