#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/measure/json_report.h"
#include "kernels/core/model/findings.h"
#include "kernels/core/peers/peers.h"
#include "kernels/core/telemetry/topology.h"

/// What is said, written and drawn of bytes between GPUs.
namespace livewarp {

struct PeerResults {
  /// Places that do not reach into each other's memory, and why.
  struct NoAccess {
    std::size_t from = 0, to = 0;
    std::string why;
  };
  std::vector<int> devices;  ///< by place; one may have several
  std::size_t bytes = 0;     ///< each way
  std::vector<PeerResult> results;
  std::vector<PeerResult> curve;  ///< one way of the first pair, against the size
  std::vector<NoAccess> no_access;
  std::vector<std::string> absent;  ///< "GPU 5: this machine has GPU 0 alone"
  Topology topology;                ///< of the machine
  bool interrupted = false;
};

/// "GPU 0"; of a device with several places each has a letter, "GPU 0b".
std::string place_name(const PeerResults& results, std::size_t place);

/// A matrix a way and figure, from rows to columns, and the names of joints where there are several
/// GPUs; a sentence a way; the curve; and what has no figure.
Findings peer_findings(const PeerResults& results);
Json to_json(const PeerResults& results);
std::string peers_csv(const PeerResults& results);

}  // namespace livewarp
