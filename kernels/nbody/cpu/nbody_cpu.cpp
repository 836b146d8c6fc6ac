#include <algorithm>
#include <cmath>

#include "kernels/core/measure/verification.h"
#include "kernels/core/model/vector_isa.h"
#include "kernels/nbody/cpu/nbody_cpu_hwy.h"
#include "kernels/nbody/cpu/nbody_cpu_tree.h"
#include "kernels/nbody/cpu/nbody_host_step.h"
#include "kernels/nbody/nbody.h"
#include "kernels/nbody/nbody_reference.h"

namespace livewarp {

namespace {

/// Groups of `granule` bodies in a piece, which should take about a millisecond at `rate`
/// interactions per second, so that a step can be stopped between pieces, and be one of several for
/// each thread.
std::int64_t groups_of_piece(std::int64_t n, std::int64_t sources, double rate,
                             std::int64_t granule, int threads) {
  const auto bodies = std::int64_t(0.001 * rate / double(sources));
  return std::max<std::int64_t>(1, std::min(bodies, n / (8 * threads)) / granule);
}

/// The step on the host. `pull(bodies, sources)` adds to step.out.acceleration; it is called with
/// at most `most_sources` sources, so that even a piece of few bodies among millions is short. Vec4
/// is what the state holds, Real the precision of the increments.
template <class Vec4, class Real, class Pull>
void host_step(const Nbody::Step& step, Exec& exec, int threads, double rate, std::int64_t granule,
               const Pull& pull) {
  constexpr std::int64_t most_sources = 262'144;
  const std::int64_t n = step.n, bodies = step.own.size();
  integrated_step<Vec4, Real>(step, exec, threads, [&] {
    for (std::int64_t first = 0; first < n; first += most_sources) {
      const Range sources{first, std::min(first + most_sources, n)};
      const std::int64_t grain = groups_of_piece(bodies, sources.size(), rate, granule, threads);
      exec.for_range(ceil_div(bodies, granule), grain, threads, [&](Range range) {
        pull(Range{step.own.first + range.first * granule,
                   std::min(step.own.first + range.last * granule, step.own.last)},
             sources);
      });
    }
  });
}

template <class Vec4>
void add_to(Vec4& sum, double x, double y, double z) {
  using Real = decltype(Vec4::x);
  sum = {Real(sum.x + x), Real(sum.y + y), Real(sum.z + z), 0};
}

// Lesson scalar: One core, one pair at a time, as the formula is written. The compiler may not
// reorder a sum, so it cannot vectorize, and the root and the division make every pair
// wait. This is the baseline that speed-ups are often, and often wrongly, quoted against.
//
// Sums of 128 terms are added up, not one of millions: each addition rounds in proportion to the
// sum so far, and beside the pull of a close neighbour small ones would be lost.
template <class Vec4>
void scalar_pull(const Nbody::Step& step, Range bodies, Range sources) {
  using Real = decltype(Vec4::x);
  constexpr std::int64_t tile = 128;
  const auto out = step.out.as<Vec4>();
  const Vec4* const all = out.position;
  const Real softening2 = Real(step.softening2);
  for (std::int64_t i = bodies.first; i < bodies.last; ++i) {
    const Vec4 at = all[i];
    Real ax = 0, ay = 0, az = 0;
    for (std::int64_t first = sources.first; first < sources.last; first += tile) {
      Real tx = 0, ty = 0, tz = 0;
      for (std::int64_t j = first; j < std::min(first + tile, sources.last); ++j) {
        const Real dx = all[j].x - at.x, dy = all[j].y - at.y, dz = all[j].z - at.z;
        const Real r2 = dx * dx + dy * dy + dz * dz + softening2;
        const Real strength = all[j].w / (r2 * std::sqrt(r2));
        tx += strength * dx;
        ty += strength * dy;
        tz += strength * dz;
      }
      ax += tx;
      ay += ty;
      az += tz;
    }
    add_to(out.acceleration[i], ax, ay, az);
  }
}

// Lesson reference-fp64: Every distance, root and sum in fp64, one pair after the other: slow,
// plain, and what all other variants are compared with. With positions and velocities kept in fp32
// it shows what arithmetic alone changes.
template <class Vec4>
void reference_pull(const Nbody::Step& step, Range bodies, Range sources) {
  const auto out = step.out.as<Vec4>();
  for (std::int64_t i = bodies.first; i < bodies.last; ++i) {
    const Double3 a =
        reference_acceleration(out.position, sources, out.position[i], step.softening2);
    add_to(out.acceleration[i], a.x, a.y, a.z);
  }
}

/// Work of a launch that reads a source once for `group` bodies.
CostModel host_cost(const Nbody::Problem& problem, const Launch& launch, std::int64_t group) {
  const auto n = double(problem.n);
  CostModel cost = Nbody::cost(problem, launch, 0);
  const double sources = n * double(ceil_div(problem.n, group));
  // Drift: 3 reads, 2 writes; forces: 1 read, and a sum to read and write; kick: 3 and 1.
  cost.requested_bytes =
      (sources + (5 + 3 + 4) * n) * 4 * double(bytes_of(precision_of(launch.values())));
  return cost;
}
CostModel pairwise_cost(const Nbody::Problem& problem, const Launch& launch) {
  return host_cost(problem, launch, 1);
}
CostModel vector_cost(const Nbody::Problem& problem, const Launch& launch) {
  return host_cost(problem, launch,
                   vector_group(launch.text("isa"), precision_of(launch.values())));
}

void reference_step(const Nbody::Step& step, const Launch& launch, Exec& exec) {
  with_vec4(step.precision, [&]<class Vec4>(Vec4) {
    host_step<Vec4, double>(
        step, exec, launch.threads(), reference_rate, 1,
        [&](Range bodies, Range sources) { reference_pull<Vec4>(step, bodies, sources); });
  });
}

void scalar_step(const Nbody::Step& step, const Launch&, Exec& exec) {
  constexpr double rate = 2.5e8;
  with_vec4(step.precision, [&]<class Vec4>(Vec4) {
    host_step<Vec4, decltype(Vec4::x)>(step, exec, 1, rate, 1, [&](Range bodies, Range sources) {
      scalar_pull<Vec4>(step, bodies, sources);
    });
  });
}

void vector_step(const Nbody::Step& step, const Launch& launch, Exec& exec) {
  const double rate = step.precision == Precision::fp64 ? 1.5e9 : 4e9;
  const std::string& isa = launch.text("isa");
  with_vec4(step.precision, [&]<class Vec4>(Vec4) {
    using Real = decltype(Vec4::x);
    const auto out = step.out.as<Vec4>();
    host_step<Vec4, Real>(
        step, exec, launch.threads(), rate, vector_granule, [&](Range bodies, Range sources) {
          vector_pull(isa, out.position, out.acceleration, bodies, sources, Real(step.softening2));
        });
  });
}

void publish_points(const Nbody::Step& step, const Nbody::Problem&, const Launch&,
                    const Picture& picture, Exec& exec) {
  auto* points = static_cast<Float4*>(picture.memory);
  const float inverse_top_speed = float(1 / picture.top);
  with_vec4(step.precision, [&]<class Vec4>(Vec4) {
    const auto in = step.in.as<const Vec4>();
    exec.for_range(step.n, 65'536, 1, [&](Range range) {
      for (std::int64_t i = range.first; i < range.last; ++i) {
        const Vec4 &x = in.position[i], &v = in.velocity[i];
        const auto speed = float(std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z));
        points[i] = {float(x.x), float(x.y), float(x.z),
                     std::clamp(speed * inverse_top_speed, 0.0f, 1.0f)};
      }
    });
  });
}

}  // namespace

