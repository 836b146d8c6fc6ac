#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

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

/// The toy, as if its step looked at every three cells: a larger one should take very long, and
/// does not.
struct Triples : test::Toy<false> {
  static Variants<Triples> made(const std::string& name, Backend backend) {
    Variant<Triples> variant;
    variant.name = variant.title = name;
    variant.backend = backend;
    variant.tolerance = {1e-6, 1e-5, {}};
    if (backend == Backend::cuda) variant.memory_modes = {MemoryMode::device};
    variant.step = [](const Step& step, const Launch&, Exec&) {
      for (std::int64_t i = 0; i < step.n; ++i) step.out[i] = step.in[i] + step.dt;
    };
    variant.cost = [](const Problem& problem, const Launch& launch) {
      CostModel cost = Toy<false>::cost(problem, launch);
      cost.items = std::pow(cost.items, 3);
      return cost;
    };
    return {{variant}, publish, {}};
  }
  static Variants<Triples> cpu_variants() { return made("plain", Backend::cpu); }
  static Variants<Triples> emulator_variants() { return made("tile", Backend::cuda); }
  static Variants<Triples> traced_variants() { return {}; }
  static Variants<Triples> cuda_variants() { return {}; }
};

TEST(VerifyCommand, ProvesEveryVariantAndNamesItsExecutor) {
  const auto toy = test::make_toy();
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "verify"), exit_ok) << bench.out.str() << bench.err.str();
  const std::string text = bench.out.str();
  for (const char* variant :
       {"naive    emulator", "tile     emulator", "plain    cpu", "threads  cpu"})
    EXPECT_TRUE(has(text, variant)) << variant << "\n" << text;
  EXPECT_TRUE(has(text, "cluster  emulator")) << text;
  EXPECT_TRUE(has(text, "not run: needs a GPU")) << text;
}

TEST(VerifyCommand, ALaunchThatReservesSharedMemoryIsOneOfItsOwn) {
  const auto toy = test::make_toy();
  Bench bench({toy.get()});
  const TemporaryFolder folder;
  EXPECT_EQ(
      run(bench, "verify toy --variant naive --reserve-shared 8 --json " + folder.file("v.json")),
      exit_ok)
      << bench.out.str() << bench.err.str();
  const auto json = nlohmann::json::parse(content_of(folder.file("v.json")));
  EXPECT_EQ(json["results"][0]["launch"]["reserve_shared"], 8);
  for (const char* const bad : {"-1", "nan", "228", "1.5", "all"}) {
    bench.err.str("");
    EXPECT_EQ(run(bench, std::string("verify toy --variant naive --reserve-shared ") + bad),
              exit_bad_request)
        << bad;
    const std::string said = bench.err.str();
    EXPECT_TRUE(has(said, "reserve")) << said;
    EXPECT_LE(std::ranges::count(said, '\n'), 2) << "a line and what to do: " << said;
  }
  EXPECT_EQ(run(bench, "verify toy --variant plain --reserve-shared 8"), exit_bad_request)
      << "a CPU variant has no shared memory";
}

TEST(VerifyCommand, AWrongResultIsExitCode1) {
  const auto toy = test::make_wrong_toy();
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "verify toy --backend cpu"), exit_wrong);
  EXPECT_TRUE(has(bench.out.str(), "FAILED")) << bench.out.str();
  EXPECT_TRUE(has(bench.out.str(), "value of cell 3")) << bench.out.str();
}

TEST(VerifyCommand, ARequestedVariantThatDidNotRunIsExitCode1) {
  const auto toy = test::make_toy();
  for (const char* line :
       {"verify toy --executor cuda", "verify toy --variant cluster", "verify --executor cuda"}) {
    Bench bench({toy.get()});
    EXPECT_EQ(run(bench, line), exit_wrong) << line << "\n" << bench.out.str();
    EXPECT_TRUE(has(bench.out.str(), "not run: ")) << bench.out.str();
  }
}

