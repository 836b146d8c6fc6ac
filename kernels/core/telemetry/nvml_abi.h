#pragma once

/// NVIDIA's management library as far as it is used here, from its public documentation: it comes
/// with the driver, not with the toolkit, so its header may be absent where this is built.
namespace livewarp::nvml {

using Device = struct OpaqueDevice*;

/// What a call returns; others are told by nvmlErrorString.
enum Status : int {
  success = 0,
  invalid_argument = 2,
  not_supported = 3,
  no_permission = 4,
  insufficient_size = 7,
  gpu_is_lost = 15,
  unknown_error = 999
};

enum ClockType : int { clock_sm = 1, clock_memory = 2 };
enum TemperatureSensor : int { temperature_gpu = 0 };

/// Bits of nvmlDeviceGetCurrentClocksEventReasons, which older drivers call ThrottleReasons.
enum ClockReason : unsigned long long {
  reason_idle = 0x1,
  reason_application_clocks = 0x2,
  reason_software_power_cap = 0x4,
  reason_hardware_slowdown = 0x8,
  reason_sync_boost = 0x10,
  reason_software_thermal = 0x20,
  reason_hardware_thermal = 0x40,
  reason_hardware_power_brake = 0x80,
  reason_display_clock = 0x100
};

/// An entry of nvmlDeviceGetComputeRunningProcesses_v3.
struct Process {
  unsigned pid;
  unsigned long long used_bytes;  ///< `not_available` where the driver does not tell it
  unsigned gpu_instance, compute_instance;
};
inline constexpr unsigned long long not_available = ~0ULL;

/// Of nvmlDeviceGetTopologyCommonAncestor.
enum TopologyLevel : int {
  topology_internal = 0,
  topology_single = 10,
  topology_multiple = 20,
  topology_host_bridge = 30,
  topology_node = 40,
  topology_system = 50
};

/// Of nvmlDeviceGetP2PStatus: what is asked for, and what is answered.
enum P2pCaps : int { p2p_read = 0, p2p_write = 1, p2p_nvlink = 2 };
enum P2pStatus : int {
  p2p_ok = 0,
  p2p_chipset_not_supported = 1,
  p2p_gpu_not_supported = 2,
  p2p_topology_not_supported = 3,
  p2p_disabled = 4,
  p2p_not_supported = 5
};

enum EnableState : int { feature_enabled = 1 };
/// Of nvmlDeviceGetNvLinkRemoteDeviceType.
enum NvLinkDevice : int { nvlink_gpu = 0, nvlink_switch = 2 };
/// No GPU has as many: links are asked for until a number is no argument.
inline constexpr unsigned most_nvlinks = 64;

/// nvmlPciInfo_t.
struct PciInfo {
  char legacy_bus_id[16];
  unsigned domain, bus, device, pci_device_id, pci_subsystem_id;
  char bus_id[32];  ///< "00000000:17:00.0"
};

enum AffinityScope : unsigned { affinity_node = 0 };

}  // namespace livewarp::nvml
