#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <map>

  #include <cuda_runtime_api.h>

  #include "kernels/core/memory/texture.h"

namespace livewarp {

/// How CUDA calls a texel.
cudaChannelFormatDesc channel_format(Texel texel);

/// Owner of an executor's texture and surface objects. Making one takes microseconds, and steps are
/// timed: each is made once.
class CudaTextures {
 public:
  CudaTextures() = default;
  CudaTextures(const CudaTextures&) = delete;
  CudaTextures& operator=(const CudaTextures&) = delete;
  ~CudaTextures();

  cudaTextureObject_t texture(const TextureSpec& spec);
  cudaSurfaceObject_t surface(const TextureArray& array);

 private:
  std::map<TextureSpec, cudaTextureObject_t> textures_;
  std::map<std::uint64_t, cudaSurfaceObject_t> surfaces_;
};

}  // namespace livewarp

#endif
