#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/session.h"
#include "kernels/core/workload/launch_limits.h"

namespace livewarp {

/// The axes of a choice, of what runs mostly, values greyed that ask more than the GPU allows; the
/// rule of a block also knows what problem and GPU refuse. Every frame wants them, but they follow
/// from choice and GPU alone.
class OfferedAxes {
 public:
  /// Why a GPU cannot launch a choice.
  using Refusal = std::function<std::string(const Workload&, const Choice&, const GpuInfo&)>;
  explicit OfferedAxes(Refusal refusal = launch_refusal) : refusal_(std::move(refusal)) {}

  const std::vector<Param>& of(const Session& session, int device);
  /// Of any choice; without a GPU of that number what the problem refuses alone.
  const std::vector<Param>& of(const Workload& workload, const Choice& choice,
                               const Machine& machine, int device);

 private:
  void ask(const Workload& workload, const GpuInfo* gpu);

  Refusal refusal_;
  std::optional<Choice> choice_;  ///< that they are of
  int device_ = -1;
  std::vector<Param> axes_;
};

}  // namespace livewarp
