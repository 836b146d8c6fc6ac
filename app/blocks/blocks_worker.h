#pragma once

#include "app/code/look_worker.h"
#include "kernels/core/base/machine.h"
#include "ui/views/blocks_view.h"

namespace livewarp {

/// Looks at blocks for the window, on the host alone: what is measured is measured by a job. It
/// reads this program's own file when it is first asked.
class BlocksWorker : public LookWorker<ui::BlocksRequest, ui::BlocksView> {
 public:
  /// The machine outlives it.
  BlocksWorker(const Machine& machine, int device);
};

}  // namespace livewarp
