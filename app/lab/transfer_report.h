#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/measure/json_report.h"
#include "kernels/core/model/findings.h"
#include "kernels/core/telemetry/pci_link.h"
#include "kernels/core/transfer/transfer.h"

/// What is said, written and drawn of transfers against their size.
namespace livewarp {

/// Rates are shown in GB/s.
inline constexpr double transfer_giga = 1e9;

struct TransferResults {
  std::string setting;  ///< "1 KiB ... 1 GiB, in 256 pieces"
  std::vector<TransferPoint> points;
  PciLinkFinding link;  ///< of the GPU, where points need one
  std::string no_gpu;   ///< why kinds that need a GPU are left out; empty if they are not
  std::vector<TransferKind> without_gpu;  ///< these kinds
  bool interrupted = false;
};

/// "64K", "1M", "1 GiB", "4096": a power of two within the limits. Throws `Error`, which names
/// `option`.
std::size_t parse_transfer_size(const std::string& text, const std::string& option);
/// "pinned,memcpy"; throws `Error` on a name that is none.
std::vector<TransferKind> parse_transfer_kinds(const std::string& text);
std::vector<TransferWay> parse_transfer_ways(const std::string& text);

/// A table of the best rates and one for each kind, graphs, and what was left out.
Findings transfer_findings(const TransferResults& results);
Json to_json(const TransferResults& results);
std::string transfer_csv(const TransferResults& results);
/// A graph for each way, the link's limit a line in those of a GPU.
std::vector<Graph> transfer_graphs(const TransferResults& results);

/// The points of one kind and way, ascending.
std::vector<const TransferPoint*> curve_of(const std::vector<TransferPoint>& points,
                                           TransferKind kind, TransferWay way);

/// Where a curve ends its rise: the best rate, and the least size that has half of it.
struct TransferKnee {
  const TransferPoint *best = nullptr, *half = nullptr;  ///< null without any time
};
TransferKnee knee_of(const std::vector<const TransferPoint*>& curve);

}  // namespace livewarp
