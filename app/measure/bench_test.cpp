#include <algorithm>
#include <atomic>
#include <sstream>
#include <thread>

#include <gtest/gtest.h>

#include "app/measure/bench_table.h"
#include "app/measure/json_report.h"
#include "app/testing/test_commands.h"
#include "app/testing/toy_workload.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

using test::Bench;
using test::content_of;
using test::has;
using test::run;
using test::TemporaryFolder;

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
  const auto cpu_variants =
      std::ranges::count(nbody->variants(), Backend::cpu, &VariantInfo::backend);
  ASSERT_EQ(report["results"].size(), std::size_t(cpu_variants));
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
    // 12 values of fp32 or fp64 a body are read or written once: 6 numbers each way.
    const bool fp64 = result["launch"].value("precision", "fp32") == "fp64" ||
                      result["variant"] == "reference-fp64";
    const double compulsory = 256.0 * 6 * (fp64 ? 8 : 4);
    EXPECT_GE(result["compulsory_bandwidth"].get<double>() * result["median_ms"].get<double>(),
              1000 * compulsory * (1 - 1e-9));
    EXPECT_GE(result["requested_bandwidth"], result["compulsory_bandwidth"]);
  }
  EXPECT_FALSE(report["ceilings"].empty());

  const std::string csv = content_of(folder.file("r.csv"));
  EXPECT_TRUE(csv.starts_with(
      "workload,variant,backend,executor,launch,memory,problem,conditions,verified,"));
  EXPECT_EQ(std::ranges::count(csv, '\n'), cpu_variants + 1);
  EXPECT_TRUE(has(csv, "n=256")) << csv;
  EXPECT_TRUE(has(csv, ",compulsory_bandwidth,requested_bandwidth,no_time\r\n")) << csv;
  for (const Json& result : report["results"]) {
    EXPECT_TRUE(result["converged"].is_boolean());
    EXPECT_TRUE(result["no_time"].is_null());
    const bool has_isa = result["launch"].contains("isa");
    EXPECT_EQ(result["isa"].is_string(), has_isa);
    if (has_isa) {
      EXPECT_NE(result["isa"], "auto") << "a figure names its instruction set";
    }
  }

  const std::string text = bench.out.str();
  if (!bench.machine.cpu.isas.empty()) {
    EXPECT_TRUE(has(text, "isa auto (" + bench.machine.cpu.isas.back() + ")")) << text;
  }
  EXPECT_TRUE(has(text, "compulsory GB/s")) << text;
  EXPECT_TRUE(has(text, "requested GB/s")) << text;
  EXPECT_TRUE(has(text, "256 bodies, total time for 10 steps: ")) << text;
  EXPECT_TRUE(has(text, " billion interactions per second")) << text;
  EXPECT_TRUE(has(text, " GFLOP/s at 20 flops per interaction")) << text;
  EXPECT_TRUE(has(text, "Ceilings of 1 CPU thread: copy bandwidth 10.0 GB/s")) << text;
}

TEST(BenchCommand, BandwidthsOfSeveralSizesAreToldApart) {
  const auto copy = [](double value, const char* method) {
    return Ceiling{"copy", "copy bandwidth", "GB/s", method, Backend::cpu, 1, value};
  };
  const auto rate = [](double value) {
    return Ceiling{"fma32", "fp32 FMA rate", "GFLOP/s", "chains", Backend::cpu, 1, value};
  };
  EXPECT_EQ(ceilings_text({{copy(10e9, "16 MiB"), rate(90e9)}}),
            "Ceilings of 1 CPU thread: copy bandwidth 10.0 GB/s, fp32 FMA rate 90.0 GFLOP/s\n");
  EXPECT_EQ(
      ceilings_text({{copy(10e9, "16 MiB"), rate(90e9), copy(8e9, "64 MiB"), rate(95e9)}}),
      "Ceilings of 1 CPU thread: copy bandwidth 10.0 GB/s (16 MiB), fp32 FMA rate 95.0 GFLOP/s, "
      "copy bandwidth 8.00 GB/s (64 MiB)\n");
}

