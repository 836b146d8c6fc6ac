#include "kernels/core/paging/paging_kernels.h"

#include <array>

#include "kernels/core/base/dim.h"
#include "kernels/core/exec/cuda/cuda_check.h"

namespace livewarp {

namespace {

constexpr int paging_threads = 256;
constexpr unsigned lanes = 32;

/// As pattern_word of transfer_pattern.h, which tests compare.
__device__ __forceinline__ std::uint64_t word_of_pattern(std::size_t i, std::uint64_t seed) {
  return (std::uint64_t(i) + 1) * 0x9E3779B97F4A7C15ull ^ seed;
}

__device__ __forceinline__ std::size_t element() {
  return std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
}

__global__ void __launch_bounds__(paging_threads)
    compare_elements(const std::uint64_t* __restrict__ words, std::size_t count, std::uint64_t seed,
                     std::uint64_t added, unsigned* wrong) {
  const std::size_t i = element();
  if (i < count && words[i] != word_of_pattern(i, seed) + added) atomicAdd(wrong, 1u);
}

__global__ void __launch_bounds__(paging_threads)
    add_to_elements(std::uint64_t* words, std::size_t count) {
  const std::size_t i = element();
  if (i < count) ++words[i];
}

__global__ void __launch_bounds__(paging_threads)
    write_elements(std::uint64_t* words, std::size_t count, std::uint64_t seed) {
  const std::size_t i = element();
  if (i < count) words[i] = word_of_pattern(i, seed);
}

__global__ void __launch_bounds__(paging_threads)
    write_pages(std::uint64_t* words, std::size_t count, std::uint64_t seed,
                std::size_t of_a_warp) {
  const std::size_t first = element() / lanes * of_a_warp, lane = threadIdx.x % lanes;
  for (std::size_t i = lane; i < of_a_warp; i += lanes)
    if (first + i < count) words[first + i] = word_of_pattern(first + i, seed);
}

template <std::size_t N>
void launch(const void* kernel, std::size_t threads, std::array<void*, N> arguments,
            cudaStream_t stream) {
  const auto blocks = unsigned((threads + paging_threads - 1) / paging_threads);
  check_cuda(LIVEWARP_CUDA(cudaLaunchKernel, kernel, dim3(blocks), dim3(paging_threads),
                           arguments.data(), 0, stream),
             "cannot start a kernel on managed memory");
}

template <class T>
void* argument(T& value) {
  return static_cast<void*>(&value);
}

}  // namespace

void compare_words(const PagedWords& of, std::uint64_t added, unsigned* wrong,
                   cudaStream_t stream) {
  PagedWords words = of;
  launch(reinterpret_cast<const void*>(compare_elements), words.count,
         std::array{argument(words.words), argument(words.count), argument(words.seed),
                    argument(added), argument(wrong)},
         stream);
}

void add_to_words(const PagedWords& to, cudaStream_t stream) {
  PagedWords words = to;
  launch(reinterpret_cast<const void*>(add_to_elements), words.count,
         std::array{argument(words.words), argument(words.count)}, stream);
}

void write_words(const PagedWords& to, cudaStream_t stream) {
  PagedWords words = to;
  launch(reinterpret_cast<const void*>(write_elements), words.count,
         std::array{argument(words.words), argument(words.count), argument(words.seed)}, stream);
}

void write_words_by_warps(const PagedWords& to, std::size_t bytes_of_a_warp, cudaStream_t stream) {
  PagedWords words = to;
  std::size_t of_a_warp = bytes_of_a_warp / sizeof(std::uint64_t);
  const std::size_t warps = (words.count + of_a_warp - 1) / of_a_warp;
  launch(reinterpret_cast<const void*>(write_pages), warps * lanes,
         std::array{argument(words.words), argument(words.count), argument(words.seed),
                    argument(of_a_warp)},
         stream);
}

void load_paging_kernels() {
  for (const void* const kernel : {reinterpret_cast<const void*>(compare_elements),
                                   reinterpret_cast<const void*>(add_to_elements),
                                   reinterpret_cast<const void*>(write_elements),
                                   reinterpret_cast<const void*>(write_pages)}) {
    cudaFuncAttributes attributes{};
    check_cuda(LIVEWARP_CUDA(cudaFuncGetAttributes, &attributes, kernel),
               "loading the kernels of managed memory");
  }
}

}  // namespace livewarp
