// The CUDA variants of N-body with their launch code, written once for every compiler.
#pragma once

#include "kernels/nbody/cuda/nbody_variants_energy.h"
#include "kernels/nbody/cuda/nbody_variants_naive.h"
#include "kernels/nbody/cuda/nbody_variants_offload.h"
#include "kernels/nbody/cuda/nbody_variants_register.h"
#include "kernels/nbody/cuda/nbody_variants_shared.h"
#include "kernels/nbody/cuda/nbody_variants_tensor.h"

LIVEWARP_KERNELS_BEGIN

namespace nbody {

inline void publish_points(const Nbody::Step& step, const Nbody::Problem&, const Launch&,
                           const Picture& picture, KernelExec& exec) {
  with_real(step.precision, [&]<class Real>(Real) {
    exec.launch(LIVEWARP_KERNEL(nbody_points<Real>), streaming_grid(step.n), {streaming_block}, 0,
                as_vec4<Real>(step.in.position), as_vec4<Real>(step.in.velocity),
                static_cast<float4*>(picture.memory), step.n, 1 / picture.top);
  });
}

/// Of nbody_variants_tree.h.
std::vector<Variant<Nbody>> tree_group();

inline Variants<Nbody> variants() {
  return {joined<Nbody>(
              {{naive(), packed(), arrays(), readonly(), shared(), unrolled(), shuffle(),
                constant(), register_tile(), tensor(), offload(), energy_apart(), energy_fused()},
               tree_group()}),
          publish_points};
}

}  // namespace nbody

LIVEWARP_KERNELS_END
