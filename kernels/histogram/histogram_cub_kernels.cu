#include "kernels/histogram/histogram_cub_kernels.h"

// CUB comes with a toolkit; of Python's packages it is one of its own. It takes 6 s to compile.
#if __has_include(<cub/device/device_histogram.cuh>)
  #include <cub/device/device_histogram.cuh>
  #define LIVEWARP_HAS_CUB 1
#else
  #define LIVEWARP_HAS_CUB 0
#endif

namespace livewarp {

bool cub_compiled() { return LIVEWARP_HAS_CUB; }

#if LIVEWARP_HAS_CUB

namespace {

// CUB 3 wants arrays that know their size, and those before it want plain ones.
  #if CUB_VERSION >= 300000
template <class T, int Channels>
using CubArray = ::cuda::std::array<T, Channels>;
  #else
template <class T, int Channels>
using CubArray = T[Channels];
  #endif

template <int Channels>
cudaError_t count_channels(const CubCounting& task, std::size_t& bytes, cudaStream_t stream) {
  constexpr int levels = int(Histogram::levels);
  CubArray<unsigned*, Channels> counts;
  CubArray<int, Channels> bounds, lower, upper;
  for (int c = 0; c < Channels; ++c) {
    counts[c] = task.counts + c * levels;
    bounds[c] = levels + 1;
    lower[c] = 0;
    upper[c] = levels;
  }
  return cub::DeviceHistogram::MultiHistogramEven<Channels, Channels>(
      task.scratch, bytes, task.source, counts, bounds, lower, upper, int(task.grid.width),
      int(task.grid.height), std::size_t(task.grid.width) * Channels, stream);
}

}  // namespace

int cub_histogram(const CubCounting& task, std::size_t& bytes, void* stream) {
  auto* const on = static_cast<cudaStream_t>(stream);
  return task.grid.channels == 1 ? count_channels<1>(task, bytes, on)
                                 : count_channels<4>(task, bytes, on);
}

#else

int cub_histogram(const CubCounting&, std::size_t&, void*) { return cudaErrorNotSupported; }

#endif

}  // namespace livewarp
