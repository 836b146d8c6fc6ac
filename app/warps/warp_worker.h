#pragma once

#include <memory>

#include "app/code/look_worker.h"
#include "app/warps/warp_view.h"

namespace livewarp {

/// Follows warps for the window, beside its frames.
class WarpWorker : public LookWorker<ui::WarpRequest, ui::WarpView> {
 public:
  WarpWorker()
      : LookWorker(
            [](const Workload& workload, const ui::WarpRequest& request, std::stop_token stop) {
              return std::make_shared<const ui::WarpView>(
                  follow_warp(workload, request, std::move(stop)));
            }) {}
};

}  // namespace livewarp
