#include "kernels/core/telemetry/nvml_functions.h"

#include <dlfcn.h>

namespace livewarp {

Nvml::Functions::Functions(void* library) {
  const auto find = [&](auto& function, const char* name) {
    if (function.call || !library) return;
    function.name = name;
    function.call = reinterpret_cast<decltype(function.call)>(dlsym(library, name));
  };
  find(init, "nvmlInit_v2");
  find(shutdown, "nvmlShutdown");
  find(driver_version, "nvmlSystemGetDriverVersion");
  find(by_pci, "nvmlDeviceGetHandleByPciBusId_v2");
  find(clock, "nvmlDeviceGetClockInfo");
  find(temperature, "nvmlDeviceGetTemperature");
  find(power, "nvmlDeviceGetPowerUsage");
  find(power_limit, "nvmlDeviceGetEnforcedPowerLimit");
  find(reasons, "nvmlDeviceGetCurrentClocksEventReasons");
  find(reasons, "nvmlDeviceGetCurrentClocksThrottleReasons");
  find(energy, "nvmlDeviceGetTotalEnergyConsumption");
  find(link_generation, "nvmlDeviceGetMaxPcieLinkGeneration");
  find(link_width, "nvmlDeviceGetMaxPcieLinkWidth");
  find(processes, "nvmlDeviceGetComputeRunningProcesses_v3");
  find(common_ancestor, "nvmlDeviceGetTopologyCommonAncestor");
  find(p2p_status, "nvmlDeviceGetP2PStatus");
  find(nvlink_state, "nvmlDeviceGetNvLinkState");
  find(nvlink_end, "nvmlDeviceGetNvLinkRemoteDeviceType");
  find(nvlink_pci, "nvmlDeviceGetNvLinkRemotePciInfo_v2");
  find(memory_affinity, "nvmlDeviceGetMemoryAffinity");
  find(cpu_affinity, "nvmlDeviceGetCpuAffinity");
  if (library)
    error_string = reinterpret_cast<decltype(error_string)>(dlsym(library, "nvmlErrorString"));
}

}  // namespace livewarp
