// What the tensor cores of compute capability 9.0 do: the products of its warpgroups, which are
// compiled for it alone, reach what those of a warp do not.
#include <vector>

#include "kernels/core/base/text.h"
#include "kernels/core/device/warpgroup.cuh"
#include "kernels/core/exec/multiprocessors.h"
#include "kernels/core/measure/ceilings_gpu.h"
#include "kernels/core/memory/buffer.h"

namespace livewarp {

namespace {

constexpr int warpgroup = 128, warpgroups = ceiling_block / warpgroup;
constexpr int products_a_turn = 8, sums_a_thread = 128;
// Rows of 128 bytes, of which a product takes 16 numbers: 64 rows of A, and of B four squares of as
// many.
constexpr int row_bytes = 128, square_bytes = 64 * row_bytes, squares = 5;

/// D += A B of 64 x 16 and 16 x 256 numbers, all of them one: every product adds 16 to every
/// element. While one warpgroup waits for its turn's products the other's are under way.
__global__ void __launch_bounds__(ceiling_block, 1)
    warpgroup_products(float one, int turns, float* out) {
  __shared__ __align__(1024) HalfPair ones[squares * square_bytes / sizeof(HalfPair)];
  for (unsigned i = threadIdx.x; i < sizeof(ones) / sizeof(HalfPair); i += blockDim.x)
    ones[i] = halves_of(one, one);
  shared_is_written();
  __syncthreads();
  const auto* const bytes = reinterpret_cast<const unsigned char*>(ones);
  const auto a = matrix_descriptor(bytes, 8 * row_bytes, square_bytes);
  const auto b = matrix_descriptor(bytes + square_bytes, 8 * row_bytes, square_bytes);
  float sum[sums_a_thread];
#pragma unroll
  for (int i = 0; i < sums_a_thread; ++i) sum[i] = 0;
  for (int turn = 0; turn < turns; ++turn) {
    warpgroup_begin();
#pragma unroll
    for (int k = 0; k < products_a_turn; ++k) warpgroup_multiply_add<Half16>(sum, a, b);
    warpgroup_commit();
    warpgroup_wait<0>();
    warpgroup_settle(sum);
  }
  float all = 0;
#pragma unroll
  for (int i = 0; i < sums_a_thread; ++i) all += sum[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = all;
}

}  // namespace

Ceiling warpgroup_ceiling(CudaExec& exec, double seconds, const std::stop_token& stop) {
  constexpr int turns = 256;
  constexpr double products = double(turns) * products_a_turn;
  const auto blocks = unsigned(cuda_multiprocessors());
  Buffer out(std::size_t{blocks} * ceiling_block * sizeof(float), MemoryMode::device);
  EventTimer stopwatch(exec);
  const double time = stopwatch.shortest(seconds, stop, [&] {
    exec.launch(ceiling_kernel("warpgroup_products", warpgroup_products), Dim3{blocks},
                Dim3{ceiling_block}, 0, 1.0f, turns, out.data());
  });
  std::vector<float> found(std::size_t{blocks} * ceiling_block);
  out.read(found.data(), out.bytes());
  constexpr auto expected = float(sums_a_thread * 16 * products);  // below 2^24
  for (const float sum : found)
    if (sum != expected)
      throw Error("ceilings: warpgroup_products ended at " + shortest(double(sum)) + ", not at " +
                  shortest(double(expected)));
  Ceiling ceiling = ceiling_of_kind("tensor", Backend::cuda);
  ceiling.value = 2.0 * 64 * 256 * 16 * warpgroups * blocks * products / time;
  ceiling.method = "wgmma m64n256k16 of fp16 with fp32 sums, 2 warpgroups per multiprocessor";
  return ceiling;
}

}  // namespace livewarp
