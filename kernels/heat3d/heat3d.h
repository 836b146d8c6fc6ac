#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/core/typed_workload.h"

namespace livewarp {

/// Heat conduction in a block of nx x ny x nz cubic cells, explicit in time, by the 7-point star:
///
///     T' = T + number * (sum of the six neighbours - 6 T)
///
/// with the diffusion number alpha dt / h^2, stable up to 1/6; at 1/6 it is Jacobi's method for
/// Laplace's equation. Border: `fixed` cells of the outermost layer keep their temperature; `insulated` is a
/// mirror at the outer edge of the border cells and `periodic` goes round: both conserve the heat.
///
/// State: temperature, x fastest, then y, then z, in the precision of the row. Temperature 0 ... 1 is shown
/// as 0 ... 100 degrees Celsius.
struct Heat3d {
  enum class Boundary { fixed, insulated, periodic };
  enum class Start { random, ball, layers, sine };

  struct Problem {
    std::int64_t nx = 1, ny = 1, nz = 1;
    double number = 0.15;
    Boundary boundary = Boundary::fixed;
    Start start = Start::random;
    std::uint64_t seed = 1;
    std::int64_t cells() const { return nx * ny * nz; }
    /// Throws `Error` where the step would be unstable, naming the limit.
    static Problem from(const Values& values);
  };

  /// A step reads `in` and writes all of `out`: nx * ny * nz reals of `precision`.
  struct Step {
    const void* in;
    void* out;
    int nx, ny, nz;
    Boundary boundary;
    double number;
    Precision precision;
  };

  static constexpr double degrees_per_unit = 100;
  static constexpr double largest_number = 1.0 / 6;

  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static Step bind(const Problem& problem, const std::vector<void*>& in,
                   const std::vector<void*>& out, void* scratch, const Launch& launch, bool marked);
  static HostState initial(const Problem& problem);
  static std::optional<Problem> priming(const Problem&) { return std::nullopt; }
  static bool same_state(const Problem& a, const Problem& b);
  static double time_step(const Problem& problem) { return problem.number; }
  static PictureSpec picture(const Problem& problem);
  static View view(const Problem& problem, const Values& values);

  static Rows<Heat3d> cpu_rows(), simt_rows(), traced_rows(), cuda_rows();

  static std::vector<Values> check_problems(const Values& problem, const Launch& launch);
  static std::vector<int> check_lengths(const Problem& problem, int time_steps);
  static Values checkable(const Values& problem) { return problem; }
  static double reference_seconds(const Problem&) { return 0; }  // quick: always all cells
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound);
  static std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                       const Job& job);
  /// What kernels write who take stock of a block, in bytes and as readouts.
  static std::size_t stock_bytes(const Problem& problem);
  static std::vector<Readout> readouts(const Problem& problem, const void* written);

  /// Of a row whose threads ask for `requested` values a cell and pass, and make `time_steps` of each.
  static Work work(const Problem& problem, Precision precision, double requested,
                   int time_steps = 1);
};

/// The weight of a neighbour in arithmetic of so many binary digits: the number, rounded to a multiple of
/// a unit so coarse that the weight of the cell itself, 1 minus the six others, is exact. A rounding there
/// would be the same in every step, and heat the whole block.
double heat3d_weight(double number, int digits);

}  // namespace livewarp
