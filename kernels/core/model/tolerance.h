#pragma once

#include <string>

namespace livewarp {

/// Largest error that counts as verified: RMS(result - reference) / RMS(reference), and the worst
/// element over the same RMS.
struct Tolerance {
  double rms = 0, worst = 0;
  std::string
      reason;  ///< needed where a variant is above the cap of its workload, backend and precision
  bool operator==(const Tolerance&) const = default;
};

}  // namespace livewarp
