#include "app/commands.h"

#include <algorithm>
#include <csignal>
#include <thread>

#include <gtest/gtest.h>

#include "app/environment.h"
#include "app/json_report.h"
#include "app/test_context.h"
#include "app/toy_workload.h"
#include "kernels/core/error.h"

namespace livewarp {
namespace {

using test::Bench;
using test::content_of;
using test::TemporaryFolder;
using test::words;

/// Parses and runs a command line in the test's context; the exit code as the program gives it.
int run(Bench& bench, const std::string& line) {
  try {
    const Request request =
        parse_command_line(bench.context.workloads, bench.machine, words(line)).request;
    if (const auto* r = std::get_if<ListRequest>(&request)) return run_list(bench.context, *r);
    if (const auto* r = std::get_if<BenchRequest>(&request)) return run_bench(bench.context, *r);
    if (const auto* r = std::get_if<VerifyRequest>(&request)) return run_verify(bench.context, *r);
    if (const auto* r = std::get_if<CeilingsRequest>(&request))
      return run_ceilings(bench.context, *r);
    if (const auto* r = std::get_if<ShotRequest>(&request)) return run_shot(bench.context, *r);
    if (const auto* r = std::get_if<InfoRequest>(&request)) return run_info(bench.context, *r);
    ADD_FAILURE() << "what is " << line << "?";
    return -1;
  } catch (const Error& error) {
    bench.err << error.what() << "\n" << error.advice() << "\n";
    return exit_bad_request;
  }
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// -- verify ----------------------------------------------------------------------------------------

TEST(VerifyCommand, ProvesEveryRowAndNamesItsExecutor) {
  const auto toy = test::make_toy();
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "verify"), exit_ok) << bench.out.str() << bench.err.str();
  const std::string text = bench.out.str();
  for (const char* row : {"naive    simt", "tile     simt", "plain    cpu", "threads  cpu"})
    EXPECT_TRUE(has(text, row)) << row << "\n" << text;
  EXPECT_TRUE(has(text, "cluster  simt")) << text;
  EXPECT_TRUE(has(text, "not run: needs a GPU")) << text;
}

TEST(VerifyCommand, AWrongResultIsExitCode1) {
  const auto toy = test::make_wrong_toy();
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "verify toy --backend cpu"), exit_wrong);
  EXPECT_TRUE(has(bench.out.str(), "FAILED")) << bench.out.str();
  EXPECT_TRUE(has(bench.out.str(), "value of cell 3")) << bench.out.str();
}

TEST(VerifyCommand, ARequestedRowThatDidNotRunIsExitCode1) {
  const auto toy = test::make_toy();
  for (const char* line :
       {"verify toy --executor cuda", "verify toy --variant cluster", "verify --executor cuda"}) {
    Bench bench({toy.get()});
    EXPECT_EQ(run(bench, line), exit_wrong) << line << "\n" << bench.out.str();
    EXPECT_TRUE(has(bench.out.str(), "not run: ")) << bench.out.str();
  }
}

TEST(VerifyCommand, NoRowAtAllIsExitCode1) {
  Bench bench({});
  EXPECT_EQ(run(bench, "verify"), exit_wrong);
  EXPECT_TRUE(has(bench.err.str(), "no row"));
}

TEST(VerifyCommand, TriesTheEndsOfEveryAxisOrAllOfIt) {
  const auto toy = test::make_toy();
  const TemporaryFolder folder;
  const auto launches = [&](const std::string& more) {
    Bench bench({toy.get()});
    EXPECT_EQ(run(bench, "verify toy --variant naive --json " + folder.file("v.json") + more),
              exit_ok);
    std::vector<std::string> blocks;
    const Json report = Json::parse(content_of(folder.file("v.json")));
    for (const Json& result : report["results"]) blocks.push_back(result["launch"]["block"]);
    return blocks;
  };
  EXPECT_EQ(launches(""), (std::vector<std::string>{"128", "32", "256"}));
  EXPECT_EQ(launches(" --all-launches"), (std::vector<std::string>{"128", "32", "64", "256"}));
  EXPECT_EQ(launches(" --block 64"), (std::vector<std::string>{"64"}));
}

