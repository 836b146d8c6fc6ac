// Scaling by the texture units.
#pragma once

#include "kernels/core/device/picture_target.cuh"
#include "kernels/scaling/cuda/scaling.cuh"

LIVEWARP_KERNELS_BEGIN

/// Where a texture is asked for a pixel: texels, whose centres lie at k + 1/2, or parts of the
/// whole; in fp32, all that a texture unit takes.
struct ScalingFetches {
  cudaTextureObject_t texture;
  float u0, v0, u_by_x, u_by_y, v_by_x, v_by_y;

  __device__ __forceinline__ float u(float x, float y) const {
    return fmaf(x, u_by_x, fmaf(y, u_by_y, u0));
  }
  __device__ __forceinline__ float v(float x, float y) const {
    return fmaf(x, v_by_x, fmaf(y, v_by_y, v0));
  }
};

/// Which texels a block asks the L2 cache for, before it fetches its own: those that a block below
/// will need. A few threads do it, one a row.
struct ScalingAhead {
  int rows;   ///< of texels that these lie further down
  int lines;  ///< of 128 bytes under a block, across
  int tall;   ///< rows of texels under a block; 0: none are asked for

  template <int Items, bool Below, class Pixel>
  __device__ __forceinline__ void ask(const Pixel* source, const ScalingTask& task) const {
    const int thread = threadIdx.x + blockDim.x * threadIdx.y;
    if (thread >= tall) return;
    const int x = blockIdx.x * blockDim.x * (Below ? 1 : Items);
    const int y = blockIdx.y * blockDim.y * (Below ? Items : 1);
    const int row = scaling_nearest(task.v(0, y)) + rows + thread;
    const int column = max(scaling_nearest(task.u(x, 0)), 0);
    if (unsigned(row) >= unsigned(task.height)) return;
    const Pixel* const line = source + int64(row) * task.width;
    for (int i = 0; i < lines; ++i)
      prefetch_second_level(line + min(column + i * (128 / int(sizeof(Pixel))), task.width - 1));
  }
};

/// Bytes again of what a texture yields as reals from 0 to 1.
__device__ __forceinline__ ScalingRgba scaling_of_reals(float4 v) {
  return joined_bytes(rounded_byte(v.x, 255.0f), rounded_byte(v.y, 255.0f),
                      rounded_byte(v.z, 255.0f), rounded_byte(v.w, 255.0f));
}
__device__ __forceinline__ unsigned char scaling_of_reals(float v) {
  return (unsigned char)(rounded_byte(v, 255.0f));
}

/// Makes Items pixels of a thread, `pixel(x, y)` each: side by side, so that they are stored at
/// once, or one below the other, so that the lanes of a warp fetch from neighbouring places.
template <int Items, bool Below, class Pixel, class Make>
__device__ __forceinline__ void scaling_fetched(Pixel* result, const ScalingTask& task,
                                                const Make& pixel) {
  const int x = (blockIdx.x * blockDim.x + threadIdx.x) * (Below ? 1 : Items);
  const int y = (blockIdx.y * blockDim.y + threadIdx.y) * (Below ? Items : 1);
  if (x >= task.result_width || y >= task.result_height) return;
  ScalingPixels<Pixel, Items> pixels;
  LIVEWARP_UNROLL()
  for (int k = 0; k < Items; ++k) pixels.pixel[k] = Below ? pixel(x, y + k) : pixel(x + k, y);
  if constexpr (!Below) {
    scaling_store(result, pixels, x, y, task);
  } else {
    Pixel* to = result + int64(y) * task.result_width + x;
    LIVEWARP_UNROLL()
    for (int k = 0; k < Items; ++k, to += task.result_width)
      if (y + k < task.result_height) *to = pixels.pixel[k];
  }
}

