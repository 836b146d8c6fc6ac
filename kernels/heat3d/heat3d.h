#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/workload/workload_traits.h"

namespace livewarp {

struct Heat3dProblem {
  enum class Boundary { fixed, insulated, periodic };
  enum class Start { random, ball, rings, layers, sine };

  std::int64_t nx = 1, ny = 1, nz = 1;
  double number = 0.15;
  Boundary boundary = Boundary::fixed;
  Start start = Start::random;
  std::uint64_t seed = 1;
  std::int64_t cells() const { return nx * ny * nz; }
  /// Throws `Error` where the step would be unstable, naming the limit.
  static Heat3dProblem from(const Values& values);
};

/// A step reads `in` and writes all of `out`: nx * ny * nz reals of `precision`.
struct Heat3dStep {
  const void* in;
  void* out;
  int nx, ny, nz;
  Heat3dProblem::Boundary boundary;
  double number;
  Precision precision;
};

/// Heat conduction in a block of nx x ny x nz cubic cells, explicit in time, by the 7-point star:
///
///     T' = T + number * (sum of the six neighbours - 6 T)
///
/// with the diffusion number alpha dt / h^2, stable up to 1/6; at 1/6 it is Jacobi's method for
/// Laplace's equation. Border: `fixed` cells of the outermost layer keep their temperature;
/// `insulated` is a mirror at the outer edge of the border cells and `periodic` goes round: both
/// conserve the heat.
///
/// State: temperature, x fastest, then y, then z, in the precision of the variant. Temperature 0
/// ... 1 is shown as 0 ... 100 degrees Celsius.
struct Heat3d : WorkloadBase<Heat3dProblem, Heat3dStep> {
  using Boundary = Problem::Boundary;
  using Start = Problem::Start;

  static constexpr double largest_number = 1.0 / 6;

  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static HostState initial(const Problem& problem);
  static bool same_state(const Problem& a, const Problem& b);
  static Step bind(const Problem& problem, const StepMemory& memory);
  static PictureSpec picture(const Problem& problem, const Viewport&);
  static View view(const Problem& problem, const Values& values, const Launch&);
  static Variants<Heat3d> cpu_variants(), emulator_variants(), traced_variants(), cuda_variants();

  /// Of a launch whose threads ask for `requested` values a cell and pass, and make `time_steps` of
  /// each; without, for seven loads and a store, and one.
  static CostModel cost(const Problem& problem, Precision precision, double requested,
                        int time_steps = 1);
  static CostModel cost(const Problem& problem, const Launch& launch) {
    return cost(problem, precision_of(launch.values()), 8);
  }

  static std::vector<Values> check_problems(const Values& problem, const Launch& launch);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound);

  double time_step(const Problem& problem) const override { return problem.number; }
  std::vector<int> check_lengths(const Problem& problem, int time_steps) const override;
  std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                const Job& job) const override;
  std::size_t device_readout_bytes(const Problem& problem) const override;
  std::vector<Readout> readouts(const Problem& problem, const void* written) const override;
};

/// The weight of a neighbour in arithmetic of so many binary digits: the number, rounded to a
/// multiple of a unit so coarse that the weight of the cell itself, 1 minus the six others, is
/// exact. A rounding there would be the same in every step, and heat the whole block.
double heat3d_weight(double number, int digits);

}  // namespace livewarp
