#include <algorithm>
#include <csignal>
#include <thread>

#include <gtest/gtest.h>

#include "app/base/platform.h"
#include "app/measure/json_report.h"
#include "app/testing/test_commands.h"
#include "app/testing/toy_workload.h"

namespace livewarp {
namespace {

using test::Bench;
using test::content_of;
using test::has;
using test::run;
using test::TemporaryFolder;

/// The tables without what says what runs here.
std::string without_reasons(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  std::size_t begin = 0, end = 0;  // of the column
  for (std::string line; std::getline(lines, line);) {
    const std::size_t heading = line.find("runs here");
    if (heading != std::string::npos) {
      begin = heading;
      end = line.find("axes");
    }
    if (line.starts_with("[")) continue;
    const bool of_all = line.starts_with("memory") || line.starts_with("block \u2026") ||
                        line.starts_with("reserve_shared");
    if (line.size() > begin && !of_all) line.erase(begin, end - begin);
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
    if (line.empty()) begin = end = 0;
  }
  return result;
}

TEST(ListCommand, ShowsTheSameVariantsWithAndWithoutAGpu) {
  const Registry registry;
  const TemporaryFolder folder;
  Bench without(workloads_of(registry)), with(workloads_of(registry));
  with.machine.gpu_reason.clear();
  GpuInfo gpu;
  gpu.name = "some GPU";
  gpu.major = 9;
  with.machine.gpus.push_back(gpu);
  EXPECT_EQ(run(without, "list --json " + folder.file("a.json")), exit_ok);
  EXPECT_EQ(run(with, "list --json " + folder.file("b.json")), exit_ok);
  EXPECT_TRUE(has(without.out.str(), "[1] no CUDA device: hidden by this test\n"));
  EXPECT_FALSE(has(with.out.str(), "no CUDA device"));
  EXPECT_EQ(without_reasons(without.out.str()), without_reasons(with.out.str()));

  Json a = Json::parse(content_of(folder.file("a.json"))),
       b = Json::parse(content_of(folder.file("b.json")));
  for (Json* report : {&a, &b})
    for (Json& workload : (*report)["workloads"])
      for (Json& variant : workload["variants"]) variant.erase("reason");
  EXPECT_EQ(a, b);
  std::size_t variants = 0;
  for (const Workload* workload : workloads_of(registry)) variants += workload->variants().size();
  std::size_t listed = 0;
  for (const Json& workload : a["workloads"]) listed += workload["variants"].size();
  EXPECT_EQ(listed, variants);
}

TEST(ListCommand, MarksTheDefaultOfEachAxis) {
  const auto toy = test::make_toy();
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "list"), exit_ok);
  EXPECT_TRUE(has(bench.out.str(), "block 16x8|[32x8]|\u2026, items 1|[2]|4")) << bench.out.str();
  EXPECT_TRUE(has(bench.out.str(), "threads 1\u202664 [2]")) << bench.out.str();
}

TEST(CeilingsCommand, MeasuresTheHost) {
  const TemporaryFolder folder;
  Bench bench({});
  bench.context.measure_ceilings = [](const CeilingKey& key, double seconds) {
    return measure_host_ceilings(key.threads, seconds, {});
  };
  EXPECT_EQ(run(bench, "ceilings --time 0.2 --threads 1 --json " + folder.file("c.json")), exit_ok);
  const Json report = Json::parse(content_of(folder.file("c.json")));
  std::vector<std::string> ids;
  for (const Json& ceiling : report["ceilings"]) {
    ids.push_back(ceiling["id"]);
    EXPECT_EQ(ceiling["threads"], 1);
    EXPECT_GT(ceiling["value"].get<double>(), 1e8) << "slower than any machine of this century";
  }
  EXPECT_EQ(std::ranges::count(ids, "copy"), 1);
  EXPECT_EQ(std::ranges::count(ids, "fma32"), 1);
  Bench gpu({});
  EXPECT_EQ(run(gpu, "ceilings --backend cuda"), exit_wrong);
}

// No machine could do it: that is a wrong request, and no variant that failed here.
TEST(Commands, RefuseAProblemThatTheVariantCannotCompute) {
  const Registry registry;
  const TemporaryFolder folder;
  for (const std::string command :
       {"bench scaling --variant window", "verify scaling --variant window",
        "verify scaling --executor emulator --variant window",
        "verify scaling --variant window,threads", "shot scaling --variant window"}) {
    Bench bench(workloads_of(registry));
    std::string line = command;
    line += " --width 64 --height 48 --scale 0.3 --antialias ";
    if (command.starts_with("shot")) line += folder.file("a.png");
    EXPECT_EQ(run(bench, line), exit_bad_request) << command;
    EXPECT_EQ(bench.err.str(), "scaling window: has no antialiasing: choose the variant separable\n"
                               "livewarp list scaling shows all variants\n")
        << command;
    EXPECT_EQ(bench.out.str(), "") << command;
  }
  EXPECT_TRUE(folder.empty());
}

TEST(Commands, LeaveOutVariantsThatWereNotNamed) {
  const Registry registry;
  Bench bench(workloads_of(registry));
  EXPECT_EQ(run(bench, "verify heat --backend cpu --nx 64 --ny 48 --radius 2 --number 0.1"),
            exit_ok)
      << bench.out.str();
  EXPECT_TRUE(has(bench.out.str(), "not run: ")) << "some variant computes one radius only";
}

TEST(InfoCommand, NamesTheMachineAndWhatIsMissing) {
  Bench bench({});
  const test::TemporaryFolder folder;
  EXPECT_EQ(run(bench, "info --json " + folder.file("i.json")), exit_ok);
  EXPECT_TRUE(has(bench.out.str(), "NVML")) << bench.out.str();
  const Json json = Json::parse(test::content_of(folder.file("i.json")));
  EXPECT_FALSE(json["nvml"].get<std::string>().empty()) << "a driver, or why there is none";
  EXPECT_EQ(json["gpu_states"].size(), 0u);
  EXPECT_EQ(json["topology"]["pairs"].size(), 0u);
  EXPECT_TRUE(has(bench.out.str(), "There is no GPU here that could be joined with another."));
  EXPECT_TRUE(has(bench.out.str(), bench.machine.cpu.name)) << bench.out.str();
  EXPECT_TRUE(has(bench.out.str(), "CUDA variants cannot run: no CUDA device: hidden by this test"))
      << bench.out.str();
}

TEST(InterruptDeathTest, TheFirstCtrlCAsksForAStop) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        const InterruptWatch watch;
        kill(getpid(), SIGINT);
        for (int i = 0; i < 200 && !watch.token().stop_requested(); ++i)
          std::this_thread::sleep_for(std::chrono::milliseconds(10));
        std::exit(watch.token().stop_requested() ? 7 : 1);
      },
      ::testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace livewarp
