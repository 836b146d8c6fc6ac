#pragma once

#include <cstddef>

#include "kernels/core/memory/texture.h"

namespace livewarp {

/// The parts of `Buffer` and `TextureArray` that need a GPU. In builds without CUDA all of these
/// throw `Error`, but for those that release: they then have nothing to release.
struct CudaMemory {
  void* data = nullptr;
  void* shadow = nullptr;
  std::size_t bytes = 0;
  void* granted = nullptr;  ///< what is given back, where `data` begins later
};
/// The host copy of `pageable` is not made here: it is plain host memory.
CudaMemory allocate_cuda_memory(std::size_t bytes, MemoryMode mode);
void release_cuda_memory(const CudaMemory& memory, MemoryMode mode) noexcept;
void write_cuda_memory(const CudaMemory& memory, MemoryMode mode, const void* source,
                       std::size_t bytes);
/// `settled`: nothing that was enqueued writes it any more, so that nothing is waited for.
void read_cuda_memory(const CudaMemory& memory, void* target, std::size_t bytes, bool settled);
void fill_cuda_memory(const CudaMemory& memory, MemoryMode mode, int byte, std::size_t bytes);

/// Where the driver says that memory lies. Throws `Error` if that is not what the mode promises.
void check_cuda_place(const CudaMemory& memory, MemoryMode mode);

/// A cudaArray_t that surface objects may write, or of several levels a cudaMipmappedArray_t.
void* allocate_cuda_array(const TextureArray::Shape& shape);
void fill_cuda_array(void* array, const TextureArray::Shape& shape, int byte);
void release_cuda_array(void* array, bool mipmapped) noexcept;

}  // namespace livewarp
