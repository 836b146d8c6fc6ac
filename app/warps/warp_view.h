#pragma once

#include <stop_token>

#include "kernels/core/workload/workload.h"
#include "ui/views/warp_view.h"

namespace livewarp {

/// Follows the warp that is asked for, on the host, for the window. What stands against it is said
/// in the view. Throws `Cancelled` once `stop` is requested.
ui::WarpView follow_warp(const Workload& workload, const ui::WarpRequest& request,
                         std::stop_token stop);

}  // namespace livewarp
