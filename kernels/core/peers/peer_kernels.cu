#include "kernels/core/peers/peer_kernels.h"

#include <algorithm>
#include <array>
#include <string>

#include "kernels/core/exec/cuda/cuda_check.h"
#include "kernels/core/exec/multiprocessors.h"

namespace livewarp {

namespace {

constexpr int peer_threads = 512, blocks_a_multiprocessor = 4;
using PatternWord = unsigned long long;

// A kernel reads memory of another GPU by an ordinary pointer, once peer access is enabled: each
// load crosses NVLink or PCI Express and comes back with its bytes. A round trip takes far longer
// than one to the GPU's own memory, so that bandwidth takes many loads in flight: 16 bytes a
// thread, and as many threads as the multiprocessors hold. Each then goes on a grid further.
__global__ void __launch_bounds__(peer_threads)
    read_peer(uint4* __restrict__ own, const uint4* __restrict__ peers, std::size_t count) {
  const std::size_t step = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
    own[i] = peers[i];
}

// A kernel that writes into another GPU's memory waits for no answer: a store is on its way, and
// the thread goes on. So it needs fewer threads than one that reads to fill the same link. Whoever
// reads these bytes on the other GPU must wait for the end of the kernel, or for a fence of the
// whole system, __threadfence_system(), and a flag behind it.
__global__ void __launch_bounds__(peer_threads)
    write_peer(uint4* __restrict__ peers, const uint4* __restrict__ own, std::size_t count) {
  const std::size_t step = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
    peers[i] = own[i];
}

// What one load from another GPU takes: a single thread reads a number there, which says where the
// next one is. No two loads can be in flight, so the time over their number is the latency. A
// volatile load is not answered by the first cache, and the places lie a line apart.
__global__ void follow_ring(const volatile std::uint32_t* peers, int steps, std::uint32_t* end) {
  std::uint32_t place = 0;
  for (int i = 0; i < steps; ++i) place = peers[place * ring_line];
  *end = place;
}

// What one store takes until all may see it: the fence of the whole system waits until the store
// before it has arrived at the other GPU. Without it the thread would run ahead of its stores, and
// the time would tell how fast it issues them.
__global__ void store_and_fence(volatile PatternWord* peers, int words, PatternWord seed) {
  constexpr PatternWord odd = 0x9E3779B97F4A7C15;  // pattern_word's
  for (int i = 0; i < words; ++i) {
    peers[i] = (PatternWord(i) + 1) * odd ^ seed;
    __threadfence_system();
  }
}

template <class Kernel, std::size_t Count>
void launch_peer(Kernel kernel, unsigned blocks, unsigned threads,
                 std::array<void*, Count> arguments, cudaStream_t stream, const char* what) {
  check_cuda(LIVEWARP_CUDA(cudaLaunchKernel, reinterpret_cast<const void*>(kernel), dim3(blocks),
                           dim3(threads), arguments.data(), 0, stream),
             std::string("cannot start the kernel that ") + what);
}

unsigned blocks_for(std::size_t count) {
  const std::size_t most =
      std::size_t(std::max(cuda_multiprocessors(), 1)) * blocks_a_multiprocessor;
  return unsigned(std::clamp<std::size_t>((count + peer_threads - 1) / peer_threads, 1, most));
}

template <class T>
void* address_of(T& argument) {
  return const_cast<void*>(static_cast<const void*>(&argument));
}

}  // namespace

void load_peer_kernels() {
  for (const void* kernel :
       {reinterpret_cast<const void*>(read_peer), reinterpret_cast<const void*>(write_peer),
        reinterpret_cast<const void*>(follow_ring),
        reinterpret_cast<const void*>(store_and_fence)}) {
    cudaFuncAttributes attributes{};
    check_cuda(LIVEWARP_CUDA(cudaFuncGetAttributes, &attributes, kernel),
               "loading the kernels that reach into a peer's memory");
  }
}

void read_peer_memory(void* own, const void* peers, std::size_t bytes, cudaStream_t stream) {
  std::size_t count = bytes / sizeof(uint4);
  launch_peer(read_peer, blocks_for(count), peer_threads,
              std::array{address_of(own), address_of(peers), address_of(count)}, stream,
              "reads a peer's memory");
}

void write_peer_memory(void* peers, const void* own, std::size_t bytes, cudaStream_t stream) {
  std::size_t count = bytes / sizeof(uint4);
  launch_peer(write_peer, blocks_for(count), peer_threads,
              std::array{address_of(peers), address_of(own), address_of(count)}, stream,
              "writes a peer's memory");
}

void follow_peer_ring(const std::uint32_t* peers, int steps, std::uint32_t* end,
                      cudaStream_t stream) {
  launch_peer(follow_ring, 1, 1, std::array{address_of(peers), address_of(steps), address_of(end)},
              stream, "follows a ring in a peer's memory");
}

void store_in_turn(std::uint64_t* peers, int words, std::uint64_t seed, cudaStream_t stream) {
  PatternWord own_seed = seed;
  launch_peer(store_and_fence, 1, 1,
              std::array{address_of(peers), address_of(words), address_of(own_seed)}, stream,
              "stores into a peer's memory");
}

}  // namespace livewarp