// Variants and modes: each variant in each mode, and what GPU or variant cannot do with its reason.
TEST(VerifyCommand, EveryMemoryModeIsALineOfItsOwn) {
  const Registry registry;
  Bench bench(workloads_of(registry));
  bench.machine.gpu_reason.clear();
  bench.machine.gpus = {GpuInfo{.name = "Test GPU", .major = 9, .can_map_host = true}};
  const Workload* const histogram = registry.find("histogram");
  const auto select = [&](const std::string& modes) {
    const ParsedOptions given{{"variant", "global"}, {"memory", modes}};
    return select_variants(bench.context, variant_selection(histogram, given), Purpose::time);
  };
  const std::vector<SelectedVariant> variants = select("all");
  ASSERT_EQ(variants.size(), cuda_memory_modes().size());
  int lacking = 0;
  for (const SelectedVariant& variant : variants) {
    lacking += variant.requested ? 0 : 1;
    if (variant.choice.memory == MemoryMode::pool) {
      EXPECT_TRUE(has(variant.skip, "memory pool: ") &&
                  has(variant.skip, "MemoryPoolsSupported is 0"))
          << variant.skip;
    }
  }
  EXPECT_EQ(lacking, 7) << "mapped and accessed-by refused by the variant, four kinds of managed "
                           "memory and the pool by the GPU";
  const std::vector<SelectedVariant> two = select("pageable,pinned");
  ASSERT_EQ(two.size(), 2u);
  EXPECT_EQ(two.front().choice.memory, MemoryMode::pageable);
  EXPECT_EQ(two.back().choice.memory, MemoryMode::pinned);
  EXPECT_TRUE(select("prefetch").front().requested) << "asked for by name: missing it is a failure";
  EXPECT_THROW(select("mapped"), Error);
  EXPECT_THROW(select("pool,swapped"), Error);
}

// As where all modes are asked for: what the variant itself cannot have is told, and missed only of
// a variant that is named.
TEST(VerifyCommand, AVariantThatRefusesOneOfSeveralModesIsNoFailureUnlessItWasNamed) {
  const auto toy = test::make_toy();
  struct Case {
    const char* line;
    int code;
    bool told;
  };
  const Case cases[]{{"verify toy --backend cuda --memory device,pinned", exit_ok, true},
                     {"verify toy --backend cuda --memory pinned", exit_ok, true},
                     {"verify toy --executor emulator --memory pinned,device", exit_ok, true},
                     {"verify toy --variant naive --memory device,pinned", exit_wrong, true},
                     {"verify toy --variant naive,tile --memory pinned", exit_wrong, true},
                     {"verify toy --variant tile --memory device,pinned", exit_ok, false},
                     {"verify toy --backend cuda --memory device,mapped", exit_wrong, false}};
  for (const Case& c : cases) {
    Bench bench({toy.get()});
    EXPECT_EQ(run(bench, c.line), c.code) << c.line << "\n" << bench.out.str() << bench.err.str();
    EXPECT_EQ(has(bench.out.str(), "not run: memory pinned: naive: it moves its state by itself"),
              c.told)
        << c.line << "\n"
        << bench.out.str();
  }
}

// The variant whose state the host moves, beside those that can: on a GPU that has every mode.
TEST(VerifyCommand, TheModesThatOffloadRefusesAreMissedOnlyWhereItIsNamed) {
  const Registry registry;
  Bench bench(workloads_of(registry));
  bench.machine.gpu_reason.clear();
  bench.machine.gpus = {GpuInfo{.name = "Test GPU", .major = 9, .can_map_host = true}};
  const Workload* const nbody = registry.find("nbody");
  for (const bool named : {false, true}) {
    ParsedOptions given{{"backend", "cuda"}, {"memory", "pinned,mapped"}};
    if (named) given["variant"] = "offload,naive";
    int of_offload = 0;
    for (const SelectedVariant& variant :
         select_variants(bench.context, variant_selection(nbody, given), Purpose::check)) {
      if (variant.info->missing) continue;
      const bool offload = variant.info->name == "offload";
      of_offload += offload ? 1 : 0;
      EXPECT_EQ(variant.requested, named || !offload) << variant.info->name;
      EXPECT_EQ(has(variant.skip, "the variant itself copies its state"), offload) << variant.skip;
    }
    EXPECT_EQ(of_offload, 2) << "once in each mode";
  }
}

