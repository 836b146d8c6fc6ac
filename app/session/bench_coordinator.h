#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/measure/ceiling_store.h"
#include "app/measure/predict.h"
#include "app/measure/result_cache.h"
#include "app/run/bench_job.h"
#include "app/run/blocks_job.h"
#include "app/run/compare_job.h"
#include "app/run/edit_job.h"
#include "app/run/lab_job.h"
#include "app/run/tune_job.h"
#include "app/session/notices.h"
#include "app/session/variant_offers.h"

namespace livewarp {

/// What is measured on request: which settings, how long it takes, the job that does it, and where
/// its results go. All that it is made of outlives it.
class BenchCoordinator {
 public:
  struct Parts {
    const VariantOffers& offers;
    ResultCache& result_cache;
    Predictions& predictions;
    Notices& notices;
    SpanLog& spans;
  };
  explicit BenchCoordinator(const Parts& parts) : parts_(parts), places_{.log = &parts.spans} {}

  /// Of the running backend all variants that can be timed, or the named one; with all of them goes
  /// `also`, a setting of the problem that runs which the table does not list.
  std::vector<BenchEntry> planned(const Running& running, const std::optional<std::string>& variant,
                                  const std::optional<Choice>& also) const;
  /// Settings of the running workload, at whatever problem.
  std::vector<BenchEntry> planned(const Running& running,
                                  const std::vector<Choice>& settings) const;
  /// The running setting, a step of which is read by several clocks.
  std::vector<BenchEntry> planned_clocks(const Running& running) const;
  /// The same, a step of which is counted by the GPU's hardware.
  std::vector<BenchEntry> planned_counters(const Running& running) const;
  /// The roofs of who computes the running variant, and then all variants of its backend.
  std::vector<BenchEntry> planned_roofs(const Running& running) const;
  /// What all variants take, with `also` as above, roughly and at most.
  double seconds_for_all(const Running& running, const std::optional<Choice>& also) const;
  /// A setting of the running backend whose time nobody has predicted yet.
  std::optional<BenchEntry> unpredicted(const Running& running) const;

  /// From now on jobs measure a variant for so long, at most.
  void bench_for(double seconds) { bench_seconds_ = seconds; }
  /// From now on jobs wait until no other process measures in the same place.
  void take_turns(MeasuringJob::Places places) {
    places_ = std::move(places);
    places_.log = &parts_.spans;
  }
  /// Measures at a state, while the run rests.
  void begin(const Workload& workload, std::vector<BenchEntry> planned, HostState state);
  void cancel();
  void drop();
  /// Takes what was measured; true when the job has just ended.
  bool poll(const Workload& workload);
  /// While one measures: null otherwise.
  MeasuringJob* job() const {
    if (tune_) return tune_.get();
    if (lab_) return lab_.get();
    if (blocks_) return blocks_.get();
    if (edit_) return edit_.get();
    if (compare_) return compare_.get();
    return job_.get();
  }
  /// Measures A and B in turn, both of the state's problem, while the run rests.
  void compare(const Running& running, const Choice& a, const Choice& b, HostState state);
  bool comparing() const { return compare_ != nullptr; }
  /// What the last comparison found, or has found until now; empty before the first.
  std::optional<CompareJob::Found> compared() const {
    return compare_ ? compare_->found() : compared_;
  }
  /// Searches a space of settings of the running workload, while the run rests.
  void tune(const Running& running, const SettingSpace& space, const TuneOptions& options,
            HostState state);
  bool tuning() const { return tune_ != nullptr; }
  /// What the last search found, or has found until now; null before the first.
  std::shared_ptr<const TuneJob::Found> tuned() const { return tune_ ? tune_->found() : tuned_; }
  /// Runs an experiment of the lab on a GPU, while the run rests.
  void experiment(std::unique_ptr<Experiment> experiment, Values values, int device,
                  std::vector<const Workload*> workloads);
  bool experimenting() const { return lab_ != nullptr; }
  /// What the last experiment found, or has found until now; null before the first.
  std::shared_ptr<const LabJob::Found> experimented() const {
    return lab_ ? lab_->found() : experimented_;
  }

  /// Times the blocks of a view of the running workload, while the run rests.
  void trace_blocks(const Running& running, ui::BlocksView view, int device);
  /// What the last one found; null before the first.
  std::shared_ptr<const ui::BlocksView> traced_blocks() const { return traced_blocks_; }

  /// Verifies and times an edited kernel on the GPU, while the run rests.
  void check_edited(EditJob::Task task);
  bool checking_edited() const { return edit_ != nullptr; }
  /// What the last one found; null before the first, and of one that was cancelled.
  std::shared_ptr<const KernelVerdict> edited() const { return edited_; }

  /// Those that a setting is to be compared with, once a job has measured them.
  Ceilings ceilings(const Workload& workload, const Choice& choice) const;

  /// All ceilings of an executor, once a job has measured them.
  Ceilings roofs(Executor executor) const;

 private:
  void take(const Workload& workload, const BenchEntry& measured);
  void take_comparison();
  void take_search();

  Parts parts_;
  double bench_seconds_ = 1.5;
  MeasuringJob::Places places_;
  CeilingStore ceilings_;              ///< before the job that fills it
  bool noted_ = false;                 ///< why no turns are taken: said once
  std::vector<std::string> left_out_;  ///< of the job
  std::unique_ptr<BenchJob> job_;
  std::unique_ptr<CompareJob> compare_;
  std::optional<CompareJob::Found> compared_;  ///< by the last one
  std::unique_ptr<TuneJob> tune_;
  std::shared_ptr<const TuneJob::Found> tuned_;  ///< by the last one
  std::unique_ptr<LabJob> lab_;
  std::shared_ptr<const LabJob::Found> experimented_;  ///< by the last one
  std::unique_ptr<BlocksJob> blocks_;
  std::shared_ptr<const ui::BlocksView> traced_blocks_;  ///< by the last one
  std::unique_ptr<EditJob> edit_;
  std::shared_ptr<const KernelVerdict> edited_;  ///< by the last one
};

}  // namespace livewarp