TEST(VerifyCommand, ChecksThePresentSizeWhereOneIsGiven) {
  const auto toy = test::make_toy();
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "verify toy --variant plain --n 77"), exit_ok);
  EXPECT_TRUE(has(bench.out.str(), "all 77 cells")) << bench.out.str();
}

TEST(VerifyCommand, WaitsForASlowStepOnlyWhereTheRowIsNamed) {
  const auto toy = test::make_toy();
  Bench bench({toy.get()});
  bench.context.workloads = {toy.get()};
  EXPECT_EQ(run(bench, "verify toy --executor simt --backend cuda --n 100000"), exit_ok)
      << bench.out.str();
  const Registry registry;
  Bench long_one(workloads_of(registry));
  EXPECT_EQ(run(long_one, "verify nbody --backend cuda --executor simt --n 4000000 --block 64"),
            exit_wrong);
  EXPECT_TRUE(has(long_one.out.str(), "a step at the present size would take about"))
      << long_one.out.str();
}

// -- bench -----------------------------------------------------------------------------------------

TEST(BenchCommand, WritesTheReportOfTheDesign) {
  const Registry registry;
  const Workload* nbody = registry.find("nbody");
  ASSERT_NE(nbody, nullptr);
  const TemporaryFolder folder;
  Bench bench({nbody});
  ASSERT_EQ(run(bench, "bench nbody --backend cpu --n 256 --time 0.05 --json " +
                           folder.file("r.json") + " --csv " + folder.file("r.csv")),
            exit_ok)
      << bench.out.str() << bench.err.str();

  const Json report = Json::parse(content_of(folder.file("r.json")));
  EXPECT_EQ(report["machine"]["cpu"]["name"], bench.machine.cpu.name);
  EXPECT_TRUE(report["version"].is_string());
  EXPECT_FALSE(report["partial"].get<bool>());
  const auto cpu_rows = std::ranges::count(nbody->variants(), Backend::cpu, &VariantInfo::backend);
  ASSERT_EQ(report["results"].size(), std::size_t(cpu_rows));
  for (const Json& result : report["results"]) {
    const std::string name = result["variant"];
    EXPECT_EQ(result["workload"], "nbody");
    EXPECT_EQ(result["backend"], "cpu");
    EXPECT_EQ(result["executor"], "cpu");
    EXPECT_EQ(result["memory"], "host");
    EXPECT_TRUE(result["launch"].is_object());
    EXPECT_EQ(result["problem"]["n"], 256);
    EXPECT_EQ(result["conditions"], "bench");
    EXPECT_EQ(result["verified"], true) << result.dump(2);
    const double median = result["median_ms"], least = result["min_ms"], p95 = result["p95_ms"];
    EXPECT_GT(least, 0) << name;
    EXPECT_LE(least, median);
    EXPECT_LE(median, p95);
    EXPECT_GE(result["count"].get<int>(), 1);
    EXPECT_EQ(result["rate_unit"], "interactions/s");
    EXPECT_NEAR(result["rate"].get<double>(), 256.0 * 256.0 / (median / 1000),
                1e-6 * result["rate"].get<double>());
    EXPECT_LE(result["error"].get<double>(), result["tolerance"]["rms"].get<double>());
    EXPECT_LE(result["worst"].get<double>(), result["tolerance"]["worst"].get<double>());
    EXPECT_TRUE(result["ceiling"].is_string());
    EXPECT_GT(result["of_ceiling"].get<double>(), 0);
  }
  EXPECT_FALSE(report["ceilings"].empty());

  const std::string csv = content_of(folder.file("r.csv"));
  EXPECT_TRUE(csv.starts_with(
      "workload,variant,backend,executor,launch,memory,problem,conditions,verified,"));
  EXPECT_EQ(std::ranges::count(csv, '\n'), cpu_rows + 1);
  EXPECT_TRUE(has(csv, "n=256")) << csv;

  const std::string text = bench.out.str();
  EXPECT_TRUE(has(text, "256 bodies, total time for 10 steps: ")) << text;
  EXPECT_TRUE(has(text, " billion interactions per second")) << text;
  EXPECT_TRUE(has(text, " GFLOP/s at 20 flops per interaction")) << text;
  EXPECT_TRUE(has(text, "Ceilings of 1 CPU thread: copy bandwidth 10.0 GB/s")) << text;
}

