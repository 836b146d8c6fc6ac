// What a library of kernels tells of each: it is compiled while the program runs, from an edited
// copy of their source. Its one unit is generated and includes this (see app/edit/edited_unit.h);
// `kernels/emulator` loads it.
#pragma once

namespace livewarp {

/// Plain data: nothing of it is freed, and it lives as long as the library is loaded.
struct LibraryKernel {
  const char* name = nullptr;            ///< as `KernelRef` has it
  void (*call)(void* const*) = nullptr;  ///< body on the host
  const char* parameters = nullptr;      ///< their types, as `parameter_types` tells them
  const char* expected = nullptr;        ///< those of the kernel in whose place it is launched
};

/// The library's one function: its kernels, and how many there are.
using LibraryKernels = const LibraryKernel* (*)(int* count);
inline constexpr const char* library_function = "livewarp_library_kernels";

/// A text that holds the types: "... [with P = {const float*, int}]".
template <class... P>
constexpr const char* parameter_types(void (*)(P...)) {
  return __PRETTY_FUNCTION__;
}

}  // namespace livewarp
