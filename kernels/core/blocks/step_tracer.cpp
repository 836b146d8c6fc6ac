#include "kernels/core/blocks/step_tracer.h"

#include "kernels/core/base/error.h"

namespace livewarp {

#if !LIVEWARP_HAS_CUDA
TracedStep trace_step(Simulation&, int, int, const MakeWrapper&, const std::stop_token&) {
  throw Error("this build has no CUDA", "build with a CUDA toolkit and -DLIVEWARP_CUDA=ON");
}
#endif

}  // namespace livewarp
