#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "kernels/heat3d/heat3d_reference.h"

namespace livewarp {

namespace {

struct Size {
  std::int64_t nx, ny, nz;
};

Values sized(const Values& problem, Size size, const std::string& boundary) {
  return changed(problem, {{"nx", size.nx},
                           {"ny", size.ny},
                           {"nz", size.nz},
                           {"boundary", boundary},
                           {"start", std::string("random")},
                           {"equation", std::string("heat")}});
}

/// A little more than two blocks each way, of which a thread may take four cells of a row and, in
/// several steps, four rows; where a block marches, than two marches.
Size two_blocks(const Launch& launch) {
  if (!launch.values().contains("block")) return {101, 23, 11};
  const Dim3 block = launch.block();
  constexpr std::int64_t automatic = 5, most = 13;
  std::int64_t deep = block.z;
  if (launch.values().contains("planes")) deep = launch.integer("planes");
  const std::int64_t nz = std::min(2 * (deep > 0 ? deep : automatic) + 1, most);
  if (launch.values().contains("depth")) return {4 * block.x + 5, 8 * block.y + 1, nz};
  return {2 * block.x + 1, 2 * block.y + 1, nz};
}

}  // namespace

// Always from the random start: there every cell changes by about a quarter of the whole range, so
// that no wrong neighbour hides in the rounding. Once with rows of whole vectors, a warp of them
// and a rest.
std::vector<Values> Heat3d::check_problems(const Values& problem, const Launch& launch) {
  std::vector<Values> problems;
  for (const std::string boundary : {"fixed", "insulated", "periodic"})
    for (const Size size : {Size{1, 1, 1}, Size{1, 1, 7}, Size{7, 1, 1}, Size{1, 7, 1},
                            Size{33, 17, 9}, Size{136, 9, 5}, two_blocks(launch)})
      problems.push_back(sized(problem, size, boundary));
  return problems;
}

// Several time steps show what one hides: that launches follow one another, and errors that grow.
std::vector<int> Heat3d::check_lengths(const Problem& problem, int time_steps) const {
  constexpr std::int64_t most_cells = 33 * 17 * 9, steps = 8;
  if (problem.cells() > most_cells) return {1};
  return {1, int(ceil_div(steps, time_steps))};
}

// Where all seven temperatures are about T, the five sums of neighbours round by up to 16 T half
// steps, of which the number (at most 1/6) is left; the two products by T, and their sum by T: less
// than 5 T together. Half is computed in fp32 and rounds once, when it is stored.
std::vector<Discrepancy> Heat3d::compare(const Problem& problem, const HostState& in,
                                         const HostState& out, const CompareScope&,
                                         const Job& job) {
  const std::int64_t time_steps = out.steps - in.steps;
  const std::vector<double> reference = heat3d_reference(problem, in, time_steps, job);
  const double roundings = out.precision == Precision::half ? 2 : 5;
  const int digits = out.precision == Precision::fp64 ? std::numeric_limits<double>::digits
                                                      : std::numeric_limits<float>::digits;
  const double weight = heat3d_weight(problem.number, digits);
  return compare_temperatures(reference, in, out,
                              {roundings, 6 * std::abs(weight - problem.number)}, job);
}

std::vector<HostState> Heat3d::mutants(const Problem& problem, const HostState& sound) {
  const std::int64_t nx = problem.nx, ny = problem.ny, nz = problem.nz;
  const std::int64_t middle = (nz / 2 * ny + ny / 2) * nx + nx / 2;
  std::vector<HostState> mutants;
  const auto mutate = [&](const auto& change) {
    HostState mutant = sound;
    mutant.fields[0] = converted(sound.fields[0], sound.precision, Precision::fp32);
    change(reinterpret_cast<float*>(mutant.fields[0].data()));
    mutant.fields[0] = converted(mutant.fields[0], Precision::fp32, sound.precision);
    mutants.push_back(std::move(mutant));
  };
  const auto mirror = [](float* t, std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) t[i] = 1 - t[i];
  };
  mutate([&](float* t) { t[middle] += 0.5f; });               // a wrong cell
  mutate([&](float* t) { t[0] += 0.5f; });                    // in the corner
  mutate([&](float* t) { t[problem.cells() - 1] += 0.5f; });  // and in the last one
  mutate([&](float* t) { mirror(t, middle / nx * nx, (middle / nx + 1) * nx); });  // a row
  mutate([&](float* t) { mirror(t, nz / 2 * nx * ny, (nz / 2 + 1) * nx * ny); });  // a plane
  return mutants;
}

}  // namespace livewarp
