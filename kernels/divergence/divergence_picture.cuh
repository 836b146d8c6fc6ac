// The items as an image: who works, and who waits for others of its warp.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

struct DivergenceScene {
  const int* rounds;
  int n, cheap, expensive;
  int block;  ///< items that a block takes, side by side
  int warp;   ///< of these so many go together; 1: none waits for another
  int width, height;
};

enum DivergenceColor { divergence_nothing, divergence_cheap, divergence_waiting, divergence_lit };

__device__ __forceinline__ uchar4 divergence_color(DivergenceColor color) {
  if (color == divergence_lit) return make_uchar4(255, 190, 70, 255);
  if (color == divergence_waiting) return make_uchar4(120, 34, 44, 255);
  if (color == divergence_cheap) return make_uchar4(46, 92, 158, 255);
  return make_uchar4(22, 26, 33, 255);
}

/// The item that a pixel shows: with more items than pixels an even choice of 32 neighbours each.
__device__ __forceinline__ int divergence_item(int pixel, const DivergenceScene& scene) {
  const int pixels = scene.width * scene.height;
  if (scene.n <= pixels) return pixel;
  return int(int64(pixel / 32) * (scene.n / 32) / (pixels / 32)) * 32 + pixel % 32;
}

/// Whether an item's warp has an expensive one.
__device__ __forceinline__ bool divergence_held_up(int i, const DivergenceScene& scene) {
  const int of_block = i % scene.block, first = i - of_block % scene.warp;
  const int end = min(min(first + scene.warp, i - of_block + scene.block), scene.n);
  for (int other = first; other < end; ++other)
    if (scene.rounds[other] > scene.cheap) return true;
  return false;
}

__device__ __forceinline__ uchar4 divergence_pixel(int pixel, const DivergenceScene& scene) {
  const int i = divergence_item(pixel, scene);
  if (i >= scene.n) return divergence_color(divergence_nothing);
  const int rounds = scene.rounds[i];
  if (rounds > scene.cheap) {  // the lighter the more rounds
    const uchar4 lit = divergence_color(divergence_lit);
    const float light = 0.5f + 0.5f * float(rounds) / float(scene.expensive);
    return make_uchar4((unsigned char)(light * lit.x), (unsigned char)(light * lit.y),
                       (unsigned char)(light * lit.z), 255);
  }
  return divergence_color(divergence_held_up(i, scene) ? divergence_waiting : divergence_cheap);
}

__global__ void divergence_picture(const __grid_constant__ DivergenceScene scene,
                                   uchar4* __restrict__ picture) {
  const int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  if (pixel < scene.width * scene.height) picture[pixel] = divergence_pixel(pixel, scene);
}

LIVEWARP_KERNELS_END