// Lesson texture: One texture fetch per pixel: the texture unit addresses the texels, handles those
// outside, and interpolates four of them with weights of 8 bits, all beside the kernel. It serves
// up to four fetches per clock and multiprocessor: that rate is the limit, or the memory, if texels
// are prefetched early enough: choose pitched storage and see what the prefetch distance is worth.
// Texels of float4 are made once, and then every fetch reads 16 bytes in place of 4: what does that
// cost? Rotate the picture: a CUDA array keeps neighbours in both directions near, rows do not; a
// surface writes such an array.
//
// A fetch of a larger picture brings few new bytes, so that too few are under way to fill the time
// that memory takes among all those stores: where texels lie in rows, a block asks early for what a
// later one will need.
template <class Pixel, int Items, bool Below>
__global__ void scaling_texture_filtered(const __grid_constant__ ScalingFetches fetches,
                                         const Pixel* __restrict__ source,
                                         Pixel* __restrict__ result,
                                         const __grid_constant__ ScalingAhead ahead,
                                         const __grid_constant__ ScalingTask task) {
  ahead.ask<Items, Below>(source, task);
  scaling_fetched<Items, Below>(result, task, [&](int x, int y) {
    return scaling_of_reals(tex2D<ScalingSum<Pixel>>(fetches.texture, fetches.u(float(x), float(y)),
                                                     fetches.v(float(x), float(y))));
  });
}

// The same fetch without a filter, that hands the bytes on as they are. What is left of the
// texture unit is the way from a place to an address; compare with plain loads.
template <class Pixel, int Items, bool Below>
__global__ void scaling_texture_bytes(const __grid_constant__ ScalingFetches fetches,
                                      const Pixel* __restrict__ source, Pixel* __restrict__ result,
                                      const __grid_constant__ ScalingAhead ahead,
                                      const __grid_constant__ ScalingTask task) {
  ahead.ask<Items, Below>(source, task);
  scaling_fetched<Items, Below>(result, task, [&](int x, int y) {
    return scaling_word(tex2D<ScalingBytes<Pixel>>(fetches.texture, fetches.u(float(x), float(y)),
                                                   fetches.v(float(x), float(y))));
  });
}

/// Reals from 0 to 1 of bytes, as a texture unit makes them of every texel that it is asked for.
template <class Pixel>
__global__ void scaling_to_reals(const Pixel* __restrict__ source,
                                 const __grid_constant__ PictureTarget<ScalingSum<Pixel>> target) {
  using Channels = ScalingChannels<Pixel>;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= target.width || y >= target.height) return;
  const auto levels = Channels::of(source[int64(y) * target.width + x]);
  target.store(Channels::plus(Channels::zero(), 1.0f / 255.0f, levels), x, y);
}

// What textures are to reading, surfaces are to writing. The unit finds the address, x in bytes and
// in the array's own order, and drops what lies outside: no thread asks whether it is inside. The
// result can be fetched as a texture next; whoever wants plain rows must have them copied.
template <class Pixel>
__global__ void scaling_texture_surface(const __grid_constant__ ScalingFetches fetches,
                                        cudaSurfaceObject_t result) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const Pixel pixel = scaling_of_reals(tex2D<ScalingSum<Pixel>>(
      fetches.texture, fetches.u(float(x), float(y)), fetches.v(float(x), float(y))));
  surf2Dwrite(pixel, result, x * int(sizeof(Pixel)), y, cudaBoundaryModeZero);
}

// A texture over plain memory, read by index. The kernel finds the address and minds the edges
// itself, so it is a load by another way, and no filter can help it.
template <class Pixel, int Items, bool Below>
__global__ void scaling_texture_linear(cudaTextureObject_t texture, Pixel* __restrict__ result,
                                       const __grid_constant__ ScalingTask task) {
  scaling_fetched<Items, Below>(result, task, [&](int x, int y) {
    const int i = scaling_address(scaling_nearest(task.u(x, y)), task.width, task.address);
    const int j = scaling_address(scaling_nearest(task.v(x, y)), task.height, task.address);
    return i < 0 || j < 0
               ? Pixel{}
               : scaling_word(tex1Dfetch<ScalingBytes<Pixel>>(texture, j * task.width + i));
  });
}

LIVEWARP_KERNELS_END
