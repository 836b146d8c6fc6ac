// How the structures are aligned that a traced kernel copies. The instrumentation of the compiler
// tells the size of a copy alone, and 24 bytes may be six floats or three doubles; the types that
// the kernel's parameters point to say which. Included by device.cuh, for traced kernels.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <type_traits>

#include "kernels/core/device/kernel_of.h"

namespace livewarp::emulator {

/// Of a type; 0 bytes: it is no structure.
struct Structure {
  std::size_t bytes = 0, aligned = 0;
};

/// `kernels/emulator` defines it. `call`: that of the kernel's `KernelRef`.
void note_structures(void (*call)(void* const*), std::initializer_list<Structure> structures);

/// Of the type that a parameter points to. What is passed by value lies in no memory that kernels
/// share, and a structure of two pointers has the size of a float4.
template <class P>
constexpr Structure structure_of() {
  using Pointer = std::remove_cvref_t<P>;
  using T = std::remove_cv_t<std::remove_pointer_t<Pointer>>;
  if constexpr (std::is_pointer_v<Pointer> && (std::is_class_v<T> || std::is_union_v<T>))
    if constexpr (requires { sizeof(T); }) return {sizeof(T), alignof(T)};
  return {};
}

}  // namespace livewarp::emulator

namespace livewarp {

/// `KernelOf`, which tells of its parameters once.
template <auto F>
struct TracedKernelOf;

template <class... P, void (*F)(P...)>
struct TracedKernelOf<F> {
  static Kernel<P...> make() {
    static const Kernel<P...> kernel = [] {
      const Kernel<P...> made = KernelOf<F>::make();
      emulator::note_structures(made.ref.call, {emulator::structure_of<P>()...});
      return made;
    }();
    return kernel;
  }
};

}  // namespace livewarp
