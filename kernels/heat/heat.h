#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/workload/workload_traits.h"
#include "kernels/heat/heat_stencil.h"

namespace livewarp {

struct HeatProblem {
  enum class Start { random, disc, stripes, checker, sine, marked, figure, image };

  std::int64_t nx = 1, ny = 1;
  double number = 0.2;
  int radius = 1;
  HeatBoundary boundary = HeatBoundary::fixed;
  Start start = Start::random;
  std::uint64_t seed = 1;
  std::string image;  ///< path of the picture of that start; empty: a zone plate
  /// Throws `Error` where the step would be unstable, naming the limit.
  static HeatProblem from(const Values& values);
};

/// What a step has found beside the temperatures, if its variant does: the sum over all cells of
/// the squares of what has changed. It is that of a state if `steps` is the number of its steps; a
/// variant that finds nothing leaves it as it is.
struct HeatFound {
  double steps = 0, squared_change = 0;
};

/// A step reads `in` and writes all of `out`. Temperatures are nx * ny reals of `precision`.
struct HeatStep {
  const void* in;
  void* out;
  const std::uint8_t* marks;  ///< null: no cell is marked
  std::uint8_t* marks_to_paint;
  void* scratch;
  int nx, ny;
  int radius;
  HeatBoundary boundary;
  double number;
  Precision precision;
  std::span<const TextureArray> arrays;  ///< of a variant that asked for them
  bool scratch_kept;                     ///< as the last step left it; the marks are the same
  const HeatFound* found;                ///< by the step before
  HeatFound* to_find;
  std::int64_t index;  ///< of the step: how many were made before
};

/// Heat conduction in a plate of nx x ny square cells, explicit in time (FTCS):
///
///     T'(x, y) = T(x, y) + number * sum over k = 0 ... radius of
///                c_k (T(x + k, y) + T(x - k, y) + T(x, y + k) + T(x, y - k))
///
/// with the central differences c_k of order 2 * radius (see heat_stencil.h) and the diffusion
/// number alpha dt / h^2. Radius 1 is the 5-point star T + number * (sum of the four neighbours - 4
/// T). Jacobi's method for Laplace's equation replaces T by the mean of its neighbours, which is
/// the same step with number = 1/4.
///
/// Border: `fixed` cells (a ring as wide as the radius) keep their temperature; `insulated` is a
/// mirror at the outer edge of the border cells, so that nothing flows and the heat is conserved;
/// `periodic` goes round, and conserves it too.
///
/// Marks, one byte a cell: a `held` cell keeps its temperature (a source); an `insulator` has no
/// heat (its temperature is 0 and stays) and lets none through: no flow between it and its
/// neighbours, at radius 1. With a wider star an insulator is a cell held at 0.
///
/// State: temperature, row by row, in the precision of the variant; marks; what the step has found.
/// Temperature 0 ... 1 is shown as 0 ... 100 degrees Celsius.
struct Heat : WorkloadBase<HeatProblem, HeatStep> {
  using Start = Problem::Start;

  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static HostState initial(const Problem& problem);
  static bool same_state(const Problem& a, const Problem& b);
  static Step bind(const Problem& problem, const StepMemory& memory);
  static PictureSpec picture(const Problem& problem, const Viewport& viewport);
  static View view(const Problem& problem, const Values& values, const Launch& launch);
  /// By slabs of rows. A step of k time steps reads k radii beyond its own rows: a halo so wide
  /// keeps what its outer edge gets wrong, time step by time step, away from them.
  static constexpr bool divisible = true;
  static Partition partition(const Problem& problem, int time_steps);
  static Problem of_part(const Problem& problem, const PartRows& part);
  static std::vector<std::size_t> exchanged() { return {0}; }
  /// What the last step of a state has found; nothing if its variant finds nothing.
  static std::optional<HeatFound> found(const HostState& state);
  /// Radius of the brush, which is said as a share of the plate's width; it meets a cell at least.
  static double brush_cells(const Problem& problem, const Values& view);
  static Variants<Heat> cpu_variants(), emulator_variants(), traced_variants(), cuda_variants();

  /// Of a launch of `time_steps` whose threads ask for `requested` values a cell and step; without,
  /// for the star and the store.
  static CostModel cost(const Problem& problem, Precision precision, int time_steps,
                        double requested);
  static CostModel cost(const Problem& problem, const Launch& launch) {
    return cost(problem, precision_of(launch.values()), 1, star_values(problem));
  }
  static double star_values(const Problem& problem) { return 4.0 * problem.radius + 2; }

  static std::vector<Values> check_problems(const Values& problem, const Launch& launch);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound);

  Tolerance tolerance(Backend backend, Precision precision) const override;
  std::vector<Spot> moving(const Problem& problem, const Values& view, Seconds span) const override;
  double time_step(const Problem& problem) const override { return problem.number; }
  std::vector<int> check_lengths(const Problem& problem, int time_steps) const override;
  std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                const Job& job) const override;
  std::size_t device_readout_bytes(const Problem& problem) const override;
  std::vector<Readout> readouts(const Problem& problem, const void* written) const override;
};

}  // namespace livewarp
