#include <algorithm>
#include <cmath>
#include <thread>

#include "kernels/nbody/nbody.h"
#include "kernels/nbody/nbody_reference.h"

namespace livewarp {

namespace {

/// Bodies of a piece for `rate` interactions per second, so that it takes about 4 ms: between pieces
/// a step can be stopped.
std::int64_t piece(double rate, std::int64_t sources) {
  return std::max<std::int64_t>(1, std::int64_t(0.004 * rate / double(sources)));
}

/// The step on the host. `pull(bodies, sources)` adds to step.out.acceleration; it is called with at
/// most `most_sources` sources, so that even a piece of few bodies among millions is short. Real is
/// the precision of the increments.
template <class Real, class Pull>
void host_step(const Nbody::Step& step, Exec& exec, int threads, double rate, std::int64_t granule,
               const Pull& pull) {
  constexpr std::int64_t streaming = 65'536, most_sources = 262'144;
  const std::int64_t n = step.n;
  const Real dt = step.dt, half_dt = Real(0.5) * dt;
  exec.for_range(n, streaming, threads, [&](Range range) {
    for (std::int64_t i = range.first; i < range.last; ++i) {
      const Float4 &x = step.in.position[i], &v = step.in.velocity[i], &a = step.in.acceleration[i];
      const Real vx = v.x + half_dt * a.x, vy = v.y + half_dt * a.y, vz = v.z + half_dt * a.z;
      step.out.position[i] = {float(x.x + dt * vx), float(x.y + dt * vy), float(x.z + dt * vz),
                              x.w};
      step.out.acceleration[i] = {};
    }
  });
  for (std::int64_t first = 0; first < n; first += most_sources) {
    const Range sources{first, std::min(first + most_sources, n)};
    const std::int64_t grain = ceil_div(piece(rate, sources.size()), granule);
    exec.for_range(ceil_div(n, granule), grain, threads, [&](Range range) {
      pull(Range{range.first * granule, std::min(range.last * granule, n)}, sources);
    });
  }
  exec.for_range(n, streaming, threads, [&](Range range) {
    for (std::int64_t i = range.first; i < range.last; ++i) {
      const Float4 &v = step.in.velocity[i], &old = step.in.acceleration[i];
      const Float4& a = step.out.acceleration[i];
      step.out.velocity[i] = {float(v.x + half_dt * (Real(old.x) + a.x)),
                              float(v.y + half_dt * (Real(old.y) + a.y)),
                              float(v.z + half_dt * (Real(old.z) + a.z)), 0};
    }
  });
}

void add_to(Float4& sum, double x, double y, double z) {
  sum = {float(sum.x + x), float(sum.y + y), float(sum.z + z), 0};
}

/// Acceleration by `sources` in plain fp32. Sums of a thousand terms are added up, not one of
/// millions: each addition rounds in proportion to the sum so far.
void scalar_pull(const Nbody::Step& step, Range bodies, Range sources) {
  constexpr std::int64_t tile = 1024;
  const Float4* const all = step.out.position;
  for (std::int64_t i = bodies.first; i < bodies.last; ++i) {
    const Float4 at = all[i];
    float ax = 0, ay = 0, az = 0;
    for (std::int64_t first = sources.first; first < sources.last; first += tile) {
      float tx = 0, ty = 0, tz = 0;
      for (std::int64_t j = first; j < std::min(first + tile, sources.last); ++j) {
        const float dx = all[j].x - at.x, dy = all[j].y - at.y, dz = all[j].z - at.z;
        const float r2 = dx * dx + dy * dy + dz * dz + step.softening2;
        const float strength = all[j].w / (r2 * std::sqrt(r2));
        tx += strength * dx;
        ty += strength * dy;
        tz += strength * dz;
      }
      ax += tx;
      ay += ty;
      az += tz;
    }
    add_to(step.out.acceleration[i], ax, ay, az);
  }
}

void reference_pull(const Nbody::Step& step, Range bodies, Range sources) {
  const double softening2 = step.softening2;
  for (std::int64_t i = bodies.first; i < bodies.last; ++i) {
    const Double3 a =
        reference_acceleration(step.out.position, sources, step.out.position[i], softening2);
    add_to(step.out.acceleration[i], a.x, a.y, a.z);
  }
}

Param threads_axis() {
  const int cores = std::max(1, int(std::thread::hardware_concurrency()));
  Param param = integer_param("threads", "Threads", "", 1, cores, cores,
                              "Threads of the operating system that share the bodies among them.");
  param.group = ParamGroup::launch;
  return param;
}

Variant<Nbody> cpu_row(std::string name, std::string title) {
  Variant<Nbody> row;
  row.name = std::move(name);
  row.title = std::move(title);
  row.file = "kernels/nbody/nbody_cpu.cpp";
  row.backend = Backend::cpu;
  row.memory_modes = {MemoryMode::host};
  row.tolerance = tolerance_cap("nbody", Backend::cpu, "fp32");
  row.work = [](const Nbody::Problem& problem, const Launch&) {
    const auto n = double(problem.n);
    // Positions are read for every interaction; drift and kick read and write 14 Float4 a body.
    return Work{n * n, Nbody::flops_per_interaction * n * n, Nbody::compulsory_bytes_per_body * n,
                (n + 14) * n * sizeof(Float4)};
  };
  return row;
}

Variant<Nbody> reference_row() {
  Variant<Nbody> row = cpu_row("reference-fp64", "Reference fp64");
  row.topic = "L1.8";
  row.source = "the formula itself";
  row.lesson =
      "Every distance, root and sum in fp64, one pair after the other: slow, plain, and what all "
      "other rows are compared with. Positions and velocities are still kept in fp32, so it shows "
      "what arithmetic alone changes.";
  row.axes = {threads_axis()};
  row.step = [](const Nbody::Step& step, const Launch& launch, Exec& exec) {
    host_step<double>(step, exec, int(launch.integer("threads")), reference_rate, 1,
                      [&](Range bodies, Range sources) { reference_pull(step, bodies, sources); });
  };
  return row;
}

Variant<Nbody> scalar_row() {
  Variant<Nbody> row = cpu_row("scalar", "Scalar");
  row.topic = "L1.1";
  row.source = "the formula itself";
  row.lesson =
      "One core, one pair at a time, as the formula is written. The compiler may not reorder a "
      "sum, "
      "so it cannot use the vector units, and the root and the division make every pair wait. This "
      "is the baseline that speed-ups are often, and often wrongly, quoted against.";
  row.step = [](const Nbody::Step& step, const Launch&, Exec& exec) {
    constexpr double rate = 2.5e8;
    host_step<float>(step, exec, 1, rate, 1,
                     [&](Range bodies, Range sources) { scalar_pull(step, bodies, sources); });
  };
  return row;
}

void publish_points(const Nbody::Step& step, const Nbody::Problem& problem, const Launch&,
                    void* picture, Exec& exec) {
  auto* points = static_cast<Float4*>(picture);
  const float inverse_top_speed = float(1 / Nbody::top_speed(problem));
  exec.for_range(step.n, 65'536, 1, [&](Range range) {
    for (std::int64_t i = range.first; i < range.last; ++i) {
      const Float4 &x = step.in.position[i], &v = step.in.velocity[i];
      const float speed = std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
      points[i] = {x.x, x.y, x.z, std::clamp(speed * inverse_top_speed, 0.0f, 1.0f)};
    }
  });
}

}  // namespace

Rows<Nbody> Nbody::cpu_rows() { return {{reference_row(), scalar_row()}, publish_points}; }

}  // namespace livewarp
