#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cstddef>
  #include <memory>
  #include <span>
  #include <string>

  #include <cuda_runtime_api.h>

  #include "kernels/core/base/dim.h"

namespace livewarp {

/// A kernel that was compiled while this program ran, on the current device, by the driver.
class LoadedKernel {
 public:
  /// `code`: a cubin for this GPU; `symbol`: the kernel's mangled name. Throws `Error`.
  LoadedKernel(std::span<const std::byte> code, const std::string& symbol);

  /// By which the runtime launches it, as it does the program's own (CUDA Runtime API,
  /// "Interactions between CUkernel and cudaKernel_t"); as long as one of its copies lives.
  const void* handle() const { return kernel_; }
  /// Enqueues a launch. Throws `Error`.
  void launch(Dim3 grid, Dim3 block, std::size_t shared_bytes, std::span<const void* const> args,
              cudaStream_t stream) const;

 private:
  struct Functions;
  static const Functions& functions();

  std::shared_ptr<void> library_;  ///< CUlibrary
  void* kernel_ = nullptr;         ///< CUkernel
};

}  // namespace livewarp

#endif
