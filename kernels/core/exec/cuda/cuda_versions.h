// Calls that CUDA 12 and 13 spell differently: nowhere else.
#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cstddef>

  #include <cuda_runtime_api.h>

namespace livewarp {

/// A function of the driver, which is never linked; null where it has none of that name.
void* driver_function(const char* name);

/// Asks for managed pages to be where the present device, or the host, is going to use them.
void prefetch_pages(const void* memory, std::size_t bytes, bool to_device, cudaStream_t stream);

/// What the driver is told of managed pages. read_mostly: whoever reads them gets a copy of its
/// own, until one writes. on_device, on_host: their preferred location. mapped_by_device: the
/// device has them in its page tables wherever they lie, and need not move them (accessed-by).
enum class PageAdvice { read_mostly, on_device, on_host, mapped_by_device };
void advise_pages(const void* memory, std::size_t bytes, PageAdvice advice);
/// All of it is taken back. What fails is of earlier work.
void forget_advice(const void* memory, std::size_t bytes) noexcept;
/// Whether it stands for all of these bytes.
bool has_advice(const void* memory, std::size_t bytes, PageAdvice advice);

/// Whether device memory is from a stream-ordered pool.
bool is_from_pool(const void* memory);

}  // namespace livewarp

#endif
