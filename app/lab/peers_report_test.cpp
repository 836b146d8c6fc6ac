// What is said, written and drawn of bytes between GPUs, of times that a test makes up.
#include "app/lab/peers_report.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/experiments/experiments.h"

namespace livewarp {
namespace {

PeerResult made_up_peer(const PeerTask& task, double ms) {
  PeerResult result;
  result.task = task;
  result.ms = summarize(std::vector<double>(20, ms));
  return result;
}

/// GPU 0 to 1 and back, by copies and through the host, which takes ten times as long.
PeerResults two_peers() {
  PeerResults results;
  results.devices = {0, 1};
  results.bytes = 64'000'000;
  const std::vector<PeerWay> ways{PeerWay::copy, PeerWay::staged};
  for (const std::size_t from : {std::size_t{0}, std::size_t{1}})
    for (const PeerTask& task : peer_tasks(from, 1 - from, ways, results.bytes))
      results.results.push_back(
          made_up_peer(task, (from == 0 ? 0.5 : 0.4) * (task.way == PeerWay::staged ? 10 : 1)));
  for (const PeerTask& task : peer_curve(0, 1, std::vector{PeerWay::copy}, 64 << 10))
    results.curve.push_back(made_up_peer(task, 0.01));
  GpuPair pair{.from = 0, .to = 1};
  pair.nvlinks = Told<int>::known(18);
  results.topology.pairs = {pair};
  return results;
}

bool told(const std::vector<std::string>& lines, const std::string& text) {
  return std::ranges::any_of(
      lines, [&](const std::string& line) { return line.find(text) != std::string::npos; });
}

TEST(PeersReport, MatricesGoFromRowsToColumns) {
  const Findings findings = peer_findings(two_peers());
  ASSERT_EQ(findings.tables.size(), 7u) << "three of each way, and how they are joined";
  using Row = std::vector<std::string>;
  for (const FindingsTable& table : findings.tables) {
    ASSERT_EQ(table.rows.size(), 2u) << table.title;
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << table.title;
  }
  EXPECT_EQ(findings.tables[0].title,
            "cudaMemcpyPeerAsync, one way, GB/s: from the row's GPU to the column's");
  EXPECT_EQ(findings.tables[0].rows[0], (Row{"GPU 0", "", "128"})) << "64 MB in 0.5 ms";
  EXPECT_EQ(findings.tables[0].rows[1], (Row{"GPU 1", "160", ""}));
  EXPECT_EQ(findings.tables[1].rows[0], (Row{"GPU 0", "", "256"})) << "the sum of both ways";
  EXPECT_EQ(findings.tables[2].rows[0], (Row{"GPU 0", "", "7.81"})) << "0.5 ms for 64 of them";
  EXPECT_EQ(findings.tables[6].rows[0], (Row{"GPU 0", "", "NV18"}));
  EXPECT_EQ(findings.verdict[0],
            "cudaMemcpyPeerAsync: 128 to 160 GB/s one way, 256 to 320 GB/s both ways at once, 6.25 "
            "to 7.81 \u00b5s for a copy of 16 bytes.");
  EXPECT_TRUE(told(findings.verdict, "A copy by peer access moves 10.0 times the bytes a second"));
  EXPECT_FALSE(told(findings.verdict, "letter"));
  EXPECT_FALSE(told(findings.verdict, "issue"));
  ASSERT_EQ(findings.graphs.size(), 1u);
  EXPECT_EQ(findings.graphs[0].title, "Bandwidth from GPU 0 to GPU 1");
  ASSERT_EQ(findings.graphs[0].curves.size(), 2u);
  EXPECT_EQ(findings.graphs[0].curves[0].points.size(), 3u) << "4 and 16 KiB, and all of it";
  EXPECT_EQ(findings.graphs[0].curves[0].points[0].setting, "4 KiB");
  EXPECT_FALSE(findings.wrong);
  EXPECT_TRUE(findings.left_out.empty());
}

TEST(PeersReport, AGpuThatIsNamedTwiceHasLetters) {
  PeerResults results = two_peers();
  results.devices = {3, 3};
  results.results[1].held = false;
  const Findings findings = peer_findings(results);
  EXPECT_EQ(findings.tables.size(), 6u) << "nothing joins a GPU with itself";
  EXPECT_EQ(findings.tables[0].rows[1][0], "GPU 3b");
  EXPECT_TRUE(told(findings.verdict, "has a letter for each time"));
  EXPECT_TRUE(told(findings.verdict, "The times of 1 of 12 may hold what the host took"));
  results.devices = {3, 1};
  EXPECT_EQ(place_name(results, 0), "GPU 3");
}

TEST(PeersReport, WhatHasNoFigureHasAReason) {
  PeerResults results;
  results.devices = {0, 1, 2};
  results.bytes = 1 << 20;
  results.absent = {"GPU 5: this machine has GPUs 0 \u2026 2"};
  results.no_access = {{0, 2, "GPU 0 cannot reach into memory of GPU 2"}};
  PeerResult wrong;
  wrong.task = {.from = 0, .to = 1, .way = PeerWay::read, .bytes = 1 << 20};
  wrong.why_not = "byte 8 is not what was sent";
  wrong.wrong = true;
  results.results = {wrong, made_up_peer({.from = 1, .to = 0, .bytes = 1 << 20}, 1)};
  const Findings findings = peer_findings(results);
  EXPECT_TRUE(findings.wrong);
  EXPECT_EQ(findings.left_out,
            (std::vector<std::string>{
                "Left out: GPU 5: this machine has GPUs 0 \u2026 2.",
                "Left out: GPU 0 to GPU 2 by peer access: GPU 0 cannot reach into memory of GPU 2.",
                "Wrong: GPU 0 to GPU 1, kernel reads, one way: byte 8 is not what was sent."}));
  ASSERT_EQ(findings.tables.size(), 2u) << "one matrix, and how they are joined";
  EXPECT_EQ(findings.tables[0].rows[0][2], "\u2014");
  EXPECT_EQ(findings.tables[0].rows[1][1], "1.05");
}

TEST(PeersReport, FilesHoldAllAtFullPrecision) {
  PeerResults results = two_peers();
  results.results[0].why_not = "the copy failed";
  results.no_access = {{0, 1, "no"}};
  const Json json = to_json(results);
  EXPECT_EQ(json["devices"], (std::vector<int>{0, 1}));
  ASSERT_EQ(json["results"].size(), 12u);
  EXPECT_TRUE(json["results"][0]["median_ms"].is_null());
  EXPECT_EQ(json["results"][0]["why_not"], "the copy failed");
  EXPECT_EQ(json["results"][1]["figure"], "both-ways");
  EXPECT_EQ(json["results"][1]["gigabytes_per_second"], 256);
  EXPECT_EQ(json["results"][2]["latency_us"].get<double>(), 500. / 64);
  EXPECT_EQ(json["results"][2]["in_a_row"], 64);
  EXPECT_TRUE(json["results"][2]["bytes"].is_null());
  EXPECT_EQ(json["results"][6]["from"], 1);
  EXPECT_EQ(json["curve"].size(), 2u);
  EXPECT_EQ(json["no_access"][0]["why"], "no");
  EXPECT_EQ(json["topology"]["pairs"][0]["nvlinks"], 18);
  const std::string csv = peers_csv(results);
  EXPECT_EQ(std::ranges::count(csv, '\n'), 15) << "a heading, 12 results, 2 of the curve";
  EXPECT_NE(csv.find("0,1,0,1,copy,both-ways,64000000,,0.5,0.5,0.5,20,256"), std::string::npos)
      << csv;
}

TEST(PeersExperiment, OneGpuIsNoPairUnlessItIsNamedTwice) {
  const auto experiment = make_peers_experiment();
  Machine machine;
  EXPECT_NE(lab_refusal(experiment->info(), machine), "");
  machine.gpus.resize(1);
  LabTools tools;
  tools.machine = &machine;
  LabReport report;
  experiment->run(defaults(experiment->params()), tools, report);
  EXPECT_EQ(report.findings.left_out,
            std::vector<std::string>{"Left out: all pairs: this machine has one usable GPU, and a "
                                     "pair takes two; --devices 0,0 measures within it."});
  EXPECT_TRUE(report.findings.tables.empty());
  EXPECT_TRUE(report.json["results"].empty());
  machine.gpus[0].reason = "too old";
  experiment->run(defaults(experiment->params()), tools, report);
  EXPECT_EQ(report.findings.left_out,
            (std::vector<std::string>{"Left out: GPU 0: too old.",
                                      "Left out: all pairs: no GPU of this machine is usable, and "
                                      "a pair takes two."}));
}

}  // namespace
}  // namespace livewarp
