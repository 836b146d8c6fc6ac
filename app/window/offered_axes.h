#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/session.h"
#include "kernels/core/workload/launch_limits.h"

namespace livewarp {

/// The axes of what runs, values greyed that ask more than the GPU allows; the rule of a block also
/// knows what problem and GPU refuse. Every frame wants them, but they follow from choice and GPU
/// alone.
class OfferedAxes {
 public:
  /// Why a GPU cannot launch a choice.
  using Refusal = std::function<std::string(const Workload&, const Choice&, const GpuInfo&)>;
  explicit OfferedAxes(Refusal refusal = launch_refusal) : refusal_(std::move(refusal)) {}

  const std::vector<Param>& of(const Session& session, int device);

 private:
  void ask(const Session& session, int device);

  Refusal refusal_;
  std::optional<Choice> choice_;  ///< that they are of
  int device_ = -1;
  std::vector<Param> axes_;
};

}  // namespace livewarp
