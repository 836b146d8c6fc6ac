// Which blocks and warps write which elements, of variants whose threads are known in closed form.
#include "kernels/emulator/lens/written.h"

#include <gtest/gtest.h>

#include "kernels/core/base/error.h"
#include "kernels/registry.h"

namespace livewarp::emulator {
namespace {

class WrittenElements : public testing::Test {
 protected:
  /// `problem`: what differs from the standard one.
  BlockRegions regions(const std::string& workload, const std::string& variant,
                       const std::string& block, const Values& problem, const Values& axes = {}) {
    const Workload& of = *registry_.find(workload);
    Choice choice = default_choice(of, variant, Backend::cuda);
    for (const auto& [id, value] : problem) choice.problem[id] = value;
    for (const auto& [id, value] : axes) choice.launch[id] = value;
    choice.launch["block"] = block;
    choice = checked_choice(of, choice);
    choice.view.clear();  // no kernel depends on it, so who asks leaves it out
    Written written = written_elements(of, choice);
    traced_ = written.refusal.find("built without") == std::string::npos;
    if (traced_) {
      EXPECT_EQ(written.refusal, "") << workload << " " << variant;
    }
    return written.regions;
  }
  /// A thread an element, blocks over rows and columns.
  static void expect_tiles(const BlockRegions& regions, unsigned width, unsigned height) {
    ASSERT_EQ(std::int64_t(regions.writers.size()), regions.width * regions.height);
    EXPECT_EQ(regions.written_twice, 0);
    for (std::int64_t y = 0; y < regions.height; ++y)
      for (std::int64_t x = 0; x < regions.width; ++x) {
        const WarpOfGrid writer = regions.writers[std::size_t(y * regions.width + x)];
        ASSERT_EQ(block_of(writer), y / height * regions.grid.x + x / width) << x << ", " << y;
        ASSERT_EQ(warp_in_block(writer), (y % height * width + x % width) / 32) << x << ", " << y;
      }
  }
  static Values sides(const char* x, std::int64_t width, const char* y, std::int64_t height) {
    return {{x, width}, {y, height}};
  }

  const Registry registry_;
  bool traced_ = true;
};

TEST_F(WrittenElements, OfHeatAreTilesOfACellAThread) {
  // Small enough that all blocks are executed, and large enough that a few are.
  for (const std::int64_t nx : {197, 1201}) {
    const BlockRegions found = regions("heat", "naive", "32x8", sides("nx", nx, "ny", 611));
    if (!traced_) GTEST_SKIP() << "built without traced kernels";
    EXPECT_EQ(found.array, "temperature");
    EXPECT_EQ(found.width, nx);
    const auto blocks = std::int64_t(found.grid.count());
    EXPECT_EQ(found.counted_blocks == blocks, nx == 197) << found.counted_blocks;
    expect_tiles(found, 32, 8);
  }
  expect_tiles(regions("heat", "naive", "16x16", sides("nx", 97, "ny", 61)), 16, 16);
}

TEST_F(WrittenElements, OfScalingAreTilesOfAPixelAThread) {
  Values problem = sides("width", 640, "height", 361);
  problem["chart"] = std::string("checker");
  const BlockRegions found =
      regions("scaling", "direct", "32x4", problem, {{"items", std::int64_t{1}}});
  if (!traced_) GTEST_SKIP() << "built without traced kernels";
  EXPECT_EQ(found.array, "result");
  expect_tiles(found, 32, 4);
}

// A transposition's picture has its source on the left, of 96 x 64 texels, and its result of 64 x
// 96 pixels on the right.
TEST_F(WrittenElements, OfAPictureBesideAnotherLieInItsPart) {
  const BlockRegions found =
      regions("transpose", "naive", "32x8", sides("width", 96, "height", 64));
  if (!traced_) GTEST_SKIP() << "built without traced kernels";
  EXPECT_EQ(found.array, "result");
  EXPECT_EQ(found.width, 64);
  EXPECT_EQ(found.height, 96);
  const PartOfPicture expected{.x = 98, .y = 0, .width = 98 + 64, .height = 96};
  EXPECT_EQ(found.part, expected) << "with a gap of a 64th of both widths";
}

TEST_F(WrittenElements, OfBodiesAreOneAThread) {
  for (const std::int64_t n : {1000, 3001}) {
    const BlockRegions found = regions("nbody", "naive", "128", {{"n", n}});
    if (!traced_) GTEST_SKIP() << "built without traced kernels";
    EXPECT_EQ(found.height, 1);
    ASSERT_EQ(std::int64_t(found.writers.size()), n);
    for (std::int64_t i = 0; i < n; ++i)
      ASSERT_EQ(found.writers[std::size_t(i)],
                warp_of_grid(std::uint64_t(i / 128), unsigned(i % 128 / 32)));
  }
}

TEST_F(WrittenElements, SayWhyNobodyCanTell) {
  const Workload& heat3d = *registry_.find("heat3d");
  const Choice choice = default_choice(heat3d, heat3d.info().default_cuda, Backend::cuda);
  EXPECT_NE(written_elements(heat3d, choice).refusal, "");
}

TEST_F(WrittenElements, StopWhenTheyAreAskedTo) {
  const Workload& nbody = *registry_.find("nbody");
  Choice choice = default_choice(nbody, "naive", Backend::cuda);
  choice.problem["n"] = std::int64_t{2000};
  std::stop_source stop;
  stop.request_stop();
  if (written_elements(nbody, choice, {}, std::chrono::milliseconds(0)).refusal.find("too long") ==
      std::string::npos)
    GTEST_SKIP() << "built without traced kernels";
  EXPECT_THROW(written_elements(nbody, choice, stop.get_token()), Cancelled);
}

}  // namespace
}  // namespace livewarp::emulator
