#include "kernels/core/model/memory_modes.h"

namespace livewarp {

std::vector<MemoryMode> cuda_memory_modes() {
  return {MemoryMode::device,      MemoryMode::pageable,      MemoryMode::pinned,
          MemoryMode::mapped,      MemoryMode::managed,       MemoryMode::prefetch,
          MemoryMode::read_mostly, MemoryMode::preferred_gpu, MemoryMode::accessed_by,
          MemoryMode::pool};
}

bool is_round_trip(MemoryMode mode) {
  return mode == MemoryMode::pageable || mode == MemoryMode::pinned;
}

bool is_managed(MemoryMode mode) {
  return mode == MemoryMode::managed || mode == MemoryMode::prefetch || is_advised(mode);
}

bool is_advised(MemoryMode mode) {
  return mode == MemoryMode::read_mostly || mode == MemoryMode::preferred_gpu ||
         mode == MemoryMode::accessed_by;
}

bool ends_on_host(MemoryMode mode) { return is_round_trip(mode) || is_managed(mode); }

std::string memory_refusal(MemoryMode mode, const GpuInfo& gpu) {
  switch (mode) {
  case MemoryMode::mapped:
    if (!gpu.can_map_host)
      return "this GPU cannot map host memory (cudaDevAttrCanMapHostMemory is 0)";
    break;
  case MemoryMode::managed:
  case MemoryMode::prefetch:
  case MemoryMode::read_mostly:
  case MemoryMode::preferred_gpu:
  case MemoryMode::accessed_by:
    if (!gpu.managed) return "this GPU has no managed memory (cudaDevAttrManagedMemory is 0)";
    // As on Windows, in WSL and before Pascal: there a host that reads while any kernel runs is
    // ended.
    if (!gpu.concurrent_managed)
      return "the host cannot read managed memory while this GPU works, and nothing can be "
             "prefetched or advised (cudaDevAttrConcurrentManagedAccess is 0)";
    break;
  case MemoryMode::pool:
    if (!gpu.memory_pools)
      return "this GPU has no memory pools (cudaDevAttrMemoryPoolsSupported is 0)";
    break;
  case MemoryMode::host:
  case MemoryMode::device:
  case MemoryMode::pageable:
  case MemoryMode::pinned: break;
  }
  return {};
}

}  // namespace livewarp
