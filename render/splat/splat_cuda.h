#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <optional>

  #include <cuda_runtime_api.h>

  #include "kernels/core/color/color_map.h"
  #include "kernels/core/exec/cuda/cuda_event.h"
  #include "kernels/core/memory/buffer.h"
  #include "render/splat/density.h"

namespace livewarp {

/// Draws points on a GPU by CUDA alone. Each body adds its light to the pixels that it covers, by
/// atomic additions of integers, which are exact: the picture does not depend on their order. Then
/// the sums are smoothed into a bloom, and both mapped to colours. A graphics pipeline has raster
/// units for that, of which GPUs of data centres have few; their L2 cache adds everywhere.
class CudaSplat {
 public:
  /// Enqueues the picture of `count` x float4 (x, y, z, value; `PictureSpec`), device memory, into
  /// `pixels`: look.width x look.height x RGBA8 in device memory, row 0 on top. Throws `Error` when
  /// memory is short or bodies are too many. Pictures that are enqueued one after another must be
  /// on streams that wait for each other. `added`: recorded when all bodies are added up.
  void draw(const void* points, std::int64_t count, const PointsLook& look, splat::Manner manner,
            void* pixels, cudaStream_t stream, CudaEvent* added = nullptr);

 private:
  void resize(const PointsLook& look, cudaStream_t stream);
  void take_map(ColorMap map, cudaStream_t stream);
  /// Bloom and tone of what was added up.
  template <class Picture>
  void to_colors(const Picture& picture, void* pixels, cudaStream_t stream);
  int first_small_level() const;

  int width_ = 0, height_ = 0;
  splat::Pyramid pyramid_;
  Buffer sums_;   ///< Sum a pixel; all 0 between two pictures
  Buffer bloom_;  ///< Glow a pixel of all levels
  Buffer peak_;   ///< brightest place of the bloom
  Buffer colors_;
  std::optional<ColorMap> map_;
};

}  // namespace livewarp

#endif
