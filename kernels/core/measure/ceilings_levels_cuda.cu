// What the levels of a GPU's memory deliver: its own memory, the second cache, the first one, and
// shared memory.
#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <vector>

#include "kernels/core/base/detect.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/ceilings_gpu.h"
#include "kernels/core/memory/buffer.h"

namespace livewarp {

namespace {

constexpr unsigned loads_together = 8;  // of a thread, independent of each other
constexpr unsigned filled = 0x03030303u;
constexpr unsigned shared_vectors = 1024;  // 16 KiB: of several blocks a multiprocessor has room

/// Which vectors a block reads: thread t of block b begins at (b * block_step + t) and goes on by
/// `stride`, all of them modulo mask + 1. The compiler knows neither, so no load is another's.
struct ReadPlan {
  unsigned block_step = 0, stride = 0, mask = 0, loads = 0;
};

__device__ __forceinline__ unsigned plus(unsigned sum, uint4 v) {
  return sum + v.x + v.y + (v.z + v.w);
}

/// One number for 32 threads: what is written does not count beside what was read.
__device__ __forceinline__ void put_warp_sum(unsigned sum, unsigned* out) {
  for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_xor_sync(0xFFFFFFFFu, sum, lanes);
  if (threadIdx.x % 32 == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = sum;
}

template <class Load>
__device__ __forceinline__ unsigned sum_of_loads(const ReadPlan& plan, const Load& load) {
  unsigned at = blockIdx.x * plan.block_step + threadIdx.x, sum = 0;
  for (unsigned done = 0; done < plan.loads; done += loads_together) {
    uint4 loaded[loads_together];
#pragma unroll
    for (uint4& v : loaded) {
      v = load(at & plan.mask);
      at += plan.stride;
    }
#pragma unroll
    for (const uint4& v : loaded) sum = plus(sum, v);
  }
  return sum;
}

/// By the second cache, past the first.
__global__ void __launch_bounds__(ceiling_block)
    read_past_l1(const uint4* __restrict__ from, ReadPlan plan, unsigned* out) {
  put_warp_sum(sum_of_loads(plan, [&](unsigned at) { return __ldcg(from + at); }), out);
}

__global__ void __launch_bounds__(ceiling_block)
    read_by_l1(const uint4* __restrict__ from, ReadPlan plan, unsigned* out) {
  put_warp_sum(sum_of_loads(plan, [&](unsigned at) { return __ldca(from + at); }), out);
}

/// The same from shared memory, which the block fills first.
__global__ void __launch_bounds__(ceiling_block)
    read_shared(const uint4* __restrict__ from, ReadPlan plan, unsigned* out) {
  __shared__ uint4 tile[shared_vectors];
  for (unsigned i = threadIdx.x; i < shared_vectors; i += blockDim.x) tile[i] = from[i];
  __syncthreads();
  put_warp_sum(sum_of_loads(plan, [&](unsigned at) { return tile[at]; }), out);
}

struct Reader {
  const char* name;
  void (*kernel)(const uint4*, ReadPlan, unsigned*);
};

/// A launch and what it reads.
struct Reading {
  ReadPlan plan;
  unsigned blocks = 0;
  double bytes() const {
    return double(blocks) * ceiling_block * plan.loads * double(sizeof(uint4));
  }
};

/// Each block a piece of its own, one after another, and anew from the front.
Reading in_pieces(unsigned vectors, unsigned loads, double bytes) {
  const unsigned piece = ceiling_block * loads;
  const double blocks = bytes / (double(piece) * sizeof(uint4));
  return {{piece, ceiling_block, vectors - 1, loads}, unsigned(std::max(1.0, blocks))};
}

/// Every block the same few vectors, over and over.
Reading in_place(unsigned vectors) {
  constexpr unsigned loads = 4096, blocks_per_multiprocessor = 8;
  return {{0, ceiling_block, vectors - 1, loads},
          unsigned(cuda_multiprocessors()) * blocks_per_multiprocessor};
}

void check_read(const Buffer& out, const Reading& reading, const char* name) {
  std::vector<unsigned> sums(out.bytes() / sizeof(unsigned));
  out.read(sums.data(), out.bytes());
  const unsigned expected = 32u * reading.plan.loads * 4u * filled;  // modulo 2^32, as the sums
  for (const unsigned sum : sums)
    if (sum != expected) throw Error(std::string("ceilings: ") + name + " did not read all");
}

double bytes_per_second(CudaExec& exec, double seconds, const std::stop_token& stop,
                        const Reader& reader, const Buffer& from, const Reading& reading) {
  Buffer out(std::size_t{reading.blocks} * ceiling_block / 32 * sizeof(unsigned),
             MemoryMode::device);
  EventTimer stopwatch(exec);
  const double shortest = stopwatch.shortest(seconds, stop, [&] {
    exec.launch(ceiling_kernel(reader.name, reader.kernel), Dim3{reading.blocks},
                Dim3{ceiling_block}, 0, from.data(), reading.plan, out.data());
  });
  check_read(out, reading, reader.name);
  return reading.bytes() / shortest;
}

/// The best of launches that read the same buffer.
template <std::size_t n>
double best_of(CudaExec& exec, double seconds, const std::stop_token& stop, const Reader& reader,
               const Buffer& from, const std::array<Reading, n>& readings) {
  double best = 0;
  for (const Reading& reading : readings)
    best = std::max(best, bytes_per_second(exec, seconds / n, stop, reader, from, reading));
  return best;
}

Buffer filled_buffer(std::size_t bytes) {
  Buffer buffer(bytes, MemoryMode::device);
  buffer.fill(char(filled & 0xFF));
  return buffer;
}

Ceiling level_ceiling(const char* id, double value, std::string method) {
  Ceiling ceiling = ceiling_of_kind(id, Backend::cuda);
  ceiling.value = value;
  ceiling.method = std::move(method);
  return ceiling;
}

}  // namespace

std::vector<Ceiling> level_ceilings(CudaExec& exec, double seconds, const std::stop_token& stop) {
  constexpr std::size_t most = std::size_t{1} << 30;
  const double share = seconds / 4;
  std::vector<Ceiling> ceilings;
  const auto vectors = [](std::size_t bytes) { return unsigned(bytes / sizeof(uint4)); };
  {
    const std::size_t bytes = std::bit_floor(std::min(most, cuda_free_bytes() / 4));
    const Buffer all = filled_buffer(bytes);
    const double best = best_of(exec, share, stop, {"read_past_l1", read_past_l1}, all,
                                std::array{in_pieces(vectors(bytes), 8, double(bytes)),
                                           in_pieces(vectors(bytes), 32, double(bytes))});
    ceilings.push_back(level_ceiling(
        "read", best, memory_size(bytes) + ", best of 8 and 32 loads of 16 bytes a thread"));
  }
  {
    // A quarter: each half of the cache may keep a copy.
    const std::size_t bytes =
        std::bit_floor(std::max<std::size_t>(gpu_cache_bytes() / 4, std::size_t{256} << 10));
    const Buffer some = filled_buffer(bytes);
    constexpr double total = 1 << 30;
    const double best = best_of(
        exec, share, stop, {"read_past_l1", read_past_l1}, some,
        std::array{in_pieces(vectors(bytes), 32, total), in_pieces(vectors(bytes), 256, total)});
    ceilings.push_back(level_ceiling(
        "l2", best, memory_size(bytes) + " over and over, loads of 16 bytes past the first cache"));
  }
  const Buffer few = filled_buffer(shared_vectors * sizeof(uint4));
  const std::array repeated{in_place(shared_vectors)};
  const std::string method = memory_size(few.bytes()) + " over and over, loads of 16 bytes";
  ceilings.push_back(level_ceiling(
      "l1", best_of(exec, share, stop, {"read_by_l1", read_by_l1}, few, repeated), method));
  ceilings.push_back(level_ceiling(
      "shared", best_of(exec, share, stop, {"read_shared", read_shared}, few, repeated), method));
  return ceilings;
}

}  // namespace livewarp
