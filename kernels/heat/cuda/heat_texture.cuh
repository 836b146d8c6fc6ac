// A step of the heat equation that reads the plate by a texture object.
#pragma once

#include "kernels/heat/cuda/heat.cuh"

LIVEWARP_KERNELS_BEGIN

// Where a texture finds a cell: in plain memory by its index, or in rows by its place. A texel
// covers the coordinates from x to x + 1, so x + 0.5 is its middle.
struct HeatByIndex {
  static constexpr bool clamps = false;
  cudaTextureObject_t texture;
  __device__ __forceinline__ float at(int x, int y, int nx) const {
    return tex1Dfetch<float>(texture, y * nx + x);
  }
};
struct HeatByPlace {
  static constexpr bool clamps = true;  ///< a cell outside is the nearest one of the edge
  cudaTextureObject_t texture;
  __device__ __forceinline__ float at(int x, int y, int) const {
    return tex2D<float>(texture, float(x) + 0.5f, float(y) + 0.5f);
  }
};

/// The next temperature of a cell that the step changes, by the star alone.
template <class Texels>
__device__ __forceinline__ float heat_star_by_texture(const Texels& texels, int x, int y,
                                                      const HeatPlate<float>& plate) {
  const auto around = [&](int west, int east, int north, int south) {
    return (texels.at(west, y, plate.nx) + texels.at(east, y, plate.nx)) +
           (texels.at(x, north, plate.nx) + texels.at(x, south, plate.nx));
  };
  // Beyond an insulated border lies the mirror image: of the nearest neighbour that is the border
  // cell itself, and so is what the hardware's clamp gives.
  const bool clamped = Texels::clamps && plate.radius == 1 && plate.boundary == heat_insulated;
  float value = plate.centre * texels.at(x, y, plate.nx);
  if (clamped || plate.inner(x, y)) {
    value += plate.weight[0] * around(x - 1, x + 1, y - 1, y + 1);
    for (int k = 2; k <= plate.radius; ++k)
      value += plate.weight[k - 1] * around(x - k, x + k, y - k, y + k);
    return value;
  }
  for (int k = 1; k <= plate.radius; ++k)
    value += plate.weight[k - 1] * around(heat_neighbour(x - k, plate.nx, plate.boundary),
                                          heat_neighbour(x + k, plate.nx, plate.boundary),
                                          heat_neighbour(y - k, plate.ny, plate.boundary),
                                          heat_neighbour(y + k, plate.ny, plate.boundary));
  return value;
}

// Lesson texture: The naive kernel with texture fetches in place of loads. Texture units turn
// coordinates into an address, and the address mode clamps what lies outside to the edge: that is
// the Neumann boundary, for free; but they serve several times fewer fetches per clock than the
// same cache serves loads. A CUDA array keeps neighbours in both directions near, and must be
// filled anew every step: what does the copy cost, and does the layout repay it?
//
// Before Fermi this was the one way to cached reads; today it is a tool for pictures, which need
// the filter and the edges too.
template <class Stored, class Texels>
__global__ void heat_texture(const __grid_constant__ Texels texels, Stored* out,
                             const unsigned char* marks,
                             const __grid_constant__ HeatPlate<float> plate) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= plate.nx || y >= plate.ny) return;
  const float own = texels.at(x, y, plate.nx);
  float next = own;
  if (plate.boundary != heat_fixed || plate.inner(x, y)) {
    next = heat_star_by_texture(texels, x, y, plate);
    if (marks) next = heat_marked(next, own, marks, x, y, plate);
  }
  store_real(out + plate.cell(x, y), next);
}

LIVEWARP_KERNELS_END
