#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/exec/occupancy.h"

/// What a compiler made of kernels, read from its machine code: no GPU and no toolkit is needed.
namespace livewarp {

/// A kernel in machine code.
struct CubinKernel {
  std::string symbol;  ///< mangled, "_ZN8livewarp16cuda_compilation5scaleILi4EEEvPKfPfi"
  KernelResources resources;
};

/// The kernels of a cubin, an ELF file with machine code for a GPU of that compute capability. What
/// each needs stands in its section .nv.info: registers (EIATTR_REGCOUNT), bytes a thread in local
/// memory (EIATTR_MIN_STACK_SIZE), launch bounds (EIATTR_MAX_THREADS). Throws `Error` on anything
/// that is none.
std::vector<CubinKernel> cubin_kernels(std::span<const std::byte> image, int compute);

/// A kernel's name by which all compilations of one source agree: without spaces, result,
/// parameters and the project's namespaces. Takes a mangled name, or one that `KernelRef` has:
/// "scale<4>".
std::string plain_kernel_name(std::string_view name);

}  // namespace livewarp