Variants<Nbody> Nbody::cpu_variants() {
  auto reference = cpu_variant<Nbody>("reference-fp64", "Reference fp64", reference_step);
  reference.topic = "L1.8";
  reference.axes = {precision_axis({Precision::fp64, Precision::fp32}, Precision::fp64),
                    threads_axis("bodies")};
  reference.cost = pairwise_cost;

  auto scalar = cpu_variant<Nbody>("scalar", "Scalar", scalar_step);
  scalar.topic = "L1.1";
  scalar.axes = {precision_axis({Precision::fp32, Precision::fp64})};
  scalar.cost = pairwise_cost;

  auto vector = cpu_variant<Nbody>("vector", "Vectorized", vector_step);
  vector.topic = "L1.1";
  vector.source = "Tanikawa et al.: Phantom-GRAPE, New Astronomy 17 (2012)";
  vector.axes = {
      precision_axis({Precision::fp32, Precision::fp64}),
      isa_axis("The SIMD instruction set to compute with: 4, 8 or 16 bodies at a time in fp32.")};
  vector.cost = vector_cost;

  auto threads = cpu_variant<Nbody>("threads", "Vectorized, threads", vector_step);
  threads.topic = "L1.1";
  threads.source = "oneTBB: parallel_for over ranges of bodies";
  threads.axes = vector.axes;
  threads.axes.push_back(threads_axis("bodies"));
  threads.cost = vector_cost;
  return {{reference, scalar, vector, threads, tree_threads()}, publish_points};
}

}  // namespace livewarp
