#pragma once

#include <string>

namespace livewarp {

enum class Origin { measured, counted, model, sampled };

/// A number that a workload reports about its state.
struct Readout {
  std::string id, label, unit;
  double value = 0;
  int digits = 3;                     ///< significant digits
  double good_min = 0, good_max = 0;  ///< equal: no good range
  Origin origin = Origin::measured;
  bool conserved = false;  ///< the app adds its drift since the first reading
  bool plotted = false;    ///< worth a plot over time; of a conserved number its drift is
  std::string help;
};

}  // namespace livewarp
