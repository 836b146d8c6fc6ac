#include "kernels/core/cuda_memory.h"

#include <cstring>
#include <vector>

#include "kernels/core/cuda_check.h"
#include "kernels/core/cuda_textures.h"
#include "kernels/core/text.h"

namespace livewarp {

namespace {

void check_allocation(cudaError_t status, const char* what, std::size_t bytes) {
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    std::size_t free = 0, total = 0;
    const bool known = cudaMemGetInfo(&free, &total) == cudaSuccess;
    throw Error(std::string(what) + ": " + memory_size(bytes) + " could not be allocated" +
                    (known ? ", the GPU has " + memory_size(free) + " free" : ""),
                "choose a smaller problem");
  }
  check_cuda(status, what);
}

/// Executors use non-blocking streams, with which the blocking calls below do not synchronise by
/// themselves.
void wait_for_device() { check_cuda(cudaDeviceSynchronize(), "waiting for the GPU"); }

/// cudaMemcpy from pageable memory and cudaMemset may return before the device is done.
void wait_for_default_stream() {
  check_cuda(cudaStreamSynchronize(cudaStreamLegacy), "waiting for a copy");
}

void* page_locked(std::size_t bytes, unsigned flags) {
  void* memory = nullptr;
  check_allocation(cudaHostAlloc(&memory, bytes, flags), "page-locked memory", bytes);
  return memory;
}

}  // namespace

CudaMemory allocate_cuda_memory(std::size_t bytes, MemoryMode mode) {
  CudaMemory memory;
  try {
    if (mode == MemoryMode::mapped) {
      memory.shadow = page_locked(bytes, cudaHostAllocMapped | cudaHostAllocPortable);
      check_cuda(cudaHostGetDevicePointer(&memory.data, memory.shadow, 0), "mapping host memory");
      return memory;
    }
    if (mode == MemoryMode::pinned) memory.shadow = page_locked(bytes, cudaHostAllocPortable);
    check_allocation(cudaMalloc(&memory.data, bytes), "device memory", bytes);
    return memory;
  } catch (...) {
    if (memory.shadow) cudaFreeHost(memory.shadow);
    throw;
  }
}

void release_cuda_memory(const CudaMemory& memory, MemoryMode mode) noexcept {
  // Failures here are those of earlier work, which its own executor reports.
  if (memory.shadow) {
    cudaDeviceSynchronize();
    cudaFreeHost(memory.shadow);
  }
  if (mode != MemoryMode::mapped) cudaFree(memory.data);
  cudaGetLastError();
}

void write_cuda_memory(const CudaMemory& memory, MemoryMode mode, const void* source,
                       std::size_t bytes) {
  wait_for_device();
  if (memory.shadow) std::memcpy(memory.shadow, source, bytes);
  if (mode == MemoryMode::mapped) return;
  check_cuda(cudaMemcpy(memory.data, source, bytes, cudaMemcpyHostToDevice), "copy to the GPU");
  wait_for_default_stream();
}

void read_cuda_memory(const CudaMemory& memory, MemoryMode, void* target, std::size_t bytes) {
  wait_for_device();
  // A round trip ends in the shadow: reading it shows a copy that is missing.
  if (memory.shadow) {
    std::memcpy(target, memory.shadow, bytes);
    return;
  }
  check_cuda(cudaMemcpy(target, memory.data, bytes, cudaMemcpyDeviceToHost), "copy from the GPU");
}

void fill_cuda_memory(const CudaMemory& memory, MemoryMode mode, int byte, std::size_t bytes) {
  wait_for_device();
  if (memory.shadow) std::memset(memory.shadow, byte, bytes);
  if (mode == MemoryMode::mapped) return;
  check_cuda(cudaMemset(memory.data, byte, bytes), "filling device memory");
  wait_for_default_stream();
}

void* allocate_cuda_array(const TextureArray::Shape& shape) {
  use_cuda_device();
  const cudaChannelFormatDesc format = channel_format(shape.texel);
  cudaArray_t array = nullptr;
  check_allocation(cudaMallocArray(&array, &format, std::size_t(shape.width),
                                   std::size_t(shape.height), cudaArraySurfaceLoadStore),
                   "texture array", shape.bytes());
  return array;
}

void fill_cuda_array(void* array, const TextureArray::Shape& shape, int byte) {
  wait_for_device();
  const std::vector<unsigned char> rows(shape.bytes(), static_cast<unsigned char>(byte));
  check_cuda(cudaMemcpy2DToArray(static_cast<cudaArray_t>(array), 0, 0, rows.data(),
                                 shape.row_bytes(), shape.row_bytes(), std::size_t(shape.height),
                                 cudaMemcpyHostToDevice),
             "filling a texture array");
  wait_for_default_stream();
}

void release_cuda_array(void* array) noexcept {
  cudaDeviceSynchronize();  // a kernel may still read it
  cudaFreeArray(static_cast<cudaArray_t>(array));
  cudaGetLastError();
}

}  // namespace livewarp
