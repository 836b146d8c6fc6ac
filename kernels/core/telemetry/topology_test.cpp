// How GPUs are joined, as the double of the driver's library, a made-up CUDA and a made-up system
// tell it: on any machine.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "kernels/core/base/fault.h"
#include "kernels/core/telemetry/cpu_list.h"
#include "kernels/core/telemetry/nvml.h"
#include "kernels/core/telemetry/read_topology.h"

namespace livewarp {
namespace {

PeerFacts access_one_way(int device, int peer) {
  PeerFacts facts;
  facts.access = Told<bool>::known(device < peer);
  facts.native_atomics = Told<bool>::known(true);
  facts.performance_rank = Told<int>::unknown("invalid argument");
  return facts;
}

GpuInfo gpu_at(int index, const char* pci) {
  GpuInfo gpu;
  gpu.index = index;
  gpu.name = "GPU " + std::to_string(index);
  gpu.pci = pci;
  return gpu;
}

class TopologyTest : public testing::Test {
 protected:
  TopologyTest() { std::filesystem::remove_all(folder_); }
  ~TopologyTest() override {
    unsetenv("LIVEWARP_NVML_DOUBLE");
    std::filesystem::remove_all(folder_);
  }
  void system_says(const std::string& pci, const char* name, const char* line) {
    std::filesystem::create_directories(folder_ / pci);
    std::ofstream(folder_ / pci / name) << line << "\n";
  }
  Topology read(const char* script, const std::string& library = LIVEWARP_NVML_DOUBLE) {
    setenv("LIVEWARP_NVML_DOUBLE", script, 1);
    return read_topology(gpus_, Nvml(library), {access_one_way, folder_.string()});
  }

