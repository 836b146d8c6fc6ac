#pragma once

#include <optional>
#include <string>

namespace livewarp {

/// The PCI Express way between a GPU and its host.
struct PciLink {
  int generation = 0, lanes = 0;
  /// What its lanes carry each way, their line code taken off; headers of packets are among it, so
  /// that no copy reaches it. 0 for a generation that is not known here.
  double bytes_per_second() const {
    constexpr double giga = 1e9, byte = 8;
    const double raw = giga / byte * lanes;  // at a transfer a nanosecond
    switch (generation) {
    case 1: return 2.5 * 8 / 10 * raw;
    case 2: return 5.0 * 8 / 10 * raw;
    case 3: return 8.0 * 128 / 130 * raw;
    case 4: return 16.0 * 128 / 130 * raw;
    case 5: return 32.0 * 128 / 130 * raw;
    case 6: return 64.0 * 242 / 256 * raw;  // of a unit of 256 bytes 14 check and correct it
    default: return 0;
    }
  }
  /// "PCIe 5.0 x16"
  std::string text() const {
    return "PCIe " + std::to_string(generation) + ".0 x" + std::to_string(lanes);
  }
  bool operator==(const PciLink&) const = default;
};

struct PciLinkFinding {
  std::optional<PciLink> link;
  std::string why_absent;
};

}  // namespace livewarp
