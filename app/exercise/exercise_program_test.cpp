// Solutions of every exercise, and files that are none, as whole command lines of the program.
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/base/child_process.h"
#include "app/base/platform.h"
#include "app/measure/context.h"
#include "app/testing/program_of_build.h"
#include "app/testing/test_context.h"
#include "livewarp/source_dir.h"

namespace livewarp {
namespace {

namespace fs = std::filesystem;

const fs::path data = fs::path(LIVEWARP_SOURCE_DIR) / "app/exercise/testing";

ChildOutput run(const std::vector<std::string>& words, const std::string& settings,
                std::vector<std::string> environment = {}) {
  std::vector<std::string> all{"exercise"};
  all.insert(all.end(), words.begin(), words.end());
  environment.push_back("XDG_CONFIG_HOME=" + settings);
  return run_child(test::compiling_program(all, environment), {}, std::chrono::minutes(5));
}

struct Try {
  const char *exercise, *kind;
  const char* said;  ///< what the verdict names
};
std::ostream& operator<<(std::ostream& out, const Try& one) {
  return out << one.exercise << " " << one.kind;
}

class Solution : public testing::TestWithParam<Try> {
 protected:
  void SetUp() override {
#if defined(LIVEWARP_SANITIZED)
    GTEST_SKIP() << "kernels have a time, which two checkers at once exceed";
#endif
    if (!fs::exists(test::program_of_build()))
      GTEST_SKIP() << test::program_of_build() << " is not there";
  }
  const test::TemporaryFolder folder_;
};

constexpr const char* out_of_range = "an index is out of range";
constexpr const char* unwritten = "shared memory that no thread of the block has written";
constexpr const char* race = "only a barrier between the two says which comes first";

INSTANTIATE_TEST_SUITE_P(
    Shipped, Solution,
    testing::Values(Try{"guard", "right", ""}, Try{"guard", "wrong", out_of_range},
                    Try{"stride", "right", ""}, Try{"stride", "wrong", "wrong result"},
                    Try{"stride", "slow", "sectors' bytes used"}, Try{"soa", "right", ""},
                    Try{"soa", "wrong", "wrong result"}, Try{"soa", "slow", "counted: 12.0"},
                    Try{"border", "right", ""}, Try{"border", "wrong", "wrong result: temperature"},
                    Try{"halo", "right", ""}, Try{"halo", "wrong", unwritten},
                    Try{"halo", "slow", "counted: 7.00"}, Try{"coalesce", "right", ""},
                    Try{"coalesce", "wrong", unwritten}, Try{"coalesce", "slow", "counted: 32.0"},
                    Try{"pad", "right", ""}, Try{"pad", "wrong", race},
                    Try{"pad", "slow", "32-way bank conflict"}, Try{"barrier", "right", ""},
                    Try{"barrier", "wrong", race}, Try{"barrier", "slow", "counted: 1,030"},
                    Try{"divergence", "right", ""}, Try{"divergence", "wrong", race},
                    Try{"divergence", "slow", "counted: 20.7"}, Try{"shuffle", "right", ""},
                    Try{"shuffle", "wrong", unwritten},
                    Try{"shuffle", "slow", "shared stores are at most"},
                    Try{"histogram", "right", ""}, Try{"histogram", "wrong", race},
                    Try{"histogram", "slow", "counted: 64.0"}, Try{"scan", "right", ""},
                    Try{"scan", "wrong", "beyond the"}, Try{"scan", "slow", "bank conflict"}),
    [](const auto& one) { return std::string(one.param.exercise) + "_" + one.param.kind; });

TEST_P(Solution, HasItsVerdict) {
  const Try& one = GetParam();
  const bool right = std::string(one.kind) == "right";
  const std::string file =
      (data / "solutions" / (std::string(one.exercise) + "_" + one.kind + ".cuh")).string();
  const std::string handed_in = folder_.file("result.json");
  const ChildOutput output =
      run({one.exercise, "--with", file, "--result", handed_in}, folder_.file("settings"));
  EXPECT_EQ(output.status, right ? exit_ok : exit_wrong) << output.out << output.error;
  EXPECT_TRUE(output.error.empty()) << output.error;
  const std::string said = test::in_one_line(output.out);
  EXPECT_NE(said.find(one.said), std::string::npos) << output.out;
  const auto result = nlohmann::json::parse(test::content_of(handed_in));
  EXPECT_EQ(result.at("exercise"), one.exercise);
  EXPECT_EQ(result.at("solved"), right);
  EXPECT_EQ(result.at("source"), test::content_of(file));
  EXPECT_GE(result.at("verdicts").size(), 3u);
}

class Broken : public Solution {};

INSTANTIATE_TEST_SUITE_P(
    Kernel, Broken,
    testing::Values(Try{"border", "misspelt", "misspelt.cuh:13:27: error: 'center' was not"},
                    Try{"border", "types", "types.cuh:15:41: error: no matching function"},
                    Try{"border", "brace", "a brace or parenthesis is not closed"},
                    Try{"border", "unclosed", "there is no LIVEWARP_KERNELS_END"},
                    Try{"border", "bare", "there is no LIVEWARP_KERNELS_BEGIN"},
                    Try{"border", "renamed", "there is no kernel 'heat_naive' in this file"},
                    Try{"border", "signature", "and is launched with (const float*, float*,"},
                    Try{"border", "endless", "does not end"}, Try{"border", "wild", out_of_range},
                    Try{"border", "outside", "outside.cuh:19: writes 4 bytes"},
                    Try{"border", "recursive", "does it call itself without an end?"},
                    Try{"border", "asserted", "asserted.cuh:19: gives up"}),
    [](const auto& one) { return std::string(one.param.kind); });

TEST_P(Broken, IsNamedAndEndsNothing) {
  const Try& one = GetParam();
  const std::string file = (data / "broken" / (std::string(one.kind) + ".cuh")).string();
  const ChildOutput output = run({one.exercise, "--with", file}, folder_.file("settings"));
  EXPECT_EQ(output.status, exit_wrong) << output.out << output.error;
  const std::string said = test::in_one_line(output.out);
  EXPECT_NE(said.find(one.said), std::string::npos) << output.out;
}

class ExerciseProgram : public Solution {};
INSTANTIATE_TEST_SUITE_P(Once, ExerciseProgram, testing::Values(Try{"border", "right", ""}));

TEST_P(ExerciseProgram, PrintsWhatTheKernelPrints) {
  const ChildOutput output =
      run({"border", "--with", (data / "broken/printing.cuh").string()}, folder_.file("settings"));
  EXPECT_EQ(output.status, exit_ok) << output.out;
  EXPECT_NE(output.out.find("the kernel printed:\ncorner "), std::string::npos) << output.out;
}

TEST_P(ExerciseProgram, WithoutACompilerSaysSo) {
  const ChildOutput output =
      run({"border", "--with", (data / "solutions/border_right.cuh").string()},
          folder_.file("settings"), {"PATH=/nowhere"});
  EXPECT_EQ(output.status, exit_bad_request);
  EXPECT_NE(output.error.find("there is no g++ on the PATH"), std::string::npos) << output.error;
}

TEST_P(ExerciseProgram, GivesOneHintMoreEachTime) {
  const std::string file = (data / "broken/renamed.cuh").string();
  for (const int hints : {1, 2, 3, 3}) {
    const ChildOutput output = run({"border", "--with", file, "--hint"}, folder_.file("settings"));
    EXPECT_EQ(output.status, exit_wrong);
    EXPECT_NE(output.out.find("hint " + std::to_string(hints) + " of 3"), std::string::npos);
    EXPECT_EQ(output.out.find("hint " + std::to_string(hints + 1) + " of 3"), std::string::npos);
  }
}

}  // namespace
}  // namespace livewarp
