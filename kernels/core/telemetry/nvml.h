#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/core/telemetry/gpu_reading.h"
#include "kernels/core/telemetry/nvml_abi.h"
#include "kernels/core/telemetry/pci_link.h"
#include "kernels/core/telemetry/topology.h"

namespace livewarp {

/// The driver's management library, found at run time: clocks, power, energy, temperature, who else
/// computes, and how GPUs are joined. Every call may fail, and then its value is not told. Threads
/// may share one.
class Nvml {
 public:
  /// libnvidia-ml.so.1, or what the environment variable LIVEWARP_NVML names.
  Nvml();
  explicit Nvml(const std::string& library);
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  /// Why it tells nothing; empty if it is ready.
  const std::string& reason() const { return reason_; }
  /// Version of the driver, "580.65.06"; empty if it is not told.
  std::string driver() const;
  /// All that is told of the GPU at that PCI bus id, as CUDA writes it ("0000:17:00.0"): indices of
  /// the two count differently.
  GpuReading read(const std::string& pci) const;
  /// Its SM clock alone; empty where it is not told.
  std::optional<int> sm_mhz(const std::string& pci) const;
  /// Its energy counter alone, J; empty where it is not told.
  std::optional<double> energy_j(const std::string& pci) const;
  /// The fastest way that it and its slot have between them: while it idles it is slower.
  PciLinkFinding link(const std::string& pci) const;

  // How GPUs are joined: nvml_topology.cpp.
  /// Those that are up; none of a GPU that has none.
  Told<std::vector<NvLink>> nvlinks(const std::string& pci) const;
  Told<PciMeeting> meeting(const std::string& pci, const std::string& other) const;
  Told<PeerStatus> peer_status(const std::string& pci, const std::string& other, PeerUse use) const;
  Told<int> numa_node(const std::string& pci) const;
  /// "0-31,64-95", as the system writes such lists.
  Told<std::string> cpus(const std::string& pci) const;

 private:
  struct Functions;
  class Reading;
  nvml::Device find(const std::string& pci, std::string& reason) const;
  /// The same, for questions about how GPUs are joined.
  nvml::Device joined(const std::string& pci, std::string& why_not) const;
  std::string words(int status) const;

  std::shared_ptr<void> library_;
  std::unique_ptr<Functions> functions_;
  std::string reason_;
  std::string absence_;  ///< the cause alone: "libnvidia-ml.so.1 not found"
};

/// The one of this process, loaded when it is first asked for, which takes milliseconds.
const Nvml& shared_nvml();

}  // namespace livewarp
