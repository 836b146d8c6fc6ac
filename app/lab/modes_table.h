#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "kernels/core/model/choice.h"
#include "kernels/core/model/findings.h"

namespace livewarp {

class Workload;

/// A step of one workload in one memory mode, ms a time step.
struct ModeTime {
  MemoryMode mode = MemoryMode::device;
  std::optional<double> first;  ///< after the host has written the state
  double steady = 0;            ///< 0: no time
  double copies = 0;            ///< of the steady one
  std::string why_not;          ///< why there is no time
  bool wrong = false;           ///< its result was not what it must be
};
struct ModesRow {
  std::string workload, variant;
  std::string size;  ///< "bodies 65,536"
  std::size_t state_bytes = 0;
  std::vector<ModeTime> times;
};

/// Its default CUDA variant at a problem whose state takes at most so many bytes: the default one,
/// halved as often as that needs. Nothing where it has none so small.
std::optional<Choice> choice_within(const Workload& workload, std::size_t most_bytes);

Findings modes_findings(const std::vector<ModesRow>& rows, std::size_t most_bytes);

}  // namespace livewarp