TEST(BenchCommand, ShowsNoTimeWithoutAVerifiedResult) {
  const auto toy = test::make_wrong_toy();
  const TemporaryFolder folder;
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "bench toy --backend cpu --time 0.02 --json " + folder.file("r.json") +
                           " --csv " + folder.file("r.csv")),
            exit_wrong);
  EXPECT_TRUE(has(bench.out.str(), "wrong result: value of cell 3")) << bench.out.str();
  int wrong = 0;
  const Json report = Json::parse(content_of(folder.file("r.json")));
  for (const Json& result : report["results"]) {
    const bool verified = result["variant"] != "wrong";
    EXPECT_EQ(result["verified"], verified);
    EXPECT_EQ(result["median_ms"].is_null(), !verified);
    EXPECT_EQ(result["rate"].is_null(), !verified);
    wrong += int(!verified);
  }
  EXPECT_EQ(wrong, 1);
  EXPECT_TRUE(has(content_of(folder.file("r.csv")), ",false,")) << content_of(folder.file("r.csv"));
}

TEST(BenchCommand, SkipsWhatCannotRunAndSaysWhy) {
  const auto toy = test::make_toy();
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "bench toy --time 0.02"), exit_ok) << bench.out.str() << bench.err.str();
  EXPECT_TRUE(has(bench.out.str(), "Not run: naive, tile, cluster: no GPU in this test"))
      << bench.out.str();
  Bench named({toy.get()});
  EXPECT_EQ(run(named, "bench toy --variant tile"), exit_wrong) << named.out.str();
  Bench backend({toy.get()});
  EXPECT_EQ(run(backend, "bench toy --backend cuda"), exit_wrong) << backend.out.str();
}

TEST(BenchCommand, RefusesAProblemBeyondMemory) {
  const auto toy = test::make_toy();
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "bench toy --variant plain --n 1e12"), exit_bad_request);
  EXPECT_TRUE(has(bench.err.str(), "n 1,000,000,000,000: needs 1.49e+04 GiB of main memory"))
      << bench.err.str();
  EXPECT_TRUE(has(bench.err.str(), "choose a smaller --n")) << bench.err.str();
}

TEST(BenchCommand, RefusesAFileItCannotWriteBeforeTheWork) {
  const auto toy = test::make_toy();
  const TemporaryFolder folder;
  for (const char* option : {"--json ", "--csv "}) {
    Bench bench({toy.get()});
    bench.context.make_exec = [](Executor) -> std::unique_ptr<Exec> {
      throw std::logic_error("work was done");
    };
    EXPECT_EQ(run(bench, "bench toy " + (option + folder.file("none/r"))), exit_bad_request);
    EXPECT_TRUE(has(bench.err.str(), "cannot write ")) << bench.err.str();
    EXPECT_TRUE(bench.out.str().empty());
  }
}

TEST(BenchCommand, AnInterruptionKeepsWhatIsDone) {
  const auto toy = test::make_toy();
  const TemporaryFolder folder;
  Bench bench({toy.get()});
  int made = 0;
  bench.context.make_exec = [&](Executor executor) {
    // The first row needs executors to check two sizes, to prepare, to check here and to be timed.
    if (++made == 7) bench.source.request_stop();
    return make_exec(executor, bench.source.get_token());
  };
  EXPECT_EQ(run(bench, "bench toy --backend cpu --time 0.02 --json " + folder.file("r.json")),
            exit_interrupted);
  const Json report = Json::parse(content_of(folder.file("r.json")));
  EXPECT_TRUE(report["partial"].get<bool>());
  ASSERT_FALSE(report["results"].empty());
  EXPECT_FALSE(report["results"][0]["median_ms"].is_null()) << report.dump(2);
  EXPECT_TRUE(has(bench.err.str(), "partial"));
}

