#pragma once

#include <string>
#include <vector>

#include "app/options/option_group.h"
#include "kernels/core/transfer/pipeline.h"

namespace livewarp {

/// A pipeline as it is asked for on the command line.
struct PipelineOptions {
  std::vector<PipelineSchedule> schedules;  ///< empty: none is asked for
  std::vector<int> chunks{8}, streams{4};
  PipelineRequest request;

  bool wanted() const { return !schedules.empty(); }
  /// Bound to these members, which must stay where they are.
  void declare(OptionGroup& group);
  /// Throws `Error` on a chunk that would be empty.
  void check() const;
  /// The ids of all its options.
  static std::vector<std::string> ids();
};

}  // namespace livewarp
