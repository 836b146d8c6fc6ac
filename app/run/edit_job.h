#pragma once

#include <memory>

#include "app/edit/gpu_check.h"
#include "app/run/measuring_job.h"

namespace livewarp {

/// Lets another process verify and time an edited kernel on the GPU while the live run rests.
/// Frames go on ten times a second, so that the user can type: both kernels are measured in turn,
/// and a frame meets either.
class EditJob final : public MeasuringJob {
 public:
  struct Task {
    EditedKernel edited;
    GpuCode code;
    GpuCheckPlace place;
  };
  EditJob(Task task, Places places);
  ~EditJob() override;

  /// Null until then, and of one that was cancelled.
  std::shared_ptr<const KernelVerdict> found() const;

 private:
  void work(const std::stop_token& stop);

  Task task_;
  Places places_;
  std::shared_ptr<const KernelVerdict> found_;  ///< guarded by the mutex
};

}  // namespace livewarp
