// What is said of how GPUs are joined, of a machine that a test makes up.
#include "app/telemetry/topology_words.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace livewarp {
namespace {

GpuPlace placed_gpu(int index) {
  GpuPlace gpu{.index = index,
               .name = "GPU X",
               .pci = "0000:0" + std::to_string(index) + ":00.0",
               .numa_node = Told<int>::known(index / 2),
               .cpus = Told<std::string>::known("0-3"),
               .nvlinks = Told<std::vector<NvLink>>::known({})};
  return gpu;
}

GpuPair joined_pair(int from, int to, int nvlinks) {
  GpuPair pair{.from = from, .to = to};
  pair.facts.access = Told<bool>::known(nvlinks > 0);
  pair.facts.native_atomics = Told<bool>::known(nvlinks > 0);
  pair.facts.performance_rank = Told<int>::known(nvlinks > 0 ? 0 : 1);
  pair.meeting = Told<PciMeeting>::known(PciMeeting::system);
  pair.nvlinks = Told<int>::known(nvlinks);
  pair.read = pair.write = pair.nvlink =
      Told<PeerStatus>::known(nvlinks > 0 ? PeerStatus::works : PeerStatus::chipset_cannot);
  return pair;
}

/// Three GPUs, the first two joined by NVLink.
Topology made_up() {
  Topology topology;
  for (int i = 0; i < 3; ++i) topology.gpus.push_back(placed_gpu(i));
  for (int from = 0; from < 3; ++from)
    for (int to = 0; to < 3; ++to)
      if (from != to) topology.pairs.push_back(joined_pair(from, to, from + to == 1 ? 4 : 0));
  return topology;
}

TEST(TopologyWords, MatricesHaveRowsThatReachIntoColumns) {
  Topology topology = made_up();
  topology.pairs[0].by_switch = true;
  const Findings findings = topology_findings(topology);
  ASSERT_EQ(findings.tables.size(), 4u);
  for (const FindingsTable& table : findings.tables)
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << table.title;
  using Row = std::vector<std::string>;
  EXPECT_EQ(findings.tables[3].rows[2], (Row{"2", "GPU X", "0000:02:00.0", "1", "0-3", "none"}));
  EXPECT_EQ(findings.tables[0].rows[0], (Row{"0", "", "NV4", "SYS"}));
  EXPECT_EQ(findings.tables[0].rows[2], (Row{"2", "SYS", "SYS", ""}));
  EXPECT_EQ(findings.tables[1].rows[1], (Row{"1", "yes, atomics", "", "no"}));
  EXPECT_EQ(findings.tables[2].rows[0], (Row{"0", "", "0", "\u2014"})) << "no rank without access";
  EXPECT_EQ(findings.verdict,
            (std::vector<std::string>{
                "3 GPUs: NVLink joins 2 of 6 pairs, and peer access is possible in 2 of 6 pairs.",
                "NV4: joined by 4 NVLinks through NVSwitch.",
                "SYS: joined by PCI Express, and between NUMA nodes.", "NV4: joined by 4 NVLinks.",
                "Peer reads of GPU 0 to 2, GPU 1 to 2, GPU 2 to 0, GPU 2 to 1: the chipset cannot.",
                "Peer writes of GPU 0 to 2, GPU 1 to 2, GPU 2 to 0, GPU 2 to 1: the chipset "
                "cannot."}));
  EXPECT_TRUE(findings.left_out.empty());
}

TEST(TopologyWords, WhatIsNotKnownIsSaidOnceForAllThatItHoldsFor) {
  Topology topology = made_up();
  for (GpuPlace& gpu : topology.gpus) gpu.numa_node = Told<int>::unknown("Not Supported");
  topology.gpus[1].cpus = Told<std::string>::unknown("no such file");
  for (GpuPair& pair : topology.pairs) {
    pair.meeting = Told<PciMeeting>::unknown("GPU is lost");
    pair.facts.performance_rank = Told<int>::unknown("invalid argument");
  }
  const Findings findings = topology_findings(topology);
  EXPECT_EQ(findings.left_out,
            (std::vector<std::string>{
                "Not known: NUMA node of every GPU: Not Supported.",
                "Not known: CPUs of GPU 1: no such file.",
                "Not known: performance rank of GPU 0 to 1, GPU 1 to 0: invalid argument.",
                "Not known: PCI Express way of every pair: GPU is lost."}));
  EXPECT_EQ(findings.tables[3].rows[1][3], "\u2014");
  EXPECT_EQ(findings.tables[0].rows[0][2], "NV4") << "that is known all the same";
  EXPECT_EQ(findings.tables[0].rows[0][3], "\u2014");
}

TEST(TopologyWords, OneGpuOrNoneIsAPlainSentence) {
  Topology topology;
  Findings findings = topology_findings(topology);
  EXPECT_EQ(findings.verdict,
            (std::vector<std::string>{"There is no GPU here that could be joined with another."}));
  EXPECT_TRUE(findings.tables.empty());
  EXPECT_EQ(to_json(topology)["pairs"].size(), 0u);
  topology.gpus.push_back(placed_gpu(0));
  findings = topology_findings(topology);
  EXPECT_EQ(findings.verdict, (std::vector<std::string>{
                                  "There is one GPU here, and none beside it to be joined with."}));
  ASSERT_EQ(findings.tables.size(), 1u);
}

TEST(TopologyWords, NvlinksAreCountedByWhereTheyEnd) {
  Topology topology;
  topology.gpus.push_back(placed_gpu(0));
  auto& links = *topology.gpus[0].nvlinks.value;
  const auto cell = [&] { return topology_findings(topology).tables[0].rows[0].back(); };
  links.push_back({0, NvLink::End::gpu, "0000:01:00.0"});
  EXPECT_EQ(cell(), "1");
  links.push_back({1, NvLink::End::nvswitch, ""});
  EXPECT_EQ(cell(), "2, 1 to NVSwitch");
  links.erase(links.begin());
  EXPECT_EQ(cell(), "1 to NVSwitch");
}

TEST(TopologyWords, JsonHoldsAllOrWhyNot) {
  Topology topology = made_up();
  topology.gpus[0].nvlinks.value->push_back({2, NvLink::End::nvswitch, ""});
  topology.pairs[1].meeting = Told<PciMeeting>::unknown("GPU is lost");
  const auto json = to_json(topology);
  EXPECT_EQ(json["gpus"][0]["numa_node"], 0);
  EXPECT_EQ(json["gpus"][0]["nvlinks"][0]["end"], "nvswitch");
  EXPECT_TRUE(json["gpus"][0]["nvlinks"][0]["pci"].is_null());
  EXPECT_FALSE(json["gpus"][0].contains("unknown"));
  EXPECT_EQ(json["pairs"].size(), 6u);
  EXPECT_EQ(json["pairs"][0]["peer_access"], true);
  EXPECT_EQ(json["pairs"][0]["nvlinks"], 4);
  EXPECT_EQ(json["pairs"][0]["pci"], "system");
  EXPECT_TRUE(json["pairs"][1]["pci"].is_null());
  EXPECT_EQ(json["pairs"][1]["unknown"]["pci"], "GPU is lost");
  EXPECT_EQ(json["pairs"][1]["peer_read"], "the chipset cannot");
}

}  // namespace
}  // namespace livewarp
