#pragma once

#include <functional>
#include <future>
#include <memory>

#include "kernels/core/telemetry/topology.h"
#include "ui/model/model.h"

namespace livewarp {

/// How this machine's GPUs are joined, for the tab of that name. Of many GPUs the driver is asked
/// for longer than a frame has: a thread of its own does that, once, when the tab is first shown.
class LiveTopology {
 public:
  using Read = std::function<Topology()>;
  /// Without `read` no GPU is known.
  explicit LiveTopology(Read read) : read_(std::move(read)) {}

  /// Whether the tab was shown in this frame.
  void want(bool wanted);
  /// Writes it into what panels read, once it is known.
  void describe(ui::Model& model);

 private:
  Read read_;
  std::future<Topology> asked_;
  std::shared_ptr<const Findings> found_;
};

}  // namespace livewarp