// -- list, ceilings, info --------------------------------------------------------------------------

/// The lines without their last column, the reasons.
std::string without_reasons(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  std::size_t column = std::string::npos;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t heading = line.find("cannot run here because");
    if (heading != std::string::npos) column = heading;
    if (line.empty()) column = std::string::npos;
    std::string kept = line.substr(0, column);
    kept.erase(kept.find_last_not_of(' ') + 1);
    result += kept + "\n";
  }
  return result;
}

TEST(ListCommand, ShowsTheSameRowsWithAndWithoutAGpu) {
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
  EXPECT_TRUE(has(without.out.str(), "no GPU in this test"));
  EXPECT_EQ(without_reasons(without.out.str()), without_reasons(with.out.str()));

  Json a = Json::parse(content_of(folder.file("a.json"))),
       b = Json::parse(content_of(folder.file("b.json")));
  for (Json* report : {&a, &b})
    for (Json& workload : (*report)["workloads"])
      for (Json& variant : workload["variants"]) variant.erase("reason");
  EXPECT_EQ(a, b);
  std::size_t rows = 0;
  for (const Workload* workload : workloads_of(registry)) rows += workload->variants().size();
  std::size_t listed = 0;
  for (const Json& workload : a["workloads"]) listed += workload["variants"].size();
  EXPECT_EQ(listed, rows);
}

TEST(ListCommand, MarksTheDefaultOfEachAxis) {
  const auto toy = test::make_toy();
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "list"), exit_ok);
  EXPECT_TRUE(has(bench.out.str(), "block 16x8|[32x8], items 1|[2]|4")) << bench.out.str();
  EXPECT_TRUE(has(bench.out.str(), "threads 1\u202664 [2]")) << bench.out.str();
}

TEST(CeilingsCommand, MeasuresTheHost) {
  const TemporaryFolder folder;
  Bench bench({});
  bench.context.measure_ceilings = [](Backend, int threads, double seconds) {
    return measure_host_ceilings(threads, seconds, {});
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

TEST(InfoCommand, NamesTheMachineAndWhatIsMissing) {
  Bench bench({});
  EXPECT_EQ(run(bench, "info"), exit_ok);
  EXPECT_TRUE(has(bench.out.str(), bench.machine.cpu.name)) << bench.out.str();
  EXPECT_TRUE(has(bench.out.str(), "CUDA rows cannot run: no GPU in this test")) << bench.out.str();
}

// -- on a GPU --------------------------------------------------------------------------------------

TEST(GpuCommands, EveryCudaRowIsVerifiedAndTimed) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  const Registry registry;
  const TemporaryFolder folder;
  for (const Workload* workload : workloads_of(registry)) {
    const std::string& name = workload->info().name;
    Bench bench({workload});
    bench.machine = machine;
    EXPECT_EQ(run(bench, "verify " + name + " --executor cuda --backend cuda"), exit_ok)
        << bench.out.str();
    EXPECT_EQ(
        run(bench, "bench " + name + " --backend cuda --time 0.1 --json " + folder.file("g.json")),
        exit_ok)
        << bench.out.str() << bench.err.str();
    const Json report = Json::parse(content_of(folder.file("g.json")));
    EXPECT_FALSE(report["results"].empty());
    for (const Json& result : report["results"]) {
      EXPECT_EQ(result["executor"], "cuda");
      EXPECT_EQ(result["clock"], "CUDA events");
      EXPECT_TRUE(result["verified"].get<bool>()) << result.dump(2);
      EXPECT_GT(result["median_ms"].get<double>(), 0);
      if (!result.contains("kernel")) continue;  // a row that calls a library
      EXPECT_GT(result["kernel"]["registers"].get<int>(), 0) << result.dump(2);
      EXPECT_GT(result["kernel"]["occupancy"].get<double>(), 0);
      EXPECT_LE(result["kernel"]["occupancy"].get<double>(), 1);
    }
  }
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
