// What all CUDA rows of the N-body workload share.
#pragma once

#include "kernels/core/dispatch.h"
#include "kernels/nbody/nbody.cuh"
#include "kernels/nbody/nbody.h"

LIVEWARP_KERNELS_BEGIN

namespace nbody {

/// A field of a state in fp32.
inline float4* as_float4(void* field) { return static_cast<float4*>(field); }

inline unsigned blocks_for(std::int64_t count, std::int64_t per_block) {
  return unsigned(ceil_div(count, per_block));
}

/// Block of the kernels that only stream through memory.
inline constexpr unsigned streaming_block = 256;

inline void launch_drift(const Nbody::Step& step, Exec& exec) {
  exec.launch(LIVEWARP_KERNEL(nbody_drift), {blocks_for(step.n, streaming_block)},
              {streaming_block}, 0, as_float4(step.in.position), as_float4(step.in.velocity),
              as_float4(step.in.acceleration), as_float4(step.out.position),
              as_float4(step.out.velocity), step.n, step.kick_before, step.dt);
}

/// Work of a row whose threads ask for `source_bytes` of sources in all.
inline Work nbody_work(const Nbody::Problem& problem, double source_bytes) {
  const auto n = double(problem.n);
  Work work;
  work.items = n * n;
  work.flops = Nbody::flops_per_interaction * work.items;
  work.compulsory_bytes = Nbody::compulsory_bytes_per_body(Precision::fp32) * n;
  // Drift: 3 reads and 2 writes; forces: own position, velocity both ways, acceleration.
  work.requested_bytes = source_bytes + (5 + 4) * sizeof(Float4) * n;
  return work;
}

inline Variant<Nbody> cuda_row(std::string name, std::string title) {
  Variant<Nbody> row;
  row.name = std::move(name);
  row.title = std::move(title);
  row.file = "kernels/nbody/nbody.cuh";
  row.backend = Backend::cuda;
  row.memory_modes = cuda_memory_modes();
  row.tolerance = tolerance_cap("nbody", Backend::cuda, "fp32");
  return row;
}

}  // namespace nbody

LIVEWARP_KERNELS_END
