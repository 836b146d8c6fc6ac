#include <algorithm>
#include <string>
#include <vector>

#include "kernels/core/base/detect.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/ceilings_gpu.h"
#include "kernels/core/memory/buffer.h"

namespace livewarp {

namespace {

/// One float4 a thread: as many requests in flight as the memory can take. A loop over a smaller
/// grid reaches some 7 % less.
__global__ void copy_one_float4(const float4* __restrict__ from, float4* __restrict__ to,
                                unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = from[i];
}

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

}  // namespace

KernelRef copy_kernel() { return ceiling_kernel("copy_one_float4", copy_one_float4).ref; }

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
  EventTimer stopwatch(exec);
  const auto count = unsigned(bytes / sizeof(float4));
  std::size_t turn = 0;
  const auto part = [&](const Buffer& all) {
    return static_cast<void*>(static_cast<char*>(all.data()) + turn % pairs * bytes);
  };
  const auto by_kernel = [&] {
    exec.launch(ceiling_kernel("copy_one_float4", copy_one_float4),
                Dim3{unsigned(ceil_div(count, ceiling_block))}, Dim3{ceiling_block}, 0, part(from),
                part(to), count);
    ++turn;
  };
  const auto by_runtime = [&] {
    check_cuda(LIVEWARP_CUDA(cudaMemcpyAsync, part(to), part(from), bytes, cudaMemcpyDeviceToDevice,
                             static_cast<cudaStream_t>(exec.stream())),
               "copy ceiling");
    ++turn;
  };
  const double kernel_seconds = stopwatch.shortest(seconds / 2, stop, by_kernel, batch);
  check_copied(to, byte);
  const double runtime_seconds = stopwatch.shortest(seconds / 2, stop, by_runtime, batch);
  Ceiling ceiling{"copy", "copy bandwidth", "GB/s", {}, Backend::cuda, 0, 0};
  ceiling.value = 2.0 * double(bytes) / std::min(kernel_seconds, runtime_seconds);
  ceiling.method = "best of cudaMemcpy and one float4 per thread, " + memory_size(bytes) +
                   ", read + written" +
                   (pairs > 1 ? ", " + std::to_string(pairs) + " buffers in rotation" : "");
  return ceiling;
}

Ceiling transfer_ceiling(CudaExec& exec, double seconds, const std::stop_token& stop,
                         const CopyLoad& load) {
  constexpr std::size_t otherwise = std::size_t{64} << 20;
  const bool any = load.to_device + load.to_host > 0;
  const std::size_t there = any ? load.to_device : otherwise, back = any ? load.to_host : otherwise;
  // Page-locked memory of the host, mapped or not, is what the copy engines read and write
  // themselves.
  Buffer host(std::max(there, back), MemoryMode::mapped);
  Buffer device(std::max(there, back), MemoryMode::device);
  constexpr char byte = 0x5A;
  host.fill(byte);
  EventTimer stopwatch(exec);
  const auto address = [](const Buffer& buffer) {
    return buffer.shadow() ? buffer.shadow() : buffer.data();
  };
  // A copy at a time, as in a step: what lies between two copies of one way would be hidden in a
  // row of them.
  const auto seconds_of = [&](Buffer& to, const Buffer& from, std::size_t bytes,
                              cudaMemcpyKind kind) {
    if (bytes == 0) return 0.0;
    const auto run = [&] {
      check_cuda(LIVEWARP_CUDA(cudaMemcpyAsync, address(to), address(from), bytes, kind,
                               static_cast<cudaStream_t>(exec.stream())),
                 "transfer ceiling");
    };
    const double shortest = stopwatch.shortest(seconds / 2, stop, run, 1);
    std::vector<char> found(bytes);
    to.read(found.data(), bytes);
    if (std::ranges::any_of(found, [&](char one) { return one != byte; }))
      throw Error("transfer ceiling: the copy did not copy");
    return shortest;
  };
  device.fill(0);
  double total = seconds_of(device, host, there, cudaMemcpyHostToDevice);
  device.fill(byte);
  host.fill(0);
  total += seconds_of(host, device, back, cudaMemcpyDeviceToHost);
  return {.id = "transfer",
          .label = "host transfer",
          .unit = "GB/s",
          .method = "cudaMemcpyAsync of page-locked memory, " + memory_size(there) +
                    " to the GPU, then " + memory_size(back) + " back",
          .backend = Backend::cuda,
          .value = double(there + back) / total};
}

}  // namespace livewarp
