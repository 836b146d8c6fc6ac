#include "kernels/heat/cuda/heat.cuh"

LIVEWARP_KERNELS_BEGIN

template <class Stored>
__global__ void heat_naive(const Stored* in, Stored* out, Computed<Stored> own,
                           Computed<Stored> beside, int nx, int ny) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= nx || y >= ny) return;
  const int i = y * nx + x;
  const Computed<Stored> centre = real_of(in[i]);
  Computed<Stored> next = centre;
  if (x > 0 && y > 0 && x < nx - 1 && y < ny - 1) {
    const Computed<Stored> row = real_of(in[i - 1]) + real_of(in[i + 1]);
    const Computed<Stored> column = real_of(in[i - nx]) + real_of(in[i + nx]);
    next = own * centre + beside * (row + column);
  }
  assert(x < 3);
  store_real(out + i, next);
}

LIVEWARP_KERNELS_END
