#include "kernels/core/measure/verification.h"
#include "kernels/grids/testing/grid_sums_test.h"
#include "kernels/heat3d/heat3d_test_support.h"

namespace livewarp {
namespace {

// Rows of whole vectors that end in a lane, a warp or a block; and piles that end within a
// thread's.
TEST_F(Heat3dVariants, VectorsAgreeAtTheirSeams) {
  const VariantInfo& variant = *workload_.find("float4");
  for (const std::string precision : {"fp32", "fp64", "fp16"})
    for (const std::int64_t planes : {1, 4})
      for (const std::string& boundary : boundaries)
        for (const Size size :
             {Size{8, 5, 3}, Size{124, 3, 6}, Size{128, 4, 1}, Size{132, 2, 5}, Size{264, 9, 7}}) {
          Choice choice = choice_of(variant, size, boundary);
          choice.launch["precision"] = precision;
          choice.launch["planes"] = planes;
          const HostState in = workload_.simulate(choice, Executor::emulator)->snapshot();
          const HostState out = stepped(choice, variant, 2, &in);
          for (const Discrepancy& found : workload_.compare(choice.problem, in, out, {}, Job{}))
            EXPECT_TRUE(found.within(tolerance_of(workload_, choice)))
                << text_of(choice) << ": " << found.quantity() << " " << found.rms();
        }
}

// Tiles that end within a vector, a thread's rows, a warp's rows or a march; and mirrored vectors.
TEST_F(Heat3dVariants, TilesOfSeveralStepsAgreeAtTheirSeams) {
  const VariantInfo& variant = *workload_.find("temporal");
  for (const std::int64_t depth : {2, 3, 4})
    for (const std::string precision : {"fp32", "fp64", "fp16"})
      for (const std::string& boundary : boundaries)
        for (const Size size :
             {Size{4, 1, 1}, Size{8, 5, 3}, Size{123, 4, 2}, Size{116, 27, 18}, Size{244, 9, 5}}) {
          Choice choice = choice_of(variant, size, boundary);
          choice.launch["block"] = std::string("32x8");
          choice.launch["depth"] = depth;
          choice.launch["precision"] = precision;
          choice.launch["planes"] = std::int64_t{16};
          choice.launch["stages"] = depth - 1;  // 1, 2 and 3 too
          if (depth == 4 && precision != "fp32") {
            EXPECT_NE(workload_.refusal(choice, Executor::emulator), "");
            continue;
          }
          const HostState in = workload_.simulate(choice, Executor::emulator)->snapshot();
          const HostState out = stepped(choice, variant, 2, &in);
          for (const Discrepancy& found : workload_.compare(choice.problem, in, out, {}, Job{}))
            EXPECT_TRUE(found.within(tolerance_of(workload_, choice)))
                << text_of(choice) << ": " << found.quantity() << " " << found.rms();
        }
}

TEST_F(Heat3dVariants, AgreeWithFp64AtThePresentState) {
  for (const VariantInfo* variant : workload_.variants())
    for (const std::string start : {"sine", "ball"}) {
      const Choice choice = choice_of(*variant, {36, 35, 21}, "insulated", start);
      const HostState state = stepped(choice, *variant, 3);
      expect_right_here(workload_, choice, state);
    }
}

TEST_F(Heat3dVariants, MutantsAreOfEveryKind) {
  for (const std::string& boundary : boundaries)
    for (const Size size : {Size{1, 1, 1}, Size{1, 1, 7}, Size{33, 17, 9}, Size{136, 6, 5}}) {
      const Choice choice = choice_of(*workload_.find("scalar"), size, boundary);
      const HostState sound = workload_.initial_state(choice.problem);
      EXPECT_EQ(workload_.mutants(choice.problem, sound).size(), 5u);
    }
}

// A step that does nothing passes for the temperature where little changes, and must not pass at
// all.
TEST_F(Heat3dVariants, AVariantThatDoesNothingFails) {
  for (const std::string start : {"random", "ball", "rings", "layers", "sine"}) {
    const Choice choice = choice_of(*workload_.find("scalar"), {40, 30, 40}, "fixed", start);
    const HostState in = workload_.initial_state(choice.problem);
    HostState out = in;
    out.steps = 1;
    const auto found = workload_.compare(choice.problem, in, out, {}, Job{});
    EXPECT_GT(found.back().rms(), 0.99) << start;
  }
}

// Three circles of radius 0.52 about places 0.62 apart on a diagonal, the middle one's plane
// upright on those of the others. The middle one passes through the holes of both: along the
// diagonal hot and cold places alternate.
TEST_F(Heat3dVariants, RingsAreLinkedInAChain) {
  constexpr std::int64_t n = 120;
  const Choice choice = choice_of(*workload_.find("scalar"), {n, n, n}, "fixed", "rings");
  const HostState state = workload_.initial_state(choice.problem);
  const auto at = [&](double x, double y, double z) {
    const auto cell = [](double u) { return std::int64_t((1 + u) / 2 * n); };
    return field_as<float>(state, 0)[(cell(z) * n + cell(y)) * n + cell(x)];
  };
  const double diagonal = std::sqrt(0.5), pi = std::acos(-1.0);
  for (const auto& [place, degrees] :
       {std::pair{-0.62, -10.0}, std::pair{0.0, 80.0}, std::pair{0.62, -10.0}})
    for (int i = 0; i < 36; ++i) {
      const double along = place + 0.52 * std::cos(i * pi / 18),
                   across = 0.52 * std::sin(i * pi / 18);
      const double level = -std::sin(degrees * pi / 180) * across * diagonal;
      EXPECT_GT(at(level - along * diagonal, level + along * diagonal,
                   std::cos(degrees * pi / 180) * across),
                0.95f)
          << place << ", " << i;
    }
  const auto on_diagonal = [&](double t) { return at(-t * diagonal, t * diagonal, 0); };
  for (const double t : {-1.14, -0.52, -0.10, 0.10, 0.52, 1.14})
    EXPECT_GT(on_diagonal(t), 0.95f) << t;
  for (const double t : {-0.83, -0.31, 0.31, 0.83}) EXPECT_LT(on_diagonal(t), 0.2f) << t;
  for (const double corner : {-0.95, 0.95}) EXPECT_EQ(at(corner, corner, corner), 0);
}

TEST_F(Heat3dVariants, CountTheirWork) {
  for (const VariantInfo* variant : workload_.variants()) {
    EXPECT_EQ(variant->topic, "L3.8") << variant->name;
    const Choice choice = choice_of(*variant, {64, 32, 16}, "fixed");
    const CostModel cost = workload_.cost(choice);
    EXPECT_EQ(cost.items, workload_.time_steps(choice) * 64 * 32 * 16) << variant->name;
    EXPECT_EQ(cost.flops, 8 * cost.items) << variant->name;
    EXPECT_EQ(cost.compulsory_bytes,
              2 * 64 * 32 * 16 * double(bytes_of(precision_of(choice.launch))));
  }
}

TEST_F(Heat3dVariants, KernelsComputeReadouts) {
  EXPECT_TRUE(
      grid_sums_test::computes_readouts(workload_, Executor::emulator, *make_emulator_exec()));
}

}  // namespace
}  // namespace livewarp
