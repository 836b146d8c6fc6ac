#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "kernels/core/base/error.h"
#include "kernels/core/exec/parallel_rows.h"
#include "kernels/nbody/nbody.h"
#include "kernels/nbody/nbody_energy.h"
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

template <class Vec4>
Double3 difference(const Vec4& a, const Vec4& b) {
  return {double(a.x) - b.x, double(a.y) - b.y, double(a.z) - b.z};
}

/// Half a unit in the last place of `sum`, by which it may have been rounded.
template <class Real>
double half_unit(Real sum) {
  if (!std::isfinite(sum)) return 0;
  const Real size = std::abs(sum);
  return 0.5 * (double(std::nextafter(size, std::numeric_limits<Real>::max())) - size);
}

/// What a step adds to `old` at best, where `now` stands: the exact increment, but for half a unit
/// in the last place of the sum. A body far out moves in coarse fp32 steps, which is the state's
/// doing and not the variant's; and of two values as near as each other the last bit of the
/// increment chooses. With a second increment there are two sums: a variant may keep the first one
/// in the state's precision, and round once more.
template <class Vec4>
Double3 stored(const Vec4& old, const Vec4& now, const Double3& increment,
               const Double3& second = {}) {
  using Real = decltype(old.x);
  const auto added = [](Real from, Real to, double first, double then) {
    const double exact = first + then;
    if (!std::isfinite(to)) return exact;
    const double off = half_unit(to) + (then == 0 ? 0 : half_unit(Real(from + first)));
    return std::clamp(double(to) - from, exact - off, exact + off);
  };
  return {added(old.x, now.x, increment.x, second.x), added(old.y, now.y, increment.y, second.y),
          added(old.z, now.z, increment.z, second.z)};
}

/// The weights with which the old and the new acceleration enter a step of length dt.
struct Kicks {
  double before, after;
  Kicks(Nbody::Integrator integrator, double dt)
      : before(integrator == Nbody::Integrator::euler ? dt : 0.5 * dt), after(dt - before) {}
};

/// The energy as a step found it, against that of the bodies where they are now, in units of all
/// that was added up: a body has met itself too, which is taken off again. Every term of the
/// potential is rounded like one of a force. Where all pairs would take too long a sample of them
/// stands for all, within some 2 %.
template <class Vec4>
Discrepancy compare_found(const Nbody::Problem& problem, const NbodyFound& found,
                          const HostState& out, const CompareScope& scope, const Job& job) {
  constexpr double sample_error = 0.05;
  const auto [x, v, a] = bodies_of<Vec4>(out);
  const double softening = std::sqrt(reference_softening2(problem, out.precision));
  double kinetic = 0, of_itself = 0;
  for (std::int64_t i = 0; i < problem.n; ++i) {
    const double m = x[i].w, vx = v[i].x, vy = v[i].y, vz = v[i].z;
    kinetic += 0.5 * m * (vx * vx + vy * vy + vz * vz);
    of_itself += 0.5 * m * m / softening;
  }
  const bool sampled = scope.samples > 0 && scope.samples < problem.n;
  double potential =
      sampled ? sampled_potential(problem, out, job) : exact_potential(problem, out, job);
  if (sampled) {
    const double slack = sample_error * std::abs(potential);
    potential = std::clamp(found.potential, potential - slack, potential + slack);
  }
  Discrepancy energy("energy", kinetic + std::abs(potential) + of_itself);
  const std::array<double, 2> result{found.kinetic, found.potential}, wanted{kinetic, potential};
  energy.add(0, result.data(), wanted.data(), 2);
  return energy;
}

template <class Vec4>
std::vector<Discrepancy> compare_as(const Nbody::Problem& problem, const HostState& in,
                                    const HostState& out, const CompareScope& scope,
                                    const Job& job) {
  using Real = decltype(Vec4::x);
  Discrepancy moved("position increment"), pulled("acceleration"), kicked("velocity increment");
  const auto [x, v, a] = bodies_of<Vec4>(in);
  const auto [new_x, new_v, new_a] = bodies_of<Vec4>(out);
  const double dt = Real(problem.dt), softening2 = reference_softening2(problem, in.precision);
  const Kicks kick(problem.integrator, dt);
  const std::vector<std::int64_t> bodies = chosen_bodies(problem.n, scope);
  // Where the result says that the bodies are, with the masses that they must have kept.
  std::vector<Vec4> sources(new_x, new_x + problem.n);
  for (std::int64_t j = 0; j < problem.n; ++j) sources[std::size_t(j)].w = x[j].w;
  std::vector<Double3> accelerations(bodies.size());
  for_grid_rows(std::int64_t(bodies.size()), problem.n, job, [&](Range some) {
    for (std::int64_t k = some.first; k < some.last; ++k)
      accelerations[std::size_t(k)] = reference_acceleration(
          sources.data(), {0, problem.n}, new_x[bodies[std::size_t(k)]], softening2);
  });
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const std::int64_t i = bodies[k];
    const Double3 now = accelerations[k];
    add(pulled, i, {new_a[i].x, new_a[i].y, new_a[i].z}, now);
    const Double3 drifting{v[i].x + kick.before * a[i].x, v[i].y + kick.before * a[i].y,
                           v[i].z + kick.before * a[i].z};
    // The mass must come along with the position; lost or changed mass counts in units of the mean.
    add(moved, i, difference(new_x[i], x[i]),
        stored(x[i], new_x[i], {dt * drifting.x, dt * drifting.y, dt * drifting.z}),
        double(problem.n) * (double(new_x[i].w) - x[i].w));
    add(kicked, i, difference(new_v[i], v[i]),
        stored(v[i], new_v[i], {kick.before * a[i].x, kick.before * a[i].y, kick.before * a[i].z},
               {kick.after * now.x, kick.after * now.y, kick.after * now.z}));
  }
  job.at(1);
  std::vector<Discrepancy> compared{moved, pulled, kicked};
  if (const auto found = Nbody::found(out))
    compared.push_back(compare_found<Vec4>(problem, *found, out, scope, job));
  return compared;
}

