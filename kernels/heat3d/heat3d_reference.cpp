#include "kernels/heat3d/heat3d_reference.h"

#include "kernels/core/exec/parallel_rows.h"
#include "kernels/heat3d/heat3d_cpu_step.h"

namespace livewarp {

namespace {

double real(float value) { return value; }
double real(double value) { return value; }
double real(Half value) { return to_float(value); }

}  // namespace

// Lesson reference-fp64: Every sum in fp64, as the formula is written: what all other variants are
// compared with. It adds up differences, as heat flows, so that nothing of the temperature itself
// is lost in the sum.
template <class In, class Out>
void heat3d_reference_row(const Heat3d::Problem& problem, const In* in, std::int64_t row,
                          Out* out) {
  const std::int64_t nx = problem.nx;
  const bool periodic = problem.boundary == Heat3d::Boundary::periodic;
  const bool fixed = problem.boundary == Heat3d::Boundary::fixed;
  const Heat3dLines<In> lines = heat3d_lines(problem, in, row);
  const double number = problem.number;
  const auto next = [&](std::int64_t west, std::int64_t x, std::int64_t east) {
    const double t = real(lines.row[x]);
    return t + number * ((real(lines.row[west]) - t) + (real(lines.row[east]) - t) +
                         (real(lines.north[x]) - t) + (real(lines.south[x]) - t) +
                         (real(lines.below[x]) - t) + (real(lines.above[x]) - t));
  };
  const auto edge = [&](std::int64_t x) {
    const std::int64_t west = grid_neighbour(x - 1, nx, periodic);
    const std::int64_t east = grid_neighbour(x + 1, nx, periodic);
    store(out[x], fixed ? real(lines.row[x]) : next(west, x, east));
  };
  if (lines.kept) {
    for (std::int64_t x = 0; x < nx; ++x) store(out[x], real(lines.row[x]));
    return;
  }
  edge(0);
  for (std::int64_t x = 1; x < nx - 1; ++x) store(out[x], next(x - 1, x, x + 1));
  edge(nx - 1);
}

template void heat3d_reference_row(const Heat3d::Problem&, const float*, std::int64_t, float*);
template void heat3d_reference_row(const Heat3d::Problem&, const float*, std::int64_t, double*);
template void heat3d_reference_row(const Heat3d::Problem&, const double*, std::int64_t, double*);
template void heat3d_reference_row(const Heat3d::Problem&, const Half*, std::int64_t, Half*);
template void heat3d_reference_row(const Heat3d::Problem&, const Half*, std::int64_t, double*);

std::vector<double> heat3d_reference(const Heat3d::Problem& problem, const HostState& state,
                                     std::int64_t time_steps, const Job& job) {
  return temperatures_after(state, {problem.nx, problem.ny * problem.nz}, time_steps, job,
                            [&](const double* now, std::int64_t row, double* out) {
                              heat3d_reference_row(problem, now, row, out);
                            });
}

}  // namespace livewarp
