#pragma once

#include "app/code/look_worker.h"
#include "ui/views/occupancy_view.h"

namespace livewarp {

/// Looks occupancy up for the window. It reads this program's own file when it is first asked.
class OccupancyWorker : public LookWorker<ui::OccupancyRequest, ui::OccupancyView> {
 public:
  OccupancyWorker();
};

}  // namespace livewarp
