#pragma once

#include <chrono>
#include <functional>
#include <stop_token>

#include "app/code/kernel_codes.h"
#include "kernels/core/base/machine.h"
#include "kernels/core/workload/workload.h"
#include "ui/views/blocks_view.h"

namespace livewarp {

/// What blocks are looked at with.
struct BlockTools {
  const Machine* machine = nullptr;
  int device = 0;
  const KernelCodes* codes = nullptr;
  const KernelCompiler* compiler = nullptr;  ///< of the kernels around kernels
  std::chrono::seconds patience{10};         ///< with the emulator
  /// Told what is known before blocks are executed; may be empty.
  std::function<void(ui::BlocksView)> early = {};
};

/// Looks at one launch of a step: which elements its blocks write, executed on the host; where and
/// when they run, on the GPU if that is asked for, and by prediction. Never throws but `Cancelled`:
/// what stands against a part of it becomes its reason.
ui::BlocksView study_blocks(const Workload& workload, const ui::BlocksRequest& request,
                            const BlockTools& tools, const std::stop_token& stop = {});

/// The same view with its launch timed on the GPU, or with the reason why it cannot be.
ui::BlocksView measure_blocks(const Workload& workload, ui::BlocksView view,
                              const BlockTools& tools, const std::stop_token& stop = {});

}  // namespace livewarp
