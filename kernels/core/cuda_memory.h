#pragma once

#include <cstddef>

#include "kernels/core/choice.h"

namespace livewarp {

/// The part of `Buffer` that needs a GPU. In builds without CUDA all of these throw `Error`, but for
/// `release_cuda_memory`, which then has nothing to release.
struct CudaMemory {
  void* data = nullptr;
  void* shadow = nullptr;
};
CudaMemory allocate_cuda_memory(std::size_t bytes, MemoryMode mode);
void release_cuda_memory(const CudaMemory& memory, MemoryMode mode) noexcept;
void write_cuda_memory(const CudaMemory& memory, MemoryMode mode, const void* source,
                       std::size_t bytes);
void read_cuda_memory(const CudaMemory& memory, MemoryMode mode, void* target, std::size_t bytes);
void fill_cuda_memory(const CudaMemory& memory, MemoryMode mode, int byte, std::size_t bytes);

}  // namespace livewarp
