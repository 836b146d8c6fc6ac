#include "app/explain/occupancy_worker.h"

#include "app/explain/occupancy_study.h"

namespace livewarp {

OccupancyWorker::OccupancyWorker()
    : LookWorker([codes = std::shared_ptr<const KernelCodes>()](
                     const Workload& workload, const ui::OccupancyRequest& request,
                     const std::stop_token& stop) mutable {
        if (!codes) codes = std::make_shared<const KernelCodes>();
        return std::make_shared<const ui::OccupancyView>(
            study_occupancy(workload, request, *codes, stop));
      }) {}

}  // namespace livewarp
