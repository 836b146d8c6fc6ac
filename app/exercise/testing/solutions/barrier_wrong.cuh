#include "kernels/nbody/cuda/nbody.cuh"

LIVEWARP_KERNELS_BEGIN

template <class Real, class Arithmetic>
__global__ void nbody_shared(const NbodyVec4<Real>* __restrict__ position,
                             NbodyVec4<Real>* __restrict__ velocity,
                             NbodyVec4<Real>* __restrict__ acceleration, int first, int last, int n,
                             Real kick, Real softening2) {
  using Vec4 = NbodyVec4<Real>;
  Vec4* tile = dynamic_shared<Vec4>();
  const int tile_size = blockDim.x;
  const int i = first + blockIdx.x * tile_size + threadIdx.x;
  const Vec4 p = position[min(i, n - 1)];
  NbodySum<Real> a;
  for (int start = 0; start < n; start += tile_size) {
    const int j = start + threadIdx.x;
    tile[threadIdx.x] = j < n ? position[j] : Vec4{};
    __syncthreads();
    NbodySum<Real> of_tile;
    for (int k = 0; k < tile_size; ++k) {
      const Vec4 source = tile[k];
      nbody_pull<Arithmetic>(of_tile, p, source, softening2);
    }
    a += of_tile;
  }
  if (i < last) nbody_finish(i, a, kick, velocity, acceleration);
}

LIVEWARP_KERNELS_END
