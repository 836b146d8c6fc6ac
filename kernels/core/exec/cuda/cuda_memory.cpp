#include "kernels/core/memory/device_memory.h"

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include <unistd.h>

#include "kernels/core/base/detect.h"
#include "kernels/core/base/text.h"
#include "kernels/core/exec/cuda/cuda_check.h"
#include "kernels/core/exec/cuda/cuda_textures.h"
#include "kernels/core/exec/cuda/cuda_versions.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/model/memory_modes.h"

namespace livewarp {

namespace {

void check_allocation(cudaError_t status, const char* what, std::size_t bytes) {
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    std::size_t free = 0, total = 0;
    const bool known = LIVEWARP_CUDA(cudaMemGetInfo, &free, &total) == cudaSuccess;
    throw Error(std::string(what) + ": " + memory_size(bytes) + " could not be allocated" +
                    (known ? ", the GPU has " + memory_size(free) + " free" : ""),
                "choose a smaller problem");
  }
  check_cuda(status, what);
}

/// cudaMemcpy from pageable memory and cudaMemset may return before the device is done.
void wait_for_default_stream() {
  check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, cudaStreamLegacy), "waiting for a copy");
}

struct FreeHost {
  void operator()(void* memory) const { LIVEWARP_CUDA(cudaFreeHost, memory); }
};
using PageLocked = std::unique_ptr<void, FreeHost>;
PageLocked page_locked(std::size_t bytes, unsigned flags) {
  void* memory = nullptr;
  check_allocation(LIVEWARP_CUDA(cudaHostAlloc, &memory, bytes, flags), "page-locked memory",
                   bytes);
  return PageLocked(memory);
}

/// A fact of the process, as the memory that it counts is.
std::atomic<std::size_t>& managed_bytes() {
  static std::atomic<std::size_t> all{0};
  return all;
}

/// What a mode has the driver be told.
std::span<const PageAdvice> advice_of(MemoryMode mode) {
  static constexpr std::array read_mostly{PageAdvice::read_mostly},
      preferred_gpu{PageAdvice::on_device};
  static constexpr std::array accessed_by{PageAdvice::on_host, PageAdvice::mapped_by_device};
  switch (mode) {
  case MemoryMode::read_mostly: return read_mostly;
  case MemoryMode::preferred_gpu: return preferred_gpu;
  case MemoryMode::accessed_by: return accessed_by;
  default: return {};
  }
}

/// The driver keeps advice by pages of the host, and small allocations share them: what is advised
/// has pages of its own, or the advice of a neighbour would come and go with that.
std::size_t page_bytes() {
  static const auto bytes = std::size_t(sysconf(_SC_PAGESIZE));
  return bytes;
}

/// The driver grants more than the card has, and pages it in and out all the time: that can hang a
/// GPU. What was granted before may not lie on the card yet, so it counts too.
CudaMemory managed(const std::size_t wanted, MemoryMode mode) {
  const bool advised = !advice_of(mode).empty();
  const std::size_t page = advised ? page_bytes() : 1;
  const std::size_t pages = (wanted + page - 1) / page * page;
  const std::size_t bytes = pages + page - 1;  // wherever it begins, `pages` begin at a page's edge
  const std::size_t before = managed_bytes(), free = cuda_free_bytes();
  if (bytes > free || before > free - bytes)
    throw Error("managed memory: " + memory_size(bytes) + " wanted" +
                    (before ? " beside " + memory_size(before) : "") + ", the GPU has " +
                    memory_size(free) + " free: more than that could hang it",
                "choose a smaller problem, or another memory mode");
  CudaMemory memory{.bytes = wanted};
  check_allocation(LIVEWARP_CUDA(cudaMallocManaged, &memory.granted, bytes, cudaMemAttachGlobal),
                   "managed memory", bytes);
  std::size_t space = bytes;
  memory.data = memory.granted;
  std::align(page, pages, memory.data, space);
  try {
    for (const PageAdvice advice : advice_of(mode)) advise_pages(memory.data, pages, advice);
  } catch (...) {
    LIVEWARP_CUDA(cudaFree, memory.granted);
    throw;
  }
  managed_bytes() += wanted;
  return memory;
}

void* from_pool(std::size_t bytes) {
  void* memory = nullptr;
  check_allocation(LIVEWARP_CUDA(cudaMallocAsync, &memory, bytes, cudaStreamLegacy), "memory pool",
                   bytes);
  try {
    wait_for_default_stream();  // from here on every stream may use it
  } catch (...) {
    LIVEWARP_CUDA(cudaFreeAsync, memory, cudaStreamLegacy);
    throw;
  }
  return memory;
}

