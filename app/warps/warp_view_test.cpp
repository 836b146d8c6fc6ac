// Warps that are followed for the window, and what stands against it.
#include "app/warps/warp_view.h"

#include <string>

#include <gtest/gtest.h>

#include "kernels/registry.h"

namespace livewarp {
namespace {

class WarpViews : public testing::Test {
 protected:
  ui::WarpView follow(const std::string& workload, const std::string& variant,
                      std::optional<Dim3> block = {}, unsigned warp = 0) const {
    const Workload& of = *registry_.find(workload);
    const VariantInfo& info = *of.find(variant);
    Choice choice = default_choice(of, variant, info.backend);
    if (workload == "heat") choice.problem["nx"] = choice.problem["ny"] = std::int64_t{256};
    return follow_warp(of, {checked_choice(of, choice), block, warp}, {});
  }
  const Registry registry_;
};

TEST_F(WarpViews, EveryStepStandsAtALineOfTheSource) {
  const ui::WarpView view = follow("heat", "naive");
  ASSERT_EQ(view.refusal, "");
  EXPECT_EQ(view.at, (Dim3{2, 32, 0}));
  EXPECT_EQ(view.warps(), 8u);
  for (const ui::WarpArray& array : view.arrays) {
    EXPECT_EQ(array.width, 256);
    EXPECT_EQ(array.part, PartOfPicture{});
  }
  std::size_t accesses = 0;
  for (const ui::WarpStep& step : view.steps) {
    EXPECT_GT(view.line_of(step).number, 0);
    EXPECT_NE(view.line_of(step).text, "");
    EXPECT_EQ(step.first, accesses);
    accesses += step.count;
  }
  EXPECT_EQ(accesses, view.accesses.size());
  for (const ui::WarpAccess& access : view.accesses) {
    ASSERT_GE(access.array, 0);
    EXPECT_EQ(view.arrays[std::size_t(access.array)].element, 4u);
  }
}

// Source and result stand beside each other: what is read is lit in the one, what is written in the
// other. Of w x h texels the result has h x w pixels.
TEST_F(WarpViews, OfPicturesSideBySideEachIsLitInItsPart) {
  const ui::WarpView view = follow("transpose", "padded");
  ASSERT_EQ(view.refusal, "");
  bool reads = false, writes = false;
  for (const ui::WarpAccess& access : view.accesses) {
    if (access.space != ui::LensSpace::global) continue;
    ASSERT_GE(access.array, 0);
    const ui::WarpArray& array = view.arrays[std::size_t(access.array)];
    (access.writes ? writes : reads) = true;
    EXPECT_EQ(array.name, access.writes ? "result after" : "source");
    EXPECT_EQ(array.element, 4u);
    EXPECT_EQ(std::uint64_t(array.width * array.height) * array.element, array.bytes);
    EXPECT_GE(array.part.width, 2 * std::min(array.width, array.height));
    EXPECT_EQ(array.part.x == 0, !access.writes);
    EXPECT_EQ(array.part.x + array.width, access.writes ? array.part.width : array.width);
    EXPECT_EQ(2 * array.part.y + array.height, array.part.height) << "in the middle";
  }
  EXPECT_TRUE(reads && writes);
}

TEST_F(WarpViews, OfAPictureTheResultAloneIsLit) {
  const ui::WarpView view = follow("scaling", "direct");
  ASSERT_EQ(view.refusal, "");
  for (const ui::WarpAccess& access : view.accesses) {
    if (access.space != ui::LensSpace::global) continue;
    ASSERT_GE(access.array, 0);
    EXPECT_EQ(view.arrays[std::size_t(access.array)].element > 0, access.writes);
  }
}

TEST_F(WarpViews, SayWhatIsNotThere) {
  EXPECT_TRUE(follow("heat", "naive", Dim3{5, 900, 0})
                  .refusal.starts_with("there is no block (5, 900): the grid of heat_naive"));
  EXPECT_TRUE(follow("heat", "naive", {}, 8).refusal.starts_with("there is no warp 8"));
  EXPECT_EQ(follow("heat", "vector").refusal, "runs on the CPU: it has no warps");
  EXPECT_NE(follow("convolution", "npp").refusal, "");
}

}  // namespace
}  // namespace livewarp
