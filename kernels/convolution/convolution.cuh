// Kernels that blur a picture: where do weights and texels come from, and how often?
#pragma once

#include "kernels/convolution/convolution_task.cuh"
#include "kernels/pictures/pixel_picture.cuh"

LIVEWARP_KERNELS_BEGIN

/// The weights of one direction for every radius: 3 of radius 1, 5 of radius 2, ... All of them, so
/// that it always holds the same, whoever else blurs by another radius at the same time.
constexpr int convolution_all_weights =
    (convolution_most_radius + 1) * (convolution_most_radius + 1) - 1;
__constant__ float convolution_weights[convolution_all_weights];

/// The weighted sum of a window: `weight(k)` of either direction, `texel(i, j)` of column i and row
/// j, all counted from 0.
template <class Pixel, class Weight, class Texel>
__device__ __forceinline__ Pixel convolution_window(int taps, const Weight& weight,
                                                    const Texel& texel) {
  using Channels = PixelChannels<Pixel>;
  PixelSum<Pixel> sum = Channels::zero();
  for (int j = 0; j < taps; ++j) {
    PixelSum<Pixel> line = Channels::zero();
    for (int i = 0; i < taps; ++i)
      line = Channels::plus(line, weight(i), Channels::of(texel(i, j)));
    sum = Channels::plus(sum, weight(j), line);
  }
  return nearest_pixel(sum);
}

/// Copies the weights of a radius to where kernels read them as they read any other array.
__global__ void convolution_copy_weights(float* __restrict__ weights,
                                         const __grid_constant__ ConvolutionTask task) {
  const int k = threadIdx.x;
  if (k <= 2 * task.radius) weights[k] = convolution_weights[task.first_weight() + k];
}

// Lesson global: Texels and weights are both read from global memory, two loads for every four
// products. The caches hold both, so the memory is not the limit. Is it the loads, or the
// conversion of bytes to floats? Compare with weights in constant memory, which spare half of the
// loads; and make the radius larger to see the time grow with its square.
template <class Pixel>
__global__ void convolution_global(const Pixel* __restrict__ source, Pixel* __restrict__ result,
                                   const float* __restrict__ weights,
                                   const __grid_constant__ ConvolutionTask task) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= task.width || y >= task.height) return;
  const int left = x - task.radius, top = y - task.radius;
  result[task.texel(x, y)] = convolution_window<Pixel>(
      2 * task.radius + 1, [&](int k) { return load_readonly(weights + k); },
      [&](int i, int j) { return load_readonly(source + task.texel(left + i, top + j)); });
}

// Lesson constant: The weights lie in constant memory: all lanes of a warp want the same one, one
// access of its small cache serves them all, and the multiplication takes it as an operand. Half of
// the loads are gone; what remains are the texels, one load and four conversions to fp32 for every
// four products.
template <class Pixel>
__global__ void convolution_constant(const Pixel* __restrict__ source, Pixel* __restrict__ result,
                                     const __grid_constant__ ConvolutionTask task) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= task.width || y >= task.height) return;
  const int left = x - task.radius, top = y - task.radius, first = task.first_weight();
  result[task.texel(x, y)] = convolution_window<Pixel>(
      2 * task.radius + 1, [&](int k) { return convolution_weights[first + k]; },
      [&](int i, int j) { return load_readonly(source + task.texel(left + i, top + j)); });
}

/// Loads the texels of a block's pixels and the halo of `radius` around them, edges resolved.
template <class Pixel>
__device__ __forceinline__ void convolution_load_tile(const Pixel* source, Pixel* tile,
                                                      const ConvolutionTask& task) {
  const int wide = blockDim.x + 2 * task.radius, high = blockDim.y + 2 * task.radius;
  const int left = blockIdx.x * blockDim.x - task.radius;
  const int top = blockIdx.y * blockDim.y - task.radius;
  for (int j = threadIdx.y; j < high; j += blockDim.y)
    for (int i = threadIdx.x; i < wide; i += blockDim.x)
      tile[j * wide + i] = load_readonly(source + task.texel(left + i, top + j));
}

// Lesson shared: A block loads its texels and a halo of the radius around them once, and reads
// windows from shared memory. Edges are handled while loading, so the inner loop tests for none; a
// small block loads more halo than pixels. With caches as good as today's that gains less than it
// once did: the products are still (2 r + 1) squared.
template <class Pixel>
__global__ void convolution_shared(const Pixel* __restrict__ source, Pixel* __restrict__ result,
                                   const __grid_constant__ ConvolutionTask task) {
  Pixel* const tile = dynamic_shared<Pixel>();
  convolution_load_tile(source, tile, task);
  __syncthreads();
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= task.width || y >= task.height) return;
  const int wide = blockDim.x + 2 * task.radius, first = task.first_weight();
  const Pixel* const window = tile + threadIdx.y * wide + threadIdx.x;
  result[task.texel(x, y)] = convolution_window<Pixel>(
      2 * task.radius + 1, [&](int k) { return convolution_weights[first + k]; },
      [&](int i, int j) { return window[j * wide + i]; });
}

// Lesson separable: A Gaussian is separable, applied along rows and then down columns: 2 (2 r + 1)
// products in place of (2 r + 1) squared. Both passes are in one kernel, and the sums between them
// stay in shared memory, in fp32. The rows of the halo are summed by two blocks each: a taller
// block does less twice, and needs more shared memory.
template <class Pixel>
__global__ void convolution_separable(const Pixel* __restrict__ source, Pixel* __restrict__ result,
                                      const __grid_constant__ ConvolutionTask task) {
  using Channels = PixelChannels<Pixel>;
  using Sum = PixelSum<Pixel>;
  const int wide = blockDim.x + 2 * task.radius, high = blockDim.y + 2 * task.radius;
  Sum* const lines = dynamic_shared<Sum>();
  Pixel* const tile = reinterpret_cast<Pixel*>(lines + high * blockDim.x);
  convolution_load_tile(source, tile, task);
  __syncthreads();
  const int taps = 2 * task.radius + 1, first = task.first_weight();
  for (int j = threadIdx.y; j < high; j += blockDim.y) {
    Sum sum = Channels::zero();
    for (int i = 0; i < taps; ++i)
      sum = Channels::plus(sum, convolution_weights[first + i],
                           Channels::of(tile[j * wide + threadIdx.x + i]));
    lines[j * blockDim.x + threadIdx.x] = sum;
  }
  __syncthreads();
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= task.width || y >= task.height) return;
  Sum sum = Channels::zero();
  for (int j = 0; j < taps; ++j)
    sum = Channels::plus(sum, convolution_weights[first + j],
                         lines[(threadIdx.y + j) * blockDim.x + threadIdx.x]);
  result[task.texel(x, y)] = nearest_pixel(sum);
}

LIVEWARP_KERNELS_END
