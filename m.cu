#include "kernels/heat/heat_stream_marked.cuh"
namespace livewarp {
LIVEWARP_KERNELS_BEGIN
template __global__ void heat_stream_marked<float, 12, true>(const float*, float*, HeatMarks,
                                                             HeatStrips, HeatScaled<float>);
LIVEWARP_KERNELS_END
}  // namespace livewarp
