// Occupancy as a command.
#include <sstream>

#include <nlohmann/json.hpp>

#include "app/code/kernel_codes.h"
#include "app/testing/test_commands.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

using test::Bench;
using test::has;
using test::run;

class OccupancyCommand : public testing::Test {
 protected:
  /// Skips where this build holds no machine code.
  void SetUp() override {
    const std::vector<int> built = KernelCodes().program().architectures();
    if (built.empty()) GTEST_SKIP() << KernelCodes().program().reason();
  }
  nlohmann::json occupancy(const std::string& line) {
    EXPECT_EQ(run(bench_, "occupancy " + line + " --json " + folder_.file("o.json")), exit_ok)
        << bench_.err.str();
    return nlohmann::json::parse(test::content_of(folder_.file("o.json")));
  }

  const Registry registry_;
  Bench bench_{workloads_of(registry_)};
  const test::TemporaryFolder folder_;
};

// By hand: 40 registers are 1,280 a warp, of which a quarter of 65,536 holds 12: 48 warps, 6 blocks
// of 8. On 8.6 and on 9.0 that is another share of what fits.
TEST_F(OccupancyCommand, ComputesWhatIsAssumed) {
  const auto json = occupancy("nbody --variant naive --block 256 --n 16384 --registers 40");
  EXPECT_EQ(json["blocks_per_sm"], 6);
  EXPECT_EQ(json["warps_per_sm"], 48);
  EXPECT_DOUBLE_EQ(json["occupancy"], 48.0 / json["gpu"]["warps"].get<double>());
  EXPECT_EQ(json["what_if"], true);
  const int places = 6 * json["gpu"]["multiprocessors"].get<int>();
  EXPECT_EQ(json["waves"]["blocks"], 64);
  EXPECT_EQ(json["waves"]["places"], places);
  EXPECT_TRUE(has(bench_.out.str(), "assumed instead: 40 registers a thread"));
}

TEST_F(OccupancyCommand, SharedMemoryLimitsToo) {
  const auto json = occupancy("nbody --variant naive --block 64 --registers 16 --shared 30000");
  EXPECT_EQ(json["limiter"], "shared memory");
  // 30,000 B and what the system keeps, in granules: 31,104 B of 228 KiB, of 100 KiB ...
  const auto& gpu = json["gpu"];
  const int kept = gpu["compute_capability"] == "7.5" ? 0 : 1024;
  const int granule = kept ? 128 : 256;
  const int each = (30000 + kept + granule - 1) / granule * granule;
  EXPECT_EQ(json["blocks_per_sm"], gpu["shared_bytes"].get<int>() / each);
}

// By hand: 63 KiB and 1 KiB of the system's are 64 of 228 KiB, so three blocks of two warps.
TEST_F(OccupancyCommand, SeesWhatTheLaunchReserves) {
  if (KernelCodes().program().code_for(90) == 0) GTEST_SKIP() << "no code for 9.0";
  const auto json = occupancy("nbody --variant naive --block 64 --reserve-shared 63 --arch 9.0");
  EXPECT_EQ(json["limiter"], "shared memory");
  EXPECT_EQ(json["blocks_per_sm"], 3);
  EXPECT_EQ(json["warps_per_sm"], 6);
}

TEST_F(OccupancyCommand, CountsWavesOfTheMultiprocessorsThatAreGiven) {
  const auto json =
      occupancy("nbody --variant naive --block 256 --n 16384 --registers 40 --multiprocessors 4");
  EXPECT_EQ(json["waves"]["places"], 24);
  EXPECT_EQ(json["waves"]["full"], 2);
  EXPECT_EQ(json["waves"]["tail"], 16);
  EXPECT_TRUE(has(bench_.out.str(), "3 waves of 24 blocks, the last one 67 % full"))
      << bench_.out.str();
}

TEST_F(OccupancyCommand, TellsOfAllVariants) {
  const auto json = occupancy("nbody");
  EXPECT_GT(json["variants"].size(), 8u);
  for (const auto& variant : json["variants"])
    EXPECT_TRUE(variant.contains("refusal") || variant["registers"].get<int>() >= 8) << variant;
  EXPECT_TRUE(has(bench_.out.str(), "limited by"));
}

TEST_F(OccupancyCommand, SaysInOneLineWhatCannotBe) {
  struct Line {
    const char *line, *said;
    int code;
  };
  for (const Line& wrong :
       {Line{"nbody --variant scalar", "runs on the CPU", exit_wrong},
        Line{"nbody --variant naive --arch 3.5", "architecture 3.5", exit_bad_request},
        Line{"nbody --variant naive --registers 256", "256", exit_bad_request},
        Line{"nbody --variant naive --shared -1", "shared", exit_bad_request},
        Line{"nbody --variant naive --reserve-shared 228", "0 \u2026 227", exit_bad_request},
        Line{"nbody --variant nonsense", "nonsense", exit_bad_request}}) {
    bench_.err.str("");
    EXPECT_EQ(run(bench_, std::string("occupancy ") + wrong.line), wrong.code) << wrong.line;
    EXPECT_TRUE(has(bench_.err.str(), wrong.said)) << bench_.err.str();
  }
}

}  // namespace
}  // namespace livewarp
