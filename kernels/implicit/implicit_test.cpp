#include "kernels/implicit/implicit.h"

#include <cmath>
#include <numbers>

#include "kernels/core/testing/variants_test.h"

namespace livewarp {

std::unique_ptr<Workload> make_implicit();

namespace {

class ImplicitHeat : public testing::Test {
 protected:
  Choice choice_of(const char* variant, std::int64_t nx, std::int64_t ny, double number,
                   const char* start) const {
    Choice choice = default_choice(*workload_, variant, workload_->find(variant)->backend);
    choice.problem =
        changed(choice.problem,
                {{"nx", nx}, {"ny", ny}, {"number", number}, {"start", std::string(start)}});
    return choice;
  }
  const std::unique_ptr<Workload> workload_ = make_implicit();
};

/// Second difference across `stride` of a cell.
double second(const std::vector<double>& t, std::size_t cell, std::size_t stride) {
  return t[cell - stride] - 2 * t[cell] + t[cell + stride];
}

// A wave that is zero on the border is an eigenvector of both differences, -4 sin^2(k / 2): each
// half multiplies it by (1 - r/2 m) / (1 + r/2 m).
TEST_F(ImplicitHeat, ASineWaveFadesAsComputedByHand) {
  constexpr std::int64_t nx = 41, ny = 29;
  constexpr double pi = std::numbers::pi;
  const auto eigenvalue = [](std::int64_t n) {
    const double s = std::sin(1.5 * pi / double(n - 1));
    return 4 * s * s;
  };
  for (const char* const variant : {"thomas", "cyclic", "threads", "reference-fp64"})
    for (const double number : {0.2, 5.0, 50.0}) {
      const Choice choice = choice_of(variant, nx, ny, number, "sine");
      const HostState in = workload_->initial_state(choice.problem);
      const HostState out = stepped(*workload_, choice, 3, &in);
      double factor = 1;
      for (const std::int64_t n : {nx, ny})
        factor *= (1 - number / 2 * eigenvalue(n)) / (1 + number / 2 * eigenvalue(n));
      factor = std::pow(factor, 3);
      for (std::int64_t i = 0; i < nx * ny; ++i)
        ASSERT_NEAR(field_as<float>(out, 0)[i] - 0.5,
                    factor * (double(field_as<float>(in, 0)[i]) - 0.5), 1e-6 * (1 + number))
            << variant << " " << number << " cell " << i;
    }
}

// Whatever solved it: what lies between the halves cannot be seen, but of a plate of three rows the
// middle one is all that is free, and across its columns one unknown: both halves can be checked by
// putting the solution in.
TEST_F(ImplicitHeat, OfThreeRowsTheEquationsHold) {
  constexpr std::size_t nx = 77;
  constexpr double r = 8;
  for (const char* const variant : {"thomas", "cyclic", "threads"}) {
    const Choice choice = choice_of(variant, nx, 3, r, "random");
    const HostState in = workload_->initial_state(choice.problem);
    const HostState out = stepped(*workload_, choice, 1, &in);
    const auto* const t = field_as<float>(in, 0);
    const auto* const after = field_as<float>(out, 0);
    const std::vector<double> before(t, t + 3 * nx), is(after, after + 3 * nx);
    // The last half, backwards: H + r/2 Dx H = T' - r/2 Dy T', of which H solves the first.
    std::vector<double> half = before;
    const double own = 1 / (1 + r);
    // The first half in full precision by relaxation, which converges as it is dominant.
    for (int sweep = 0; sweep < 2000; ++sweep)
      for (std::size_t x = 1; x + 1 < nx; ++x) {
        const std::size_t i = nx + x;
        const double right = before[i] + r / 2 * second(before, i, nx);
        half[i] = own * (right + r / 2 * (half[i - 1] + half[i + 1]));
      }
    for (std::size_t x = 1; x + 1 < nx; ++x) {
      const std::size_t i = nx + x;
      EXPECT_NEAR(is[i] - r / 2 * second(is, i, nx), half[i] + r / 2 * second(half, i, 1), 2e-5)
          << variant << " at " << x;
    }
  }
}

// Far beyond the explicit limit, whose step would grow without bound.
TEST_F(ImplicitHeat, IsStableAtAnyStep) {
  for (const char* const variant : {"thomas", "cyclic", "threads"}) {
    const Choice choice = choice_of(variant, 33, 35, 100, "random");
    const HostState out = stepped(*workload_, choice, 60);
    for (std::int64_t i = 0; i < 33 * 35; ++i)
      ASSERT_LT(std::abs(field_as<float>(out, 0)[i] - 0.5f), 1.5f) << variant;
  }
}

}  // namespace
}  // namespace livewarp