template <class Vec4>
std::vector<HostState> mutants_as(const Nbody::Problem& problem, const HostState& sound) {
  using Real = decltype(Vec4::x);
  const std::int64_t n = problem.n, middle = n / 2;
  std::vector<HostState> mutants;
  const auto mutate = [&](const auto& change) {
    HostState mutant = sound;
    change(field<Vec4>(mutant, 0), field<Vec4>(mutant, 1), field<Vec4>(mutant, 2));
    mutants.push_back(std::move(mutant));
  };
  // A single body pulls nobody, so its mass does not matter.
  if (n > 1) {
    mutate([&](Vec4* x, Vec4*, Vec4*) { x[middle].w = 0; });
    mutate([&](Vec4* x, Vec4*, Vec4*) { x[n - 1].w = 0; });
  }
  if (n > 64) {
    mutate([&](Vec4* x, Vec4*, Vec4*) {
      for (std::int64_t j = 32; j < 64; ++j) x[j].w = 0;
    });
  }
  // More than a tree of monopoles may be wrong by in a step of 0.25.
  mutate([&](Vec4* x, Vec4*, Vec4*) { x[middle].y += Real(0.02); });
  mutate([&](Vec4*, Vec4* v, Vec4*) { v[middle].z += Real(0.02); });
  mutate([&](Vec4*, Vec4*, Vec4* a) { a[middle].x += Real(0.1); });
  return mutants;
}

}  // namespace

std::vector<Values> Nbody::check_problems(const Values& problem, const Launch& launch) {
  std::vector<std::int64_t> sizes{1, 31, 33, 1000, 2051};
  if (launch.values().contains("block")) {
    // One body more than whole blocks hold: where a forgotten remainder would show.
    const bool items = launch.values().contains("items");
    const auto per_block =
        std::int64_t(launch.block().count()) * (items ? launch.integer("items") : 1);
    for (const std::int64_t size : {per_block - 1, per_block + 1})
      if (std::ranges::find(sizes, size) == sizes.end() && size <= 4099) sizes.push_back(size);
  }
  // A variant that sums tiles far away otherwise than near ones does so only where no body has more
  // than 1/5000 of the mass: masses of a Plummer sphere go up to 1.5 / n. Parts of the sources are
  // parts of the same tiles, so that once is enough.
  if (launch.values().contains("tile") && launch.integer("split") == 0) sizes.push_back(7703);
  std::vector<Values> problems;
  for (const std::int64_t size : sizes) {
    Values sized = changed(Nbody().checkable(problem), {{"n", size}});
    if (get_text(sized, "start") == "file") sized["start"] = std::string("plummer");  // of any size
    problems.push_back(std::move(sized));
  }
  return problems;
}

// What a step adds to a position is rounded to the fp32 steps of the position itself. With
// dt = 1e-3 little of the increment is left after that, and of the force's share in it, which goes
// with dt squared, nothing: a force that is wholly wrong would hide. At dt = 0.25 the increments
// are about as large as what they are added to. One such step is bad physics and good arithmetic.
Values Nbody::checkable(const Values& problem) const { return changed(problem, {{"dt", 0.25}}); }

double Nbody::reference_seconds(const Problem& problem) const {
  return double(problem.n) * double(problem.n) / reference_rate;
}

// What is left after rounding: sums of thousands of terms.
Tolerance Nbody::tolerance(Backend backend, Precision precision) const {
  if (precision != Precision::fp32) return WorkloadBase::tolerance(backend, precision);
  return {backend == Backend::cuda ? 5e-6 : 1e-6, 1e-4, {}};
}

std::vector<Discrepancy> Nbody::compare(const Problem& problem, const HostState& in,
                                        const HostState& out, const CompareScope& scope,
                                        const Job& job) {
  if (in.precision != out.precision)
    throw Error("a step keeps the precision of its state: a comparison needs both in one");
  return with_vec4(in.precision, [&]<class Vec4>(Vec4) {
    return compare_as<Vec4>(problem, in, out, scope, job);
  });
}

std::vector<HostState> Nbody::mutants(const Problem& problem, const HostState& sound) {
  return with_vec4(sound.precision,
                   [&]<class Vec4>(Vec4) { return mutants_as<Vec4>(problem, sound); });
}

}  // namespace livewarp
