#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/base/detect.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/ceilings_gpu.h"
#include "kernels/core/memory/buffer.h"
#include "kernels/core/memory/texture.h"

namespace livewarp {

namespace {

template <class Real>
__device__ __forceinline__ Real sum_of_chains(const Real (&x)[chains]) {
  Real sum = 0;
#pragma unroll
  for (int k = 0; k < chains; ++k) sum += x[k];
  return sum;
}

/// x = x * a + b in independent chains. All chains share a and b, which stay in the operand caches:
/// an FMA with three register sources of its own is held up by the register ports. With a = b = 1
/// chain k counts from k, so the result says how many steps were done.
template <class Real>
__global__ void __launch_bounds__(ceiling_block, 4)
    fma_counting(Real a, Real b, int turns, Real* out) {
  Real x[chains];
#pragma unroll
  for (int k = 0; k < chains; ++k) x[k] = Real(k);
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int step = 0; step < steps_per_turn; ++step)
#pragma unroll
      for (int k = 0; k < chains; ++k) x[k] = fma(x[k], a, b);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum_of_chains(x);
}

/// x = x * a + x and x = x * b + x in turn: two register sources. With a = 1 and b = -1/2 each pair
/// doubles and halves, so the result is what it was.
template <class Real>
__global__ void __launch_bounds__(ceiling_block, 4)
    fma_doubling(Real a, Real b, int turns, Real* out) {
  Real x[chains];
#pragma unroll
  for (int k = 0; k < chains; ++k) x[k] = Real(k);
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int step = 0; step < steps_per_turn / 2; ++step) {
#pragma unroll
      for (int k = 0; k < chains; ++k) x[k] = fma(x[k], a, x[k]);
#pragma unroll
      for (int k = 0; k < chains; ++k) x[k] = fma(x[k], b, x[k]);
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum_of_chains(x);
}

/// Every thread must end with the same sum over its chains.
template <class Real>
void check_sums(const Buffer& out, Real expected, const char* name) {
  std::vector<Real> sums(out.bytes() / sizeof(Real));
  out.read(sums.data(), out.bytes());
  for (const Real sum : sums)
    if (sum != expected)
      throw Error(std::string("ceilings: ") + name + " ended at " + shortest(double(sum)) +
                  ", not at " + shortest(double(expected)));
}

/// `turns` of 16 steps each: about a millisecond.
template <class Real>
double fma_flops(CudaExec& exec, double seconds, const std::stop_token& stop, int turns) {
  constexpr int blocks_per_multiprocessor = 4, start_sum = chains * (chains - 1) / 2;
  const int steps = turns * steps_per_turn;
  const auto blocks = unsigned(cuda_multiprocessors() * blocks_per_multiprocessor);
  Buffer out(std::size_t{blocks} * ceiling_block * sizeof(Real), MemoryMode::device);
  EventTimer stopwatch(exec);
  double shortest = 0;
  const auto measure = [&](const char* name, void (*symbol)(Real, Real, int, Real*), Real a, Real b,
                           Real expected) {
    const double time = stopwatch.shortest(seconds / 2, stop, [&] {
      exec.launch(ceiling_kernel(name, symbol), Dim3{blocks}, Dim3{ceiling_block}, 0, a, b, turns,
                  out.data());
    });
    check_sums(out, expected, name);
    shortest = shortest == 0 ? time : std::min(shortest, time);
  };
  measure("fma_counting", fma_counting<Real>, 1, 1, Real(start_sum + chains * steps));
  measure("fma_doubling", fma_doubling<Real>, 1, Real(-0.5), Real(start_sum));
  return 2.0 * double(blocks) * ceiling_block * chains * steps / shortest;
}

Ceiling fma_ceiling(std::string id, std::string label, double flops) {
  return {.id = std::move(id),
          .label = std::move(label),
          .unit = "TFLOP/s",
          .method = "16 independent chains per thread, shared operands",
          .backend = Backend::cuda,
          .value = flops};
}

constexpr int texture_side = 256;

__device__ __forceinline__ float4 plus(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__device__ __forceinline__ float plus(float a, float b) { return a + b; }
__device__ __forceinline__ float channels_sum(float4 v) { return v.x + v.y + v.z + v.w; }
__device__ __forceinline__ float channels_sum(float v) { return v; }

/// Filtered fetches of a texture that stays in the first cache, lanes half a texel apart as in a
/// picture of twice the size; no two of a thread at one place, or the compiler would make them one.
/// All texels are 1, so the result counts the fetches.
template <class Fetched>
__global__ void __launch_bounds__(ceiling_block)
    fetch_filtered(cudaTextureObject_t texture, int turns, float* out) {
  constexpr float texel = 1.0f / float(texture_side);
  float u = float(threadIdx.x) * 0.5f * texel, v = float(blockIdx.x) * texel;
  Fetched sum{};
  for (int turn = 0; turn < turns; ++turn, v += 0.5f * texel) {
#pragma unroll
    for (int k = 0; k < chains; ++k, u += 2.0f * texel)
      sum = plus(sum, tex2D<Fetched>(texture, u, v));
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = channels_sum(sum);
}

/// Fetches a second of texels of one or of four channels.
template <class Fetched>
double fetch_rate(CudaExec& exec, double seconds, const std::stop_token& stop, Texel texel) {
  constexpr int turns = 64, blocks_per_multiprocessor = 16;
  const auto blocks = unsigned(cuda_multiprocessors() * blocks_per_multiprocessor);
  const TextureArray array({texel, texture_side, texture_side}, MemoryMode::device);
  Buffer ones(array.shape().bytes(), MemoryMode::device);
  ones.fill(char(0xFF));
  exec.copy_to_array(array, ones.data(), array.shape().row_bytes());
  TextureSpec spec = array.texture();
  spec.filter = TextureFilter::linear;
  spec.address = TextureAddress::wrap;
  spec.read = TextureRead::normalized;
  spec.normalized = true;
  const cudaTextureObject_t texture = exec.texture(spec);
  Buffer out(std::size_t{blocks} * ceiling_block * sizeof(float), MemoryMode::device);
  EventTimer stopwatch(exec);
  const double shortest = stopwatch.shortest(seconds, stop, [&] {
    exec.launch(ceiling_kernel("fetch_filtered", fetch_filtered<Fetched>), Dim3{blocks},
                Dim3{ceiling_block}, 0, texture, turns, out.data());
  });
  constexpr int channels = sizeof(Fetched) / sizeof(float);
  check_sums(out, float(channels * turns * chains), "fetch_filtered");
  return double(blocks) * ceiling_block * turns * chains / shortest;
}

Ceiling texture_ceiling(CudaExec& exec, double seconds, const std::stop_token& stop) {
  Ceiling ceiling{"texture", "texture fetch rate", "Gfetch/s", {}, Backend::cuda, 0, 0};
  ceiling.value = std::max(fetch_rate<float4>(exec, seconds / 2, stop, Texel::uchar4),
                           fetch_rate<float>(exec, seconds / 2, stop, Texel::uchar1));
  ceiling.method = "filtered fetches from the L1 cache, best of one and four channels of 8 bits";
  return ceiling;
}

}  // namespace

std::vector<KernelRef> ceiling_kernels() {
  return {copy_kernel(), ceiling_kernel("fma_counting", fma_counting<float>).ref,
          ceiling_kernel("fma_doubling", fma_doubling<float>).ref,
          ceiling_kernel("fma_counting", fma_counting<double>).ref,
          ceiling_kernel("fetch_filtered", fetch_filtered<float4>).ref};
}

Ceilings measure_gpu_ceilings(double seconds, std::stop_token stop, const CopyLoad& copy) {
  const std::unique_ptr<CudaExec> exec = CudaExec::create();
  const double share = seconds / 7;
  Ceilings ceilings;
  ceilings.all.push_back(copy_ceiling(*exec, share, stop, copy));
  ceilings.all.push_back(
      fma_ceiling("fma32", "fp32 FMA rate", fma_flops<float>(*exec, share, stop, 2048)));
  // Where there are few units for fp64, as in most GPUs that draw, it takes 32 times as long.
  ceilings.all.push_back(
      fma_ceiling("fma64", "fp64 FMA rate", fma_flops<double>(*exec, share, stop, 128)));
  for (Ceiling& ceiling : tensor_ceiling(*exec, share, stop))
    ceilings.all.push_back(std::move(ceiling));
  ceilings.all.push_back(special_ceiling(*exec, share, stop));
  ceilings.all.push_back(texture_ceiling(*exec, share, stop));
  ceilings.all.push_back(transfer_ceiling(*exec, share, stop, copy));
  return ceilings;
}

Ceilings measure_gpu_roofs(double seconds, std::stop_token stop) {
  const std::unique_ptr<CudaExec> exec = CudaExec::create();
  Ceilings ceilings{level_ceilings(*exec, seconds / 2, stop)};
  for (Ceiling& ceiling : unfused_ceilings(*exec, seconds / 2, stop))
    ceilings.all.push_back(std::move(ceiling));
  return ceilings;
}

}  // namespace livewarp
