#include <algorithm>
#include <array>
#include <numeric>
#include <random>

#include "kernels/nbody/nbody.h"
#include "kernels/nbody/nbody_reference.h"

namespace livewarp {

namespace {

/// Which bodies a comparison looks at: all, or distinct random ones in ascending order.
std::vector<std::int64_t> chosen_bodies(std::int64_t n, const CompareScope& scope) {
  std::vector<std::int64_t> all(std::size_t(n), 0);
  std::iota(all.begin(), all.end(), 0);
  if (scope.samples <= 0 || scope.samples >= n) return all;
  std::vector<std::int64_t> some;
  std::mt19937_64 random(scope.seed);
  std::sample(all.begin(), all.end(), std::back_inserter(some), scope.samples, random);
  return some;
}

/// `extra` is a fourth number that ought to be 0.
void add(Discrepancy& into, std::int64_t i, const Double3& result, const Double3& reference,
         double extra = 0) {
  const std::array<double, 4> a{result.x, result.y, result.z, extra};
  const std::array<double, 4> b{reference.x, reference.y, reference.z, 0};
  into.add(i, a.data(), b.data(), 4);
}

Double3 difference(const Float4& a, const Float4& b) {
  return {double(a.x) - b.x, double(a.y) - b.y, double(a.z) - b.z};
}

/// The nearest fp32 value. Volatile, because g++ 12 leaves out a rounding to fp32 and back when it
/// vectorises neighbouring components (-O2 and above).
double nearest_fp32(double value) {
  volatile float nearest = float(value);
  return nearest;
}

/// What an exact step adds to `old` where the sum is kept in fp32: a body far out moves in coarse
/// fp32 steps, which is the state's doing and not the row's.
Double3 stored(const Float4& old, const Double3& increment) {
  return {nearest_fp32(old.x + increment.x) - old.x, nearest_fp32(old.y + increment.y) - old.y,
          nearest_fp32(old.z + increment.z) - old.z};
}

}  // namespace

std::vector<Values> Nbody::check_problems(const Values& problem, const Launch& launch) {
  std::vector<std::int64_t> sizes{1, 31, 33, 1000, 4099};
  if (launch.values().contains("block")) {
    // One body more than whole blocks hold: where a forgotten remainder would show.
    const bool items = launch.values().contains("items");
    const auto per_block =
        std::int64_t(launch.block().count()) * (items ? launch.integer("items") : 1);
    for (const std::int64_t size : {per_block - 1, per_block + 1})
      if (std::ranges::find(sizes, size) == sizes.end() && size <= 4099) sizes.push_back(size);
  }
  std::vector<Values> problems;
  for (const std::int64_t size : sizes) {
    Values sized = checkable(problem);
    sized["n"] = size;
    problems.push_back(std::move(sized));
  }
  return problems;
}

// What a step adds to a position is rounded to the fp32 steps of the position itself. With
// dt = 1e-3 little of the increment is left after that, and of the force's share in it, which goes
// with dt squared, nothing: a force that is wholly wrong would hide. At dt = 0.25 the increments are
// about as large as what they are added to. One such step is bad physics and good arithmetic.
Values Nbody::checkable(const Values& problem) {
  Values values = problem;
  values["dt"] = 0.25;
  return values;
}

double Nbody::reference_seconds(const Problem& problem) {
  return double(problem.n) * double(problem.n) / reference_rate;
}

std::vector<Discrepancy> Nbody::compare(const Problem& problem, const HostState& in,
                                        const HostState& out, const CompareScope& scope,
                                        const Job& job) {
  Discrepancy moved("position increment"), pulled("acceleration"), kicked("velocity increment");
  const Float4 *x = field(in, 0), *v = field(in, 1), *a = field(in, 2);
  const Float4 *new_x = field(out, 0), *new_v = field(out, 1), *new_a = field(out, 2);
  const double dt = float(problem.dt), softening2 = reference_softening2(problem);
  const std::vector<std::int64_t> bodies = chosen_bodies(problem.n, scope);
  // Where the result says that the bodies are, with the masses that they must have kept.
  std::vector<Float4> sources(new_x, new_x + problem.n);
  for (std::int64_t j = 0; j < problem.n; ++j) sources[std::size_t(j)].w = x[j].w;
  // Between two looks at the stop token pass about 5 ms.
  const std::size_t look = std::size_t(std::max(1.0, 1e6 / double(problem.n)));
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    if (k % look == 0) job.at(double(k) / double(bodies.size()));
    const std::int64_t i = bodies[k];
    const Double3 now =
        reference_acceleration(sources.data(), {0, problem.n}, new_x[i], softening2);
    add(pulled, i, {new_a[i].x, new_a[i].y, new_a[i].z}, now);
    // The mass must come along with the position; lost or changed mass counts in units of the mean.
    add(moved, i, difference(new_x[i], x[i]),
        stored(x[i], {dt * (v[i].x + 0.5 * dt * a[i].x), dt * (v[i].y + 0.5 * dt * a[i].y),
                      dt * (v[i].z + 0.5 * dt * a[i].z)}),
        double(problem.n) * (double(new_x[i].w) - x[i].w));
    add(kicked, i, difference(new_v[i], v[i]),
        stored(v[i], {0.5 * dt * (a[i].x + now.x), 0.5 * dt * (a[i].y + now.y),
                      0.5 * dt * (a[i].z + now.z)}));
  }
  job.at(1);
  return {moved, pulled, kicked};
}

std::vector<HostState> Nbody::mutants(const Problem& problem, const HostState& sound) {
  const std::int64_t n = problem.n, middle = n / 2;
  std::vector<HostState> mutants;
  const auto mutate = [&](const auto& change) {
    HostState mutant = sound;
    change(field(mutant, 0), field(mutant, 1), field(mutant, 2));
    mutants.push_back(std::move(mutant));
  };
  // A single body pulls nobody, so its mass does not matter.
  if (n > 1) {
    mutate([&](Float4* x, Float4*, Float4*) { x[middle].w = 0; });
    mutate([&](Float4* x, Float4*, Float4*) { x[n - 1].w = 0; });
  }
  if (n > 64) {
    mutate([&](Float4* x, Float4*, Float4*) {
      for (std::int64_t j = 32; j < 64; ++j) x[j].w = 0;
    });
  }
  mutate([&](Float4* x, Float4*, Float4*) { x[middle].y += 0.01f; });
  mutate([&](Float4*, Float4* v, Float4*) { v[middle].z += 0.01f; });
  mutate([&](Float4*, Float4*, Float4* a) { a[middle].x += 0.1f; });
  return mutants;
}

}  // namespace livewarp
