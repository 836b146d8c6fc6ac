#pragma once

/// NVIDIA's management library as far as it is used here, from its public documentation: it comes
/// with the driver, not with the toolkit, so its header may be absent where this is built.
namespace livewarp::nvml {

using Device = struct OpaqueDevice*;

/// What a call returns; others are told by nvmlErrorString.
enum Status : int {
  success = 0,
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

}  // namespace livewarp::nvml
