// The CUDA variants of N-body with their launch code, written once for every reader.
#pragma once

#include "kernels/nbody/cuda/nbody_rows_naive.h"
#include "kernels/nbody/cuda/nbody_rows_offload.h"
#include "kernels/nbody/cuda/nbody_rows_register.h"
#include "kernels/nbody/cuda/nbody_rows_shared.h"
#include "kernels/nbody/cuda/nbody_rows_tensor.h"

LIVEWARP_KERNELS_BEGIN

namespace nbody {

inline void publish_points(const Nbody::Step& step, const Nbody::Problem&, const Launch&,
                           const Picture& picture, KernelExec& exec) {
  with_real(step.precision, [&]<class Real>(Real) {
    exec.launch(LIVEWARP_KERNEL(nbody_points<Real>), streaming_grid(step.n), {streaming_block}, 0,
                fours<Real>(step.in.position), fours<Real>(step.in.velocity),
                static_cast<float4*>(picture.memory), step.n, 1 / picture.top);
  });
}

inline Rows<Nbody> rows() {
  return {{naive(), packed(), arrays(), readonly(), shared(), unrolled(), shuffle(), constant(),
           register_tile(), tensor(), offload()},
          publish_points};
}

}  // namespace nbody

LIVEWARP_KERNELS_END
