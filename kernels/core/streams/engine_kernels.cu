#include "kernels/core/streams/engine_kernels.h"

#include <algorithm>
#include <array>

#include "kernels/core/exec/cuda/cuda_check.h"
#include "kernels/core/exec/multiprocessors.h"
#include "kernels/core/transfer/pipeline_pictures.h"

namespace livewarp {

namespace {

constexpr int engine_threads = 512;
using Word = unsigned long long;

__global__ void __launch_bounds__(engine_threads)
    compute_only(std::uint32_t* numbers, unsigned rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  std::uint32_t number = i;
  for (unsigned round = 0; round < rounds; ++round) number = number * MixRound::a + MixRound::b;
  numbers[i] = number;
}

__global__ void __launch_bounds__(engine_threads)
    read_only(const ulonglong2* __restrict__ from, std::size_t count, Word* sum) {
  const std::size_t step = std::size_t(gridDim.x) * blockDim.x;
  Word own = 0;
  for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step) {
    const ulonglong2 words = from[i];
    own += words.x * (4 * i + 1) + words.y * (4 * i + 3);
  }
  atomicAdd(sum, own);
}

__global__ void __launch_bounds__(engine_threads)
    write_only(ulonglong2* to, std::size_t count, Word seed) {
  constexpr Word odd = 0x9E3779B97F4A7C15;  // pattern_word's
  const std::size_t step = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
    to[i] = make_ulonglong2((2 * i + 1) * odd ^ seed, (2 * i + 2) * odd ^ seed);
}

unsigned a_block_a_multiprocessor() { return unsigned(std::max(cuda_multiprocessors(), 1)); }

template <class Kernel, std::size_t Count>
void start(Kernel kernel, std::array<void*, Count> arguments, unsigned blocks, cudaStream_t stream,
           const char* what) {
  check_cuda(LIVEWARP_CUDA(cudaLaunchKernel, reinterpret_cast<const void*>(kernel), dim3(blocks),
                           dim3(engine_threads), arguments.data(), 0, stream),
             std::string("cannot start the kernel that ") + what);
}

}  // namespace

void load_engine_kernels() {
  use_cuda_device();
  for (const void* kernel :
       {reinterpret_cast<const void*>(compute_only), reinterpret_cast<const void*>(read_only),
        reinterpret_cast<const void*>(write_only)}) {
    cudaFuncAttributes attributes{};
    check_cuda(LIVEWARP_CUDA(cudaFuncGetAttributes, &attributes, kernel),
               "loading the kernels beside copies");
  }
}

std::size_t computed_numbers() { return std::size_t(a_block_a_multiprocessor()) * engine_threads; }

void compute_numbers(std::uint32_t* numbers, unsigned rounds, cudaStream_t stream) {
  start(compute_only,
        std::array<void*, 2>{static_cast<void*>(&numbers), static_cast<void*>(&rounds)},
        a_block_a_multiprocessor(), stream, "computes");
}

void read_words(const void* from, std::size_t bytes, std::uint64_t* sum, cudaStream_t stream) {
  std::size_t count = bytes / sizeof(ulonglong2);
  start(read_only,
        std::array<void*, 3>{static_cast<void*>(&from), static_cast<void*>(&count),
                             static_cast<void*>(&sum)},
        a_block_a_multiprocessor(), stream, "reads");
}

void write_words(void* to, std::size_t bytes, std::uint64_t seed, cudaStream_t stream) {
  std::size_t count = bytes / sizeof(ulonglong2);
  Word sent = seed;
  start(write_only,
        std::array<void*, 3>{static_cast<void*>(&to), static_cast<void*>(&count),
                             static_cast<void*>(&sent)},
        a_block_a_multiprocessor(), stream, "writes");
}

}  // namespace livewarp
