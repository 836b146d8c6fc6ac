#pragma once

#include <string>
#include <vector>

#include "app/lab/experiment.h"
#include "kernels/core/decomposition/decomposition.h"

/// What is said, written and drawn of one problem on more and more devices.
namespace livewarp {

/// One setting and what it took.
struct ScalingPoint {
  Decomposition parts;
  bool weak = false;            ///< the problem grows with the parts; else it stays
  std::string size;             ///< "cells 4,096 x 8,192"
  double ms = 0;                ///< median of a step; 0: no time
  double rate = 0;              ///< items a second, all parts together
  std::vector<PartSpan> spans;  ///< of one step, which was not timed; of the most parts alone
  std::string why_not;          ///< why there is no time
  bool wrong = false;           ///< its result was not what it must be
};

struct ScalingResults {
  std::string workload, variant, item_rate;
  std::vector<std::string> places;  ///< of the parts: "GPU 0", "GPU 1"
  std::vector<ScalingPoint> points;
  bool interrupted = false;

  /// Of one part, which exchanges nothing; null without a time.
  const ScalingPoint* single() const;
  /// How many devices so many parts have between them.
  int devices(int parts) const;
  /// The rate of a device over that of a single one: 1 is what devices that know nothing of one
  /// another would have. 0 where either has no time.
  double efficiency(const ScalingPoint& point) const;
};

/// As it is typed: "peer".
const std::string& exchange_id(ExchangeWay way);
/// "peer copy, overlapped".
std::string exchange_text(const Decomposition& parts);
Findings scaling_findings(const ScalingResults& results);
Json to_json(const ScalingResults& results);

}  // namespace livewarp
