// The settings that a sweep goes through.
#include "app/measure/sweep.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "app/testing/toy_workload.h"
#include "kernels/core/workload/shared_reserve.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

std::vector<std::string> texts(const std::vector<SweepStep>& steps) {
  std::vector<std::string> all;
  all.reserve(steps.size());
  for (const SweepStep& step : steps) all.push_back(step.text);
  return all;
}

TEST(SweepSteps, APictureKeepsItsShape) {
  const Registry registry;
  const Workload& scaling = *registry.find("scaling");
  Choice choice = default_choice(scaling, "scalar", Backend::cpu);
  SweepOver over;
  over.to = 1024;
  const auto steps = sweep_steps(scaling, choice, over);
  EXPECT_EQ(texts(steps), (std::vector<std::string>{"256", "512", "1,024"}));
  EXPECT_EQ(get_integer(steps.back().choice.problem, "width"), 1024);
  EXPECT_EQ(get_integer(steps.back().choice.problem, "height"), 576)
      << "3,840 x 2,160 made smaller";
  for (const SweepStep& step : steps)
    EXPECT_EQ(checked_choice(scaling, step.choice).problem, step.choice.problem);
  choice.problem["result_width"] = std::int64_t{1280};
  choice.problem["result_height"] = std::int64_t{720};
  const Values last = sweep_steps(scaling, choice, over).back().choice.problem;
  EXPECT_EQ(get_integer(last, "result_width"), 341) << "a result of a given size goes along";
  EXPECT_EQ(get_integer(last, "result_height"), 192);
}

TEST(SweepSteps, SizesArePowersOfTwoOfAllSidesTogether) {
  const Registry registry;
  const Workload& heat = *registry.find("heat");
  const Choice choice = default_choice(heat, heat.info().default_cpu, Backend::cpu);
  SweepOver over;
  over.from = 100;
  over.to = 1000;
  const auto steps = sweep_steps(heat, choice, over);
  EXPECT_EQ(texts(steps), (std::vector<std::string>{"128", "256", "512"}));
  for (const SweepStep& step : steps) {
    EXPECT_EQ(get_integer(step.choice.problem, "nx"), std::int64_t(step.x));
    EXPECT_EQ(get_integer(step.choice.problem, "ny"), std::int64_t(step.x));
  }
  over.points = 2;
  EXPECT_EQ(texts(sweep_steps(heat, choice, over)), (std::vector<std::string>{"128", "512"}));
}

TEST(SweepSteps, AnAxisGivesItsOfferedValuesWithinTheRange) {
  const auto toy = test::make_toy();
  const Choice naive = default_choice(*toy, "naive", Backend::cuda);
  SweepOver over{"block", {}, {}, 0};
  EXPECT_EQ(texts(sweep_steps(*toy, naive, over)),
            (std::vector<std::string>{"32", "64", "128", "256"}));
  over.from = 64;
  over.to = 128;
  EXPECT_EQ(texts(sweep_steps(*toy, naive, over)), (std::vector<std::string>{"64", "96", "128"}))
      << "bounds ask for all blocks, not for presets";
  over.to = 1'000'000'000'000;
  EXPECT_EQ(sweep_steps(*toy, naive, over).size(), 31u);
  over.points = 4;
  EXPECT_EQ(texts(sweep_steps(*toy, naive, over)),
            (std::vector<std::string>{"64", "384", "704", "1024"}));
  over.points = 0;
  over.id = "nothing";
  EXPECT_TRUE(sweep_steps(*toy, naive, over).empty());
  const SweepOver threads{"threads", {}, {}, 0};
  EXPECT_EQ(texts(sweep_steps(*toy, default_choice(*toy, "threads", Backend::cpu), threads)),
            (std::vector<std::string>{"1", "2", "4", "8", "16", "32", "64"}));
}

// What the workload is about is a parameter of its problem.
TEST(SweepSteps, TheMethodIsVariedLikeAnAxis) {
  const Registry registry;
  const Workload& blur = *registry.find("convolution");
  const Choice choice = default_choice(blur, "threads", Backend::cpu);
  const auto radii = sweep_steps(blur, choice, {"radius", 2, {}, 0});
  EXPECT_EQ(texts(radii), (std::vector<std::string>{"2", "4", "8", "16", "32"}));
  for (const SweepStep& step : radii) {
    EXPECT_EQ(double(get_integer(step.choice.problem, "radius")), step.x);
    EXPECT_EQ(step.choice.launch, choice.launch);
  }
  const Workload& scaling = *registry.find("scaling");
  const auto filters =
      sweep_steps(scaling, default_choice(scaling, "scalar", Backend::cpu), {"filter", {}, {}, 0});
  ASSERT_GT(filters.size(), 3u);
  for (const SweepStep& step : filters)
    EXPECT_EQ(get_text(step.choice.problem, "filter"), step.text);
}

TEST(SweepSteps, ReservesWhatLeavesFewerBlocks) {
  const auto toy = test::make_toy();
  const Choice naive = default_choice(*toy, "naive", Backend::cuda);
  const std::vector<SweepStep> all = sweep_steps(*toy, naive, {reserve_axis_id, {}, {}, 0});
  ASSERT_GT(all.size(), 8u);
  EXPECT_EQ(all.front().choice, naive);
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_GT(all[i].x, all[i - 1].x);
  EXPECT_EQ(reserved_shared(all.back().choice.launch), std::size_t(all.back().x) * 1024);
  for (const SweepStep& step : sweep_steps(*toy, naive, {reserve_axis_id, 10, 30, 0}))
    EXPECT_TRUE(step.x >= 10 && step.x <= 30) << step.x;
  EXPECT_TRUE(
      sweep_steps(*toy, default_choice(*toy, "plain", Backend::cpu), {reserve_axis_id, {}, {}, 0})
          .empty());
  EXPECT_EQ(over_id("reserve-shared"), reserve_axis_id) << "as the option is written";
}

TEST(SweepSteps, TheLaunchIsShownAgainstItsBlockFirst) {
  const auto toy = test::make_toy();
  EXPECT_EQ(launch_axis(*toy->find("tile")), "block");
  EXPECT_EQ(launch_axis(*toy->find("threads")), "threads");
  EXPECT_EQ(launch_axis(*toy->find("plain")), "");
}

TEST(SweepSteps, AnAxisThatIsGreyedAsAWholeHasNone) {
  const Registry registry;
  const Workload& nbody = *registry.find("nbody");
  for (const auto& [variant, steps] : {std::pair("tensor", false), {"shared", true}}) {
    const Choice choice = default_choice(nbody, variant, Backend::cuda);
    for (const char* const axis : {"exchange", "parts"}) {
      SweepOver over;
      over.id = axis;
      EXPECT_EQ(!sweep_steps(nbody, choice, over).empty(), steps) << variant << " " << axis;
    }
  }
}

}  // namespace
}  // namespace livewarp