// Of other memory it would be the start of a clock, or of a kernel.
TEST(BenchCommand, TheFirstStepIsShownOfManagedMemory) {
  const auto toy = test::make_toy();
  const VariantInfo* const info = toy->variants().front();
  const auto result = [&](MemoryMode memory, Executor executor) {
    VariantResult one;
    one.variant = {toy.get(), info, executor, default_choice(*toy, info->name, info->backend)};
    one.variant.choice.memory = memory;
    one.sizes.verdict = Verdict::at_check_sizes;
    Measurement& measured = one.measurement.emplace();
    measured.step = summarize(std::vector<double>{2, 2, 2});
    measured.first_ms = 41.25;
    measured.cost = toy->cost(one.variant.choice);
    return one;
  };
  const std::string with = bench_table({result(MemoryMode::read_mostly, Executor::cuda)});
  EXPECT_TRUE(has(with, "first step") && has(with, "41.250") && has(with, "steady state")) << with;
  const std::string without = bench_table({result(MemoryMode::device, Executor::cuda)});
  EXPECT_FALSE(has(without, "irst step") || has(without, "41.250")) << without;
  EXPECT_EQ(to_json(result(MemoryMode::managed, Executor::cuda))["first_step_ms"], 41.25);
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
  const std::string csv = content_of(folder.file("r.csv"));
  EXPECT_TRUE(has(csv, ",false,")) << csv;
  EXPECT_TRUE(has(csv, "failure: wrong result: value of cell 3")) << csv;
}

/// Another thread may ask whether a whole line was said.
class SaidBuffer final : public std::stringbuf {
 public:
  bool any() const { return said_; }

 private:
  int sync() override {
    said_ = true;
    return 0;
  }
  std::atomic<bool> said_ = false;
};

TEST(BenchCommand, TakesTurnsWithOtherProcesses) {
  const auto toy = test::make_toy();
  const TemporaryFolder folder;
  const Turns turns(folder.file("turns"));
  Turn other = turns.take(cpu_place(), {}, {});
  Bench refused({toy.get()});
  refused.context.turns = &turns;
  EXPECT_EQ(run(refused, "bench toy --backend cpu --time 0.02 --no-wait"), exit_bad_request);
  EXPECT_TRUE(has(refused.err.str(), "somebody else measures on the cores: ")) << refused.err.str();
  EXPECT_EQ(refused.out.str(), "") << "before anything is measured";

  SaidBuffer said;
  std::ostream err(&said);
  Bench waiting({toy.get()});
  waiting.context.turns = &turns;
  waiting.context.err = &err;
  std::atomic<int> code = -1;
  std::jthread thread([&] { code = run(waiting, "bench toy --backend cpu --time 0.02"); });
  while (!said.any() && code == -1) std::this_thread::yield();
  EXPECT_EQ(code, -1);
  TurnQueue busy;
  EXPECT_FALSE(turns.try_take(cpu_place(), busy));
  EXPECT_EQ(busy.place, 2) << "behind the one that waits";
  other = {};
  thread.join();
  EXPECT_EQ(code, exit_ok) << said.str();
  EXPECT_TRUE(has(said.str(), "livewarp: waiting for the cores: ")) << said.str();
  EXPECT_TRUE(has(waiting.out.str(), "median")) << waiting.out.str();
  EXPECT_TRUE(turns.try_take(cpu_place(), busy)) << "it has let go";
}

TEST(BenchCommand, ATimeStaysWhereCeilingsCannotBeMeasured) {
  const auto toy = test::make_toy();
  Bench bench({toy.get()});
  bench.context.measure_ceilings = [](const CeilingKey&, double) -> Ceilings {
    throw Error("no memory");
  };
  EXPECT_EQ(run(bench, "bench toy --backend cpu --time 0.02"), exit_ok) << bench.err.str();
  EXPECT_TRUE(has(bench.out.str(), "median")) << bench.out.str();
  EXPECT_TRUE(has(bench.err.str(), "no share of a ceiling is known: no memory")) << bench.err.str();
}

