#include "kernels/histogram/histogram.cuh"

LIVEWARP_KERNELS_BEGIN

template <int Channels>
__global__ void histogram_shared(const unsigned char* __restrict__ source,
                                 unsigned* __restrict__ counts, int64 values, int copies) {
  constexpr int bins_of_all = Channels * histogram_levels;
  unsigned* const own = dynamic_shared<unsigned>();
  histogram_clear(own, bins_of_all * copies);
  __syncthreads();
  const int copy = threadIdx.x % copies;
  const int64 words = (values + 3) / 4, stride = int64(gridDim.x) * blockDim.x;
  for (int64 i = int64(blockIdx.x) * blockDim.x + threadIdx.x; i < words; i += stride) {
    int bins[4];
    histogram_bins<Channels>(source, values, i, bins);
    for (int k = 0; k < 4; ++k)
      if (bins[k] >= 0) own[bins[k] * copies + copy] += 1;
  }
  __syncthreads();
  histogram_add_block(own, bins_of_all, copies, counts);
}

LIVEWARP_KERNELS_END
