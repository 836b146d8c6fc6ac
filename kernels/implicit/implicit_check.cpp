// How a result is checked, and what is told of the plate.
#include <algorithm>
#include <cmath>

#include "kernels/core/exec/parallel_rows.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/implicit/implicit.h"

namespace livewarp {

namespace {

/// Half a step in fp64: a system for each line, whose cells are `along` apart, eliminated from its
/// far end, the other way round than variants do.
std::vector<double> half_step_after(const std::vector<double>& in, std::int64_t n,
                                    std::int64_t lines, std::int64_t along, std::int64_t across,
                                    double half_number, const Job& job) {
  std::vector<double> out(in.size());
  for_grid_rows(lines, n, job, [&](Range some) {
    std::vector<double> pivot(static_cast<std::size_t>(n));
    for (std::int64_t line = some.first; line < some.last; ++line) {
      const auto at = [&](std::int64_t i) { return std::size_t(i * along + line * across); };
      const bool edge = line == 0 || line == lines - 1;
      const auto free = [&](std::int64_t i) { return !edge && i > 0 && i < n - 1; };
      for (std::int64_t i = n - 1; i >= 0; --i) {
        const std::size_t cell = at(i);
        out[cell] = in[cell];
        pivot[std::size_t(i)] = 1;
        if (!free(i)) continue;
        const double flow = in[cell - std::size_t(across)] + in[cell + std::size_t(across)];
        const double share = half_number / pivot[std::size_t(i + 1)];  // of the equation behind
        const double couples_back = free(i + 1) ? half_number : 0;
        out[cell] = (1 - 2 * half_number) * in[cell] + half_number * flow + share * out[at(i + 1)];
        pivot[std::size_t(i)] = 1 + 2 * half_number - share * couples_back;
      }
      for (std::int64_t i = 0; i < n; ++i) {
        const double before = free(i) ? half_number * out[at(i - 1)] : 0;
        out[at(i)] = (out[at(i)] + before) / pivot[std::size_t(i)];
      }
    }
  });
  return out;
}

std::vector<double> reference_after(const Implicit::Problem& problem, const HostState& in,
                                    std::int64_t steps, const Job& job) {
  const auto* const from = field_as<float>(in, 0);
  std::vector<double> plate(from, from + problem.nx * problem.ny);
  const double half = double(float(problem.number)) / 2;  // as kernels are given it
  for (std::int64_t step = 0; step < steps; ++step) {
    plate = half_step_after(plate, problem.nx, problem.ny, 1, problem.nx, half, job);
    plate = half_step_after(plate, problem.ny, problem.nx, problem.nx, 1, half, job);
  }
  return plate;
}

}  // namespace

// Plates that are border alone, with one free cell, and with more unknowns than threads; steps
// below the explicit limit and far beyond it. At random, so that no wrong neighbour hides.
std::vector<Values> Implicit::check_problems(const Values& problem, const Launch& launch) {
  struct Size {
    std::int64_t nx, ny;
  };
  std::vector<Size> sizes{{1, 1}, {1, 7}, {7, 1}, {2, 5}, {3, 3}, {33, 65}, {64, 48}, {331, 21}};
  if (launch.values().contains("block"))
    sizes.push_back({beyond_blocks(launch.block().x, 300), beyond_blocks(launch.block().x, 300)});
  std::vector<Values> problems;
  for (const Size size : sizes)
    for (const double number : {0.2, 4.0, 90.0})
      problems.push_back(changed(problem, {{"nx", size.nx},
                                           {"ny", size.ny},
                                           {"number", number},
                                           {"start", std::string("random")}}));
  return problems;
}

std::vector<Discrepancy> Implicit::compare(const Problem& problem, const HostState& in,
                                           const HostState& out, const CompareScope&,
                                           const Job& job) {
  job.at(0);
  const std::vector<double> wanted = reference_after(problem, in, out.steps - in.steps, job);
  const auto* const result = field_as<float>(out, 0);
  Discrepancy found("temperature", 0x1p-24 * (1 + 2 * problem.number));
  for (std::int64_t i = 0; i < problem.nx * problem.ny; ++i) {
    const double is = double(result[i]);
    found.add(i, &is, &wanted[std::size_t(i)], 1);
  }
  return {found};
}

// Other cells: in the middle, beside it, and of the border.
std::vector<HostState> Implicit::mutants(const Problem& problem, const HostState& sound) {
  const std::int64_t middle = problem.ny / 2 * problem.nx + problem.nx / 2;
  std::vector<HostState> mutants(3, sound);
  const std::int64_t places[] = {middle, std::max<std::int64_t>(middle - 1, 0),
                                 problem.nx * problem.ny - 1};
  for (std::size_t i = 0; i < mutants.size(); ++i)
    field_as<float>(mutants[i], 0)[places[i]] += 0.5f;
  return mutants;
}

std::vector<Readout> Implicit::diagnose(const Problem& problem, const HostState& state,
                                        const Job& job) const {
  job.at(0);
  const auto* const t = field_as<float>(state, 0);
  double sum = 0;
  for (std::int64_t i = 0; i < problem.nx * problem.ny; ++i) sum += double(t[i]);
  constexpr double degrees = 100, explicit_limit = 0.25;
  return {{.id = "mean",
           .label = "Mean",
           .unit = "\u00b0C",
           .value = degrees * sum / double(problem.nx * problem.ny),
           .digits = 5,
           .help = "Of all cells. Heat leaves through the border, which keeps its temperature."},
          {.id = "explicit_steps",
           .label = "Explicit steps",
           .value = std::ceil(problem.number / explicit_limit),
           .digits = 4,
           .origin = Origin::model,
           .help = "As many steps of the explicit method, at its limit of stability, would take "
                   "the plate as far as one of these."}};
}

}  // namespace livewarp