// All else that a GPU needs is there: the variant is told of, and missed only where it is named.
TEST(VerifyCommand, AVariantWhoseLibraryIsMissingIsSkippedWithItsReason) {
  const auto toy = test::make_toy();
  Bench bench({toy.get()});
  bench.machine.gpu_reason.clear();
  bench.machine.gpus = {GpuInfo{.name = "Test GPU", .major = 9}};
  for (const bool named : {false, true}) {
    VariantSelection request{.workload = toy.get(), .executor = Executor::cuda};
    if (named) request.variants = {"cluster"};
    const std::vector<SelectedVariant> variants =
        select_variants(bench.context, request, Purpose::check);
    const auto variant =
        std::ranges::find_if(variants, [](const SelectedVariant& r) { return r.info->gpu_only; });
    ASSERT_NE(variant, variants.end());
    EXPECT_EQ(variant->skip, "libtoy.so.1 was not found: make one");
    EXPECT_EQ(variant->requested, named);
  }
  EXPECT_EQ(run(bench, "list toy"), exit_ok);
  EXPECT_TRUE(has(bench.out.str(), "libtoy.so.1 was not found")) << bench.out.str();
}

TEST(VerifyCommand, NoVariantAtAllIsExitCode1) {
  Bench bench({});
  EXPECT_EQ(run(bench, "verify"), exit_wrong);
  EXPECT_TRUE(has(bench.err.str(), "no variant"));
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
  EXPECT_TRUE(has(bench.out.str(), "all 77 cells here")) << bench.out.str();
}

TEST(VerifyCommand, WaitsForASlowStepOnlyWhereTheVariantIsNamed) {
  const TypedWorkload<Triples> triples;
  const std::string line = "verify toy --backend cuda --executor emulator --n ";
  const std::string sentence = "a step at the present size would take about";
  Bench small({&triples});
  EXPECT_EQ(run(small, line + "2000"), exit_ok) << small.out.str() << small.err.str();
  Bench large({&triples});
  EXPECT_EQ(run(large, line + "1000000"), exit_wrong);
  EXPECT_TRUE(has(large.out.str(), sentence)) << large.out.str();
  Bench named({&triples});
  EXPECT_EQ(run(named, line + "1000000 --variant tile"), exit_ok) << named.out.str();
  EXPECT_FALSE(has(named.out.str(), sentence)) << named.out.str();
}

TEST(VerifyCommand, SaysOfWhichLaunchTheErrorsAre) {
  const Registry registry;
  Bench bench(workloads_of(registry));
  EXPECT_EQ(run(bench, "verify heat --variant scalar"), exit_ok) << bench.out.str();
  EXPECT_TRUE(has(bench.out.str(), "; errors with precision fp16")) << bench.out.str();
  Bench one(workloads_of(registry));
  EXPECT_EQ(run(one, "verify heat --variant scalar --precision fp32"), exit_ok) << one.out.str();
  EXPECT_FALSE(has(one.out.str(), "errors with")) << one.out.str();
}

TEST(VerifyCommand, SanitizesCudaVariantsOnTheHost) {
  const Registry registry;
  Bench bench(workloads_of(registry));
  EXPECT_EQ(run(bench, "verify transpose --sanitize"), exit_ok) << bench.out.str();
  for (const char* variant : {"naive       emulator", "padded      emulator"})
    EXPECT_TRUE(has(bench.out.str(), variant)) << bench.out.str();
  EXPECT_FALSE(has(bench.out.str(), "  cpu")) << bench.out.str();
  EXPECT_EQ(run(bench, "verify transpose --sanitize --backend cpu"), exit_bad_request);
  EXPECT_EQ(run(bench, "verify transpose --sanitize --executor cuda"), exit_bad_request);
  EXPECT_TRUE(has(bench.err.str(), "--sanitize checks CUDA variants on the host"))
      << bench.err.str();
  const auto toy = test::make_toy();
  Bench without({toy.get()});
  EXPECT_EQ(run(without, "verify toy --sanitize"), exit_bad_request);
  EXPECT_TRUE(has(without.err.str(), "built without the kernels that are watched"));
}

}  // namespace
}  // namespace livewarp
