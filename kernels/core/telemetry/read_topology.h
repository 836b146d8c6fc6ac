#pragma once

#include <string>
#include <vector>

#include "kernels/core/base/machine.h"
#include "kernels/core/telemetry/topology.h"

namespace livewarp {

class Nvml;

/// Asks CUDA. Never throws: what fails is unknown.
PeerFacts cuda_peer_facts(int device, int peer);

/// Who is asked, beside the driver's management library; a test has its own.
struct TopologySources {
  PeerFacts (*peer_facts)(int device, int peer) = cuda_peer_facts;
  std::string pci_devices = "/sys/bus/pci/devices";  ///< the system's folder of them
};
/// Never throws: what fails is unknown, with the reason. It takes milliseconds, of many GPUs some
/// hundred.
Topology read_topology(const std::vector<GpuInfo>& gpus, const Nvml& nvml,
                       const TopologySources& sources = {});

}  // namespace livewarp
