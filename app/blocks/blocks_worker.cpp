#include "app/blocks/blocks_worker.h"

#include "app/blocks/block_study.h"

namespace livewarp {

namespace {

/// Beside a run that has all cores, and as long as somebody waits for it.
constexpr std::chrono::minutes window_patience{2};

}  // namespace

BlocksWorker::BlocksWorker(const Machine& machine, int device)
    : LookWorker([this, &machine, device, codes = std::shared_ptr<const KernelCodes>()](
                     const Workload& workload, const ui::BlocksRequest& request,
                     const std::stop_token& stop) mutable {
        if (!codes) codes = std::make_shared<const KernelCodes>();
        const auto early = [&](ui::BlocksView view) {
          show(std::make_shared<const ui::BlocksView>(std::move(view)), stop);
        };
        ui::BlocksView view =
            study_blocks(workload, request,
                         {&machine, device, codes.get(), nullptr, window_patience, early}, stop);
        if (view.regions && view.regions->writers.size() <= std::size_t(most_tinted_elements))
          view.hues = std::make_shared<const RegionHues>(hues_of(*view.regions));
        if (view.regions) view.extents = usual_extents(*view.regions);
        return std::make_shared<const ui::BlocksView>(std::move(view));
      }) {}

}  // namespace livewarp