/// Where the driver says that an address lies.
std::string place_of(const void* memory) {
  cudaPointerAttributes found{};
  check_cuda(LIVEWARP_CUDA(cudaPointerGetAttributes, &found, memory), "where memory lies");
  switch (found.type) {
  case cudaMemoryTypeHost: return "page-locked host memory";
  case cudaMemoryTypeDevice: return is_from_pool(memory) ? "memory of a pool" : "device memory";
  case cudaMemoryTypeManaged: return "managed memory";
  case cudaMemoryTypeUnregistered: break;
  }
  return "plain host memory";
}

const char* promised_place(MemoryMode mode) {
  switch (mode) {
  case MemoryMode::mapped: return "page-locked host memory";
  case MemoryMode::managed:
  case MemoryMode::prefetch:
  case MemoryMode::read_mostly:
  case MemoryMode::preferred_gpu:
  case MemoryMode::accessed_by: return "managed memory";
  case MemoryMode::pool: return "memory of a pool";
  case MemoryMode::host: return "plain host memory";
  case MemoryMode::device:
  case MemoryMode::pageable:
  case MemoryMode::pinned: break;
  }
  return "device memory";
}

void check_place(const void* memory, const std::string& promised, MemoryMode mode) {
  const std::string found = place_of(memory);
  if (found != promised)
    throw Error("memory " + std::string(name_of(mode)) + ": " + promised +
                    " was asked for, the driver says that it is " + found,
                "report this as an error of Livewarp");
}

}  // namespace

/// Executors use non-blocking streams, with which the blocking calls below do not synchronise by
/// themselves.
void wait_for_device() { check_cuda(LIVEWARP_CUDA(cudaDeviceSynchronize), "waiting for the GPU"); }

CudaMemory allocate_cuda_memory(std::size_t bytes, MemoryMode mode) {
  use_cuda_device();  // a thread may begin with this
  if (const std::string refusal = memory_refusal(mode, present_gpu_memory()); !refusal.empty())
    throw Error("memory " + std::string(name_of(mode)) + ": " + refusal);
  CudaMemory memory{.bytes = bytes};
  switch (mode) {
  case MemoryMode::mapped: {
    PageLocked own = page_locked(bytes, cudaHostAllocMapped | cudaHostAllocPortable);
    check_cuda(LIVEWARP_CUDA(cudaHostGetDevicePointer, &memory.data, own.get(), 0),
               "mapping host memory");
    memory.shadow = own.release();
    break;
  }
  case MemoryMode::managed:
  case MemoryMode::prefetch:
  case MemoryMode::read_mostly:
  case MemoryMode::preferred_gpu:
  case MemoryMode::accessed_by: return managed(bytes, mode);
  case MemoryMode::pool: memory.data = from_pool(bytes); break;
  case MemoryMode::pinned: {
    PageLocked copy = page_locked(bytes, cudaHostAllocPortable);
    check_allocation(LIVEWARP_CUDA(cudaMalloc, &memory.data, bytes), "device memory", bytes);
    memory.shadow = copy.release();
    break;
  }
  case MemoryMode::host:
  case MemoryMode::device:
  case MemoryMode::pageable:
    check_allocation(LIVEWARP_CUDA(cudaMalloc, &memory.data, bytes), "device memory", bytes);
  }
  return memory;
}

void release_cuda_memory(const CudaMemory& memory, MemoryMode mode) noexcept {
  // Failures here are those of earlier work, which its own executor reports.
  if (mode != MemoryMode::device) cudaDeviceSynchronize();
  switch (mode) {
  case MemoryMode::mapped: LIVEWARP_CUDA(cudaFreeHost, memory.shadow); break;
  case MemoryMode::read_mostly:
  case MemoryMode::preferred_gpu:
  case MemoryMode::accessed_by:
    forget_advice(memory.data, memory.bytes);  // whoever gets these pages next has not asked for it
    [[fallthrough]];
  case MemoryMode::managed:
  case MemoryMode::prefetch:
    LIVEWARP_CUDA(cudaFree, memory.granted);
    managed_bytes() -= memory.bytes;
    break;
  case MemoryMode::pool:
    LIVEWARP_CUDA(cudaFreeAsync, memory.data, cudaStreamLegacy);
    cudaStreamSynchronize(cudaStreamLegacy);  // the pool gives back what nobody uses
    break;
  case MemoryMode::pinned: LIVEWARP_CUDA(cudaFreeHost, memory.shadow); [[fallthrough]];
  case MemoryMode::host:
  case MemoryMode::device:
  case MemoryMode::pageable: LIVEWARP_CUDA(cudaFree, memory.data);
  }
  cudaGetLastError();
}

