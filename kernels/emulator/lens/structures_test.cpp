// Copies of structures: as many accesses as a GPU makes of them.
#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/core/memory/buffer.h"
#include "kernels/emulator/lens/access_recorder.h"
#include "kernels/emulator/run/emulator_exec.h"
#include "kernels/emulator/testing/traced_kernels.h"
#include "livewarp/source_dir.h"

namespace livewarp::emulator {
namespace {

/// What a table of truth/README.md has in the line and the column; empty cells were not measured.
std::string measured(const std::string& line_name, const std::string& column_name) {
  std::ifstream file(LIVEWARP_SOURCE_DIR "/kernels/emulator/truth/structures.csv");
  std::vector<std::string> titles;
  std::string line, cell;
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    std::vector<std::string> all;
    while (std::getline(cells, cell, ',')) all.push_back(cell);
    if (titles.empty()) titles = all;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[0] == line_name && titles[i] == column_name) return all[i];
  }
  return {};
}

class CopiesOfStructures : public testing::Test {
 protected:
  static constexpr std::int64_t warps = 4096 * 8;
  static constexpr std::size_t half = 4096 * 256 * 24;

  const LaunchCounts& by_shared(Copied what) {
    launch_copies_by_shared(*exec_, what, memory_.data());
    return recorder_->launches().back();
  }
  const LaunchCounts& straight(Copied what) {
    launch_copies(*exec_, what, memory_.data(), static_cast<std::byte*>(memory_.data()) + half);
    return recorder_->launches().back();
  }
  static AccessCount only(const LaunchCounts& launch, MemorySpace space, AccessKind kind) {
    AccessCount found;
    for (const AccessCount& each : launch.accesses)
      if (each.space == space && each.kind == kind) {
        EXPECT_EQ(found.requests, 0) << "one access";
        found = each;
      }
    return found;
  }

  Buffer memory_{2 * half, MemoryMode::host};
  const std::shared_ptr<AccessRecorder> recorder_ = std::make_shared<AccessRecorder>(
      [](const LaunchPlan&, std::uint64_t block, unsigned) { return block % 64 == 0; });
  const std::unique_ptr<KernelExec> exec_ = [this] {
    EmulatorOptions options;
    options.observer = recorder_;
    return make_emulator_exec(options);
  }();
  static constexpr std::int64_t traced = 64;  ///< one block in so many
};

TEST_F(CopiesOfStructures, ThreeFloatsAreThreeLoadsOfSharedMemoryAsOnAGpu) {
  const AccessCount loads =
      only(by_shared(Copied::three_floats), MemorySpace::shared, AccessKind::read);
  EXPECT_EQ(std::to_string(loads.requests * traced),
            measured("by shared memory", "shared_load_instructions"));
  EXPECT_EQ(loads.bytes, 4u);
  EXPECT_EQ(loads.structure, 12u);
  EXPECT_EQ(loads.degree, 1) << "three words apart, lanes meet in no bank";
}

TEST_F(CopiesOfStructures, ThreeFloatsAskGlobalMemoryThreeTimesForAllSectorsAsOnAGpu) {
  const AccessCount loads =
      only(straight(Copied::three_floats), MemorySpace::global, AccessKind::read);
  EXPECT_EQ(std::to_string(loads.requests * traced),
            measured("from global memory", "global_load_requests"));
  EXPECT_EQ(std::to_string(loads.sectors * traced),
            measured("from global memory", "global_load_sectors"));
}

// Sizes alone would not tell 24 bytes from 24, nor 16 from 16.
TEST_F(CopiesOfStructures, TheAlignmentOfTheTypeSaysHowManyPieces) {
  struct Case {
    Copied what;
    unsigned piece, pieces;
  };
  for (const Case& one : std::vector<Case>{{Copied::three_floats, 4, 3},
                                           {Copied::six_floats, 4, 6},
                                           {Copied::three_doubles, 8, 3},
                                           {Copied::two_doubles, 8, 2},
                                           {Copied::two_floats, 4, 2},
                                           {Copied::four_bytes, 1, 4},
                                           {Copied::four_floats, 16, 1}}) {
    for (const bool shared : {true, false}) {
      if (shared && one.what == Copied::four_bytes) continue;  // looks like one number there
      const LaunchCounts& launch = shared ? by_shared(one.what) : straight(one.what);
      for (const AccessKind kind : {AccessKind::read, AccessKind::write}) {
        const AccessCount count =
            only(launch, shared ? MemorySpace::shared : MemorySpace::global, kind);
        EXPECT_EQ(count.bytes, one.piece) << int(one.what) << shared;
        EXPECT_EQ(count.requests * traced, warps * one.pieces) << int(one.what) << shared;
        EXPECT_EQ(count.structure, one.pieces == 1 ? 0 : one.piece * one.pieces);
      }
    }
  }
}

}  // namespace
}  // namespace livewarp::emulator
