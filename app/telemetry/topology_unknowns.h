#pragma once

#include <string>
#include <vector>

#include "kernels/core/telemetry/topology.h"

namespace livewarp {

/// "works", "the chipset cannot", ...
const char* words_of(PeerStatus status);

/// What is not known of GPUs and pairs, a line for each fact and reason: "Not known: NUMA node of
/// every GPU: Not Supported."
std::vector<std::string> topology_unknowns(const Topology& topology);

/// What does not work between GPUs, in the driver's words: "Peer reads of 0 to 1: the chipset
/// cannot."
std::vector<std::string> peer_refusals(const Topology& topology);

}  // namespace livewarp
