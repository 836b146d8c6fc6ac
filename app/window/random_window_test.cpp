// A real window under the random user of random_user_test.cpp, with OpenGL. Actions take longer
// here, so there are fewer. LIVEWARP_RANDOM_ACTIONS says how many (60 otherwise),
// LIVEWARP_RANDOM_SEED which.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "app/testing/driven_window_test.h"
#include "app/testing/random_user_test_actions.h"
#include "app/testing/random_user_test_invariants.h"
#include "app/testing/test_context.h"

namespace livewarp {
namespace {

TEST_F(NbodyWindowTest, ARandomUserLeavesItConsistent) {
  const int actions = from_environment("LIVEWARP_RANDOM_ACTIONS", 60);
  const auto seed = unsigned(from_environment("LIVEWARP_RANDOM_SEED", 1));
  const RandomUserFolder place;
  std::mt19937 random(seed);
  constexpr int batch = 20;
  for (int done = 0; done < actions && !HasFailure();) {
    DrivenWindow driven(registry_, machine_, nbody("vector", 500), DrivenWindow::quiet(), 1280,
                        720);
    RandomUser random_user({driven.live(), driven.controls(),
                            [&](int width, int height) { driven.window().set_size(width, height); },
                            [&](const std::string& path) { driven.drop(path); }, place.files()},
                           random);
    while (done < actions && !HasFailure() && !driven.live().finished())
      driven.drive([&](ImGuiTestContext& user) {
        for (int i = 0; i < batch && done < actions && !driven.live().finished(); ++i, ++done)
          random_user.act(user);
      });
    for (const std::string& fault : faults_of_frame(driven.live())) ADD_FAILURE() << fault;
    EXPECT_EQ(driven.live().report().gl_errors, 0) << driven.live().report().first_gl_error;
    if (HasFailure())
      ADD_FAILURE() << "seed " << seed << ", by then:\n" << random_user.last_actions();
  }
}

}  // namespace
}  // namespace livewarp
