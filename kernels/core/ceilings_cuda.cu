#include <algorithm>
#include <functional>
#include <string>

#include "kernels/core/buffer.h"
#include "kernels/core/ceiling_kernels.h"
#include "kernels/core/ceilings.h"
#include "kernels/core/cuda_event.h"
#include "kernels/core/detect.h"
#include "kernels/core/executors.h"
#include "kernels/core/text.h"
#include "kernels/core/texture.h"

namespace livewarp {

namespace {

constexpr int block_threads = 256;

/// One float4 a thread: as many requests in flight as the memory can take. A loop over a smaller
/// grid reaches some 7 % less.
__global__ void copy_one_float4(const float4* __restrict__ from, float4* __restrict__ to,
                                unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = from[i];
}

constexpr int chains = 16;
constexpr int steps_per_turn = 16;

/// x = x * a + b in independent chains. All chains share a and b, which stay in the operand caches:
/// an FMA with three register sources of its own is held up by the register ports. With a = b = 1
/// chain k counts from k, so the result says how many steps were done.
__global__ void __launch_bounds__(block_threads, 4)
    fma_counting(float a, float b, int turns, float* out) {
  float x[chains];
#pragma unroll
  for (int k = 0; k < chains; ++k) x[k] = float(k);
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int step = 0; step < steps_per_turn; ++step)
#pragma unroll
      for (int k = 0; k < chains; ++k) x[k] = fmaf(x[k], a, b);
  }
  float sum = 0;
#pragma unroll
  for (int k = 0; k < chains; ++k) sum += x[k];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// x = x * a + x and x = x * b + x in turn: two register sources. With a = 1 and b = -1/2 each pair
/// doubles and halves, so the result is what it was.
__global__ void __launch_bounds__(block_threads, 4)
    fma_doubling(float a, float b, int turns, float* out) {
  float x[chains];
#pragma unroll
  for (int k = 0; k < chains; ++k) x[k] = float(k);
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int step = 0; step < steps_per_turn / 2; ++step) {
#pragma unroll
      for (int k = 0; k < chains; ++k) x[k] = fmaf(x[k], a, x[k]);
#pragma unroll
      for (int k = 0; k < chains; ++k) x[k] = fmaf(x[k], b, x[k]);
    }
  }
  float sum = 0;
#pragma unroll
  for (int k = 0; k < chains; ++k) sum += x[k];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <class... P>
Kernel<P...> kernel(const char* name, void (*symbol)(P...)) {
  return {{name, reinterpret_cast<const void*>(symbol), nullptr}};
}

/// Times work on one executor's stream by events.
class Stopwatch {
 public:
  explicit Stopwatch(const CudaExec& exec) : stream_(static_cast<cudaStream_t>(exec.stream())) {}

  /// The shortest seconds of one `run`, repeated for about `seconds`, at least three times.
  double shortest(double seconds, const std::stop_token& stop, const std::function<void()>& run,
                  int batch = 4) {
    double shortest = 0, spent = 0;
    run();  // warms up
    for (int i = 0; i < 3 || spent < seconds; ++i) {
      if (stop.stop_requested()) throw Cancelled();
      run();  // covers the gap between the first event and the first kernel after it
      begin_.record(stream_);
      for (int k = 0; k < batch; ++k) run();
      end_.record(stream_);
      check_cuda(cudaStreamSynchronize(stream_), "measuring a ceiling");
      const double elapsed = end_.since(begin_) / 1000;
      spent += elapsed * (batch + 1) / batch;
      if (i == 0 || elapsed / batch < shortest) shortest = elapsed / batch;
    }
    return shortest;
  }

 private:
  cudaStream_t stream_;
  CudaEvent begin_, end_;
};

/// 1 GiB where nothing is asked for; a quarter of what is free at most.
std::size_t copy_bytes(std::size_t asked) {
  constexpr std::size_t granule = std::size_t{1} << 20;
  const std::size_t wanted = asked ? asked : std::size_t{1} << 30;
  return std::max(std::min(wanted, cuda_free_bytes() / 4) / granule, std::size_t{1}) * granule;
}

void check_copied(const Buffer& to, char expected) {
  std::vector<char> found(to.bytes());
  to.read(found.data(), found.size());
  if (std::any_of(found.begin(), found.end(), [&](char byte) { return byte != expected; }))
    throw Error("copy ceiling: the copy kernel did not copy");
}

Ceiling copy_ceiling(CudaExec& exec, double seconds, const std::stop_token& stop,
                     const CopyLoad& load) {
  const std::size_t bytes = copy_bytes(load.bytes);
  const auto wanted =
      std::size_t(load.streams ? pieces_beyond(gpu_cache_bytes(), 2.0 * double(bytes)) : 1);
  const std::size_t pairs = std::clamp<std::size_t>(cuda_free_bytes() / (4 * bytes), 1, wanted);
  // Short copies by the dozen, or the events at both ends would count.
  const int batch = int(std::clamp<std::size_t>((std::size_t{1} << 30) / bytes, 4, 64));
  Buffer from(pairs * bytes, MemoryMode::device), to(pairs * bytes, MemoryMode::device);
  constexpr char byte = 0x5A;
  from.fill(byte);
  to.fill(0);
  Stopwatch stopwatch(exec);
  const auto count = unsigned(bytes / sizeof(float4));
  std::size_t turn = 0;
  const auto part = [&](const Buffer& all) {
    return static_cast<void*>(static_cast<char*>(all.data()) + turn % pairs * bytes);
  };
  const auto by_kernel = [&] {
    exec.launch(kernel("copy_one_float4", copy_one_float4),
                Dim3{unsigned(ceil_div(count, block_threads))}, Dim3{block_threads}, 0, part(from),
                part(to), count);
    ++turn;
  };
  const auto by_runtime = [&] {
    check_cuda(cudaMemcpyAsync(part(to), part(from), bytes, cudaMemcpyDeviceToDevice,
                               static_cast<cudaStream_t>(exec.stream())),
               "copy ceiling");
    ++turn;
  };
  const double kernel_seconds = stopwatch.shortest(seconds / 2, stop, by_kernel, batch);
  check_copied(to, byte);
  const double runtime_seconds = stopwatch.shortest(seconds / 2, stop, by_runtime, batch);
  Ceiling ceiling{"copy", "copy bandwidth", "GB/s", {}, Backend::cuda, 0, 0};
  ceiling.value = 2.0 * double(bytes) / std::min(kernel_seconds, runtime_seconds);
  ceiling.method = "best of cudaMemcpy and one float4 a thread, " + memory_size(bytes) +
                   ", read + written" +
                   (pairs > 1 ? ", " + std::to_string(pairs) + " buffers in turn" : "");
  return ceiling;
}

