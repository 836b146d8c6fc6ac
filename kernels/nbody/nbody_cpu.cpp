#include <algorithm>
#include <cmath>

#include "kernels/core/vector_isa.h"
#include "kernels/nbody/nbody.h"
#include "kernels/nbody/nbody_cpu_hwy.h"
#include "kernels/nbody/nbody_reference.h"

namespace livewarp {

namespace {

/// Groups of `granule` bodies in a piece, which should take about a millisecond at `rate` interactions
/// per second, so that a step can be stopped between pieces, and be one of several for each thread.
std::int64_t groups_of_piece(std::int64_t n, std::int64_t sources, double rate,
                             std::int64_t granule, int threads) {
  const auto bodies = std::int64_t(0.001 * rate / double(sources));
  return std::max<std::int64_t>(1, std::min(bodies, n / (8 * threads)) / granule);
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
    const std::int64_t grain = groups_of_piece(n, sources.size(), rate, granule, threads);
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

/// Work of a row that reads a source once for `group` bodies.
Work host_work(const Nbody::Problem& problem, std::int64_t group) {
  const auto n = double(problem.n);
  const double sources = n * double(ceil_div(problem.n, group));
  return {.items = n * n,
          .flops = Nbody::flops_per_interaction * n * n,
          .compulsory_bytes = Nbody::compulsory_bytes_per_body * n,
          // Drift: 3 reads, 2 writes; forces: 1 read, and a sum to read and write; kick: 3 and 1.
          .requested_bytes = (sources + (5 + 3 + 4) * n) * sizeof(Float4)};
}

Variant<Nbody> cpu_row(std::string name, std::string title) {
  Variant<Nbody> row;
  row.name = std::move(name);
  row.title = std::move(title);
  row.file = "kernels/nbody/nbody_cpu.cpp";
  row.backend = Backend::cpu;
  row.memory_modes = {MemoryMode::host};
  row.tolerance = tolerance_cap("nbody", Backend::cpu, "fp32");
  row.work = [](const Nbody::Problem& problem, const Launch&) { return host_work(problem, 1); };
  return row;
}

Variant<Nbody> reference_row() {
  Variant<Nbody> row = cpu_row("reference-fp64", "Reference fp64");
  row.topic = "L1.8";
  row.source = "the formula itself";
  row.lesson =
      "Every distance, root and sum in fp64, one pair after the other: slow, plain, and what all "
      "other rows are compared with. Positions and velocities are still kept in fp32, so it "
      "shows what arithmetic alone changes.";
  row.axes = {threads_axis("bodies")};
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
      "sum, so it cannot use the vector units, and the root and the division make every pair "
      "wait. This is the baseline that speed-ups are often, and often wrongly, quoted against.";
  row.step = [](const Nbody::Step& step, const Launch&, Exec& exec) {
    constexpr double rate = 2.5e8;
    host_step<float>(step, exec, 1, rate, 1,
                     [&](Range bodies, Range sources) { scalar_pull(step, bodies, sources); });
  };
  return row;
}

void vector_step(const Nbody::Step& step, const Launch& launch, Exec& exec, int threads) {
  constexpr double rate = 4e9;
  const std::string& isa = launch.text("isa");
  host_step<float>(step, exec, threads, rate, vector_granule, [&](Range bodies, Range sources) {
    vector_pull(isa, step.out.position, step.out.acceleration, bodies, sources, step.softening2);
  });
}

Variant<Nbody> vector_row() {
  Variant<Nbody> row = cpu_row("vector", "Vector");
  row.topic = "L1.1";
  row.file = "kernels/nbody/nbody_cpu_hwy.cpp";
  row.source = "Tanikawa et al.: Phantom-GRAPE, New Astronomy 17 (2012)";
  row.lesson = "One core, but 4, 8 or 16 bodies at a time in its vector registers. The root and "
               "the division are replaced by the processor's quick estimate and one correction "
               "step, which is most of the gain. Compare the instruction sets: twice the width "
               "is rarely twice the speed.";
  row.axes = {isa_axis("Vector instructions to compute with: 4, 8 or 16 bodies at a time.")};
  row.work = [](const Nbody::Problem& problem, const Launch& launch) {
    return host_work(problem, vector_group(launch.text("isa")));
  };
  row.step = [](const Nbody::Step& step, const Launch& launch, Exec& exec) {
    vector_step(step, launch, exec, 1);
  };
  return row;
}

Variant<Nbody> threads_row() {
  Variant<Nbody> row = vector_row();
  row.name = "threads";
  row.title = "Vector, threads";
  row.source = "oneTBB: parallel_for over pieces of bodies";
  row.lesson = "The vector row on all cores: bodies are handed out in small pieces, so that nobody "
               "waits long for the slowest. Every core reads all sources, but from its caches: "
               "the speed grows with the cores. This is what a GPU should be compared with.";
  row.axes.push_back(threads_axis("bodies"));
  row.step = [](const Nbody::Step& step, const Launch& launch, Exec& exec) {
    vector_step(step, launch, exec, int(launch.integer("threads")));
  };
  return row;
}

void publish_points(const Nbody::Step& step, const Nbody::Problem& problem, const Launch&,
                    const Picture& picture, Exec& exec) {
  auto* points = static_cast<Float4*>(picture.memory);
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

Rows<Nbody> Nbody::cpu_rows() {
  return {{reference_row(), scalar_row(), vector_row(), threads_row()}, publish_points, {}};
}

}  // namespace livewarp
