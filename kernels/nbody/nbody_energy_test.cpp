// The potential energy as estimated against that of all pairs.
#include "kernels/nbody/nbody_energy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/nbody/nbody_potential.h"
#include "kernels/nbody/nbody_test_support.h"

namespace livewarp {
namespace {

class NbodyEnergy : public NbodyVariants {
 protected:
  Values problem(const std::string& start, std::int64_t n) const {
    Values values = default_choice(workload_, "", Backend::cpu).problem;
    values["start"] = start;
    values["n"] = n;
    return values;
  }
  /// All pairs of the first n bodies, on one thread.
  static double potential(const HostState& state, std::int64_t n, double softening) {
    PointMasses masses(n);
    for (std::int64_t i = 0; i < n; ++i) {
      const Double4 x = body_of(state, 0, i);
      const auto at = std::size_t(i);
      masses.x[at] = x.x, masses.y[at] = x.y, masses.z[at] = x.z, masses.mass[at] = x.w;
    }
    return -sum_over_pairs(masses, {0, n}, softening * softening);
  }
  double potential(const Values& problem) const {
    return potential(workload_.initial_state(problem), get_integer(problem, "n"),
                     get_real(problem, "softening"));
  }
  /// What is shown: the kinetic part is that of all bodies, and their ratio tells the potential
  /// one.
  double shown(const Values& problem, const HostState& state) const {
    const auto all = workload_.diagnose(problem, state, Job{});
    const auto energy = std::ranges::find(all, "energy", &Readout::id);
    const auto virial = std::ranges::find(all, "virial", &Readout::id);
    EXPECT_EQ(energy->origin, Origin::sampled);
    return energy->value / (1 - virial->value / 2);
  }
  /// The potentials of bodies scatter about their mean by 40 % of it (galaxies, Plummer; others
  /// less). That of 1,024 bodies in the pull of 4,096 has so a standard error of 1.4 %, and the
  /// shown one, compared with that of fewer bodies, of 1.1 %. These are some three of them; the
  /// samples are the same each time.
  static constexpr double tolerance = 0.04;
};

// Against all pairs of the same bodies, of which a twelfth and a third are taken.
TEST_F(NbodyEnergy, SampleStandsForAllPairsOfEveryStart) {
  constexpr std::int64_t n = 12'288;
  for (const std::string& start : starts(workload_)) {
    const Values values = problem(start, n);
    const double exact = potential(values);
    const double found = sampled_potential(Nbody::Problem::from(values),
                                           workload_.initial_state(values), Job{}, {1'024, 4'096});
    EXPECT_NEAR(found / exact, 1, tolerance) << start;
  }
}

// A power of two, as one who turns the size up meets them: what goes through the bodies in even
// strides sees one galaxy. A start's potential hardly depends on how many bodies it has, so that
// all pairs of fewer will do.
TEST_F(NbodyEnergy, ShownSampleIsRightForEveryStart) {
  for (const std::string& start : starts(workload_)) {
    const Values values = problem(start, 131'072);
    const double exact = potential(problem(start, 8'192));
    EXPECT_NEAR(shown(values, workload_.initial_state(values)) / exact, 1, tolerance) << start;
  }
}

// A file may hold anything: a few bodies with most of the mass, masses over six decades, massless
// ones.
TEST_F(NbodyEnergy, SampleStandsForUnequalMasses) {
  constexpr std::int64_t n = 12'288;
  const Values values = problem("plummer", n);
  HostState state = workload_.initial_state(values);
  for (std::int64_t i = 0; i < n; ++i) {
    float& mass = field(state, 0)[i].w;
    mass *= std::pow(10.0f, float(i % 7) - 6);
    if (i % 5 == 1) mass = 0;
    if (i % 1500 == 3) mass = 0.05f;
  }
  const double exact = potential(state, n, get_real(values, "softening"));
  const double found =
      sampled_potential(Nbody::Problem::from(values), state, Job{}, {1'024, 4'096});
  EXPECT_NEAR(found / exact, 1, tolerance);
}

TEST_F(NbodyEnergy, MomentumIsPlottedBesideTheEnergy) {
  const Values values = problem("plummer", 500);
  std::vector<std::string> plotted;
  for (const Readout& each : workload_.diagnose(values, workload_.initial_state(values), Job{}))
    if (each.plotted) plotted.push_back(each.id);
  EXPECT_EQ(plotted, (std::vector<std::string>{"energy", "virial", "momentum"}));
}

// The job is stopped in the middle, on whichever thread that is.
TEST_F(NbodyEnergy, ExactSumCanBeStopped) {
  const Values values = problem("cube", 65'536);
  std::stop_source stop;
  int reports = 0;
  const Job job{stop.get_token(), [&](double) {
                  if (++reports == 20) stop.request_stop();
                }};
  EXPECT_THROW(workload_.diagnose(values, workload_.initial_state(values), job), Cancelled);
  EXPECT_EQ(reports, 20);
}

// However many threads there are, and whichever of them is first: the same bits. Progress never
// falls.
TEST_F(NbodyEnergy, ExactSumDoesNotDependOnThreads) {
  const Nbody::Problem problem = Nbody::Problem::from(this->problem("galaxies", 5'001));
  const HostState state = Nbody::initial(problem);
  std::vector<double> progress;
  const Job job{{}, [&](double fraction) { progress.push_back(fraction); }};
  const double first = exact_potential(problem, state, job);
  EXPECT_TRUE(std::ranges::is_sorted(progress));
  EXPECT_EQ(progress.size(), 79u);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(exact_potential(problem, state, Job{}), first);
  EXPECT_NEAR(first / potential(state, 5'001, problem.softening), 1, 1e-12);
}

}  // namespace
}  // namespace livewarp
