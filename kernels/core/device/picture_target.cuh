// Where a kernel publishes a picture to. What it shows is the kernel's own; where it goes is chosen
// by whoever draws.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// Stores pixels of type T: into plain memory, rows without padding, or through a surface straight
/// into a texture, as the display chooses. In a texture neighbours in both directions lie near each
/// other, and only the driver knows how: so it is written by coordinates, x in bytes. The question
/// which it is has one answer for the whole grid.
template <class T>
struct PictureTarget {
  T* memory;  ///< null: the surface is written
  cudaSurfaceObject_t
      surface;        ///< over 2D for `store(pixel, x, y)`, over 3D for `store(voxel, x, y, z)`
  int width, height;  ///< of the picture; the surface may be larger

  __device__ __forceinline__ void store(T pixel, int x, int y) const {
    if (memory)
      memory[int64(y) * width + x] = pixel;
    else
      surf2Dwrite(pixel, surface, x * int(sizeof(T)), y);
  }
  __device__ __forceinline__ void store(T voxel, int x, int y, int z) const {
    if (memory)
      memory[(int64(z) * height + y) * width + x] = voxel;
    else
      surf3Dwrite(voxel, surface, x * int(sizeof(T)), y, z);
  }
};

LIVEWARP_KERNELS_END