  std::vector<GpuInfo> gpus_{gpu_at(0, "0000:17:00.0"), gpu_at(1, "0000:C1:00.0")};
  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / ("livewarp-topology-" + std::to_string(getpid()));
};

TEST_F(TopologyTest, GpusThatNvlinksJoinDirectly) {
  const Topology topology = read("two linked sockets");
  ASSERT_EQ(topology.gpus.size(), 2u);
  ASSERT_EQ(topology.pairs.size(), 2u);
  const std::vector<NvLink>& links = topology.gpus[0].nvlinks.value.value();
  ASSERT_EQ(links.size(), 3u) << "of four one is down";
  EXPECT_EQ(links[1].number, 2);
  EXPECT_EQ(links[1].end, NvLink::End::gpu);
  EXPECT_EQ(links[1].pci, "0000:c1:00.0");
  for (const GpuPair& pair : topology.pairs) {
    EXPECT_EQ(pair.nvlinks.value, 3);
    EXPECT_FALSE(pair.by_switch);
    EXPECT_EQ(pair.meeting.value, PciMeeting::system);
    EXPECT_EQ(pair.read.value, PeerStatus::works);
    EXPECT_EQ(pair.nvlink.value, PeerStatus::works);
    EXPECT_EQ(pair.facts.performance_rank.why_not, "invalid argument");
  }
  EXPECT_EQ(topology.pair(0, 1)->facts.access.value, true) << "the first one reaches the other";
  EXPECT_EQ(topology.pair(1, 0)->facts.access.value, false);
  EXPECT_EQ(topology.pair(0, 0), nullptr);
  EXPECT_EQ(topology.pair(0, 2), nullptr);
}

TEST_F(TopologyTest, GpusThatSwitchesJoin) {
  const Topology topology = read("two switched");
  for (const GpuPair& pair : topology.pairs) {
    EXPECT_EQ(pair.nvlinks.value, 4);
    EXPECT_TRUE(pair.by_switch);
  }
  const std::vector<NvLink>& links = topology.gpus[1].nvlinks.value.value();
  EXPECT_EQ(links[3].end, NvLink::End::nvswitch);
  EXPECT_EQ(links[3].pci, "0000:06:00.0");
  const Topology down = read("two switched fabric-down");
  EXPECT_EQ(down.pairs[0].nvlinks.value, 0) << "links that are up, and join nothing";
  EXPECT_FALSE(down.pairs[0].by_switch);
  const Topology untold = read("two switched no-p2p");
  EXPECT_FALSE(untold.pairs[0].nvlinks.value);
  EXPECT_EQ(untold.pairs[0].nvlinks.why_not,
            "both have links to switches; whether these join them: Not Supported");
}

TEST_F(TopologyTest, GpusThatPciExpressAloneJoins) {
  const Topology topology = read("two old-chipset");
  const GpuPair& pair = topology.pairs[0];
  EXPECT_EQ(pair.nvlinks.value, 0);
  EXPECT_TRUE(topology.gpus[0].nvlinks.value.value().empty());
  EXPECT_EQ(pair.meeting.value, PciMeeting::host_bridge);
  EXPECT_EQ(pair.read.value, PeerStatus::chipset_cannot);
  EXPECT_EQ(pair.nvlink.value, PeerStatus::not_supported);
}

TEST_F(TopologyTest, TheSystemIsAskedFirstWhereAGpuIs) {
  system_says("0000:c1:00.0", "numa_node", "3");
  system_says("0000:c1:00.0", "local_cpulist", "48-63,112-127");
  system_says("0000:17:00.0", "numa_node", "-1");
  const Topology topology = read("two");
  EXPECT_EQ(topology.gpus[1].numa_node.value, 3) << "by its name in small letters";
  EXPECT_EQ(topology.gpus[1].cpus.value, "48-63,112-127");
  EXPECT_EQ(topology.gpus[0].numa_node.value, 0) << "the driver knows what the system does not";
  EXPECT_EQ(topology.gpus[0].cpus.value, "0-3,8-11,64");
}

TEST_F(TopologyTest, WhatNobodyTellsHasTheReasonsOfAll) {
  system_says("0000:17:00.0", "numa_node", "-1");
  Topology topology = read("two no-affinity no-ancestor no-p2p");
  EXPECT_EQ(topology.gpus[0].numa_node.why_not, "the system says -1; Not Supported");
  EXPECT_NE(topology.gpus[0].cpus.why_not.find("local_cpulist cannot be read; Not Supported"),
            std::string::npos)
      << topology.gpus[0].cpus.why_not;
  EXPECT_EQ(topology.pairs[0].meeting.why_not, "Not Supported");
  EXPECT_EQ(topology.pairs[0].read.why_not, "Not Supported");
  topology = read("two both-nodes strange-ancestor strange-p2p");
  EXPECT_EQ(topology.gpus[0].numa_node.why_not, "the system says -1; NVML names 2 nodes");
  EXPECT_EQ(topology.pairs[0].meeting.why_not, "level 35 is not known here");
  EXPECT_EQ(topology.pairs[0].write.why_not, "the driver does not know it (status 6)");
  topology = read("two linked lost");
  EXPECT_EQ(topology.pairs[0].meeting.why_not, "GPU is lost");
  EXPECT_EQ(topology.gpus[0].nvlinks.why_not, "GPU is lost");
  EXPECT_EQ(topology.pairs[0].nvlinks.why_not, "GPU is lost");
}

TEST_F(TopologyTest, WithoutLibraryOrBusIdOnlyCudaTells) {
  Topology topology = read("two", "/nowhere/nvml.so");
  EXPECT_EQ(topology.pairs[0].meeting.why_not, "NVML tells nothing (/nowhere/nvml.so not found)");
  EXPECT_EQ(topology.gpus[0].nvlinks.why_not, topology.pairs[0].meeting.why_not);
  EXPECT_EQ(topology.pairs[0].facts.access.value, true);
  EXPECT_EQ(read("no-driver").pairs[0].read.why_not,
            "NVML tells nothing (nvmlInit: Driver Not Loaded)");
  EXPECT_NE(read("").pairs[0].meeting.why_not.find("PCI 0000:C1:00.0 (Not Found)"),
            std::string::npos);
  gpus_[1].pci.clear();
  topology = read("two");
  for (const std::string& why_not :
       {topology.gpus[1].numa_node.why_not, topology.gpus[1].cpus.why_not,
        topology.pairs[0].meeting.why_not, topology.pairs[1].nvlinks.why_not})
    EXPECT_EQ(why_not, "CUDA does not tell its PCI bus id");
}

TEST_F(TopologyTest, OneGpuHasAPlaceAndNoPair) {
  gpus_.pop_back();
  const Topology topology = read("");
  ASSERT_EQ(topology.gpus.size(), 1u);
  EXPECT_EQ(topology.gpus[0].numa_node.value, 0);
  EXPECT_TRUE(topology.pairs.empty());
  gpus_.clear();
  EXPECT_TRUE(read("").gpus.empty());
}

TEST_F(TopologyTest, ACallThatFailsTakesOnlyItsOwnFact) {
  const Fault fault("nvmlDeviceGetTopologyCommonAncestor");
  const Topology topology = read("two linked");
  EXPECT_EQ(topology.pairs[0].meeting.why_not, "Unknown Error");
  EXPECT_EQ(topology.pairs[1].meeting.value, PciMeeting::host_bridge) << "the next one works";
  EXPECT_EQ(topology.pairs[0].nvlinks.value, 3);
}

#if LIVEWARP_HAS_CUDA
TEST(CudaPeerFacts, FailuresAreReasonsAndAreTakenAway) {
  const Fault access("cudaDeviceCanAccessPeer"), attribute("cudaDeviceGetP2PAttribute");
  const PeerFacts facts = cuda_peer_facts(0, 1);
  EXPECT_FALSE(facts.access.value);
  EXPECT_NE(facts.access.why_not.find("cudaErrorUnknown"), std::string::npos);
  EXPECT_FALSE(facts.native_atomics.value);
  EXPECT_NE(facts.native_atomics.why_not.find("cudaErrorUnknown"), std::string::npos);
}
#endif

TEST(CpuList, IsWrittenAsTheSystemDoes) {
  EXPECT_EQ(cpu_list({}), "");
  EXPECT_EQ(cpu_list({4}), "4");
  EXPECT_EQ(cpu_list({0, 1, 2, 3, 8, 10, 11}), "0-3,8,10-11");
  EXPECT_EQ(set_bits(std::vector<unsigned long>{5, 1}), (std::vector<int>{0, 2, 64}));
}

}  // namespace
}  // namespace livewarp
