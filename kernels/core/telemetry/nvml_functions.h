#pragma once

#include <type_traits>

#include "kernels/core/base/fault.h"
#include "kernels/core/telemetry/nvml.h"

/// The functions of the driver's management library that are called.
namespace livewarp {

/// A function of the library under the name that tests let fail.
template <class... Args>
struct NvmlFunction {
  const char* name = "";
  int (*call)(Args...) = nullptr;

  int operator()(std::type_identity_t<Args>... args) const {
    if (!call) return nvml::not_supported;  // a driver that does not know it yet, or no more
    return fault_at(name) ? int(nvml::unknown_error) : call(args...);
  }
};

struct Nvml::Functions {
  /// Those that the library has; one that it lacks answers that it is not supported.
  explicit Functions(void* library);

  NvmlFunction<> init, shutdown;
  NvmlFunction<char*, unsigned> driver_version;
  NvmlFunction<const char*, nvml::Device*> by_pci;
  NvmlFunction<nvml::Device, int, unsigned*> clock, temperature;
  NvmlFunction<nvml::Device, unsigned*> power, power_limit, link_generation, link_width;
  NvmlFunction<nvml::Device, unsigned long long*> reasons, energy;
  NvmlFunction<nvml::Device, unsigned*, nvml::Process*> processes;
  NvmlFunction<nvml::Device, nvml::Device, int*> common_ancestor;
  NvmlFunction<nvml::Device, nvml::Device, int, int*> p2p_status;
  NvmlFunction<nvml::Device, unsigned, int*> nvlink_state, nvlink_end;
  NvmlFunction<nvml::Device, unsigned, nvml::PciInfo*> nvlink_pci;
  NvmlFunction<nvml::Device, unsigned, unsigned long*, unsigned> memory_affinity;
  NvmlFunction<nvml::Device, unsigned, unsigned long*> cpu_affinity;
  const char* (*error_string)(int) = nullptr;
};

}  // namespace livewarp
