// The blur by Fourier transforms: what stands around the library's calls.
#pragma once

#include "kernels/convolution/convolution_task.cuh"
#include "kernels/pictures/pixels.cuh"

LIVEWARP_KERNELS_BEGIN

/// A picture as planes of complex numbers, with what a transform needs around it. A transform takes
/// its input for one period of something periodic, so that what stands left of the first column is
/// the end of the line, and of the first row the end of the plane:
///
///   |<-------- wide -------------------------------->|
///   | the picture's columns | r beyond |     | r before |
///
/// Between them stands what no pixel of the result depends on.
struct FftTask {
  ConvolutionTask picture;
  int wide, high;  ///< of a plane
  int rows;        ///< of the result that a plane makes

  __device__ __forceinline__ int64 cell(int i, int j, int plane) const {
    return (int64(plane) * high + j) * wide + i;
  }
  /// The texel that stands in column i and row j of a plane whose first row is `top`.
  __device__ __forceinline__ int64 texel(int i, int j, int top) const {
    const int x = i < picture.width + picture.radius ? i : i - wide;
    const int y = j < rows + picture.radius ? j : j - high;
    return picture.texel(x, y + top);
  }
};

/// How pixels become complex numbers. The transform of a symmetric filter is real: it blurs both
/// parts of a complex number alike, and they do not mix. So each part carries a picture of its own.
/// Four transforms of reals would do the same work, but need lines of another length on the other
/// side, and a plan for each direction.
template <class Pixel>
struct FftPixels;
/// Red and green in one plane, blue and alpha in another.
template <>
struct FftPixels<uchar4> {
  static constexpr int planes = 2;
  static __device__ __forceinline__ void take(const uchar4* source, float2* to, int i, int j,
                                              const FftTask& task) {
    const float4 p = PixelChannels<uchar4>::of(load_readonly(source + task.texel(i, j, 0)));
    to[task.cell(i, j, 0)] = make_float2(p.x, p.y);
    to[task.cell(i, j, 1)] = make_float2(p.z, p.w);
  }
  static __device__ __forceinline__ void give(const float2* from, uchar4* result, int i, int j,
                                              const FftTask& task) {
    const float2 rg = from[task.cell(i, j, 0)], ba = from[task.cell(i, j, 1)];
    result[task.picture.texel(i, j)] = nearest_pixel(make_float4(rg.x, rg.y, ba.x, ba.y));
  }
};
/// The upper half of a grey picture, and the lower one.
template <>
struct FftPixels<unsigned char> {
  static constexpr int planes = 1;
  static __device__ __forceinline__ void take(const unsigned char* source, float2* to, int i, int j,
                                              const FftTask& task) {
    to[task.cell(i, j, 0)] =
        make_float2(byte_as_number(load_readonly(source + task.texel(i, j, 0)), 0),
                    byte_as_number(load_readonly(source + task.texel(i, j, task.rows)), 0));
  }
  static __device__ __forceinline__ void give(const float2* from, unsigned char* result, int i,
                                              int j, const FftTask& task) {
    const float2 halves = from[task.cell(i, j, 0)];
    result[task.picture.texel(i, j)] = nearest_pixel(halves.x);
    if (j + task.rows < task.picture.height)
      result[task.picture.texel(i, j + task.rows)] = nearest_pixel(halves.y);
  }
};

/// The weights of one direction from the middle on.
struct FftWeights {
  float at[convolution_most_radius + 1];
};

/// The transform of the filter, along first and then down: of a symmetric one a sum of cosines, and
/// of a separable one a product. cuFFT divides by the number of cells neither there nor back: that
/// is done here, where it costs nothing. Once for a radius and size.
__global__ void convolution_fft_filter(float* __restrict__ filter,
                                       const __grid_constant__ FftWeights weights,
                                       const __grid_constant__ FftTask task) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= task.wide + task.high) return;
  const int length = k < task.wide ? task.wide : task.high;
  const int frequency = k < task.wide ? k : k - task.wide;
  const float turn = 6.283185307f / float(length);
  float sum = weights.at[0];
  for (int t = 1; t <= task.picture.radius; ++t)
    sum = fmaf(2.0f * weights.at[t], cosf(turn * float(frequency * t % length)), sum);
  filter[k] = sum / float(length);
}

// Lesson fft: In frequencies a convolution is a product: cuFFT transforms the picture, every number
// is multiplied by the Gaussian's transform, and cuFFT transforms it back. The radius is gone from
// the work; n log n operations are left, and passes over memory that hold each channel in 4 bytes.
// Sweep the radius: where does it overtake direct sums, which pay for every tap? And does it ever
// overtake running sums, which do not know the radius either?
//
// One thread a cell of the planes, edges resolved.
template <class Pixel>
__global__ void convolution_fft_pack(const Pixel* __restrict__ source, float2* __restrict__ planes,
                                     const __grid_constant__ FftTask task) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < task.wide && j < task.high) FftPixels<Pixel>::take(source, planes, i, j, task);
}

/// The convolution: a thread a frequency, a layer of blocks a plane.
__global__ void convolution_fft_multiply(float2* __restrict__ planes,
                                         const float* __restrict__ filter,
                                         const __grid_constant__ FftTask task) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= task.wide || j >= task.high) return;
  const float factor = load_readonly(filter + i) * load_readonly(filter + task.wide + j);
  float2* const to = planes + task.cell(i, j, blockIdx.z);
  const float2 number = *to;
  *to = make_float2(number.x * factor, number.y * factor);
}

/// Rounds to bytes: one thread a pixel, or two of grey ones.
template <class Pixel>
__global__ void convolution_fft_crop(const float2* __restrict__ planes, Pixel* __restrict__ result,
                                     const __grid_constant__ FftTask task) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < task.picture.width && j < task.rows) FftPixels<Pixel>::give(planes, result, i, j, task);
}

LIVEWARP_KERNELS_END
