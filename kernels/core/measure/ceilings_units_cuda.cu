// What a GPU's units of arithmetic do beside fused operations: sums and products alone, special
// functions, products of matrices.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/base/detect.h"
#include "kernels/core/base/text.h"
#include "kernels/core/device/device.cuh"
#include "kernels/core/device/matrix_unit.cuh"
#include "kernels/core/measure/ceilings_gpu.h"
#include "kernels/core/memory/buffer.h"

namespace livewarp {

namespace {

constexpr int matrix_chains = 8, matrix_steps = 4;  // of a turn
constexpr int blocks_per_multiprocessor = 4;

__device__ __forceinline__ float product(float a, float b) { return __fmul_rn(a, b); }
__device__ __forceinline__ double product(double a, double b) { return __dmul_rn(a, b); }
__device__ __forceinline__ float sum(float a, float b) { return __fadd_rn(a, b); }
__device__ __forceinline__ double sum(double a, double b) { return __dadd_rn(a, b); }

/// x = (x * one) + one, rounded twice: these are never fused. Chain k counts from k.
template <class Real>
__global__ void __launch_bounds__(ceiling_block, blocks_per_multiprocessor)
    sums_and_products(Real one, int turns, Real* out) {
  Real x[chains];
#pragma unroll
  for (int k = 0; k < chains; ++k) x[k] = Real(k);
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int step = 0; step < steps_per_turn; ++step)
#pragma unroll
      for (int k = 0; k < chains; ++k) x[k] = sum(product(x[k], one), one);
  }
  Real all = 0;
#pragma unroll
  for (int k = 0; k < chains; ++k) all += x[k];
  out[blockIdx.x * blockDim.x + threadIdx.x] = all;
}

/// x = 1 / sqrt(x) over and over: whatever it begins with, it ends at 1.
__global__ void __launch_bounds__(ceiling_block, blocks_per_multiprocessor)
    special_functions(float first, int turns, float* out) {
  float x[chains];
#pragma unroll
  for (int k = 0; k < chains; ++k) x[k] = first + float(k);
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int step = 0; step < steps_per_turn; ++step)
#pragma unroll
      for (int k = 0; k < chains; ++k) x[k] = fast_rsqrt(x[k]);
  }
  float all = 0;
#pragma unroll
  for (int k = 0; k < chains; ++k) all += x[k];
  out[blockIdx.x * blockDim.x + threadIdx.x] = all;
}

/// D += A B with all of A and B one: every product adds 16 to every element. Chain k begins with k.
__global__ void __launch_bounds__(ceiling_block, 2)
    matrix_products(float one, int turns, float* out) {
  const HalfPair ones = halves_of(one, one);
  const HalfPair a[4] = {ones, ones, ones, ones};
  float d[matrix_chains][4];
#pragma unroll
  for (int k = 0; k < matrix_chains; ++k)
#pragma unroll
    for (float& element : d[k]) element = float(k);
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int step = 0; step < matrix_steps; ++step)
#pragma unroll
      for (int k = 0; k < matrix_chains; ++k) multiply_add(d[k], a, ones, ones, d[k]);
  }
  float all = 0;
#pragma unroll
  for (int k = 0; k < matrix_chains; ++k)
#pragma unroll
    for (const float element : d[k]) all += element;
  out[blockIdx.x * blockDim.x + threadIdx.x] = all;
}

template <class Real>
std::vector<Real> results_of(const Buffer& out) {
  std::vector<Real> results(out.bytes() / sizeof(Real));
  out.read(results.data(), out.bytes());
  return results;
}

/// All threads must end at `expected`, up to a relative error.
template <class Real>
void check_results(const Buffer& out, double expected, double error, const char* name) {
  for (const Real result : results_of<Real>(out))
    if (!(std::abs(double(result) - expected) <= error * std::abs(expected)))
      throw Error(std::string("ceilings: ") + name + " ended at " + shortest(double(result)) +
                  ", not at " + shortest(expected));
}

