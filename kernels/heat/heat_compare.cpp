#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "kernels/core/model/block_rule.h"
#include "kernels/grids/grid.h"
#include "kernels/heat/heat.h"
#include "kernels/heat/heat_reference.h"

namespace livewarp {

namespace {

struct Size {
  std::int64_t nx, ny;
};

Values sized(const Values& problem, Size size, const std::string& boundary) {
  return changed(problem, {{"nx", size.nx},
                           {"ny", size.ny},
                           {"boundary", boundary},
                           {"start", std::string("random")},
                           {"equation", std::string("heat")}});
}

Values with_radius(const Values& values, std::int64_t radius) {
  const double limit = 0.9 * heat_largest_number(int(radius), 2);
  return changed(values,
                 {{"radius", radius}, {"number", std::min(get_real(values, "number"), limit)}});
}

/// A little more than two blocks each way; of a variant without blocks, than what a thread or a
/// warp takes at once, with rows that begin where vectors need them to and with others.
std::vector<Size> larger_sizes(const Launch& launch) {
  if (!launch.values().contains("block")) return {{601, 131}, {604, 133}};
  const Dim3 block = launch.block();
  return {{beyond_blocks(block.x, 600), beyond_blocks(block.y, 70)}};
}

/// A cell near the middle that is not marked, nor its eastern neighbour.
std::int64_t free_pair(const Heat::Problem& problem, const HostState& state) {
  const std::int64_t first = problem.ny / 2 * problem.nx + problem.nx / 2;
  for (std::int64_t i = first; i + 1 < (problem.ny / 2 + 1) * problem.nx; ++i)
    if (state.fields[1][std::size_t(i)] == std::byte{} &&
        state.fields[1][std::size_t(i + 1)] == std::byte{})
      return i;
  return first;
}

/// By how many half steps of the precision a time step may miss a plate that is about T everywhere,
/// in units of T. Of each ring of the star two pairs are summed (2 and 2), their sums too (4), and
/// the product with the weight is rounded (4 again): 12 |weight|. The cell's own product rounds by
/// |centre|, each sum of rings by all weights together. Closed sides add a product and a sum. Half
/// is computed in fp32 and rounds once, when it is stored.
double roundings_a_step(const Heat::Problem& problem, Precision precision) {
  if (precision == Precision::half) return 2;
  const auto weights = heat_weights(problem.radius);
  double sum = 0, all = 0;
  for (int k = 1; k <= problem.radius; ++k) {
    sum += 4 * problem.number * weights[std::size_t(k)];
    all += 4 * problem.number * std::abs(weights[std::size_t(k)]);
  }
  all += std::abs(1 - sum);
  return (3 + problem.radius) * all + 2;
}

/// The weights of CUDA variants against the exact ones, all neighbours together.
double weights_off(const Heat::Problem& problem, Precision precision) {
  const int digits = precision == Precision::fp64 ? std::numeric_limits<double>::digits
                                                  : std::numeric_limits<float>::digits;
  const auto c = heat_weights(problem.radius);
  double off = 0;
  for (int k = 1; k <= problem.radius; ++k) {
    const double exact = problem.number * c[std::size_t(k)];
    off += 4 * std::abs(heat_variant_weight(exact, problem.radius, digits) - exact);
  }
  return off;
}

/// How far roundings of 1 in every step may take the last step's change, in the root mean square. A
/// step is a symmetric matrix A, and j steps after a rounding its share in a change is (A - 1) A^j:
/// at most the largest |(1 - l) l^j| of an eigenvalue l of A, which lies between -1, where the step
/// would be unstable, and 1.
double roundings_of_last_change(const Heat::Problem& problem, std::int64_t steps) {
  const double lowest = 1 - 2 * problem.number / heat_largest_number(problem.radius, 2);
  double all = 1;
  for (std::int64_t j = 0; j + 1 < steps; ++j) {
    const auto n = double(j);
    const double smooth = std::pow(n / (n + 1), n) / (n + 1);
    const double rough = lowest < 0 ? (1 - lowest) * std::pow(-lowest, n) : 0;
    all += std::max(smooth, rough);
  }
  return all;
}

/// The change of the last step as it was found, against that of the stored temperatures, or, where
/// those before it are gone, of the reference's, but for what rounding has hidden of it.
Discrepancy compare_found(const Heat::Problem& problem, const HeatFound& found, const HostState& in,
                          const HostState& out, const std::vector<double>& reference,
                          const Job& job) {
  const std::int64_t steps = out.steps - in.steps, cells = problem.nx * problem.ny;
  const RealView before(in.fields.at(0).data(), in.precision);
  const RealView after(out.fields.at(0).data(), out.precision);
  const std::vector<double> earlier =
      steps > 1 ? heat_reference(problem, in, steps - 1, job) : std::vector<double>();
  double squares = 0;
  for (std::int64_t i = 0; i < cells; ++i) {
    const auto at = std::size_t(i);
    const double change = steps > 1 ? reference[at] - earlier[at] : after[i] - before[i];
    squares += change * change;
  }
  const double wanted = std::sqrt(squares / double(cells));
  const double rounding = roundings_a_step(problem, out.precision) * half_step(out.precision);
  const double hidden = steps > 1 ? rounding * roundings_of_last_change(problem, steps) : 0;
  const double result =
      wanted + beyond_slack(std::sqrt(found.squared_change / double(cells)) - wanted, hidden);
  Discrepancy residual("residual");
  residual.add(0, &result, &wanted, 1);
  return residual;
}

}  // namespace

// Always from the random start: there every cell changes by about a quarter of the whole range, so
// that no wrong neighbour hides in the rounding.
std::vector<Values> Heat::check_problems(const Values& problem, const Launch& launch) {
  std::vector<Values> problems;
  for (const std::string boundary : {"fixed", "insulated", "periodic"}) {
    // Odd sizes, and one whose rows begin where vectors and textures need them to.
    for (const Size size : {Size{1, 1}, {1, 7}, {7, 1}, {33, 65}, {48, 21}})
      problems.push_back(with_radius(sized(problem, size, boundary), 1));
    for (const std::int64_t radius : {2, heat_most_radius})
      problems.push_back(with_radius(sized(problem, {33, 65}, boundary), radius));
    const std::vector<Size> larger = larger_sizes(launch);
    for (const Size size : larger)
      problems.push_back(with_radius(sized(problem, size, boundary), 1));
    for (const Size size : {Size{33, 65}, larger.back()})
      problems.push_back(changed(with_radius(sized(problem, size, boundary), 1),
                                 {{"start", std::string("marked")}}));
  }
  return problems;
}

// A hundred time steps show what one hides: that launches follow one another, and errors that grow.
std::vector<int> Heat::check_lengths(const Problem& problem, int time_steps) const {
  constexpr std::int64_t most_cells = 33 * 65, steps = 100;
  const bool small = problem.nx * problem.ny <= most_cells;
  if (!small || problem.radius > 1 || problem.start != Start::random) return {1};
  return {1, int(ceil_div(steps, time_steps))};
}

// What is left after rounding: the mean of five. A residual that is found in fp32 within a block of
// 1,024 threads takes part in 10 additions, after a difference and a square: 13 roundings of 2^-24,
// of which the root leaves half, 4e-7; blocks are added up in fp64.
Tolerance Heat::tolerance(Backend backend, Precision precision) const {
  if (precision != Precision::fp64) return WorkloadBase::tolerance(backend, precision);
  return {1e-14, 1e-12, {}};
}

std::vector<Discrepancy> Heat::compare(const Problem& problem, const HostState& in,
                                       const HostState& out, const CompareScope&, const Job& job) {
  const std::int64_t time_steps = out.steps - in.steps;
  const std::vector<double> reference = heat_reference(problem, in, time_steps, job);
  std::vector<Discrepancy> compared = compare_temperatures(
      reference, in, out,
      {roundings_a_step(problem, out.precision), weights_off(problem, out.precision)}, job);
  if (const auto found = Heat::found(out))
    compared.push_back(compare_found(problem, *found, in, out, reference, job));
  return compared;
}

std::vector<HostState> Heat::mutants(const Problem& problem, const HostState& sound) {
  const std::int64_t nx = problem.nx, ny = problem.ny, y = ny / 2;
  const std::int64_t ring = problem.boundary == HeatBoundary::fixed ? problem.radius : 0;
  const std::int64_t middle = free_pair(problem, sound);
  HostState as_fp32 = sound;
  as_fp32.fields[0] = converted(sound.fields[0], sound.precision, Precision::fp32);
  as_fp32.precision = Precision::fp32;
  std::vector<HostState> mutants;
  const auto mutate = [&](const auto& change) {
    HostState mutant = as_fp32;
    change(reinterpret_cast<float*>(mutant.fields[0].data()),
           reinterpret_cast<std::uint8_t*>(mutant.fields[1].data()));
    mutant.fields[0] = converted(mutant.fields[0], Precision::fp32, sound.precision);
    mutant.precision = sound.precision;
    mutants.push_back(std::move(mutant));
  };
  mutate([&](float* t, std::uint8_t*) { t[middle] += 0.5f; });
  mutate([&](float* t, std::uint8_t*) { t[nx * ny - 1] += 0.5f; });
  mutate([&](float* t, std::uint8_t*) {
    for (std::int64_t i = y * nx; i < (y + 1) * nx; ++i) t[i] = 1 - t[i];
  });
  // A mark makes no difference where nothing flows.
  const bool flows = std::min(nx, ny) > 2 * ring + 2;
  if (!flows) return mutants;
  // One tap: what flows between the middle and its eastern neighbour.
  mutate(
      [&](float*, std::uint8_t* marks) { marks[middle + 1] = std::uint8_t(CellMark::insulator); });
  mutate([&](float*, std::uint8_t* marks) { marks[middle] = std::uint8_t(CellMark::held); });
  const auto* marks = reinterpret_cast<const std::uint8_t*>(sound.fields[1].data());
  const auto* const end = marks + nx * ny;
  const auto* const wall = std::find(marks, end, std::uint8_t(CellMark::insulator));
  if (wall != end)
    mutate([&](float*, std::uint8_t* of) {
      std::replace(of, of + nx * ny, std::uint8_t(CellMark::insulator),
                   std::uint8_t(CellMark::none));
    });
  return mutants;
}

}  // namespace livewarp
