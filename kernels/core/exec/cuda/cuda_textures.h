#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <map>
  #include <utility>

  #include <cuda_runtime_api.h>

  #include "kernels/core/memory/texture.h"

namespace livewarp {

/// How CUDA calls a texel.
cudaChannelFormatDesc channel_format(Texel texel);
/// The array that a level of an array of that shape is. Throws `Error`.
cudaArray_t array_of_level(void* array, const TextureArray::Shape& shape, int level);

/// Owner of an executor's texture and surface objects. Making one takes microseconds, and steps are
/// timed: each is made once.
class CudaTextures {
 public:
  CudaTextures() = default;
  CudaTextures(const CudaTextures&) = delete;
  CudaTextures& operator=(const CudaTextures&) = delete;
  ~CudaTextures();

  cudaTextureObject_t texture(const TextureSpec& spec);
  cudaSurfaceObject_t surface(const TextureArray& array, int level);

 private:
  std::map<TextureSpec, cudaTextureObject_t> textures_;
  std::map<std::pair<std::uint64_t, int>, cudaSurfaceObject_t> surfaces_;  ///< of levels
};

}  // namespace livewarp

#endif
