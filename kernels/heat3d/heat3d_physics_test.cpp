// What the variants do to heat, what is read of it, and how it is shown.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numbers>

#include "kernels/core/base/error.h"
#include "kernels/core/memory/host_texture.h"
#include "kernels/heat3d/heat3d_test_support.h"

namespace livewarp {
namespace {

constexpr double pi = std::numbers::pi;

const Readout& readout(const std::vector<Readout>& all, const std::string& id) {
  const auto found = std::ranges::find(all, id, &Readout::id);
  if (found == all.end()) throw Error("no readout " + id);
  return *found;
}

// A wave that fits the border keeps its shape and fades by the same factor in every step:
// 1 - 2 number sum of (1 - cos theta) over the three directions.
TEST_F(Heat3dVariants, FadeASineAsComputedByHand) {
  constexpr Size size{24, 20, 16};
  constexpr int fewest_steps = 16;
  struct Case {
    std::string boundary;
    double periods[3];  // cells of a whole period
  };
  for (const Case& now : {Case{"fixed", {23, 19, 15}}, Case{"insulated", {24, 20, 16}},
                          Case{"periodic", {24, 20, 16}}}) {
    double factor = 1;
    for (const double period : now.periods) factor -= 2 * 0.15 * (1 - std::cos(2 * pi / period));
    for (const VariantInfo* variant : workload_.variants()) {
      const Choice choice = choice_of(*variant, size, now.boundary, "sine");
      const int time_steps = workload_.time_steps(choice);
      const int launches = (fewest_steps + time_steps - 1) / time_steps;
      const double left = std::pow(factor, launches * time_steps);
      EXPECT_LT(left, 0.6);
      EXPECT_GT(left, 0.1);
      const HostState start = workload_.initial_state(choice.problem);
      const auto before = temperatures(start);
      const auto after = temperatures(stepped(choice, *variant, launches, &start));
      for (std::size_t i = 0; i < before.size(); ++i)
        ASSERT_NEAR(after[i] - 0.5, left * (before[i] - 0.5), 2e-6)
            << text_of(choice) << " cell " << i;
    }
  }
}

TEST_F(Heat3dVariants, KeepTheHeatWhereNothingLetsItOut) {
  for (const VariantInfo* variant : workload_.variants())
    for (const std::string boundary : {"insulated", "periodic"}) {
      const Choice choice = choice_of(*variant, {31, 17, 13}, boundary);
      const HostState state = workload_.initial_state(choice.problem);
      const auto before = workload_.diagnose(choice.problem, state, Job{});
      const auto after = workload_.diagnose(choice.problem, stepped(choice, *variant, 20), Job{});
      EXPECT_TRUE(readout(before, "heat").conserved);
      const double heat = readout(before, "heat").value;
      EXPECT_NEAR(readout(after, "heat").value, heat, 1e-6 * heat) << text_of(choice);
      EXPECT_LE(readout(after, "hottest").value, readout(before, "hottest").value);
      EXPECT_GE(readout(after, "coldest").value, readout(before, "coldest").value);
      EXPECT_LT(readout(after, "residual").value, 0.3 * readout(before, "residual").value);
    }
}

// Where all is equally warm nothing flows, however often the weights are rounded.
TEST_F(Heat3dVariants, AnEvenBlockStaysEven) {
  for (const VariantInfo* variant : workload_.variants()) {
    Choice choice = choice_of(*variant, {36, 6, 5}, "insulated");
    choice.problem["equation"] = std::string("laplace");
    HostState state = workload_.initial_state(choice.problem);
    const std::vector<float> even(36 * 6 * 5, 0.7f);
    std::memcpy(state.fields[0].data(), even.data(), state.fields[0].size());
    for (const double t : temperatures(stepped(choice, *variant, 50, &state)))
      ASSERT_NEAR(t, double(0.7f), 2e-6) << text_of(choice);
  }
}

TEST_F(Heat3dVariants, RefuseAnUnstableStep) {
  Values problem = default_choice(workload_, "", Backend::cpu).problem;
  EXPECT_EQ(Heat3d::Problem::from(problem).number, 0.15);
  problem["number"] = 0.17;
  try {
    Heat3d::Problem::from(problem);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "number 0.17: must be at most 0.1667: a larger step grows without bound");
  }
  problem["equation"] = std::string("laplace");
  EXPECT_DOUBLE_EQ(Heat3d::Problem::from(problem).number, 1.0 / 6);
}

// Just below the limit the quickest pattern, the checkerboard, does not grow.
TEST_F(Heat3dVariants, TheLimitIsWhereTheCheckerboardStays) {
  Choice choice = choice_of(*workload_.find("reference-fp64"), {8, 6, 4}, "periodic");
  choice.problem["equation"] = std::string("laplace");
  HostState state = workload_.initial_state(choice.problem);
  auto* const t = reinterpret_cast<float*>(state.fields[0].data());
  for (int i = 0; i < 8 * 6 * 4; ++i) t[i] = (i + i / 8 + i / 48) % 2 ? 1.0f : 0.0f;
  const auto before = temperatures(state);
  const auto after = temperatures(stepped(choice, *workload_.find("reference-fp64"), 2, &state));
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(after[i], before[i], 1e-12);
}

TEST_F(Heat3dVariants, ReadoutsAreWhatTheySay) {
  Choice choice = choice_of(*workload_.find("scalar"), {3, 3, 3}, "insulated");
  HostState state = workload_.initial_state(choice.problem);
  std::vector<float> one(27, 0.0f);
  one[13] = 1;
  std::memcpy(state.fields[0].data(), one.data(), state.fields[0].size());
  const auto readouts = workload_.diagnose(choice.problem, state, Job{});
  EXPECT_DOUBLE_EQ(readout(readouts, "heat").value, 1);
  EXPECT_DOUBLE_EQ(readout(readouts, "mean").value, 100.0 / 27);
  EXPECT_DOUBLE_EQ(readout(readouts, "hottest").value, 100);
  // The middle loses 6 x 0.15, each of its six neighbours gains 0.15.
  EXPECT_NEAR(readout(readouts, "residual").value, 100 * std::sqrt((0.81 + 6 * 0.0225) / 27),
              1e-12);
  choice.problem["boundary"] = std::string("fixed");
  EXPECT_FALSE(readout(workload_.diagnose(choice.problem, state, Job{}), "heat").conserved);
}

TEST_F(Heat3dVariants, StartsAreReproducibleAndInRange) {
  for (const Option& option : find_param(workload_.info().params, "start")->options) {
    const Choice choice = choice_of(*workload_.find("scalar"), {50, 41, 45}, "fixed", option.id);
    const HostState first = workload_.initial_state(choice.problem);
    EXPECT_EQ(first.fields, workload_.initial_state(choice.problem).fields) << option.id;
    const auto [coldest, hottest] = std::ranges::minmax(temperatures(first));
    EXPECT_GE(coldest, 0) << option.id;
    EXPECT_LE(hottest, 1) << option.id;
    EXPECT_GT(hottest - coldest, 0.9) << option.id;
  }
}

TEST_F(Heat3dVariants, PictureIsTheSameFromHostAndKernel) {
  const VariantInfo &host = *workload_.find("scalar"), &device = *workload_.find("point");
  for (const Size size : {Size{1, 1, 1}, Size{33, 17, 9}, Size{300, 5, 129}})
    for (const std::string precision : {"fp32", "fp64", "fp16"}) {
      Choice on_host = choice_of(host, size, "fixed"), on_device = choice_of(device, size, "fixed");
      on_host.launch["precision"] = on_device.launch["precision"] = precision;
      const HostState state = workload_.initial_state(on_host.problem);
      const auto voxels = published(host, on_host, state);
      EXPECT_EQ(voxels, published(device, on_device, state)) << text_of(on_host);
    }
}

TEST_F(Heat3dVariants, PictureIsTheSameInMemoryAndOnASurface) {
  const VariantInfo& variant = *workload_.find("point");
  for (const Size size : {Size{1, 1, 1}, Size{33, 17, 9}, Size{300, 5, 129}}) {
    const Choice choice = choice_of(variant, size, "fixed");
    const HostState state = workload_.initial_state(choice.problem);
    const auto simulation = workload_.simulate(choice, Executor::emulator, &state);
    const PictureSpec spec = simulation->picture();
    std::vector<std::uint16_t> voxels(spec.bytes() / 2, 12'345);
    const HostSurface surface(voxels.data(), 2 * spec.width, spec.height, spec.depth);
    simulation->publish(PicturePlace::on_surface(std::bit_cast<std::uintptr_t>(&surface)),
                        *exec_for(Executor::emulator));
    EXPECT_EQ(voxels, published(variant, choice, state)) << text_of(choice);
  }
}

TEST_F(Heat3dVariants, PictureShowsACellAVoxelAndMeansOfMore) {
  const VariantInfo& host = *workload_.find("scalar");
  const Choice choice = choice_of(host, {3, 2, 256}, "fixed");
  HostState state = workload_.initial_state(choice.problem);
  std::vector<float> t(3 * 2 * 256, 0.0f);
  t[0] = 1, t[6] = 0.5f;  // cells (0, 0, 0) and (0, 0, 1): one voxel of the two
  t[13] = 2, t[19] = 2;   // above the scale
  std::memcpy(state.fields[0].data(), t.data(), state.fields[0].size());
  const auto voxels = published(host, choice, state);
  ASSERT_EQ(voxels.size(), 3u * 2 * 128);
  EXPECT_EQ(voxels[0], std::lround(0.75 * 65'535));
  EXPECT_EQ(voxels[1], 0);
  EXPECT_EQ(voxels[7], 65'535);
  EXPECT_EQ(std::ranges::count(voxels, 0), 3 * 2 * 128 - 2);
}

TEST_F(Heat3dVariants, ViewIsWhatIsChosen) {
  Choice choice = choice_of(*workload_.find("scalar"), {5, 6, 7}, "fixed");
  const auto view = [&] { return workload_.simulate(choice, Executor::cpu)->view(); };
  EXPECT_TRUE(view().slices);
  EXPECT_EQ(view().unit_scale, 100);
  choice.view["mode"] = std::string("cloud");
  choice.view["cut_y"] = 0.25;
  choice.view["range_high"] = 60.0;
  EXPECT_FALSE(view().slices);
  EXPECT_EQ(view().cut_y, 0.25);
  EXPECT_EQ(view().legend_max, 60);
  EXPECT_EQ(view().kind, PictureKind::volume);
}

}  // namespace
}  // namespace livewarp
