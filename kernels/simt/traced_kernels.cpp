// Compiled with instrumentation.
#include "kernels/simt/traced_kernels.h"

#include "kernels/simt/truth_launches.h"

LIVEWARP_KERNELS_BEGIN

__global__ void alternating(float* out) {
  const int lane = static_cast<int>(threadIdx.x);
  for (int k = 0; k < 64; ++k)
    if ((k + lane) & 1) out[32 * k + lane] = 1;
}

__global__ void uneven_loop(const float* __restrict__ in, float* __restrict__ out) {
  const int thread = static_cast<int>(threadIdx.x);
  float sum = 0;
  for (int round = 0; round < thread; ++round) sum += in[round];
  out[thread] = sum;
}

__global__ void half(float* out) {
  float value = 1;
  if (threadIdx.x < 16)
    for (int k = 0; k < 64; ++k) value = value * 1.5f + sqrtf(value);
  out[threadIdx.x] = value;
}

LIVEWARP_KERNELS_END

namespace livewarp::simt {

void launch_traced_truth(Exec& exec, void* a, void* b,
                         const std::function<void(const char*)>& each) {
  launch_truth(exec, a, b, each);
}
void launch_alternating(Exec& exec, float* out) {
  exec.launch(LIVEWARP_KERNEL(alternating), Dim3{1}, Dim3{32}, 0, out);
}
void launch_uneven_loop(Exec& exec, const float* in, float* out) {
  exec.launch(LIVEWARP_KERNEL(uneven_loop), Dim3{1}, Dim3{64}, 0, in, out);
}
void launch_half_warp(Exec& exec, float* out) {
  exec.launch(LIVEWARP_KERNEL(half), Dim3{1}, Dim3{32}, 0, out);
}

}  // namespace livewarp::simt
