// The CUDA rows of the N-body workload with their launch code, written once for every reader.
#pragma once

#include "kernels/nbody/nbody_rows_naive.h"
#include "kernels/nbody/nbody_rows_offload.h"
#include "kernels/nbody/nbody_rows_register.h"
#include "kernels/nbody/nbody_rows_shared.h"
#include "kernels/nbody/nbody_rows_tensor.h"

LIVEWARP_KERNELS_BEGIN

namespace nbody {

inline void publish_points(const Nbody::Step& step, const Nbody::Problem&, const Launch&,
                           const Picture& picture, Exec& exec) {
  with_real(step.precision, [&]<class Real>(Real) {
    exec.launch(LIVEWARP_KERNEL(nbody_points<Real>), streaming_grid(step.n), {streaming_block}, 0,
                fours<Real>(step.in.position), fours<Real>(step.in.velocity),
                static_cast<float4*>(picture.memory), step.n, 1 / picture.top);
  });
}

inline Rows<Nbody> rows(int (*multiprocessors)()) {
  return {{naive_row(), packed_row(), arrays_row(), readonly_row(), shared_row(), unrolled_row(),
           shuffle_row(), constant_row(), register_row(multiprocessors),
           tensor_row(multiprocessors), offload_row()},
          publish_points,
          {}};
}

}  // namespace nbody

LIVEWARP_KERNELS_END
