// A kernel's source is compiled three times: by nvcc, the host compiler and NVRTC. What each of
// them makes of it stands in an inline namespace of its own, because two compilations of one name
// would meet in the linker, and which of them wins would depend on the order of linking.
// No standard header here: NVRTC has none.
#pragma once

#if defined(__CUDACC_RTC__)
  #define LIVEWARP_COMPILATION nvrtc_compilation
#elif defined(__CUDACC__)
  #define LIVEWARP_COMPILATION cuda_compilation
#elif defined(LIVEWARP_TRACED)
  // The host's compiler again, with instrumentation: `kernels/emulator` hears each access to
  // memory.
  #define LIVEWARP_COMPILATION traced_compilation
#elif !defined(LIVEWARP_COMPILATION)
  #define LIVEWARP_COMPILATION host_compilation
#endif

/// What x_emulator.cpp calls the variants that it makes: it is compiled twice, the second time with
/// instrumentation.
#if defined(LIVEWARP_TRACED)
  #define LIVEWARP_HOST_VARIANTS traced_variants
#else
  #define LIVEWARP_HOST_VARIANTS emulator_variants
#endif

/// Opens the namespace in which everything of a `.cuh` and of the variants that launch it stands.
#define LIVEWARP_KERNELS_BEGIN                                                                     \
  namespace livewarp {                                                                             \
  inline namespace LIVEWARP_COMPILATION {
/// Closes it.
#define LIVEWARP_KERNELS_END                                                                       \
  }                                                                                                \
  }
