#include "kernels/core/telemetry/nvml.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "kernels/core/base/fault.h"
#include "kernels/core/telemetry/gpu_processes.h"

#if __has_include(<nvml.h>)
  #include <nvml.h>
#endif

/// What is read of the driver's library, of a double in its place: on any machine.
namespace livewarp {
namespace {

constexpr const char* at = "0000:17:00.0";

class NvmlTest : public testing::Test {
 protected:
  ~NvmlTest() override { unsetenv("LIVEWARP_NVML_DOUBLE"); }
  GpuReading read(const char* script, const char* pci = at) {
    setenv("LIVEWARP_NVML_DOUBLE", script, 1);
    return Nvml(LIVEWARP_NVML_DOUBLE).read(pci);
  }
};

TEST_F(NvmlTest, AQuietGpuTellsAll) {
  const GpuReading reading = read("");
  EXPECT_EQ(reading.unknown, "");
  EXPECT_EQ(reading.sm_mhz, 1980);
  EXPECT_EQ(reading.memory_mhz, 2619);
  EXPECT_EQ(reading.temperature_c, 45);
  EXPECT_EQ(reading.power_w, 351.5);
  EXPECT_EQ(reading.power_limit_w, 700);
  EXPECT_GT(reading.energy_j.value(), 5000);
  EXPECT_FALSE(reading.throttled()) << "an idle GPU is not throttled";
  EXPECT_FALSE(reading.shared()) << "this process is not somebody else";
  EXPECT_TRUE(reading.not_told.empty());
  EXPECT_EQ(Nvml(LIVEWARP_NVML_DOUBLE).driver(), "580.65.06");
  EXPECT_EQ(Nvml(LIVEWARP_NVML_DOUBLE).sm_mhz(at), 1980);
}

TEST_F(NvmlTest, ThrottleReasonsAreToldApart) {
  EXPECT_EQ(throttle_text(read("throttled").throttle.value()), "power cap");
  EXPECT_EQ(throttle_text(read("hot").throttle.value()), "thermal") << "with its hardware slowdown";
  EXPECT_EQ(throttle_text(read("brake").throttle.value()), "power brake");
  EXPECT_EQ(throttle_text(read("slowdown").throttle.value()), "hardware slowdown");
  EXPECT_EQ(throttle_text(read("throttled hot").throttle.value()), "power cap, thermal");
  EXPECT_EQ(read("locked").throttle, 0u) << "somebody set the clock: that is no throttling";
}

TEST_F(NvmlTest, WhatIsNotSupportedIsLeftOutWithTheReason) {
  const GpuReading reading = read("no-power no-energy no-clocks no-processes");
  EXPECT_EQ(reading.unknown, "");
  EXPECT_FALSE(reading.sm_mhz || reading.memory_mhz || reading.power_w || reading.energy_j ||
               reading.others);
  EXPECT_EQ(reading.temperature_c, 45);
  const std::vector<std::string> expected{"SM clock: Not Supported", "memory clock: Not Supported",
                                          "power: Not Supported", "energy: Not Supported",
                                          "processes: Not Supported"};
  EXPECT_EQ(reading.not_told, expected);
}

TEST_F(NvmlTest, WithoutLibraryDriverOrThatGpuThereIsAReason) {
  EXPECT_EQ(Nvml("/nowhere/nvml.so").read(at).unknown,
            "no driver tells clocks and power (/nowhere/nvml.so not found)");
  EXPECT_EQ(read("no-driver").unknown,
            "the driver tells no clocks and power (nvmlInit: Driver Not Loaded)");
  EXPECT_EQ(read("", "0000:18:00.0").unknown,
            "the driver tells nothing of the GPU at PCI 0000:18:00.0 (Not Found)");
  EXPECT_EQ(read("lost").unknown, "the driver tells nothing of this GPU (GPU is lost)");
  EXPECT_EQ(Nvml("/nowhere/nvml.so").driver(), "");
  EXPECT_FALSE(Nvml("/nowhere/nvml.so").energy_j(at));
  EXPECT_FALSE(Nvml("/nowhere/nvml.so").sm_mhz(at));
}

TEST_F(NvmlTest, AGpuThatVanishesIsUnknownFromThenOn) {
  setenv("LIVEWARP_NVML_DOUBLE", "vanishing", 1);
  const Nvml nvml(LIVEWARP_NVML_DOUBLE);
  EXPECT_EQ(nvml.read(at).unknown, "");
  EXPECT_TRUE(nvml.energy_j(at));
  EXPECT_NE(nvml.read(at).unknown.find("GPU is lost"), std::string::npos);
  EXPECT_FALSE(nvml.energy_j(at));
  unsetenv("LIVEWARP_NVML_DOUBLE");
  EXPECT_EQ(nvml.read(at).unknown, "") << "it came back";
}

// 32 GT/s on each of 16 lanes, of 130 bits 128: 63.0 GB/s.
TEST_F(NvmlTest, TheLinkIsTheFastestOfGpuAndSlotOrHasAReason) {
  const auto link = [](const char* script, const char* pci = at) {
    setenv("LIVEWARP_NVML_DOUBLE", script, 1);
    return Nvml(LIVEWARP_NVML_DOUBLE).link(pci);
  };
  EXPECT_EQ(link("").link, (PciLink{5, 16}));
  EXPECT_NEAR(link("").link->bytes_per_second(), 63.015e9, 1e6);
  EXPECT_EQ(link("").link->text(), "PCIe 5.0 x16");
  EXPECT_EQ(link("narrow").link, (PciLink{5, 8}));
  EXPECT_NEAR((PciLink{1, 1}.bytes_per_second()), 250e6, 1);
  EXPECT_NEAR((PciLink{3, 16}.bytes_per_second()), 15.754e9, 1e6);
  for (const char* script : {"no-link", "no-width"})
    EXPECT_EQ(link(script).why_absent, "the driver tells no link of this GPU (Not Supported)");
  EXPECT_EQ(link("unborn").why_absent,
            "the driver tells of a link that is not known here (PCIe 9.0 x16)");
  EXPECT_FALSE(link("unborn").link);
  EXPECT_NE(link("", "0000:18:00.0").why_absent.find("Not Found"), std::string::npos);
  EXPECT_NE(Nvml("/nowhere/nvml.so").link(at).why_absent, "");
  const Fault fault("nvmlDeviceGetMaxPcieLinkWidth");
  EXPECT_EQ(link("").why_absent, "the driver tells no link of this GPU (Unknown Error)");
}

TEST_F(NvmlTest, ACallThatFailsTakesOnlyItsOwnValue) {
  setenv("LIVEWARP_NVML_DOUBLE", "", 1);
  {
    const Fault fault("nvmlDeviceGetPowerUsage");
    const GpuReading reading = Nvml(LIVEWARP_NVML_DOUBLE).read(at);
    EXPECT_FALSE(reading.power_w);
    EXPECT_EQ(reading.not_told, std::vector<std::string>{"power: Unknown Error"});
    EXPECT_EQ(reading.sm_mhz, 1980);
  }
  for (const char* call : {"dlopen", "nvmlInit_v2", "nvmlDeviceGetHandleByPciBusId_v2"}) {
    const Fault fault(call);
    EXPECT_NE(Nvml(LIVEWARP_NVML_DOUBLE).read(at).unknown, "") << call;
    EXPECT_EQ(fault.failures(), 1) << call;
    EXPECT_EQ(Nvml(LIVEWARP_NVML_DOUBLE).read(at).unknown, "") << "the next one works";
  }
}

TEST_F(NvmlTest, SaysWhoElseComputes) {
  const GpuReading reading = read("shared");
  ASSERT_TRUE(reading.shared());
  const GpuProcess& other = reading.others->front();
  EXPECT_EQ(other.pid, getppid());
  EXPECT_EQ(other.bytes, std::size_t{1} << 30);
  EXPECT_EQ(other.name, known_process(getppid()).name);
  EXPECT_FALSE(other.name.empty());
  EXPECT_NE(process_text(other).find("(pid " + std::to_string(getppid()) + ")"), std::string::npos);
}

// In a container the driver knows this process by a number of the host's.
TEST_F(NvmlTest, InAContainerOneUnknownProcessIsThisOne) {
  EXPECT_FALSE(read("namespace").shared());
  const GpuReading reading = read("namespace shared");
  ASSERT_EQ(reading.others.value().size(), 1u);
  EXPECT_EQ(process_text(reading.others->front()), "a process outside this container");
}

TEST_F(NvmlTest, AsManyProcessesAsThereAreAreRead) {
  EXPECT_EQ(read("crowd").others.value().size(), 39u) << "all but this one";
}

TEST_F(NvmlTest, TheEnvironmentNamesTheLibrary) {
  setenv("LIVEWARP_NVML", LIVEWARP_NVML_DOUBLE, 1);
  EXPECT_EQ(Nvml().reason(), "");
  setenv("LIVEWARP_NVML", "/nowhere/nvml.so", 1);
  EXPECT_NE(Nvml().reason(), "");
  unsetenv("LIVEWARP_NVML");
}

TEST(NvmlAbi, IsThatOfNvidiasHeader) {
#if __has_include(<nvml.h>)
  EXPECT_EQ(int(NVML_SUCCESS), nvml::success);
  EXPECT_EQ(int(NVML_ERROR_NOT_SUPPORTED), nvml::not_supported);
  EXPECT_EQ(int(NVML_ERROR_INSUFFICIENT_SIZE), nvml::insufficient_size);
  EXPECT_EQ(int(NVML_ERROR_GPU_IS_LOST), nvml::gpu_is_lost);
  EXPECT_EQ(int(NVML_CLOCK_SM), nvml::clock_sm);
  EXPECT_EQ(int(NVML_CLOCK_MEM), nvml::clock_memory);
  EXPECT_EQ(int(NVML_TEMPERATURE_GPU), nvml::temperature_gpu);
  EXPECT_EQ(int(NVML_ERROR_INVALID_ARGUMENT), nvml::invalid_argument);
  EXPECT_EQ(int(NVML_TOPOLOGY_INTERNAL), nvml::topology_internal);
  EXPECT_EQ(int(NVML_TOPOLOGY_SINGLE), nvml::topology_single);
  EXPECT_EQ(int(NVML_TOPOLOGY_MULTIPLE), nvml::topology_multiple);
  EXPECT_EQ(int(NVML_TOPOLOGY_HOSTBRIDGE), nvml::topology_host_bridge);
  EXPECT_EQ(int(NVML_TOPOLOGY_NODE), nvml::topology_node);
  EXPECT_EQ(int(NVML_TOPOLOGY_SYSTEM), nvml::topology_system);
  EXPECT_EQ(int(NVML_P2P_CAPS_INDEX_NVLINK), nvml::p2p_nvlink);
  EXPECT_EQ(int(NVML_P2P_STATUS_DISABLED_BY_REGKEY), nvml::p2p_disabled);
  EXPECT_EQ(int(NVML_P2P_STATUS_NOT_SUPPORTED), nvml::p2p_not_supported);
  EXPECT_EQ(int(NVML_NVLINK_DEVICE_TYPE_SWITCH), nvml::nvlink_switch);
  EXPECT_LE(unsigned{NVML_NVLINK_MAX_LINKS}, nvml::most_nvlinks);
  EXPECT_EQ(sizeof(nvmlPciInfo_t), sizeof(nvml::PciInfo));
  EXPECT_EQ(offsetof(nvmlPciInfo_t, busId), offsetof(nvml::PciInfo, bus_id));
  EXPECT_EQ(sizeof(nvmlProcessInfo_t), sizeof(nvml::Process));
  EXPECT_EQ(offsetof(nvmlProcessInfo_t, usedGpuMemory), offsetof(nvml::Process, used_bytes));
  EXPECT_EQ((unsigned long long)nvmlClocksThrottleReasonSwPowerCap,
            (unsigned long long)nvml::reason_software_power_cap);
  EXPECT_EQ((unsigned long long)nvmlClocksThrottleReasonHwThermalSlowdown,
            (unsigned long long)nvml::reason_hardware_thermal);
  EXPECT_EQ((unsigned long long)nvmlClocksThrottleReasonSwThermalSlowdown,
            (unsigned long long)nvml::reason_software_thermal);
#else
  // Then the sizes that its documentation implies for 64-bit machines.
  EXPECT_EQ(sizeof(nvml::Process), 24u);
  EXPECT_EQ(offsetof(nvml::Process, used_bytes), 8u);
  EXPECT_EQ(sizeof(nvml::PciInfo), 68u);
  EXPECT_EQ(offsetof(nvml::PciInfo, domain), 16u);
  EXPECT_EQ(offsetof(nvml::PciInfo, bus_id), 36u);
#endif
}

}  // namespace
}  // namespace livewarp
