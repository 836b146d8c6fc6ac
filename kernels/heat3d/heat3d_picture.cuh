// What shows the block.
#pragma once

#include "kernels/core/device/picture_target.cuh"
#include "kernels/heat3d/heat3d.cuh"

LIVEWARP_KERNELS_BEGIN

/// Cells and voxels of a picture, each way.
struct Heat3dVoxels {
  int nx, ny, nz, width, height, depth;
};

/// The cells of a row, column or pile that a voxel shows: at most two, evenly placed.
struct Heat3dSpan {
  int first, last;
  __device__ __forceinline__ int samples() const { return min(last - first, 2); }
  __device__ __forceinline__ int sample(int i) const {
    return first + (2 * i + 1) * (last - first) / (2 * samples());
  }
};

__device__ __forceinline__ Heat3dSpan heat3d_span(int voxel, int voxels, int n) {
  return {int(int64(voxel) * n / voxels), int(int64(voxel + 1) * n / voxels)};
}

/// The mean of at most 2 x 2 x 2 cells of a voxel, 0 ... 1 as 0 ... 65,535. `load` gives a cell's
/// temperature.
template <class Load>
__device__ __forceinline__ unsigned short heat3d_voxel(int vx, int vy, int vz,
                                                       const Heat3dVoxels& v, const Load& load) {
  const Heat3dSpan columns = heat3d_span(vx, v.width, v.nx);
  const Heat3dSpan rows = heat3d_span(vy, v.height, v.ny);
  const Heat3dSpan planes = heat3d_span(vz, v.depth, v.nz);
  float sum = 0.0f;
  for (int k = 0; k < planes.samples(); ++k)
    for (int j = 0; j < rows.samples(); ++j)
      for (int i = 0; i < columns.samples(); ++i)
        sum += load((int64(planes.sample(k)) * v.ny + rows.sample(j)) * v.nx + columns.sample(i));
  const float mean = sum / float(planes.samples() * rows.samples() * columns.samples());
  return static_cast<unsigned short>(fminf(fmaxf(mean, 0.0f), 1.0f) * 65535.0f + 0.5f);
}

// Picture: one thread a voxel. A voxel of a large block stands for hundreds of cells: to read them
// all would take longer than the step.
template <class Stored>
__global__ void heat3d_picture(const Stored* __restrict__ in, PictureTarget<unsigned short> picture,
                               Heat3dVoxels v) {
  const int vx = blockIdx.x * blockDim.x + threadIdx.x;
  const int vy = blockIdx.y * blockDim.y + threadIdx.y, vz = blockIdx.z;
  if (vx >= v.width || vy >= v.height) return;
  picture.store(heat3d_voxel(vx, vy, vz, v, [&](int64 cell) { return float(real_of(in[cell])); }),
                vx, vy, vz);
}

LIVEWARP_KERNELS_END
