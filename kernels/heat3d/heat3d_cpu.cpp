#include <algorithm>

#include "kernels/core/measure/verification.h"
#include "kernels/core/model/vector_isa.h"
#include "kernels/heat3d/heat3d_cpu_hwy.h"
#include "kernels/heat3d/heat3d_picture.cuh"
#include "kernels/heat3d/heat3d_reference.h"

namespace livewarp {

namespace {

GridRows rows_of(const Heat3d::Step& step) { return {step.nx, std::int64_t(step.ny) * step.nz}; }

void reference_step(const Heat3d::Step& step, const Launch& launch, Exec& exec) {
  const Heat3d::Problem problem{step.nx, step.ny, step.nz, step.number, step.boundary};
  const int threads = launch.threads();
  with_temperatures(step, [&](const auto* in, auto* out) {
    exec.for_range(problem.ny * problem.nz, rows_of_piece(rows_of(step), threads), threads,
                   [&](Range rows) {
                     for (std::int64_t at = rows.first; at < rows.last; ++at)
                       heat3d_reference_row(problem, in, at, out + at * problem.nx);
                   });
  });
}

/// The cells of a row that have neighbours left and right: a plain loop over five rows of memory,
/// which the compiler turns into vector instructions by itself.
template <class Stored>
void inner_cells(const Heat3dLines<Stored>& lines, Stored* __restrict__ out, std::int64_t nx,
                 const Heat3dWeights<TemperatureReal<Stored>>& weights) {
  const Stored *const row = lines.row, *const north = lines.north, *const south = lines.south;
  const Stored *const below = lines.below, *const above = lines.above;
  for (std::int64_t x = 1; x < nx - 1; ++x)
    store(out[x],
          weights.next(loaded(row[x]), loaded(row[x - 1]), loaded(row[x + 1]), loaded(north[x]),
                       loaded(south[x]), loaded(below[x]), loaded(above[x])));
}

template <class Stored>
void rows_of_step(const Heat3d::Step& step, const Stored* in, Stored* out, Range rows,
                  Heat3dRow<Stored> inner) {
  const std::int64_t nx = step.nx;
  const bool periodic = step.boundary == Heat3d::Boundary::periodic;
  const Heat3dWeights<TemperatureReal<Stored>> weights(step.number);
  for (std::int64_t at = rows.first; at < rows.last; ++at) {
    const Heat3dLines<Stored> lines = heat3d_lines(step, in, at);
    Stored* const to = out + at * nx;
    if (lines.kept) {
      std::copy(lines.row, lines.row + nx, to);
      continue;
    }
    inner(lines, to, nx, weights);
    for (const std::int64_t x : {std::int64_t{0}, nx - 1}) {
      const auto beside = [&](std::int64_t i) {
        return loaded(lines.row[grid_neighbour(i, nx, periodic)]);
      };
      if (step.boundary == Heat3d::Boundary::fixed)
        to[x] = lines.row[x];
      else
        store(to[x], weights.next(loaded(lines.row[x]), beside(x - 1), beside(x + 1),
                                  loaded(lines.north[x]), loaded(lines.south[x]),
                                  loaded(lines.below[x]), loaded(lines.above[x])));
    }
  }
}

void plain_step(const Heat3d::Step& step, const Launch& launch, Exec& exec) {
  const int threads = launch.threads();
  with_temperatures(step, [&](const auto* in, auto* out) {
    using Stored = std::remove_pointer_t<decltype(out)>;
    exec.for_range(std::int64_t(step.ny) * step.nz, rows_of_piece(rows_of(step), threads), threads,
                   [&](Range rows) { rows_of_step(step, in, out, rows, &inner_cells<Stored>); });
  });
}

template <class Real>
void stream_rows(const Heat3d::Step& step, const Launch& launch, Exec& exec) {
  const int threads = launch.threads();
  const Heat3dRow<Real> inner = heat3d_streaming_row<Real>(launch.text("isa"));
  exec.for_range(std::int64_t(step.ny) * step.nz, rows_of_piece(rows_of(step), threads), threads,
                 [&](Range rows) {
                   rows_of_step(step, static_cast<const Real*>(step.in),
                                static_cast<Real*>(step.out), rows, inner);
                   heat3d_finish_streaming();
                 });
}

void streaming_step(const Heat3d::Step& step, const Launch& launch, Exec& exec) {
  if (step.precision == Precision::fp64)
    stream_rows<double>(step, launch, exec);
  else
    stream_rows<float>(step, launch, exec);
}

/// What heat3d_picture does, to the bit.
void publish_on_host(const Heat3d::Step& step, const Heat3d::Problem&, const Launch&,
                     const Picture& picture, Exec& exec) {
  const PictureSpec& spec = picture.spec;
  const Heat3dVoxels v{step.nx, step.ny, step.nz, spec.width, spec.height, spec.depth};
  auto* const voxels = static_cast<std::uint16_t*>(picture.memory);
  with_temperatures(step, [&](const auto* in, auto*) {
    exec.for_range(std::int64_t(spec.height) * spec.depth, 512, 1, [&](Range rows) {
      for (std::int64_t row = rows.first; row < rows.last; ++row)
        for (int vx = 0; vx < spec.width; ++vx)
          voxels[row * spec.width + vx] =
              heat3d_voxel(vx, int(row % spec.height), int(row / spec.height), v,
                           [&](std::int64_t cell) { return float(loaded(in[cell])); });
    });
  });
}

}  // namespace

Variants<Heat3d> Heat3d::cpu_variants() {
  const Param precisions = precision_axis({Precision::fp32, Precision::fp64, Precision::half});
  auto reference = cpu_variant<Heat3d>("reference-fp64", "Reference fp64", reference_step);
  reference.axes = {
      precision_axis({Precision::fp64, Precision::fp32, Precision::half}, Precision::fp64),
      threads_axis("planes")};

  // Lesson scalar: One core and the plain loop, row by row and plane by plane, so that memory is
  // read in order. Neighbours in the planes below and above are a whole plane apart: three planes
  // must stay in the cache, or each is read three times. Make the volume wider and watch the time
  // per cell.
  auto scalar = cpu_variant<Heat3d>("scalar", "Serial", plain_step);
  scalar.axes = {precisions};

  // Lesson threads: The same loop on all cores, planes handed out in chunks. A few cores are enough
  // to use the whole memory bandwidth. In three dimensions each core needs three planes in its
  // cache, so cores that share a cache get in each other's way sooner than on a plate.
  auto threads = cpu_variant<Heat3d>("threads", "Threads", plain_step);
  threads.source = "oneTBB: parallel_for over ranges of planes";
  threads.axes = {precisions, threads_axis("planes")};

  auto streaming = cpu_variant<Heat3d>("streaming", "Streaming stores", streaming_step);
  streaming.source = "Intel 64 and IA-32 Optimization Reference Manual: Non-temporal Stores";
  streaming.axes = {
      precision_axis({Precision::fp32, Precision::fp64}),
      isa_axis("The SIMD instruction set to compute with: 4, 8 or 16 cells of fp32 at a time."),
      threads_axis("planes")};
  return {{reference, scalar, threads, streaming}, publish_on_host, {}};
}

}  // namespace livewarp
