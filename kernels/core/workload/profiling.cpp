#include "kernels/core/workload/profiling.h"

namespace livewarp {

std::string profiler_reason(const VariantInfo& variant, Profiler profiler) {
  if (variant.backend == Backend::cpu)
    return variant.title + " runs on the CPU: it has no kernels to profile.";
  if (profiler == Profiler::ncu && variant.missing)
    return variant.title + " calls a library: it has no kernel of its own to look into.";
  return {};
}

}  // namespace livewarp
