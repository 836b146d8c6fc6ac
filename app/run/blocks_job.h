#pragma once

#include <memory>

#include "app/run/measuring_job.h"
#include "kernels/core/base/machine.h"
#include "kernels/core/workload/workload.h"
#include "ui/views/blocks_view.h"

namespace livewarp {

/// Times the blocks of a launch on the GPU while the live run rests.
class BlocksJob final : public MeasuringJob {
 public:
  /// What it runs on, which outlives it.
  struct Ground {
    const Workload* workload = nullptr;
    const Machine* machine = nullptr;
    int device = 0;
  };
  BlocksJob(ui::BlocksView view, Ground ground, Places places);
  ~BlocksJob() override;

  /// The view with its times, or the reason why there are none; null until then, and of one that
  /// was cancelled.
  std::shared_ptr<const ui::BlocksView> found() const;

 private:
  void work(const std::stop_token& stop);

  ui::BlocksView view_;
  Ground ground_;
  Places places_;
  std::shared_ptr<const ui::BlocksView> found_;  ///< guarded by the mutex
};

}  // namespace livewarp
