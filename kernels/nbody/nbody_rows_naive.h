// The rows that read every source from global memory.
#pragma once

#include <vector>

#include "kernels/nbody/nbody_naive.cuh"
#include "kernels/nbody/nbody_rows_common.h"

LIVEWARP_KERNELS_BEGIN

namespace nbody {

inline Variant<Nbody> naive_like_row(std::string name, std::string title, std::string topic) {
  Variant<Nbody> row =
      cuda_row(std::move(name), std::move(title), std::move(topic), "nbody_naive.cuh");
  row.source = "Nyland, Harris, Prins: Fast N-Body Simulation with CUDA, GPU Gems 3, ch. 31 (2007)";
  row.axes = {block_axis({"32", "64", "128", "256", "512", "1024"}, "256")};
  row.work = [](const Nbody::Problem& problem, const Launch& launch) {
    const auto n = double(problem.n);
    return nbody_work(problem, launch, n * n);
  };
  return row;
}

inline Variant<Nbody> naive_row() {
  Variant<Nbody> row = naive_like_row("naive", "Naive", "L1.1");
  row.lesson =
      "One thread computes one body and reads every source from global memory. Counted on paper "
      "it is memory bound; yet all 32 threads of a warp want the same source at the same time, "
      "and the caches hold it for the next warp. Compare it with the shared tile before you "
      "believe either.";
  row.axes.push_back(nbody_precision_axis());
  row.axes.push_back(arithmetic_axis());
  row.step = [](const Nbody::Step& step, const Launch& launch, Exec& exec) {
    with_real(step.precision, [&]<class Real>(Real) {
      launch_drift<Real>(step, exec);
      with_arithmetic(launch, [&]<class Arithmetic>(Arithmetic) {
        launch_forces<Real>(LIVEWARP_KERNEL(nbody_naive<Real, Arithmetic, NbodyAsFours<Real>>),
                            NbodyAsFours<Real>{fours<Real>(step.out.position)}, step,
                            launch.block(), 0, exec);
      });
    });
  };
  row.kernels = [](const Launch& launch) {
    return with_real(precision_of(launch.values()), [&]<class Real>(Real) {
      return with_arithmetic(launch, [&]<class Arithmetic>(Arithmetic) {
        return std::vector{LIVEWARP_KERNEL(nbody_naive<Real, Arithmetic, NbodyAsFours<Real>>).ref,
                           LIVEWARP_KERNEL(nbody_drift<Real>).ref};
      });
    });
  };
  return row;
}

inline Variant<Nbody> readonly_row() {
  Variant<Nbody> row = naive_like_row("readonly", "Read-only path", "L1.5");
  row.source = "CUDA C++ Programming Guide, Read-Only Data Cache Load Function";
  row.lesson =
      "The naive kernel with one promise more: nobody writes the sources while it runs. Loads may "
      "then take the read-only path, once a cache of its own, and the compiler may reorder "
      "them. On a GPU whose first cache serves all loads alike, does the promise still pay?";
  row.step = [](const Nbody::Step& step, const Launch& launch, Exec& exec) {
    launch_drift(step, exec);
    launch_forces(LIVEWARP_KERNEL(nbody_naive<float, NbodyFast, NbodyReadOnly>),
                  NbodyReadOnly{fours<float>(step.out.position)}, step, launch.block(), 0, exec);
  };
  row.kernels = [](const Launch&) {
    return std::vector{LIVEWARP_KERNEL(nbody_naive<float, NbodyFast, NbodyReadOnly>).ref,
                       LIVEWARP_KERNEL(nbody_drift<float>).ref};
  };
  return row;
}

inline std::size_t four_floats_a_body(const Nbody::Problem& problem, const Launch&) {
  return std::size_t(problem.n) * 4 * sizeof(float);
}

inline Variant<Nbody> packed_row() {
  Variant<Nbody> row = naive_like_row("packed", "Packed, AoS", "L1.4");
  row.lesson =
      "Sources as an array of structures of three floats, and their masses beside. Three floats "
      "are "
      "12 bytes, which no single request can read: every source takes four requests in place of "
      "one, and every request is an instruction. A first kernel brings the state into this layout.";
  row.scratch_bytes = four_floats_a_body;
  row.step = [](const Nbody::Step& step, const Launch& launch, Exec& exec) {
    launch_drift(step, exec);
    auto* const place = static_cast<float3*>(step.scratch);
    auto* const mass = reinterpret_cast<float*>(place + step.n);
    exec.launch(LIVEWARP_KERNEL(nbody_to_packed), streaming_grid(step.n), {streaming_block}, 0,
                fours<float>(step.out.position), place, mass, step.n);
    launch_forces(LIVEWARP_KERNEL(nbody_naive<float, NbodyFast, NbodyPacked>),
                  NbodyPacked{place, mass}, step, launch.block(), 0, exec);
  };
  row.kernels = [](const Launch&) {
    return std::vector{LIVEWARP_KERNEL(nbody_naive<float, NbodyFast, NbodyPacked>).ref,
                       LIVEWARP_KERNEL(nbody_to_packed).ref,
                       LIVEWARP_KERNEL(nbody_drift<float>).ref};
  };
  return row;
}

inline Variant<Nbody> arrays_row() {
  Variant<Nbody> row = naive_like_row("arrays", "Arrays, SoA", "L1.4");
  row.lesson =
      "A structure of arrays: x, y, z and mass each in an array of its own. Where every thread "
      "reads "
      "a body of its own this is the layout to have: neighbouring threads read neighbouring "
      "floats. "
      "Here all threads read the same source, and it takes four requests. Which layout is best "
      "depends on who reads what.";
  row.scratch_bytes = four_floats_a_body;
  row.step = [](const Nbody::Step& step, const Launch& launch, Exec& exec) {
    launch_drift(step, exec);
    auto* const x = static_cast<float*>(step.scratch);
    float *const y = x + step.n, *const z = y + step.n, *const mass = z + step.n;
    exec.launch(LIVEWARP_KERNEL(nbody_to_arrays), streaming_grid(step.n), {streaming_block}, 0,
                fours<float>(step.out.position), x, y, z, mass, step.n);
    launch_forces(LIVEWARP_KERNEL(nbody_naive<float, NbodyFast, NbodyArrays>),
                  NbodyArrays{x, y, z, mass}, step, launch.block(), 0, exec);
  };
  row.kernels = [](const Launch&) {
    return std::vector{LIVEWARP_KERNEL(nbody_naive<float, NbodyFast, NbodyArrays>).ref,
                       LIVEWARP_KERNEL(nbody_to_arrays).ref,
                       LIVEWARP_KERNEL(nbody_drift<float>).ref};
  };
  return row;
}

}  // namespace nbody

LIVEWARP_KERNELS_END