/// Every thread must end with the same sum over its chains.
void check_sums(const Buffer& out, float expected, const char* name) {
  std::vector<float> sums(out.bytes() / sizeof(float));
  out.read(sums.data(), out.bytes());
  for (const float sum : sums)
    if (sum != expected)
      throw Error(std::string("ceilings: ") + name + " ended at " + shortest(double(sum)) +
                  ", not at " + shortest(double(expected)));
}

Ceiling fma_ceiling(CudaExec& exec, double seconds, const std::stop_token& stop) {
  constexpr int turns = 2048, blocks_per_multiprocessor = 4;
  constexpr int start_sum = chains * (chains - 1) / 2, steps = turns * steps_per_turn;
  const auto blocks = unsigned(cuda_multiprocessors() * blocks_per_multiprocessor);
  Buffer out(std::size_t{blocks} * block_threads * sizeof(float), MemoryMode::device);
  Stopwatch stopwatch(exec);
  double shortest = 0;
  const auto measure = [&](const char* name, void (*symbol)(float, float, int, float*), float a,
                           float b, float expected) {
    const double time = stopwatch.shortest(seconds / 2, stop, [&] {
      exec.launch(kernel(name, symbol), Dim3{blocks}, Dim3{block_threads}, 0, a, b, turns,
                  out.data());
    });
    check_sums(out, expected, name);
    shortest = shortest == 0 ? time : std::min(shortest, time);
  };
  measure("fma_counting", fma_counting, 1.0f, 1.0f, float(start_sum + chains * steps));
  measure("fma_doubling", fma_doubling, 1.0f, -0.5f, float(start_sum));
  Ceiling ceiling{"fma32", "fp32 FMA rate", "TFLOP/s", {}, Backend::cuda, 0, 0};
  ceiling.value = 2.0 * double(blocks) * block_threads * chains * steps / shortest;
  ceiling.method = "16 independent chains a thread, shared operands";
  return ceiling;
}

constexpr int texture_side = 256;

__device__ __forceinline__ float4 plus(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__device__ __forceinline__ float plus(float a, float b) { return a + b; }
__device__ __forceinline__ float channels_sum(float4 v) { return v.x + v.y + v.z + v.w; }
__device__ __forceinline__ float channels_sum(float v) { return v; }

/// Filtered fetches of a texture that stays in the first cache, lanes half a texel apart as in a picture of twice the
/// size; no two of a thread at one place, or the compiler would make them one. All texels are 1, so the result
/// counts the fetches.
template <class Fetched>
__global__ void __launch_bounds__(block_threads)
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
  Buffer out(std::size_t{blocks} * block_threads * sizeof(float), MemoryMode::device);
  Stopwatch stopwatch(exec);
  const double shortest = stopwatch.shortest(seconds, stop, [&] {
    exec.launch(kernel("fetch_filtered", fetch_filtered<Fetched>), Dim3{blocks},
                Dim3{block_threads}, 0, texture, turns, out.data());
  });
  constexpr int channels = sizeof(Fetched) / sizeof(float);
  check_sums(out, float(channels * turns * chains), "fetch_filtered");
  return double(blocks) * block_threads * turns * chains / shortest;
}

Ceiling texture_ceiling(CudaExec& exec, double seconds, const std::stop_token& stop) {
  Ceiling ceiling{"texture", "texture rate", "Gfetch/s", {}, Backend::cuda, 0, 0};
  ceiling.value = std::max(fetch_rate<float4>(exec, seconds / 2, stop, Texel::uchar4),
                           fetch_rate<float>(exec, seconds / 2, stop, Texel::uchar1));
  ceiling.method = "filtered fetches from the first cache, best of one and four channels of 8 bits";
  return ceiling;
}

}  // namespace

std::vector<KernelRef> ceiling_kernels() {
  return {kernel("copy_one_float4", copy_one_float4).ref, kernel("fma_counting", fma_counting).ref,
          kernel("fma_doubling", fma_doubling).ref,
          kernel("fetch_filtered", fetch_filtered<float4>).ref};
}

Ceilings measure_gpu_ceilings(double seconds, std::stop_token stop, const CopyLoad& copy) {
  const std::unique_ptr<CudaExec> exec = CudaExec::create();
  Ceilings ceilings;
  ceilings.all.push_back(copy_ceiling(*exec, seconds / 2, stop, copy));
  ceilings.all.push_back(fma_ceiling(*exec, seconds / 4, stop));
  ceilings.all.push_back(texture_ceiling(*exec, seconds / 4, stop));
  return ceilings;
}

}  // namespace livewarp