/// Launches of as many threads as stay on the GPU, each of which writes one number.
template <class Real>
class Chains {
 public:
  explicit Chains(CudaExec& exec)
      : exec_(exec), blocks_(unsigned(cuda_multiprocessors() * blocks_per_multiprocessor)),
        out_(std::size_t{blocks_} * ceiling_block * sizeof(Real), MemoryMode::device) {}
  double shortest(double seconds, const std::stop_token& stop, const char* name,
                  void (*kernel)(Real, int, Real*), Real first, int turns) {
    EventTimer stopwatch(exec_);
    return stopwatch.shortest(seconds, stop, [&] {
      exec_.launch(ceiling_kernel(name, kernel), Dim3{blocks_}, Dim3{ceiling_block}, 0, first,
                   turns, out_.data());
    });
  }
  double threads() const { return double(blocks_) * ceiling_block; }
  const Buffer& out() const { return out_; }

 private:
  CudaExec& exec_;
  unsigned blocks_;
  Buffer out_;
};

Ceiling unit_ceiling(const char* id, double value, std::string method) {
  Ceiling ceiling = ceiling_of_kind(id, Backend::cuda);
  ceiling.value = value;
  ceiling.method = std::move(method);
  return ceiling;
}

template <class Real>
Ceiling unfused_ceiling(CudaExec& exec, double seconds, const std::stop_token& stop, const char* id,
                        int turns) {
  Chains<Real> all(exec);
  const int steps = turns * steps_per_turn;
  const double time =
      all.shortest(seconds, stop, "sums_and_products", sums_and_products<Real>, 1, turns);
  check_results<Real>(all.out(), chains * (chains - 1) / 2 + double(chains) * steps, 0,
                      "sums_and_products");
  return unit_ceiling(id, 2.0 * all.threads() * chains * steps / time,
                      "a product and a sum in turn, 16 independent chains per thread");
}

}  // namespace

std::vector<Ceiling> unfused_ceilings(CudaExec& exec, double seconds, const std::stop_token& stop) {
  // Where there are few units for fp64 it takes 32 times as long.
  return {unfused_ceiling<float>(exec, seconds / 2, stop, "add32", 2048),
          unfused_ceiling<double>(exec, seconds / 2, stop, "add64", 128)};
}

Ceiling special_ceiling(CudaExec& exec, double seconds, const std::stop_token& stop) {
  constexpr int turns = 512;
  Chains<float> all(exec);
  const double time = all.shortest(seconds, stop, "special_functions", special_functions, 2, turns);
  check_results<float>(all.out(), chains, 1e-5, "special_functions");
  return unit_ceiling("special", all.threads() * chains * turns * steps_per_turn / time,
                      "rsqrt.approx.ftz.f32, 16 independent chains per thread");
}

// Of GPUs that have no products of a warp nothing changes in them.
std::vector<Ceiling> tensor_ceiling(CudaExec& exec, double seconds, const std::stop_token& stop) {
  const GpuInfo gpu = present_gpu_limits();
  if (gpu.major == 9 && gpu.minor == 0) return {warpgroup_ceiling(exec, seconds, stop)};
  constexpr int turns = 512, steps = turns * matrix_steps;
  constexpr double elements = 4.0 * matrix_chains;
  constexpr double begun = 4.0 * matrix_chains * (matrix_chains - 1) / 2;
  constexpr double operations = 2.0 * 16 * 8 * 16;  // of a warp's product
  Chains<float> all(exec);
  const double time = all.shortest(seconds, stop, "matrix_products", matrix_products, 1, turns);
  if (results_of<float>(all.out()).front() == float(begun)) return {};
  check_results<float>(all.out(), begun + elements * 16 * steps, 0, "matrix_products");
  return {unit_ceiling("tensor", all.threads() / 32 * matrix_chains * steps * operations / time,
                       "mma.sync m16n8k16 of fp16 with fp32 sums, 8 independent chains per warp")};
}

}  // namespace livewarp
