#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cstdint>

  #include <cuda_runtime_api.h>

namespace livewarp {

struct PictureSize {
  int width = 0, height = 0, pictures = 0;
};
/// Each pixel becomes the sum of its nine neighbours, those beyond the edge taken from it, and goes
/// through so many rounds of arithmetic. Throws `Error`.
void filter_pictures(const std::uint32_t* from, std::uint32_t* to, PictureSize size, unsigned work,
                     cudaStream_t stream);

}  // namespace livewarp

#endif