TEST(BenchCommand, AnInterruptEndsTheWaitForATurn) {
  const auto toy = test::make_toy();
  const TemporaryFolder folder;
  const Turns turns(folder.file("turns"));
  const Turn other = turns.take(cpu_place(), {}, {});
  Bench bench({toy.get()});
  bench.context.turns = &turns;
  std::atomic<int> code = -1;
  std::jthread thread([&] { code = run(bench, "bench toy --backend cpu --time 0.02"); });
  TurnQueue busy;
  while (busy.place == 1) turns.try_take(cpu_place(), busy);
  bench.source.request_stop();
  thread.join();
  EXPECT_EQ(code, exit_interrupted) << bench.err.str();
}

TEST(BenchCommand, SkipsWhatCannotRunAndSaysWhy) {
  const auto toy = test::make_toy();
  Bench bench({toy.get()});
  const TemporaryFolder folder;
  EXPECT_EQ(run(bench, "bench toy --time 0.02 --csv " + folder.file("r.csv")), exit_ok)
      << bench.out.str() << bench.err.str();
  const std::string csv = content_of(folder.file("r.csv"));
  EXPECT_TRUE(has(csv, "skipped: no CUDA device: hidden by this test\r\n")) << csv;
  EXPECT_TRUE(
      has(bench.out.str(), "Not run: naive, tile, cluster: no CUDA device: hidden by this test"))
      << bench.out.str();
  EXPECT_EQ(bench.err.str(), "") << "nothing was asked for that did not run";
}

TEST(BenchCommand, SaysOnTheErrorStreamWhatWasAskedForAndDidNotRun) {
  const auto toy = test::make_toy();
  for (const auto& [line, variants] :
       {std::pair{"bench toy --variant tile", "tile"},
        {"bench toy --variant tile,plain --time 0.02", "tile"},
        {"bench toy --backend cuda", "naive, tile, cluster"},
        {"sweep toy --over block --variant tile", "tile"},
        {"verify toy --executor cuda --backend cuda", "naive, tile, cluster"}}) {
    Bench bench({toy.get()});
    EXPECT_EQ(run(bench, line), exit_wrong) << bench.out.str();
    EXPECT_EQ(bench.err.str(), "livewarp: toy " + std::string(variants) +
                                   " cannot run here: no CUDA device: hidden by this test\n")
        << line;
  }
}

TEST(BenchCommand, RefusesAProblemBeyondMemory) {
  const auto toy = test::make_toy();
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "bench toy --variant plain --n 1e12"), exit_bad_request);
  EXPECT_TRUE(has(bench.err.str(), "n 1,000,000,000,000: needs 1.49e+04 GiB of main memory"))
      << bench.err.str();
  EXPECT_TRUE(has(bench.err.str(), "choose a smaller --n")) << bench.err.str();
}

TEST(BenchCommand, TakesSeveralVariants) {
  const auto toy = test::make_toy();
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "bench toy --variant plain,threads --time 0.02 --cold"), exit_ok);
  EXPECT_TRUE(has(bench.out.str(), "\nplain ") && has(bench.out.str(), "\nthreads "))
      << bench.out.str();
  EXPECT_FALSE(has(bench.out.str(), "Not run")) << bench.out.str();
}

TEST(BenchCommand, RefusesOneFileForTwoReports) {
  const auto toy = test::make_toy();
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "bench toy --json x --csv x"), exit_bad_request);
  EXPECT_EQ(bench.err.str(), "cannot write x: --json and --csv name the same file\n\n");
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
    // The first variant needs executors to check two sizes, to prepare, to check here and to be
    // timed.
    if (++made == 7) bench.source.request_stop();
    return make_exec(executor, bench.source.get_token());
  };
  EXPECT_EQ(run(bench, "bench toy --backend cpu --time 0.02 --json " + folder.file("r.json") +
                           " --csv " + folder.file("r.csv")),
            exit_interrupted);
  const std::string csv = content_of(folder.file("r.csv"));
  EXPECT_EQ(std::ranges::count(csv, '\n'), 3) << "the variant that was not done is there too";
  EXPECT_TRUE(has(csv, "interrupted\r\n")) << csv;
  const Json report = Json::parse(content_of(folder.file("r.json")));
  EXPECT_TRUE(report["partial"].get<bool>());
  ASSERT_FALSE(report["results"].empty());
  EXPECT_FALSE(report["results"][0]["median_ms"].is_null()) << report.dump(2);
  EXPECT_TRUE(has(bench.err.str(), "partial"));
}

}  // namespace
}  // namespace livewarp
