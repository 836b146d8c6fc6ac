#pragma once

#include <stop_token>

#include "app/code/kernel_codes.h"
#include "kernels/core/workload/workload.h"
#include "ui/views/occupancy_view.h"

namespace livewarp {

/// Looks at the main kernel of a variant's step with the chosen block and all others that it may
/// have. Never throws but `Cancelled`: what stands against it becomes a refusal.
ui::OccupancyView study_occupancy(const Workload& workload, const ui::OccupancyRequest& request,
                                  const KernelCodes& codes, const std::stop_token& stop = {});

}  // namespace livewarp
