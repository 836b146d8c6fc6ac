// The variant of the tensor cores: its order, and where it must not use them.
#include <gtest/gtest.h>

#include <cmath>

#include "kernels/core/measure/verification.h"
#include "kernels/nbody/nbody_test_support.h"

namespace livewarp {
namespace {

class NbodyTensor : public NbodyVariants {
 protected:
  Choice tensor(std::int64_t n, std::int64_t tile = 0) const {
    Choice choice = default_choice(workload_, "tensor", Backend::cuda);
    choice.problem = workload_.checkable(choice.problem);
    choice.problem["n"] = n;
    choice.launch["tile"] = tile;
    return choice;
  }
  /// The largest error of one step from a state.
  double error_from(const Choice& choice, const HostState& state) {
    const HostState out = stepped(choice, Executor::emulator, 1, &state);
    double error = 0;
    for (const Discrepancy& found : workload_.compare(choice.problem, state, out, {}, Job{})) {
      EXPECT_TRUE(found.within(workload_.find("tensor")->tolerance))
          << found.quantity() << ": rms " << found.rms() << ", worst " << found.worst();
      error = std::max(error, found.rms());
    }
    return error;
  }
};

TEST_F(NbodyTensor, TheOrderIsKeptOverManySteps) {
  for (const std::int64_t n : {33, 700, 2500}) {
    if (sanitized && n > 700) break;
    const Choice choice = tensor(n, 64);
    const HostState state = stepped(choice, Executor::emulator, 17);
    const CheckResult result =
        check_here(workload_, choice, Executor::emulator, exec_for, state, Job{});
    EXPECT_TRUE(result.ok()) << n << ": " << result.failure;
  }
}

// Where all distances are nothing there is no direction to pull in.
TEST_F(NbodyTensor, BodiesInOnePointFeelNothing) {
  const Choice choice = tensor(500);
  HostState state = start_of(choice, Executor::emulator);
  for (std::int64_t i = 0; i < 500; ++i) {
    field(state, 0)[i] = {1e3f, -2e3f, 5e2f, 0.002f};
    field(state, 1)[i] = {};
    field(state, 2)[i] = {};
  }
  const HostState out = stepped(choice, Executor::emulator, 1, &state);
  for (std::int64_t i = 0; i < 500; ++i) {
    const Float4 a = field(out, 2)[i];
    ASSERT_EQ(std::abs(a.x) + std::abs(a.y) + std::abs(a.z), 0) << i;
  }
}

// Two clouds ten thousand times as far from each other as they are wide, and masses from 1e-9 to 1:
// no power of two is left that fp16 could not hold.
TEST_F(NbodyTensor, FarCloudsAndUnequalMassesStayWithinTheTolerance) {
  for (const float away : {30.0f, 1e4f, 1e-3f}) {
    const Choice choice = tensor(1500);
    HostState state = start_of(choice, Executor::emulator);
    for (std::int64_t i = 0; i < 1500; ++i) {
      Float4& body = field(state, 0)[i];
      if (i % 2 == 1) body.x += away;
      if (i % 7 == 0) body.w *= 1e-6f;
      if (i == 11) body.w = 1;
    }
    error_from(choice, state);
  }
}

// One body that outweighs all others, and light ones around it: its pull is all that they feel, so
// that its rounding would be the error.
TEST_F(NbodyTensor, AHeavyBodyIsNearEverywhere) {
  if (sanitized) GTEST_SKIP() << "asks for values; others run this kernel under the sanitizers";
  Choice choice = tensor(6000);
  choice.problem["start"] = std::string("ring");
  error_from(choice, start_of(choice, Executor::emulator));
}

// Few bodies do not average out: there all tiles are near, and the error is that of fp32.
TEST_F(NbodyTensor, FewBodiesAreSummedInFp32) {
  const Choice choice = tensor(4000);
  EXPECT_LT(error_from(choice, start_of(choice, Executor::emulator)), 8e-7);
}

}  // namespace
}  // namespace livewarp
