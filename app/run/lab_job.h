#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/lab/experiment.h"
#include "app/run/measuring_job.h"

namespace livewarp {

/// Runs an experiment of the lab while the live run rests.
class LabJob final : public MeasuringJob {
 public:
  /// What is known by now.
  struct Found {
    std::string experiment;  ///< its id
    Findings findings;
    bool finished = false;
    std::string failure;  ///< what ended it early, if something did
  };

  /// What it runs on, which outlives it.
  struct Ground {
    const Machine* machine = nullptr;
    int device = 0;
    std::vector<const Workload*> workloads = {};
  };
  LabJob(std::unique_ptr<Experiment> experiment, Values values, Ground ground, Places places);
  ~LabJob() override;

  /// Another object each time that something was found; never null.
  std::shared_ptr<const Found> found() const;

 private:
  void work(const std::stop_token& stop);
  void measure(const std::stop_token& stop, LabReport& report);
  void note(Found now);

  std::unique_ptr<Experiment> experiment_;
  Values values_;
  Ground ground_;
  Places places_;
  std::shared_ptr<const Found> found_;  ///< guarded by the mutex
};

}  // namespace livewarp
