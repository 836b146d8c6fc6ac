// A kernel's source is compiled by three readers: nvcc, the host compiler and NVRTC. What each of
// them makes of it stands in an inline namespace of its own, because two compilations of one name
// would meet in the linker, and which of them wins would depend on the order of linking.
// No standard header here: NVRTC has none.
#pragma once

#if defined(__CUDACC_RTC__)
  #define LIVEWARP_READER nvrtc_reader
#elif defined(__CUDACC__)
  #define LIVEWARP_READER cuda_reader
#elif defined(LIVEWARP_TRACED)
  // The host's compiler again, with instrumentation: `kernels/emulator` hears each access to memory.
  #define LIVEWARP_READER traced_reader
#elif !defined(LIVEWARP_READER)
  #define LIVEWARP_READER host_reader
#endif

/// What x_simt.cpp calls the rows that it makes: it is compiled twice, the second time with instrumentation.
#if defined(LIVEWARP_TRACED)
  #define LIVEWARP_HOST_ROWS traced_rows
#else
  #define LIVEWARP_HOST_ROWS simt_rows
#endif

/// Opens the namespace in which everything of a `.cuh` and of the rows that launch it stands.
#define LIVEWARP_KERNELS_BEGIN                                                                     \
  namespace livewarp {                                                                             \
  inline namespace LIVEWARP_READER {
/// Closes it.
#define LIVEWARP_KERNELS_END                                                                       \
  }                                                                                                \
  }