void write_cuda_memory(const CudaMemory& memory, MemoryMode mode, const void* source,
                       std::size_t bytes) {
  wait_for_device();
  if (memory.shadow) std::memcpy(memory.shadow, source, bytes);
  if (mode == MemoryMode::mapped) return;
  // By the host's own hand: its pages then lie where those of a program would that fills them.
  if (is_managed(mode)) {
    std::memcpy(memory.data, source, bytes);
    return;
  }
  check_cuda(LIVEWARP_CUDA(cudaMemcpy, memory.data, source, bytes, cudaMemcpyDefault),
             "copy to the GPU");
  wait_for_default_stream();
}

void read_cuda_memory(const CudaMemory& memory, void* target, std::size_t bytes, bool settled) {
  if (!settled) wait_for_device();
  // A round trip ends in the shadow: reading it shows a copy that is missing.
  if (memory.shadow) {
    std::memcpy(target, memory.shadow, bytes);
    return;
  }
  check_cuda(LIVEWARP_CUDA(cudaMemcpy, target, memory.data, bytes, cudaMemcpyDefault),
             "copy from the GPU");
}

void fill_cuda_memory(const CudaMemory& memory, MemoryMode mode, int byte, std::size_t bytes) {
  wait_for_device();
  if (memory.shadow) std::memset(memory.shadow, byte, bytes);
  if (mode == MemoryMode::mapped) return;
  check_cuda(LIVEWARP_CUDA(cudaMemset, memory.data, byte, bytes), "filling device memory");
  wait_for_default_stream();
}

void check_cuda_place(const CudaMemory& memory, MemoryMode mode) {
  check_place(memory.data, promised_place(mode), mode);
  for (const PageAdvice advice : advice_of(mode))
    if (!has_advice(memory.data, memory.bytes, advice))
      throw Error("memory " + std::string(name_of(mode)) + ": the driver does not know its advice",
                  "report this as an error of Livewarp");
  if (mode == MemoryMode::pinned) check_place(memory.shadow, "page-locked host memory", mode);
  if (mode == MemoryMode::pageable) check_place(memory.shadow, "plain host memory", mode);
}

void* allocate_cuda_array(const TextureArray::Shape& shape) {
  use_cuda_device();
  const cudaChannelFormatDesc format = channel_format(shape.texel);
  const auto width = std::size_t(shape.width), height = std::size_t(shape.height);
  if (shape.levels > 1) {
    cudaMipmappedArray_t levels = nullptr;
    check_allocation(LIVEWARP_CUDA(cudaMallocMipmappedArray, &levels, &format,
                                   cudaExtent{width, height, 0}, unsigned(shape.levels),
                                   cudaArraySurfaceLoadStore),
                     "mipmapped texture array", shape.bytes());
    return levels;
  }
  cudaArray_t array = nullptr;
  check_allocation(
      LIVEWARP_CUDA(cudaMallocArray, &array, &format, width, height, cudaArraySurfaceLoadStore),
      "texture array", shape.bytes());
  return array;
}

void fill_cuda_array(void* array, const TextureArray::Shape& shape, int byte) {
  wait_for_device();
  for (int i = 0; i < shape.levels; ++i) {
    const TextureArray::Shape one = shape.level(i);
    const std::vector<unsigned char> rows(one.bytes(), static_cast<unsigned char>(byte));
    check_cuda(LIVEWARP_CUDA(cudaMemcpy2DToArray, array_of_level(array, shape, i), 0, 0,
                             rows.data(), one.row_bytes(), one.row_bytes(), std::size_t(one.height),
                             cudaMemcpyHostToDevice),
               "filling a texture array");
  }
  wait_for_default_stream();
}

void release_cuda_array(void* array, bool mipmapped) noexcept {
  cudaDeviceSynchronize();  // a kernel may still read it
  if (mipmapped)
    LIVEWARP_CUDA(cudaFreeMipmappedArray, static_cast<cudaMipmappedArray_t>(array));
  else
    LIVEWARP_CUDA(cudaFreeArray, static_cast<cudaArray_t>(array));
  cudaGetLastError();
}

}  // namespace livewarp
