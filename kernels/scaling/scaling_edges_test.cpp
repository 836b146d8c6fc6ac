// Texels outside, where a variant finds them by a way of its own.
#include "kernels/core/measure/verification.h"
#include "kernels/scaling/scaling_test_support.h"

namespace livewarp {
namespace {

class ScalingEdges : public ScalingVariants {
 protected:
  void expect_right(const Choice& choice) const {
    ASSERT_EQ(workload_.refusal(choice, Executor::emulator), "") << text_of(choice);
    const HostState state = workload_.initial_state(choice.problem);
    const CheckResult result =
        check_here(workload_, choice, Executor::emulator, exec_for, state, Job{});
    EXPECT_TRUE(result.ok()) << text_of(choice) << ": " << result.failure;
  }
};

// The matrix variant counts a texel outside where the rule finds it. A widened filter may end just
// beyond its last texel.
TEST_F(ScalingEdges, TheMatrixVariantsTablesHoldTheRule) {
  const VariantInfo& variant = *workload_.find("matrix");
  for (const char* const address : {"clamp", "mirror", "border", "wrap"})
    for (const char* const filter : {"bilinear", "catmull-rom", "lanczos3", "area"})
      for (const double scale : {0.51, 0.73, 0.84, 0.99, 1.6})
        for (const std::int64_t side : {9, 50, 65}) {
          Choice choice = choice_of(variant, side, side, scale, filter);
          choice.problem["address"] = std::string(address);
          choice.problem["antialias"] = true;
          expect_right(choice);
        }
}

// A window that begins above the source and left of it, and one that ends below and right: what is
// asked for ahead of time must lie inside.
TEST_F(ScalingEdges, WhatIsAskedForAheadLiesInside) {
  const VariantInfo& variant = *workload_.find("texture");
  for (const double middle : {0.0, 0.5, 1.0})
    for (const char* const pixels : {"rgba8", "grey8"}) {
      Choice choice = choice_of(variant, 64, 40, 1.5, "bilinear");
      choice.launch["storage"] = std::string("pitched");
      choice.launch["ahead"] = std::int64_t{16};
      choice.problem["pixels"] = std::string(pixels);
      choice.problem["result_width"] = std::int64_t{150};
      choice.problem["result_height"] = std::int64_t{170};
      choice.problem["center_x"] = choice.problem["center_y"] = middle;
      expect_right(choice);
    }
}

}  // namespace
}  // namespace livewarp
