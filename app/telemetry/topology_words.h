#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "kernels/core/model/findings.h"
#include "kernels/core/telemetry/topology.h"

/// What is said and written of how GPUs are joined.
namespace livewarp {

/// "NV18", or as nvidia-smi calls the place where their PCI Express ways meet: "PIX", "SYS"; the
/// dash where neither is known.
std::string joint_text(const GpuPair& pair);

/// Tables of places, joints and peer access, rows reaching into columns; what the names of joints
/// mean; and what is not known, with the reasons. With one GPU or none a sentence says so.
Findings topology_findings(const Topology& topology);

/// gpus (index, name, pci, numa_node, cpus, nvlinks), pairs (from, to, peer_access, native_atomics,
/// performance_rank, pci, nvlinks, by_switch, peer_read, peer_write, peer_nvlink), and in `unknown`
/// of each why something is null.
nlohmann::ordered_json to_json(const Topology& topology);

}  // namespace livewarp
