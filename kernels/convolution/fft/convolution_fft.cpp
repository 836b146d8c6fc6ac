#include "kernels/convolution/fft/convolution_fft.h"

#include <cmath>

#include "kernels/core/base/detect.h"

namespace livewarp {

namespace {

constexpr std::size_t complex_bytes = 2 * sizeof(float);
constexpr int cells_of_128_bytes = 16;  // rows of planes begin where a line of a cache does

bool is_smooth(int n) {
  for (const int prime : {2, 3, 5, 7})
    while (n % prime == 0) n /= prime;
  return n == 1;
}

}  // namespace

int smooth_length(int least, int granule) {
  int length = (least + granule - 1) / granule * granule;
  while (!is_smooth(length)) length += granule;
  return length;
}

FftLayout::FftLayout(const Convolution::Problem& problem)
    : planes(problem.channels == 1 ? 1 : 2),
      rows(int(problem.channels == 1 ? (problem.height + 1) / 2 : problem.height)),
      width(smooth_length(int(problem.width) + 2 * problem.radius, cells_of_128_bytes)),
      height(smooth_length(rows + 2 * problem.radius)) {}

std::size_t FftLayout::filter_begins() const {
  return std::size_t(planes) * std::size_t(width) * std::size_t(height) * complex_bytes;
}

std::size_t FftLayout::work_begins() const {
  constexpr std::size_t alignment = 256;
  const std::size_t end = filter_begins() + std::size_t(width + height) * sizeof(float);
  return (end + alignment - 1) / alignment * alignment;
}

std::size_t fft_scratch_bytes(const Cufft& library, const Convolution::Problem& problem) {
  const FftLayout layout(problem);
  const bool known = library.missing().empty() && present_gpu_limits().major != 0;
  return layout.work_begins() + (known ? library.plan(layout.shape())->work_bytes() : 0);
}

CostModel fft_cost(const Convolution::Problem& problem) {
  const FftLayout layout(problem);
  const double cells = layout.cells(), of_plane = cells / layout.planes;
  const double pixels = double(problem.texels()), texel = problem.channels;
  constexpr double cell = double(complex_bytes);
  constexpr int directions = 2, passes = 2;
  CostModel cost = Convolution::cost(problem, 0, 0);
  // A number times a product of two factors, and for each pixel's channel the rounding.
  cost.flops = directions * 5 * cells * std::log2(of_plane) + 3 * cells + texel * pixels;
  // Packing takes the texels of each cell, of which a plane of RGBA is only one half.
  const double packed = of_plane * (problem.channels == 1 ? 2 : 4) + cells * cell;
  const double multiplied = cells * (2 * cell + 2 * sizeof(float));
  const double transformed = directions * passes * cells * 2 * cell;
  const double cropped =
      pixels * texel + cell * layout.planes * double(problem.width) * layout.rows;
  cost.requested_bytes = packed + transformed + multiplied + cropped;
  return cost;
}

}  // namespace livewarp
