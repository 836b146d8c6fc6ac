#include "kernels/core/executors.h"
#include "kernels/nbody/nbody_rows.h"

namespace livewarp {

namespace {

/// Multiprocessors of the current device; without one those of a large GPU.
int multiprocessors() {
  constexpr int of_no_device = 132;
  const int count = cuda_multiprocessors();
  return count > 0 ? count : of_no_device;
}

}  // namespace

Rows<Nbody> Nbody::cuda_rows() { return nbody::rows(multiprocessors); }

}  // namespace livewarp
