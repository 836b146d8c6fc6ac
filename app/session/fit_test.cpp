#include "app/session/fit.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <set>

#include "app/measure/predict.h"
#include "app/session/session.h"
#include "app/testing/test_context.h"

namespace livewarp {
namespace {

class FitTest : public testing::Test {
 protected:
  Registry registry_;
  Machine machine_ = test::machine_without_gpu();
  const Workload& nbody_ = *registry_.find("nbody");

  static std::int64_t bodies(const Fitted& fitted) {
    return get_integer(fitted.choice.problem, "n");
  }
  Choice start() const { return default_choice(nbody_, "vector", Backend::cpu); }
  /// A step takes so many ns for each pair of bodies; this time, since no clock says the same
  /// twice.
  static StepTimer timer(double ns) {
    return [ns](const Choice& choice) {
      const auto n = double(get_integer(choice.problem, "n"));
      return 1e-6 * ns * n * n;
    };
  }
};

TEST_F(FitTest, AStepStaysWithinItsTarget) {
  for (const double ns : {0.1, 0.3, 1.0, 3.0}) {
    const std::int64_t n = bodies(fit_size(nbody_, start(), timer(ns), {10, 64}));
    EXPECT_LE(1e-6 * ns * double(n) * double(n), 10) << ns;
    EXPECT_GT(1e-6 * ns * double(2 * n) * double(2 * n), 10) << ns << ": twice as many fit";
  }
}

TEST_F(FitTest, ACubeGrowsLessThanItsEdgeMay) {
  const Workload& heat = *registry_.find("heat3d");
  const Choice start = first_choice(registry_, machine_, "heat3d");
  const auto usual = std::get<std::int64_t>(heat.info().size()->default_value);
  const Fitted fitted = fit_size(heat, start, [](const Choice&) { return 1.0; }, {1e9, 2});
  const std::int64_t edge = get_integer(fitted.choice.problem, "nx");
  EXPECT_EQ(edge, usual + usual / 2) << "3.4 times the cells, where 4 times may be";
  EXPECT_EQ(get_integer(fitted.choice.problem, "nz"), edge);
}

TEST_F(FitTest, AStateLeavesRoomInMemory) {
  const auto bytes = [&](std::size_t room) {
    return nbody_.state_bytes(fit_size(nbody_, start(), timer(1e-6), {10, 64, room}).choice);
  };
  const std::size_t free = bytes(0);
  EXPECT_EQ(bytes(free), free);
  EXPECT_LE(bytes(free - 1), free * 4 / 5) << "the next smaller size";
  EXPECT_GT(bytes(1), 0U) << "the smallest, where none fits";
}

TEST_F(FitTest, EveryStartHasTheSizeOfTheFirst) {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("sizes.json");
  // With this speed 4,096 bodies are just within the target, so that the clock decides.
  const double ns = 1e6 * 10 / (4096.0 * 4096);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> noise(0.8, 1.25);
  std::set<std::int64_t> without, with;
  for (int i = 0; i < 40; ++i) {
    const StepTimer today = timer(ns * noise(random));
    without.insert(bodies(fit_size(nbody_, start(), today, {10, 64})));
    FittedSizes sizes(file);
    const std::int64_t n =
        bodies(fit_size(nbody_, start(), today, {10, 64}, sizes.find("nbody here")));
    sizes.keep("nbody here", n);
    with.insert(n);
  }
  EXPECT_GT(without.size(), 1u) << "the clock did not vary: nothing was tested";
  EXPECT_EQ(with.size(), 1u);
}

TEST_F(FitTest, AMachineThatIsAnotherOneGetsAnotherSize) {
  const std::int64_t n = bodies(fit_size(nbody_, start(), timer(1), {10, 64}));
  EXPECT_EQ(bodies(fit_size(nbody_, start(), timer(1.3), {10, 64}, n)), n);
  EXPECT_LT(bodies(fit_size(nbody_, start(), timer(4), {10, 64}, n)), n);
  EXPECT_GT(bodies(fit_size(nbody_, start(), timer(0.1), {10, 64}, n)), n);
  EXPECT_EQ(bodies(fit_size(nbody_, start(), timer(1), {10, 64}, 777)), n) << "none of the sizes";
}

TEST_F(FitTest, ADamagedFileOfSizesIsNone) {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("sizes.json");
  for (const char* content : {"", "{", "[1]", "{\"a\": \"b\"}", "{\"a\": 1.5}"}) {
    std::ofstream(file) << content;
    EXPECT_FALSE(FittedSizes(file).find("a")) << content;
  }
  FittedSizes(file).keep("a", 512);
  EXPECT_EQ(FittedSizes(file).find("a"), 512);
}

/// Steps are timed: a machine that does something else meanwhile takes longer for the second ones.
using FitTimingTest = FitTest;

TEST_F(FitTimingTest, TheSizeForThisMachineIsRemembered) {
  FittedSizes sizes;
  const std::int64_t n = bodies(fit_to_machine(nbody_, start(), machine_, sizes));
  EXPECT_GE(n, 256);
  EXPECT_EQ(bodies(fit_to_machine(nbody_, start(), machine_, sizes)), n);
}

}  // namespace
}  // namespace livewarp
